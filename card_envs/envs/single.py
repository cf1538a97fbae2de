"""Gymnasium: one learner's seat, named opponents in the others."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from card_envs.core.game import get_game
from card_envs.core.options import checked_choice
from card_envs.core.random import checked_seed, slot_seeds
from card_envs.drawing import picture
from card_envs.envs.face import action_space, final_info
from card_envs.envs.opponents import OpponentsSpec
from card_envs.envs.rendering import RENDER_FPS, Rendering
from card_envs.envs.seats import Seats

ILLEGAL = ("lose", "raise")


class SeatEnv(Rendering, gymnasium.Env[NDArray[np.float32], int]):
    """One seat of one table as a `gymnasium.Env`, also made by `gymnasium.make("card_envs/Tapeo-v0", …)`.

    Observations are the flat float32 vector of the game's layout; which actions are legal stands in
    `info["action_mask"]` and in `action_masks()`.

    Args:
        game: name of the game.
        opponents: a policy for all other seats, a list of n − 1 from the left, or a dict policy → weight.
        seat: the learner's, or "random": drawn anew for each episode.
        illegal: what a masked action does: "lose" ends the episode with reward −1 and `info["illegal_action"]`,
            "raise" raises ValueError.
        partners: a policy, or a dict of weights, for the learner's own team; by default as the opponents.
        render_mode: "ansi", "human" or "rgb_array".
        options: the game's own.

    Raises:
        ValueError: an unknown or wrong option; an action outside the space.
        ImportError: "rgb_array" without the packages of the extra `video`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human", "rgb_array"], "render_fps": RENDER_FPS}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        opponents: OpponentsSpec = "random",
        seat: int | Literal["random"] = "random",
        illegal: Literal["lose", "raise"] = "lose",
        partners: OpponentsSpec | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        checked_choice("illegal", illegal, ILLEGAL)
        self.game = get_game(game)
        self._set_render_mode(render_mode)
        self.seats = Seats(game, 1, seat=seat, opponents=opponents, partners=partners, **options)
        self.observation_space: Any = self.game.layout.space
        self.action_space: Any = action_space(self.game)
        self._illegal = illegal

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal a game: the first of `seed`, or without one the next of the sequence. `options` are ignored."""
        seed = None if seed is None else checked_seed(seed)
        super().reset(seed=seed)
        fresh = seed is not None or not self.seats.dealt
        self.seats.reset(slot_seeds(seed, 1) if fresh else None)
        self._render_human()
        return self.seats.observations()[0], self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Act, and play on until it is the learner's turn again or the game is over for it.

        Raises:
            ValueError: an action outside the space; with `illegal="raise"` also a masked one; nothing changes.
            gymnasium.error.ResetNeeded: before `reset`, or after the end.
        """
        seats = self.seats
        if not seats.dealt or seats.over[0]:
            raise ResetNeeded("call reset() first: no game is in progress")
        actions = np.array([checked_action(action, len(self.game.actions))])
        forfeited = seats.illegal(actions)
        if forfeited[0] and self._illegal == "raise":
            raise ValueError(seats.illegal_message(0, int(actions[0])))
        seats.step(actions, forfeited)
        info = self._info()
        if forfeited[0]:
            info["illegal_action"] = self.game.actions[int(actions[0])]
        elif seats.over[0] and seats.tables.states["ended"][0]:
            info.update(
                final_info(self.game, seats.tables.final_results[0], int(seats.row_seat[0]), seats.tables.seats)
            )
        observation = seats.final_observations(np.zeros(1, np.int64))[0] if seats.over[0] else seats.observations()[0]
        self._render_human()
        return observation, float(seats.rewards[0]), bool(seats.terminated[0]), bool(seats.truncated[0]), info

    def action_masks(self) -> NDArray[np.bool_]:
        """bool [actions]: what MaskablePPO asks for. Through wrappers: `env.get_wrapper_attr("action_masks")()`."""
        return self.seats.action_masks()[0].astype(np.bool_)

    @property
    def seat(self) -> int:
        """The learner's seat in this episode."""
        return int(self.seats.row_seat[0])

    def describe(self, language: str = "en") -> str:
        """The table as the learner sees it and its legal moves, in words ("en" or "es")."""
        self._need_deal()
        return self.game.text.describe(self.seats.tables.states[0], self.seat, language)

    def picture(self, language: str = "en") -> str:
        """The table as SVG, as the learner sees it."""
        self._need_deal()
        return picture(self.game.name, self.seats.tables.states[0], self.seat, language)

    @property
    def _shown(self) -> Any:
        return self.seats.tables.states[0] if self.seats.dealt else None

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.seats.action_masks()[0], "seat": self.seat}
        if self.seats.skipped[0]:
            info["skipped"] = int(self.seats.skipped[0])
        return info


def checked_action(action: Any, count: int) -> int:
    """One learner's action as an integer, in the action space.

    Raises:
        ValueError: it is no integer or outside the space.
    """
    array = np.asarray(action)
    if array.shape != () or array.dtype.kind not in "iu" or not 0 <= array < count:
        raise ValueError(f"an action is an integer from 0 to {count - 1}, not {action!r}")
    return int(array)


def checked_learner_actions(actions: Any, rows: int, count: int) -> NDArray[np.int64]:
    """Actions of learners as int64 [rows], all in the action space.

    Raises:
        ValueError: another shape or type, or an action outside the space; the message says which.
    """
    array = np.asarray(actions)
    if array.shape != (rows,) or array.dtype.kind not in "iu":
        raise ValueError(
            f"actions are integers from 0 to {count - 1} of shape ({rows},), not {array.dtype} of shape {array.shape}"
        )
    wrong = np.flatnonzero((array < 0) | (array >= count))
    if len(wrong):
        raise ValueError(f"row {wrong[0]} chose {array[wrong[0]]}; actions are 0 to {count - 1}")
    return array.astype(np.int64)
