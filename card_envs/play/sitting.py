"""One game with a person in one of its seats and policies in the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from card_envs.core.game import Game
from card_envs.core.loops import RUNNING
from card_envs.core.random import POLICY
from card_envs.core.table import Table
from card_envs.policies import Policy

MOST_CLOSINGS = 2


class Played(NamedTuple):
    """A decision point that has been played.

    Attributes:
        actions: by seat, of all that acted.
        closings: records [k] of how the table looked as a part of the game closed, before it was cleared.
    """

    actions: dict[int, int]
    closings: NDArray[Any]


class Advice(NamedTuple):
    """What a policy makes of the person's choice: its action, and if it has them the probabilities, float [actions]."""

    action: int
    probabilities: NDArray[np.floating] | None


class Sitting:
    """A game in progress.

    Args:
        game, options: what is played.
        seat: the person's.
        policies: of the other seats.
        seed: of the deals.
    """

    def __init__(self, game: Game, options: Any, seat: int, policies: Mapping[int, Policy], seed: int) -> None:
        self.game, self.seat = game, seat
        self._policies = policies
        self._table = Table(game, options)
        self._table.restart(seed)
        closing = game.hosting is not None and game.hosting.closing is not None
        self._closings = np.repeat(self._table.states, MOST_CLOSINGS if closing else 0)

    @property
    def state(self) -> Any:
        """The record of the game; the next move writes over it."""
        return self._table.state

    @property
    def over(self) -> bool:
        return bool(self.state.ended != RUNNING)

    @property
    def asked(self) -> bool:
        """Whether it is the person's turn."""
        return self.seat in self._table.acting

    @property
    def inside(self) -> bool:
        """Whether the person has not gone out."""
        return bool(self._table.alive[self.seat])

    def play(self, action: int | None = None) -> Played:
        """Play one decision point.

        Args:
            action: the person's, if they are asked.

        Raises:
            ValueError: an action that is not legal; nothing has changed.
        """
        table = self._table
        keys = table.keys(POLICY)[0]
        chosen = {}
        for column, seat in enumerate(table.actors[0].tolist()):
            if seat == self.seat:
                chosen[seat] = table.check(seat, action)
            elif seat >= 0:
                chosen[seat] = self._ask(self._policies[seat], seat, keys[column : column + 1])
        actions = np.zeros(table.actors.shape, np.int64)
        for column, seat in enumerate(table.actors[0].tolist()):
            actions[0, column] = chosen.get(seat, 0)
        count = self.game.close_row(table.states, 0, actions, self._closings) if len(self._closings) else 0
        table.act(chosen)
        return Played(chosen, self._closings[:count].copy())

    def advice(self, policy: Policy) -> Advice:
        """What a policy would do in the person's place."""
        row = np.array([self.seat])
        seen, masks = self._table.seat_observations[row], self._table.seat_masks[row]
        evaluate = getattr(policy, "evaluate", None)  # networks have it
        if evaluate is None:
            return Advice(int(policy.act(seen, masks, 0)[0]), None)
        actions, probabilities, _ = evaluate(seen, masks)
        return Advice(int(actions[0]), probabilities[0])

    def _ask(self, policy: Policy, seat: int, key: NDArray[np.uint64]) -> int:
        row = np.array([seat])
        return int(policy.act(self._table.seat_observations[row], self._table.seat_masks[row], key)[0])


class Adviser(NamedTuple):
    """A policy and what it is called."""

    name: str
    policy: Policy


def seated(game: Game, players: int, seat: int, opponents: Sequence[str], partner: str | None) -> dict[int, str]:
    """Who sits where: seat → policy by name.

    Args:
        game, players, seat: the table, and the person's seat.
        opponents: one for all other seats, or one for each, from the left.
        partner: in a game with teams, who sits in the seats of the person's own; by default as `opponents` says.

    Raises:
        ValueError: another number of opponents, or a partner where there are no teams.
    """
    others = [(seat + distance) % players for distance in range(1, players)]
    if len(opponents) not in (1, len(others)):
        raise ValueError(f"{players} players take one opponent or {len(others)}, not {len(opponents)}")
    if partner is not None and not game.teams:
        raise ValueError(f"partners are for games with teams, {game.name} has none")
    names = dict(zip(others, opponents if len(opponents) > 1 else [*opponents] * len(others), strict=True))
    if partner is not None:
        names |= {other: partner for other in others if other % game.teams == seat % game.teams}
    return names
