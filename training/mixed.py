"""Tables of several kinds (sizes, variants) as one `VecEnv`, so that one network learns them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from card_envs.envs.opponents import OpponentsSpec
from card_envs.envs.sb3 import SeatVecEnv


class MixedVecEnv(VecEnv):
    """The rows of several `SeatVecEnv` of one game, one after another.

    Args:
        parts: at least one, all of the same game.
    """

    def __init__(self, parts: Sequence[SeatVecEnv]) -> None:
        self.parts = list(parts)
        self._ends = np.cumsum([part.num_envs for part in self.parts])
        self.render_mode = None
        super().__init__(int(self._ends[-1]), self.parts[0].observation_space, self.parts[0].action_space)

    def set_opponents(self, opponents: OpponentsSpec) -> None:
        """Change who may sit in the other seats, from each table's next episode on."""
        for part in self.parts:
            part.set_opponents(opponents)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the next `reset`, one seed a table, counted through all parts; without a seed they go on as they would.

        Returns:
            Each row's.
        """
        rows: list[int | None] = []
        for part in self.parts:
            rows += part.seed(seed)
            seed = None if seed is None else seed + part.seats.tables.num_games
        return rows

    def reset(self) -> NDArray[np.float32]:
        """Deal all tables: float32 [rows, size]."""
        observations = np.concatenate([part.reset() for part in self.parts])
        self.reset_infos = [info for part in self.parts for info in part.reset_infos]
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions for `step_wait`, integers [rows]."""
        for part, mine in zip(self.parts, np.split(np.asarray(actions), self._ends[:-1]), strict=True):
            part.step_async(mine)

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """See `SeatVecEnv.step_wait`."""
        observations, rewards, dones, infos = zip(*(part.step_wait() for part in self.parts), strict=True)
        every = [info for part in infos for info in part]
        return np.concatenate(observations), np.concatenate(rewards), np.concatenate(dones), every

    def action_masks(self) -> NDArray[np.bool_]:
        """bool [rows, actions]."""
        return np.concatenate([part.action_masks() for part in self.parts])

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Only `action_masks` can be called row by row."""
        every = [row for part in self.parts for row in part.env_method(method_name)]
        return [every[row] for row in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute of this environment, once for each row asked for."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Rows have no attributes of their own."""
        raise AttributeError(f"rows of a MixedVecEnv have no attributes of their own to set, {attr_name!r} neither")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Never: rows are not environments of their own."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing to release."""
