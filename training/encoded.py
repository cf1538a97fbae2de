"""Tables whose observations come with the network's features, computed once for all passes over a rollout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray

from card_envs.envs.sb3 import SeatVecEnv
from training.mixed import MixedVecEnv
from training.network import encoding, split


class EncodedVecEnv(MixedVecEnv):
    """As `MixedVecEnv`; observations float32 [size + features] are the game's own, then what its encoding makes of it.

    Args:
        parts: at least one, all of the same game.
    """

    def __init__(self, parts: Sequence[SeatVecEnv]) -> None:
        super().__init__(parts)
        self._layout = parts[0].game.layout
        self._encoding = encoding(parts[0].game.name)
        size = self._layout.size + self._encoding.size
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32)

    def reset(self) -> NDArray[np.float32]:
        """Deal all tables: float32 [rows, size + features]."""
        return self._encoded(super().reset())

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """See `SeatVecEnv.step_wait`; the last observations of episodes come with features too."""
        observations, rewards, dones, infos = super().step_wait()
        rows = np.flatnonzero(dones)
        if len(rows):
            last = self._encoded(np.stack([infos[row]["terminal_observation"] for row in rows]))
            for row, observation in zip(rows, last, strict=True):
                infos[row]["terminal_observation"] = observation
        return self._encoded(observations), rewards, dones, infos

    def _encoded(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        with torch.no_grad():
            features = self._encoding.encode(split(self._layout, torch.from_numpy(observations)))
        return np.concatenate([observations, features.numpy()], 1)
