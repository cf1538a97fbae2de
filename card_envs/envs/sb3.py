"""Stable-Baselines3: a `VecEnv` over the batch engine; the one interface that imports torch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from card_envs.core.random import Keys, checked_seed, slot_seeds
from card_envs.envs.face import action_space, final_info
from card_envs.envs.opponents import OpponentsSpec
from card_envs.envs.seats import Learners, Seats
from card_envs.envs.single import checked_learner_actions


class SeatVecEnv(VecEnv):
    """Many tables as one Stable-Baselines3 `VecEnv`; every learner is an environment of it (a row).

    `env_method("action_masks")` gives the masks as MaskablePPO asks for them. A done row has its last observation
    in `infos[row]["terminal_observation"]`, its result beside it, and `TimeLimit.truncated` where a game was cut.
    A learner who goes out early is done at once; the steps that its row then sits out, until its table's game is
    over, have `infos[row]["padding"]`. `infos[row]["skipped"]` counts the games dealt anew before the one that
    starts, because they ended before their learner could act. An illegal action raises ValueError and changes
    nothing.

    Args:
        game: name of the game.
        num_games: number of tables.
        learners: learners at each table: a number, "all" (every seat a row: self-play), or one number for each
            table; in a turn-based game one, or where it has teams "team": a row a table, whoever of the learner's
            team acts. The other seats are held by opponents.
        seat: the learner's seat where there is one, or "random": seats are drawn anew for each episode.
        opponents: a policy, a list of n − 1 from the left (with one learner), or a dict policy → weight, drawn
            for each seat and episode.
        partners: a policy or such a dict for the other seats of a single learner's team; by default as the opponents.
        forced: "ask" for every action, or "play": an action that is the only legal one is made by itself, and no row
            waits for it.
        seed: table i plays the games of `reset(seed=seed + i)`.
        options: the game's own.
    """

    def __init__(
        self,
        game: str,
        num_games: int = 1,
        *,
        learners: Learners = 1,
        seat: int | Literal["random"] = "random",
        opponents: OpponentsSpec = "random",
        partners: OpponentsSpec | None = None,
        forced: Literal["ask", "play"] = "ask",
        seed: int | Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        self.seats = Seats(
            game,
            num_games,
            learners=learners,
            seat=seat,
            opponents=opponents,
            partners=partners,
            forced=forced,
            **options,
        )
        self.game = self.seats.game
        self.render_mode = None
        self._next_seeds: Keys | None = slot_seeds(seed, num_games)
        self._actions = np.zeros(self.seats.rows, np.int64)
        super().__init__(self.seats.rows, self.game.layout.space, action_space(self.game))

    def set_opponents(self, opponents: OpponentsSpec, partners: OpponentsSpec | None = None) -> None:
        """Change who may sit in the other seats, from each table's next episode on."""
        self.seats.set_opponents(opponents, partners)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the next `reset`; without a seed it goes on as it would have. Returns each row's.

        Raises:
            ValueError: not an integer from 0 up.
        """
        if seed is None:
            return [None] * self.num_envs
        seed = checked_seed(seed)
        self._next_seeds = slot_seeds(seed, self.seats.tables.num_games)
        return [seed + game for game in self.seats.row_game.tolist()]

    def reset(self) -> NDArray[np.float32]:
        """Deal all tables: float32 [rows, size]."""
        self.seats.reset(self._next_seeds)
        self._next_seeds = None
        self.reset_infos = [{} for _ in range(self.num_envs)]
        self._note_skipped(self.reset_infos)
        return self.seats.observations()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions for `step_wait`, integers [rows].

        Raises:
            ValueError: wrong shape or type, or outside the space.
            gymnasium.error.ResetNeeded: before `reset`.
        """
        if not self.seats.dealt:
            raise ResetNeeded("call reset() first: no game is in progress")
        self._actions = checked_learner_actions(actions, self.num_envs, len(self.game.actions))

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Observations, rewards since each row's last action, dones and infos.

        Raises:
            ValueError: an illegal action, named in words; no table has changed.
        """
        seats = self.seats
        padding = np.flatnonzero(seats.padding)
        seats.step(self._actions)
        dones = seats.terminated | seats.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        rows = np.flatnonzero(dones)
        for row, last in zip(rows, seats.final_observations(rows), strict=True):
            infos[row] = self._done_info(int(row), last)
        for row in padding:
            infos[row]["padding"] = True
        rewards = seats.rewards.copy()
        seats.restart(np.flatnonzero(seats.over))
        self._note_skipped(infos)
        return seats.observations(), rewards, dones, infos

    def _note_skipped(self, infos: list[dict[str, Any]]) -> None:
        skipped = self.seats.skipped[self.seats.row_game]
        for row in np.flatnonzero(skipped):
            infos[row]["skipped"] = int(skipped[row])

    def _done_info(self, row: int, last_observation: NDArray[np.float32]) -> dict[str, Any]:
        seats = self.seats
        game, seat = int(seats.row_game[row]), int(seats.row_seat[row])
        info = {"terminal_observation": last_observation, "TimeLimit.truncated": bool(seats.truncated[row])}
        if seats.tables.states["ended"][game]:
            info.update(final_info(self.game, seats.tables.final_results[game], seat, seats.tables.seats))
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """bool [rows, actions]."""
        return self.seats.action_masks().astype(np.bool_)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Only `action_masks` can be called row by row."""
        if method_name != "action_masks":
            raise AttributeError(f"SeatVecEnv has no method {method_name!r} for single rows; it has 'action_masks'")
        masks = self.action_masks()
        return [masks[row] for row in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute of this environment, once for each row asked for."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Rows have no attributes of their own."""
        raise AttributeError(f"rows of a SeatVecEnv have no attributes of their own to set, {attr_name!r} neither")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Never: rows are not environments of their own."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing to release."""
