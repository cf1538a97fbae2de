"""Drawing actions from probabilities."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from card_envs.core.random import Keys, uniforms


def sample_actions(probabilities: NDArray[np.floating], keys: Keys) -> NDArray[np.int64]:
    """One action a row: float [B, actions] and a key each, uint64 [B] → int64 [B]; never one of probability zero."""
    reached = np.cumsum(probabilities, axis=1, dtype=np.float64)
    return np.argmax(reached > uniforms(keys)[:, None] * reached[:, -1:], axis=1)
