"""Policies for tests: they choose by what they see, and remember it."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray


def hashed(observation: NDArray[np.float32], mask: NDArray[Any]) -> int:
    """A legal action that follows from observation and mask alone."""
    legal = np.flatnonzero(mask)
    return int(legal[zlib.crc32(observation.tobytes()) % len(legal)])


class Hashed:
    """Plays `hashed`, in any number of rows, and keeps every observation that it was asked about."""

    def __init__(self) -> None:
        self.seen: list[bytes] = []

    def act(self, observations: NDArray[np.float32], action_masks: NDArray[np.int8], rng: Any) -> NDArray[np.int64]:
        self.seen += [observation.tobytes() for observation in observations]
        return np.array([hashed(*row) for row in zip(observations, action_masks, strict=True)])
