"""Who sits where: the policies of a match, and the seatings it goes through.

A *lap* is once round the seatings, so that in every lap each policy holds each seat equally often.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from card_envs.core.game import Game
from card_envs.policies import Policy

MOST_SEATINGS = 24  # of a lap: all orders of four different policies


@dataclass(frozen=True)
class LineUp:
    """The policies of a match.

    Attributes:
        policies: each once, in the order in which they were given.
        seated: which of them holds each seat of the first seating.
        teams: of the game, which stay together; 0 where each seat plays for itself.
    """

    policies: tuple[str | Policy, ...]
    seated: tuple[int, ...]
    teams: int

    @property
    def names(self) -> list[str]:
        """The policies in words."""
        return [policy if isinstance(policy, str) else repr(policy) for policy in self.policies]

    @property
    def counts(self) -> list[int]:
        """How many seats of every game each holds."""
        return [self.seated.count(index) for index in range(len(self.policies))]

    @property
    def lap_size(self) -> int:
        """Games in a lap."""
        return len(self.seated) if self._fixed is None else len(self._fixed)

    def seatings(self, laps: range) -> NDArray[np.int64]:
        """Which policy holds each seat in the games of these laps: int64 [laps × lap size, seats].

        A lap goes through all different seatings, so that each policy has every neighbour equally often. With teams
        it goes through the different rotations alone; and where there are more than `MOST_SEATINGS` ways it goes
        through the rotations of one that is drawn for the lap.
        """
        if self._fixed is not None:
            return np.tile(self._fixed, (len(laps), 1))
        return np.concatenate([_rotations(np.random.default_rng(lap).permutation(self.seated)) for lap in laps])

    @cached_property
    def _fixed(self) -> NDArray[np.int64] | None:
        """The seatings of every lap, where they are the same."""
        if self.teams:
            return np.unique(_rotations(np.array(self.seated)), axis=0)
        if factorial(len(self.seated)) // prod(map(factorial, self.counts)) > MOST_SEATINGS:
            return None
        return np.array(list(_orders(self.counts)))


def line_up(game: Game, policies: str | Policy | Sequence[str | Policy], players: int) -> LineUp:
    """The policies given for a table: at most one for each seat, the last one filling the seats that are left.

    In a game with teams, as many as there are teams (or one) are whole teams; else there is one for each seat.

    Raises:
        ValueError: no policies, more than seats, or for teams another number than that.
    """
    given = _in_seats(game, policies, players)
    keys = [policy if isinstance(policy, str) else id(policy) for policy in given]
    distinct = dict(zip(keys, given, strict=True))
    return LineUp(tuple(distinct.values()), tuple(list(distinct).index(key) for key in keys), game.teams)


def _in_seats(game: Game, policies: str | Policy | Sequence[str | Policy], players: int) -> list[str | Policy]:
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


def _rotations(seated: NDArray[np.int64]) -> NDArray[np.int64]:
    """All rotations, in order; one that looks the same after half a turn comes twice."""
    return np.array([np.roll(seated, shift) for shift in range(len(seated))])


def _orders(counts: list[int]) -> Iterator[list[int]]:
    """Every different order of a multiset: `counts[i]` times i."""
    if not any(counts):
        yield []
    for index, count in enumerate(counts):
        if count:
            rest = [c - (i == index) for i, c in enumerate(counts)]
            for tail in _orders(rest):
                yield [index, *tail]
