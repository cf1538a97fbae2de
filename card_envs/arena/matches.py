"""Matches: the same policies over many games, through every seating evenly, with intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.arena.intervals import mean_interval, share_interval
from card_envs.core.game import Game, get_game
from card_envs.core.options import checked_integer, made_options
from card_envs.core.random import slot_seeds
from card_envs.core.tables import Tables
from card_envs.policies import Policy, make_policy
from card_envs.policies.seated import choose_actions

BATCH = 2048  # games played side by side; the results do not depend on it
MOST_SEATINGS = 1000


@dataclass(frozen=True)
class MatchResult:
    """How a match went. Lists are in the order of the policies, one for each seat's worth of policy given.

    Attributes:
        policies: their names; one given in several places stands once, with the mean of its seats.
        seats: how many seats of every game each held.
        games: games played, a multiple of the number of seatings.
        win_share: mean share of the win a seat; a win shared by w (players, or teams) is 1/w for each of them.
        win_share_interval: its 95% interval.
        mean_points: mean score a seat.
        mean_points_interval: its 95% interval.
        win_share_by_seat: [policies][seats], the win share of each policy in each seat.
        fair_share: the win share of equal players.
    """

    game: str
    options: dict[str, Any]
    seed: int
    policies: list[str]
    seats: list[int]
    games: int
    win_share: list[float]
    win_share_interval: list[tuple[float, float]]
    mean_points: list[float]
    mean_points_interval: list[tuple[float, float]]
    win_share_by_seat: list[list[float]]
    fair_share: float


def play(
    game: str,
    policies: Sequence[str | Policy],
    games: int = 10_000,
    seed: int = 0,
    *,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> MatchResult:
    """Play a match.

    Args:
        game: name of the game.
        policies: names or objects, at most one for each seat; the last one fills the seats that are left. In a game
            with teams, as many as there are teams (or one) are whole teams; else there is one for each seat.
        games: how many at least; rounded up so that every seating is played equally often.
        seed: game g is that of `reset(seed=seed + g)`. The same seed gives the same result.
        progress: called with (games done, games in all).
        options: the game's own; `players` among them.

    Raises:
        ValueError: unknown policies or options, no policies or more than seats, games below 1.
    """
    record = get_game(game)
    made: Any = made_options(record.options, options)
    checked_integer("games", games, 1, 2**31 - 1)
    slot_seeds(seed, 1)
    given = _line_up(record, policies, made.players)
    names, seated, distinct = _distinct(record, given)
    seatings = _seatings(seated, record.teams)
    total = -(-games // len(seatings)) * len(seatings)
    scores = np.zeros((total, made.players))
    shares = np.zeros((total, made.players))
    holders = seatings[np.arange(total) % len(seatings)]
    side = made.players // record.teams if record.teams else 1  # seats that win or lose together
    for start in range(0, total, BATCH):
        chunk = slice(start, min(start + BATCH, total))
        results = _play_chunk(record, made, distinct, holders[chunk], seed + start)
        scores[chunk] = results["scores"][:, : made.players]
        winners = results["winners"][:, : made.players].astype(float)
        shares[chunk] = winners * side / winners.sum(axis=1, keepdims=True)
        if progress is not None:
            progress(chunk.stop, total)
    return _summary(game, options, seed, names, holders, scores, shares, side / made.players)


def _line_up(game: Game, policies: Sequence[str | Policy], players: int) -> list[str | Policy]:
    """The policy in each seat of the first seating."""
    given = [policies] if isinstance(policies, (str, Policy)) else list(policies)
    if game.teams and len(given) in (1, game.teams):
        return [given[seat % game.teams % len(given)] for seat in range(players)]
    if game.teams and len(given) != players:
        raise ValueError(
            f"a table of {players} in {game.teams} teams takes {game.teams} policies, one a team, or {players}, "
            f"not {len(given)}"
        )
    if not 1 <= len(given) <= players:
        raise ValueError(f"a table of {players} takes 1 to {players} policies, not {len(given)}")
    return [*given, *[given[-1]] * (players - len(given))]


def _distinct(game: Game, given: Sequence[str | Policy]) -> tuple[list[str], NDArray[np.int64], list[Policy]]:
    """Names and policies without repetition, and which of them holds each seat of the first seating."""
    keys = [policy if isinstance(policy, str) else id(policy) for policy in given]
    distinct = dict(zip(keys, given, strict=True))
    names = [policy if isinstance(policy, str) else repr(policy) for policy in distinct.values()]
    seated = np.array([list(distinct).index(key) for key in keys])
    return names, seated, [make_policy(game, policy) for policy in distinct.values()]


def _seatings(seated: NDArray[np.int64], teams: int = 0) -> NDArray[np.int64]:
    """The ways to seat these policies that are played equally often: int64 [seatings, seats].

    All different ones, so that each policy has every neighbour equally often; but with teams, which stay together,
    and at tables with more than `MOST_SEATINGS` ways, the different rotations alone.
    """
    counts = np.bincount(seated)
    number = factorial(len(seated)) // prod(factorial(int(count)) for count in counts)
    if teams or number > MOST_SEATINGS:
        return np.unique([np.roll(seated, shift) for shift in range(len(seated))], axis=0)
    return np.array(list(_arrangements(counts.tolist())))


def _arrangements(counts: list[int]) -> Iterator[list[int]]:
    """Every different order of a multiset: `counts[i]` times i."""
    if not any(counts):
        yield []
    for index, count in enumerate(counts):
        if count:
            rest = [c - (i == index) for i, c in enumerate(counts)]
            for tail in _arrangements(rest):
                yield [index, *tail]


def _play_chunk(
    game: Game, options: Any, policies: Sequence[Policy], holders: NDArray[np.int64], seed: int
) -> NDArray[Any]:
    """Play the games seeded `seed`, `seed` + 1, … to their ends; their results."""
    tables = Tables(game, options, len(holders))
    tables.reset(slot_seeds(seed, len(holders)))
    actions = np.zeros_like(tables.actors)
    rows = tables.all_rows
    while len(rows):
        choose_actions(tables, policies, holders, rows, actions)
        tables.play(actions, rows)
        rows = rows[tables.states["ended"][rows] == 0]
    return tables.final_results


def _summary(
    game: str,
    options: dict[str, Any],
    seed: int,
    names: list[str],
    holders: NDArray[np.int64],
    scores: NDArray[np.float64],
    shares: NDArray[np.float64],
    fair_share: float,
) -> MatchResult:
    seats = holders.shape[1]
    held = [holders == index for index in range(len(names))]
    number = [int(mine[0].sum()) for mine in held]
    # A game is one observation: a policy's figure in it is the mean over the seats it holds there.
    share = [(shares * mine).sum(axis=1) / count for mine, count in zip(held, number, strict=True)]
    points = [(scores * mine).sum(axis=1) / count for mine, count in zip(held, number, strict=True)]
    return MatchResult(
        game=game,
        options=options,
        seed=seed,
        policies=names,
        seats=number,
        games=len(holders),
        win_share=[float(s.mean()) for s in share],
        win_share_interval=[share_interval(s) for s in share],
        mean_points=[float(p.mean()) for p in points],
        mean_points_interval=[mean_interval(p) for p in points],
        win_share_by_seat=[[float(shares[mine[:, seat], seat].mean()) for seat in range(seats)] for mine in held],
        fair_share=fair_share,
    )
