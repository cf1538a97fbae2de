"""Actions without and with a choice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from card_envs.core.random import Keys, uniforms


def forced_actions(action_masks: NDArray[np.int8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first legal action of each row int64 [B], and the rows int64 [k] in which there are others.

    A network is dear: it need not be asked where there is no choice.
    """
    return action_masks.argmax(axis=1), np.flatnonzero(np.count_nonzero(action_masks, axis=1) > 1)


def tempered(probabilities: NDArray[np.floating], temperature: float) -> NDArray[np.float64]:
    """Weights of the actions, float64 [B, actions]: the probabilities to the power 1/temperature, the greatest at 1."""
    return (probabilities / probabilities.max(axis=1, keepdims=True)).astype(np.float64) ** (1.0 / temperature)


def sample_actions(weights: NDArray[np.floating], keys: Keys) -> NDArray[np.int64]:
    """One action a row: weights [B, actions] and a key each, uint64 [B] → int64 [B]; never one of weight zero."""
    reached = np.cumsum(weights, axis=1, dtype=np.float64)
    return np.argmax(reached > uniforms(keys)[:, None] * reached[:, -1:], axis=1)
