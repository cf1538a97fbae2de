"""Kernels over an action mask: int8 [actions], non-zero where the action is legal."""

from __future__ import annotations

import numpy as np

from card_envs.core.compile import kernel


@kernel
def count(mask):
    """How many actions a mask allows."""
    total = 0
    for action in range(mask.shape[0]):
        total += np.int64(mask[action] != 0)
    return total


@kernel
def pick(mask, number):
    """The `number`-th allowed action of a mask, from 0 (below `count(mask)`)."""
    chosen = 0
    seen = 0
    for action in range(mask.shape[0]):  # without a branch: which action it is cannot be predicted
        allowed = np.int64(mask[action] != 0)
        chosen += action * np.int64(allowed and seen == number)
        seen += allowed
    return chosen
