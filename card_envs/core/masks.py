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
    """The `number`-th allowed action of a mask, from 0; action 0 where it allows no more than `number`."""
    before = 0
    seen = 0
    for action in range(mask.shape[0]):  # without a branch: which action it is cannot be predicted
        seen += np.int64(mask[action] != 0)
        before += np.int64(seen <= number)
    return before if seen > number else 0
