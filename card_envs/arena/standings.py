"""What the finished matches of a tournament say, table size by table size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from card_envs.arena.finished import Finished
from card_envs.arena.intervals import Interval
from card_envs.arena.ratings import Rating, ratings


@dataclass(frozen=True)
class Payoff:
    """How a policy did against another.

    Attributes:
        win_share, win_share_interval: mean share of the win a seat, and its 95% interval.
        points, points_interval: mean score a seat, less the other's.
        games: how many.
    """

    win_share: float
    win_share_interval: Interval | None
    points: float
    points_interval: Interval | None
    games: int


@dataclass(frozen=True)
class Mixed:
    """How a policy did at the table of all policies; fields as in `Payoff`.

    Attributes:
        policy: which.
    """

    policy: str
    win_share: float
    win_share_interval: Interval | None
    points: float
    points_interval: Interval | None


@dataclass(frozen=True)
class Standings:
    """The figures of one table size.

    Attributes:
        players: the table size.
        games: in all matches together.
        fair_share: the win share of equal players.
        payoffs: by (policy, other): the policy in one seat and the other in all others, or a team each.
        mixed: of each policy, where there was a mixed table; the points are the mean score.
        ratings: from all games of this table size, the best first.
        figures: the game's own figures by name, each by policy: the mean of a seat and game in a match, over all
            matches it played.
    """

    players: int
    games: int
    fair_share: float
    payoffs: dict[tuple[str, str], Payoff]
    mixed: list[Mixed]
    ratings: list[Rating]
    figures: dict[str, dict[str, float]]

    @property
    def sources(self) -> dict[str, dict[str, float]]:
        """Those of the figures that together are the score: named "…_points", in the games that have them."""
        return {name: means for name, means in self.figures.items() if name.endswith("_points")}


def standings(finished: Sequence[Finished]) -> list[Standings]:
    """The standings of each table size, in the order in which they were played.

    Raises:
        ImportError: the library for ratings is not installed.
    """
    sizes = dict.fromkeys(one.fixture.players for one in finished)
    return [_of_size(players, [one for one in finished if one.fixture.players == players]) for players in sizes]


def _of_size(players: int, finished: Sequence[Finished]) -> Standings:
    return Standings(
        players=players,
        games=sum(one.match.games for one in finished),
        fair_share=finished[0].match.fair_share,
        payoffs={pair: payoff for one in finished if one.fixture.is_pairing for pair, payoff in _payoffs(one).items()},
        mixed=[mixed for one in finished if not one.fixture.is_pairing for mixed in _mixed(one)],
        ratings=ratings([(one.match.policies, one.placings) for one in finished]),
        figures=_figures(finished),
    )


def _payoffs(finished: Finished) -> dict[tuple[str, str], Payoff]:
    """That of the first policy; and of the second, where both sides are of one size."""
    match, difference = finished.match, finished.match.differences[0]
    policy, other = match.policies
    interval = difference.mean_points_interval
    reverse = None if interval is None else (-interval[1], -interval[0])
    found = {
        (policy, other): Payoff(
            match.win_share[0], match.win_share_interval[0], difference.mean_points, interval, match.games
        )
    }
    if match.seats[0] == match.seats[1]:
        found[other, policy] = Payoff(
            match.win_share[1], match.win_share_interval[1], -difference.mean_points, reverse, match.games
        )
    return found


def _mixed(finished: Finished) -> list[Mixed]:
    match = finished.match
    return [
        Mixed(*one)
        for one in zip(
            match.policies,
            match.win_share,
            match.win_share_interval,
            match.mean_points,
            match.mean_points_interval,
            strict=True,
        )
    ]


def _figures(finished: Sequence[Finished]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, list[float]]] = {}
    for one in finished:
        for name, values in one.match.figures.items():
            for policy, value in zip(one.match.policies, values, strict=True):
                found.setdefault(name, {}).setdefault(policy, []).append(value)
    return {
        name: {policy: sum(values) / len(values) for policy, values in by_policy.items()}
        for name, by_policy in found.items()
    }
