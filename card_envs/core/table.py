"""One game, seen from all its seats: the engine as the one-game interfaces need it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.core.game import Game
from card_envs.core.random import slot_seeds
from card_envs.core.tables import Tables, illegal_action


class Table(Tables):
    """A single game.

    Attributes, besides those of `Tables`:
        seat_observations: float32 [seats, size], what each seat sees now, whoever acts.
        seat_masks: int8 [seats, actions]; a seat that is out has its one idle action, 0.
        alive: bool [seats], who is still in.
        dealt: whether a game has been dealt.
    """

    def __init__(self, game: Game, options: Any) -> None:
        super().__init__(game, options, 1)
        self.seat_observations = np.zeros((self.seats, game.layout.size), np.float32)
        self.seat_masks = np.zeros((self.seats, len(game.actions)), np.int8)
        self.alive = np.zeros(self.seats, np.bool_)
        self.dealt = False

    def restart(self, seed: int | None) -> None:
        """Deal the first game of a seed; without one, the next of the sequence (a random one at first)."""
        if seed is not None or not self.dealt:
            self.reset(slot_seeds(seed, 1))
            self.dealt = True
        else:
            self.deal_next(self.all_rows)

    def look(self, rows: NDArray[np.int64] | None = None) -> None:
        super().look(rows)
        self.game.loops.observe_seats(self.states, 0, self.alive, self.seat_observations, self.seat_masks)

    @property
    def acting(self) -> list[int]:
        """The seats that act now, in seat order."""
        return [seat for seat in self.actors[0].tolist() if seat >= 0]

    def act(self, chosen: dict[int, int]) -> None:
        """Play one decision point: seat → action, for every acting seat."""
        actions = np.zeros((1, self.actors.shape[1]), np.int64)
        for column, seat in enumerate(self.actors[0].tolist()):
            if seat >= 0:
                actions[0, column] = chosen[seat]
        self.play(actions)

    def check(self, seat: int, action: Any) -> int:
        """`action` as an integer, if the seat may choose it now.

        Raises:
            ValueError: it is no integer, outside the space or masked; the message names the legal ones.
        """
        number = self.check_in_space(seat, action)
        if not self.seat_masks[seat, number]:
            raise ValueError(illegal_action(self.game, f"player_{seat}", number, self.seat_masks[seat]))
        return number

    def check_in_space(self, seat: int, action: Any) -> int:
        """`action` as an integer, if it is in the action space at all.

        Raises:
            ValueError: it is not.
        """
        number = action
        if isinstance(action, np.ndarray) and action.shape == ():
            number = action[()]
        if isinstance(number, (bool, np.bool_)) or not isinstance(number, (int, np.integer)):
            raise ValueError(
                f"player_{seat} chose {action!r}; an action is an integer from 0 to {len(self.game.actions) - 1}"
            )
        if not 0 <= number < len(self.game.actions):
            raise ValueError(illegal_action(self.game, f"player_{seat}", int(number), self.seat_masks[seat]))
        return int(number)

    @property
    def state(self) -> Any:
        """The record of the game."""
        return self.states[0]

    @property
    def result(self) -> Any:
        """The record of the result, once the game has ended."""
        return self.final_results[0]
