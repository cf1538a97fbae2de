"""What a policy is, and where its randomness comes from."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from card_envs.core.random import Keys


@runtime_checkable
class Policy(Protocol):
    """Chooses an action for each of B seats, from what each sees.

    One that takes long may also have `games_at_once`, how many games the arena is to play side by side with it. The
    fewer they are, the sooner a match shows its progress, and the more evenly processors share it.
    """

    def act(self, observations: NDArray[np.float32], action_masks: NDArray[np.int8], rng: Any) -> NDArray[np.int64]:
        """Choose.

        Args:
            observations: float32 [B, size], flat as in the game's layout.
            action_masks: int8 [B, actions], no row all zero.
            rng: uint64 [B], a random key for each row, which the game's seed and the decision make, so that a
                choice never depends on which other rows are asked for beside it. `random_keys` also makes keys
                from a `numpy.random.Generator`, a seed or None.

        Returns:
            int64 [B], legal actions.
        """
        ...


def random_keys(rng: Any, count: int) -> Keys:
    """One random key a row: uint64 [count].

    Args:
        rng: such keys already; or a `numpy.random.Generator`, an integer seed or None, to draw them from.
        count: number of rows.

    Raises:
        ValueError: keys of another number.
    """
    if isinstance(rng, np.ndarray) and rng.dtype == np.uint64:
        if rng.shape != (count,):
            raise ValueError(f"{count} rows take {count} keys, not an array of shape {rng.shape}")
        return np.ascontiguousarray(rng)
    return np.random.default_rng(rng).integers(0, 2**64, count, np.uint64, endpoint=False)
