"""The observation as data: an ordered list of named blocks, laid one after another in one flat float32 vector."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import gymnasium
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Block:
    """One named part of an observation: raw counts and flags in the game's terms, never scaled."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    meaning: str

    @property
    def size(self) -> int:
        return math.prod(self.shape)


@dataclass(frozen=True)
class Layout:
    """What a seat sees: the blocks in order. One layout a game, whatever the table.

    `version` changes whenever a block does, so that an exported policy can tell whether it still fits.
    """

    game: str
    version: int
    blocks: tuple[Block, ...]

    @cached_property
    def size(self) -> int:
        """Length of the flat observation."""
        return sum(block.size for block in self.blocks)

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Where each block lies in the flat observation."""
        places, start = {}, 0
        for block in self.blocks:
            places[block.name] = slice(start, start + block.size)
            start += block.size
        return places

    @property
    def space(self) -> gymnasium.spaces.Box:
        """A new float32 Box of shape [size], with each block's bounds."""
        low = np.concatenate([np.full(b.size, b.low, np.float32) for b in self.blocks])
        high = np.concatenate([np.full(b.size, b.high, np.float32) for b in self.blocks])
        return gymnasium.spaces.Box(low, high, dtype=np.float32)

    def split(self, observations: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """The blocks by name, as views: [..., size] → name → [..., *block shape]."""
        lead = observations.shape[:-1]
        return {b.name: observations[..., self.slices[b.name]].reshape(lead + b.shape) for b in self.blocks}

    def table(self) -> str:
        """The layout as a Markdown table."""
        rows = ["| block | shape | from | to | meaning |", "|---|---|---|---|---|"]
        rows += [f"| `{b.name}` | {list(b.shape)} | {b.low:g} | {b.high:g} | {b.meaning} |" for b in self.blocks]
        return "\n".join(rows)
