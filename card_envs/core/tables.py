"""Many games side by side, as arrays: the one engine behind every interface."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from card_envs.core.game import Game
from card_envs.core.loops import ALL_LEGAL, NOBODY_ACTS
from card_envs.core.options import checked_integer
from card_envs.core.random import SAMPLE, Keys, slot_seeds

Rows = NDArray[np.int64]


class Tables:
    """`num_games` games of one kind with the same options. An ended game stays ended until it is dealt again.

    Attributes:
        states: record array [B]; all that the games are.
        actors: int64 [B, columns], the seats that act now, −1 where fewer do (all −1 once a game has ended).
            A column is the seat itself where all seats act at once, else the one seat whose turn it is.
        action_masks: int8 [B, columns, actions], 1 where legal; all zero where no seat acts.
        rewards: float32 [B, seats] that the last step paid.
        terminated, truncated: bool [B], how the last step left the game.
        cut: bool [B, seats], written when a game ends: who was still in when it was truncated.
        final_results: record array [B], written when a game ends.
        final_observations: float32 [B, seats, size], written when a game ends.

    The arrays are the engine's own: the next step writes over them.
    """

    def __init__(self, game: Game, options: Any, num_games: int) -> None:
        checked_integer("the number of games", num_games, 1, 2**31 - 1)
        self.game = game
        self.options = options
        self.num_games = int(num_games)
        self.seats: int = options.players
        columns, actions, size = game.columns(self.seats), len(game.actions), game.layout.size
        self.states = np.repeat(game.initial(options), num_games)
        self.actors = np.full((num_games, columns), -1, np.int64)
        self.action_masks = np.zeros((num_games, columns, actions), np.int8)
        self.rewards = np.zeros((num_games, self.seats), np.float32)
        self.terminated = np.zeros(num_games, np.bool_)
        self.truncated = np.zeros(num_games, np.bool_)
        self.cut = np.zeros((num_games, self.seats), np.bool_)
        self.final_results = np.zeros(num_games, game.result)
        self.final_observations = np.zeros((num_games, self.seats, size), np.float32)
        self.all_rows: Rows = np.arange(num_games)
        self._observations = np.zeros((num_games, columns, size), np.float32)
        self._stale = np.ones(num_games, np.bool_)
        self._streams = np.zeros(num_games, np.uint64)

    def reset(self, seeds: Keys) -> None:
        """Seed every slot, uint64 [B], and deal the first game of its sequence."""
        self.states["seed"] = seeds
        self.states["episode"] = 0
        self._streams[:] = seeds ^ SAMPLE
        self.rewards[:] = 0.0
        self.terminated[:] = self.truncated[:] = False
        self.deal(self.all_rows)

    def deal_next(self, rows: Rows) -> None:
        """Deal the next game of each slot's sequence; rewards and ends go on telling of the last step."""
        self.states["episode"][rows] += 1
        self.deal(rows)

    def deal(self, rows: Rows) -> None:
        """Deal the game that each state's seed and episode name."""
        self.game.loops.deal_rows(self.states, rows)
        self.look(rows)

    def look(self, rows: Rows | None = None) -> None:
        """Bring actors, masks and observations up to date with the states."""
        rows = self.all_rows if rows is None else rows
        self.game.loops.look_rows(self.states, rows, self.actors, self.action_masks)
        self._stale[rows] = True

    def play(self, actions: NDArray[np.int64], rows: Rows | None = None) -> None:
        """Play one decision point in each of the games: int64 [B, columns], checked before any is applied.

        Raises:
            ValueError: an action that is not legal, named in words; no game has changed.
            gymnasium.error.ResetNeeded: one of the games has ended; no game has changed.
        """
        rows = self.all_rows if rows is None else rows
        row, column, action = self.game.loops.check_rows(rows, self.actors, self.action_masks, actions)
        if column == NOBODY_ACTS:
            raise ResetNeeded(f"game {row} has ended and must be dealt anew before it is played")
        if column != ALL_LEGAL:
            raise ValueError(self._illegal(row, column, action))
        self.game.loops.advance_rows(
            self.states,
            rows,
            actions,
            self.rewards,
            self.terminated,
            self.truncated,
            self.cut,
            self.final_results,
            self.final_observations,
        )
        self.look(rows)

    @property
    def observations(self) -> NDArray[np.float32]:
        """float32 [B, columns, size]: what each acting seat sees; zero where no seat acts. Written when asked for."""
        self.game.loops.observe_rows(self.states, self._stale, self.actors, self._observations)
        return self._observations

    def sample(self) -> NDArray[np.int64]:
        """int64 [B, columns]: a uniform legal action for each acting seat, from each game's own stream."""
        actions = np.empty_like(self.actors)
        self.game.loops.sample_rows(self.actors, self.action_masks, self._streams, actions)
        return actions

    def keys(self, purpose: np.uint64, rows: Rows | None = None) -> Keys:
        """uint64 [B, columns]: a random key for each acting seat's decision, the same at any batch size."""
        rows = self.all_rows if rows is None else rows
        keys = np.zeros(self.actors.shape, np.uint64)
        self.game.loops.key_rows(self.states, rows, self.actors, purpose, keys)
        return keys

    def _illegal(self, row: int, column: int, action: int) -> str:
        seat = self.actors[row, column]
        place = f"player_{seat}" if self.num_games == 1 else f"player_{seat} of game {row}"
        return illegal_action(self.game, place, action, self.action_masks[row, column])


def illegal_action(game: Game, agent: str, action: int, mask: NDArray[np.int8]) -> str:
    """The message for an action that a seat may not choose now."""
    allowed = ", ".join(f"{index} ({game.actions[index]})" for index in np.flatnonzero(mask))
    if 0 <= action < len(game.actions):
        return f"{agent} may not choose {action} ({game.actions[action]}) now; legal are {allowed}"
    return f"{agent} chose {action}, but actions are 0 to {len(game.actions) - 1}; legal now are {allowed}"


def checked_actions(actions: Any, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """`actions` as int64 of that shape.

    Raises:
        ValueError: another shape, or values that are not integers.
    """
    array = np.asarray(actions)
    if array.shape != shape:
        raise ValueError(f"actions must have shape {shape}, not {array.shape}")
    if array.dtype.kind not in "iu":
        raise ValueError(f"actions must be integers, not {array.dtype}")
    return np.ascontiguousarray(array, np.int64)


@dataclass(frozen=True)
class BatchState:
    """A batch in progress: its options, its games as a record array [B], and their streams of `sample()`."""

    options: Any
    states: NDArray[Any]
    streams: Keys


class Batch(Tables):
    """Arrays in, arrays out; an ended game is dealt anew within the same step.

    Args:
        game, options: what is played.
        num_games: number of slots B.
        seed: slot i plays the games of `reset(seed=seed + i)`; a sequence gives each slot its own; None is random.

    Attributes:
        ended: int64 [k], the slots whose game ended in the last step and that were dealt anew.
    """

    def __init__(self, game: Game, options: Any, num_games: int, seed: int | Sequence[int] | None = None) -> None:
        super().__init__(game, options, num_games)
        self.restart(seed)

    def restart(self, seed: int | Sequence[int] | None = None) -> None:
        """Deal every slot anew, from a seed as in the constructor."""
        self.ended: Rows = np.zeros(0, np.int64)
        self.reset(slot_seeds(seed, self.num_games))

    def step(self, actions: Any) -> None:
        """Play one decision point in every game, and deal anew where one ends.

        Args:
            actions: integers [B, columns]; ignored where `actors` is −1.

        Raises:
            ValueError: wrong shape or type, or an illegal action; then no game has changed.
        """
        self.play(checked_actions(actions, self.actors.shape))
        self.ended = np.flatnonzero(self.terminated | self.truncated)
        if len(self.ended):
            self.deal_next(self.ended)

    @property
    def results(self) -> NDArray[Any]:
        """Record array [k]: the results of the games in `ended`."""
        return self.final_results[self.ended]

    def get_state(self) -> BatchState:
        """All games as they are, to be put back by `set_state`; a later step changes nothing in it."""
        return BatchState(self.options, self.states.copy(), self._streams.copy())

    def set_state(self, state: BatchState) -> None:
        """Go back to where `get_state` was called, here or on another batch of the same options and size.

        What is to come is the same from there on, `sample()` included; rewards, ends and results go on telling of
        the last step.

        Raises:
            ValueError: not such a state, or one of other options or of another number of games.
        """
        if not isinstance(state, BatchState):
            raise ValueError(f"set_state takes what get_state() of a batch gave, not {type(state).__name__}")
        if state.options != self.options or len(state.states) != self.num_games:
            raise ValueError(
                f"this state is of {len(state.states)} games with {state.options}; "
                f"this batch plays {self.num_games} with {self.options}"
            )
        self.states[:] = state.states
        self._streams[:] = state.streams
        self.look()
