"""The observation as data: an ordered list of named blocks, laid one after another in one flat float32 vector."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from card_envs.core.forms import Form, TableSize, plain_form


class BlockError(ValueError):
    """Something is wrong with what is said of one block; the message says what is allowed."""

    def __init__(self, block: str, message: str) -> None:
        super().__init__(f"{block} {message}")
        self.block, self.message = block, message


def demand(block: str, holds: Any, allowed: str) -> None:
    """Raise a `BlockError` that says what is allowed, unless it `holds`."""
    if not holds:
        raise BlockError(block, allowed)


@dataclass(frozen=True)
class Block:
    """One named part of an observation: raw counts and flags in the game's terms, never scaled.

    `form` is how it is written in JSON; None is plain numbers.
    """

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    meaning: str
    form: Form | None = None

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def inner(self) -> tuple[int, ...]:
        """The shape as its form sees it: a block of shape [1] is a single value."""
        return () if self.shape == (1,) else self.shape

    @cached_property
    def written(self) -> Form:
        """The form, or the plain one."""
        return self.form or plain_form(self.shape, self.low, self.high)


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

    def say(self, observation: NDArray[np.float32]) -> dict[str, Any]:
        """What a seat sees, float32 [size], in the game's words: each block by name, as JSON has it."""
        seats = int(observation[self._seats].sum())
        said = {}
        for block in self.blocks:
            values = observation[self.slices[block.name]].reshape(block.inner).tolist()
            said[block.name] = block.written.say(values, seats)
        return said

    def read(self, said: Mapping[str, Any]) -> NDArray[np.float32]:
        """The observation float32 [size] that `say` made this of; each block of the right type, in its bounds.

        Raises:
            BlockError: a list by seat that is not as long as the table.
        """
        seats = next((said[block.name] for block in self.blocks if isinstance(block.form, TableSize)), 0)
        numbers: list[float] = []
        for block in self.blocks:
            try:
                numbers += block.written.read(said[block.name], block.inner, seats)
            except ValueError as error:
                raise BlockError(block.name, str(error)) from error
        return np.array(numbers, np.float32)

    @cached_property
    def _seats(self) -> slice:
        """Where it says who is at the table; nowhere, if it does not."""
        sizes = [block.name for block in self.blocks if isinstance(block.form, TableSize)]
        return self.slices[sizes[0]] if sizes else slice(0)

    def table(self) -> str:
        """The layout as a Markdown table."""
        rows = ["| block | shape | from | to | meaning |", "|---|---|---|---|---|"]
        rows += [f"| `{b.name}` | {list(b.shape)} | {b.low:g} | {b.high:g} | {b.meaning} |" for b in self.blocks]
        return "\n".join(rows)
