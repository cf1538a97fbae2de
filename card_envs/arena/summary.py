"""What the games of a match say: means, intervals, differences, figures."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.arena.control_variates import ControlVariates, control_variates
from card_envs.arena.duplicates import variance_reduction
from card_envs.arena.intervals import Interval, mean_interval, share_interval
from card_envs.arena.plain import plain
from card_envs.arena.plan import Plan
from card_envs.core.game import Game

OUTCOME = ("scores", "winners", "ranks")  # what every game's result has; all else are figures of its own


@dataclass(frozen=True)
class Difference:
    """What one policy has more than another, a seat and game, in the same games.

    Attributes:
        policy, other: their names; figures are those of `policy` less those of `other`.
        win_share, win_share_interval: of the win shares, with the 95% interval.
        win_share_variance_reduction: as in `MatchResult`.
        mean_points, mean_points_interval, mean_points_variance_reduction: the same of the scores.
    """

    policy: str
    other: str
    win_share: float
    win_share_interval: Interval | None
    win_share_variance_reduction: float | None
    mean_points: float
    mean_points_interval: Interval | None
    mean_points_variance_reduction: float | None


@dataclass(frozen=True)
class MatchResult:
    """How a match went. Lists are in the order of the policies, one for each seat's worth of policy given.

    A policy's figure in a game is the mean over the seats it holds there. Games go in laps, once round the seatings;
    with duplicate deals a lap is one deal. Intervals take a lap as one observation; they are None for a match of a
    single lap, which does not tell how laps differ.

    In a game that tells its deals' luck by control variates, mean points and figures are without it, as soon as there
    are laps enough: estimates of the same expectations, nearer to them than the means of the games.

    Attributes:
        game: its name.
        options: all options of the table, by name, in numbers, strings, bools, None, lists and dicts.
        seed: of the first deal.
        policies: their names; one given in several places stands once, with the mean of its seats.
        seats: how many seats of every game each held.
        games: games played, a multiple of the number of seatings.
        win_share: mean share of the win a seat; a win shared by w (players, or teams) is 1/w for each of them.
        win_share_interval: its 95% interval.
        mean_points: mean score a seat.
        mean_points_interval: its 95% interval.
        win_share_by_seat: [policies][seats], the win share of each policy in each seat.
        fair_share: the win share of equal players.
        duplicate: whether each deal was played in all seatings of a lap.
        deals: how many different ones.
        controls: how many control variates mean points and figures are corrected by; 0 where they are plain means.
        win_share_variance_reduction, mean_points_variance_reduction: how many times more games the same interval
            would take of plain means with a deal for each game, measured by `duplicates.variance_reduction`; None
            without duplicate deals, in a match of one lap, with one seating, and where nothing varies from deal to
            deal.
        differences: of every pair of policies.
        figures: the mean, a seat and game, of every further figure that the game's results have, by name.
    """

    game: str
    options: dict[str, Any]
    seed: int
    policies: list[str]
    seats: list[int]
    games: int
    win_share: list[float]
    win_share_interval: list[Interval | None]
    mean_points: list[float]
    mean_points_interval: list[Interval | None]
    win_share_by_seat: list[list[float]]
    fair_share: float
    duplicate: bool
    deals: int
    controls: int
    win_share_variance_reduction: list[float | None]
    mean_points_variance_reduction: list[float | None]
    differences: list[Difference]
    figures: dict[str, list[float]]


def summary(plan: Plan, game: Game, results: NDArray[Any]) -> MatchResult:
    """The result of a match from those of its games, a record array [games] in the order of the plan."""
    seats: int = plan.options.players
    side = seats // game.teams if game.teams else 1  # seats that win or lose together
    winners = results["winners"][:, :seats].astype(float)
    shares = winners * side / winners.sum(axis=1, keepdims=True)
    holders = plan.seatings(range(plan.laps))
    held = [holders == index for index in range(len(plan.line_up.policies))]

    def by_policy(values: NDArray[Any]) -> list[NDArray[np.float64]]:
        """Each policy's figure, float64 [laps, games of a lap], from that of each seat, [games, seats]."""
        return [values[mine].reshape(plan.laps, plan.line_up.lap_size, -1).mean(axis=2) for mine in held]

    share, points = by_policy(shares), by_policy(results["scores"][:, :seats])
    controls = control_variates(plan, game)
    level = [controls.corrected(values) for values in points]
    names = plan.line_up.names
    return MatchResult(
        game=game.name,
        options=plain(plan.options),
        seed=plan.seed,
        policies=names,
        seats=plan.line_up.counts,
        games=plan.games,
        win_share=[float(values.mean()) for values in share],
        win_share_interval=[share_interval(values) for values in share],
        mean_points=[float(values.mean()) for values in level],
        mean_points_interval=[mean_interval(values) for values in level],
        win_share_by_seat=[[float(shares[mine[:, seat], seat].mean()) for seat in range(seats)] for mine in held],
        fair_share=side / seats,
        duplicate=plan.duplicate,
        deals=plan.deals,
        controls=controls.count,
        win_share_variance_reduction=[_reduction(plan, values) for values in share],
        mean_points_variance_reduction=[_reduction(plan, *both) for both in zip(points, level, strict=True)],
        differences=[
            _difference(plan, controls, (names[a], names[b]), share[a] - share[b], points[a] - points[b])
            for a, b in combinations(range(len(names)), 2)
        ],
        figures={
            name: [float(controls.corrected(values).mean()) for values in by_policy(results[name][:, :seats])]
            for name in game.result.names or ()
            if name not in OUTCOME
        },
    )


def _difference(
    plan: Plan,
    controls: ControlVariates,
    names: tuple[str, str],
    share: NDArray[np.float64],
    points: NDArray[np.float64],
) -> Difference:
    level = controls.corrected(points)
    return Difference(
        policy=names[0],
        other=names[1],
        win_share=float(share.mean()),
        win_share_interval=mean_interval(share),
        win_share_variance_reduction=_reduction(plan, share),
        mean_points=float(level.mean()),
        mean_points_interval=mean_interval(level),
        mean_points_variance_reduction=_reduction(plan, points, level),
    )


def _reduction(plan: Plan, values: NDArray[np.float64], corrected: NDArray[np.float64] | None = None) -> float | None:
    """Measured only where a lap is one deal."""
    return variance_reduction(values, corrected) if plan.duplicate else None
