"""Keyed randomness: every chance event is a hash of what it is for, never the next number of a shared generator.

So the same deals can be replayed whatever the players do, a restored table deals what the original would have
dealt, and a game does not depend on which others are played beside it. The mixer is SplitMix64's finaliser
(Steele, Lea and Flood, 2014), bounded numbers are Lemire's (2019), exactly uniform.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsIndex

import numpy as np
from numba import config
from numpy.typing import NDArray

from card_envs.core.compile import kernel

Keys = NDArray[np.uint64]

# What a random number is for. Streams of different purposes never meet.
DEAL = np.uint64(1)
POLICY = np.uint64(2)
SAMPLE = np.uint64(3)
SEATING = np.uint64(4)

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW_32 = np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)


def _scramble(x):
    """One uint64 into another, a bijection; of a number, or of each in an array."""
    x = (x ^ (x >> _S30)) * _MIX_1
    x = (x ^ (x >> _S27)) * _MIX_2
    return x ^ (x >> _S31)


mix = kernel(_scramble)


@kernel
def combine(key, value):
    """The key of a finer event: `key` refined by one more number."""
    return mix((key ^ mix(np.uint64(value) + _GOLDEN)) + _GOLDEN)


@kernel
def draw(key, index):
    """The `index`-th uint64 of the stream `key`."""
    return mix(key + (np.uint64(index) + _ONE) * _GOLDEN)


@kernel
def below(key, index, n):
    """The `index`-th number of the stream, uniform over 0 … n − 1 (n from 1 to 2³² − 1), as int64."""
    bound = np.uint64(n)
    word = draw(key, index)
    product = (word >> _S32) * bound
    if (product & _LOW_32) < bound:
        threshold = ((_LOW_32 - bound) + _ONE) % bound
        while (product & _LOW_32) < threshold:
            word = mix(word + _GOLDEN)
            product = (word >> _S32) * bound
    return np.int64(product >> _S32)


@kernel
def unit(key, index):
    """The `index`-th number of the stream, uniform in [0, 1), as float64."""
    return np.float64(draw(key, index) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


if config.DISABLE_JIT:  # type: ignore[attr-defined]  # wrapping round is what hashing does; NumPy scalars would warn of it
    quiet = np.errstate(over="ignore")
    mix, combine, draw, below = quiet(mix), quiet(combine), quiet(draw), quiet(below)


def uniforms(keys: Keys) -> NDArray[np.float64]:
    """`unit(key, 0)` of each key: float64 [B] in [0, 1)."""
    words = _scramble(keys + _GOLDEN)
    return (words >> np.uint64(11)) * (1.0 / 9007199254740992.0)


def slot_seeds(seed: int | Sequence[int] | None, count: int) -> Keys:
    """The game seeds of `count` slots.

    Args:
        seed: None draws from the operating system; an integer s gives slot i what `reset(seed=s + i)` gives;
            a sequence gives one to each slot.
        count: number of slots.

    Returns:
        uint64 [count]

    Raises:
        ValueError: seeds that are no integers or negative, or a sequence of another length.
    """
    if seed is None:
        return np.random.SeedSequence().generate_state(count, np.uint64).astype(np.uint64)
    if isinstance(seed, (list, tuple)) or (isinstance(seed, np.ndarray) and seed.ndim == 1):
        if len(seed) != count:
            raise ValueError(f"{len(seed)} seeds for {count} games; give one integer, or one seed for each game")
        seeds = [checked_seed(s) for s in seed]
    else:
        first = checked_seed(seed)  # type: ignore[arg-type]
        seeds = list(range(first, first + count))
    return np.array([np.random.SeedSequence(s).generate_state(1, np.uint64)[0] for s in seeds], np.uint64)


def checked_seed(seed: SupportsIndex) -> int:
    """`seed` as a Python integer, or an error that says what a seed may be."""
    if isinstance(seed, (bool, np.bool_)) or not isinstance(seed, (int, np.integer)):
        raise ValueError(f"a seed is an integer from 0 up, not {seed!r}")
    if seed < 0:
        raise ValueError(f"a seed is an integer from 0 up, not {seed}")
    return int(seed)
