"""How the blocks of an observation are written in JSON, in the game's own words: cards by name, lists by seat.

A block has one form. `say` turns its values into JSON, `read` turns that back into the numbers, in order. Values are
nested lists, as NumPy's `tolist` gives them; a block of shape [1] is a single value.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Name = str | int  # of a card, a rank, a seat, a round
DECIMALS = 6  # that a fraction is said with


class Form(Protocol):
    """How values read; `seats` is the size of the table, by which lists by seat are as long."""

    def say(self, values: Any, seats: int) -> Any: ...

    def read(self, said: Any, shape: Sequence[int], seats: int) -> list[float]:
        """All numbers of a block of that shape.

        Raises:
            ValueError: a list by seat of another length than the table's.
        """
        ...


@dataclass(frozen=True)
class Number:
    """A number; a whole one, unless it may have `fractions`."""

    fractions: bool = False

    def say(self, values: Any, seats: int) -> Any:
        return round(values, DECIMALS) if self.fractions and values % 1 else int(values)

    def read(self, said: Any, shape: Sequence[int], seats: int) -> list[float]:
        return [said]


@dataclass(frozen=True)
class Flag:
    """1 is true."""

    def say(self, values: Any, seats: int) -> Any:
        return values > 0

    def read(self, said: Any, shape: Sequence[int], seats: int) -> list[float]:
        return [float(said)]


@dataclass(frozen=True)
class Named:
    """A number that stands for a name: 1 for the first, 0 for none."""

    names: tuple[Name, ...]

    def say(self, values: Any, seats: int) -> Any:
        return self.names[int(values) - 1] if values > 0 else None

    def read(self, said: Any, shape: Sequence[int], seats: int) -> list[float]:
        return [0.0 if said is None else self.names.index(said) + 1.0]


@dataclass(frozen=True)
class Which:
    """The name of the place with the 1; null where there is none."""

    names: tuple[Name, ...]

    def say(self, values: Any, seats: int) -> Any:
        return self.names[values.index(1.0)] if 1.0 in values else None

    def read(self, said: Any, shape: Sequence[int], seats: int) -> list[float]:
        return [float(name == said) for name in self.names]


@dataclass(frozen=True)
class Those:
    """A list of the names of the places with a 1."""

    names: tuple[Name, ...]

    def say(self, values: Any, seats: int) -> Any:
        return [name for name, value in zip(self.names, values, strict=True) if value > 0]

    def read(self, said: Any, shape: Sequence[int], seats: int) -> list[float]:
        return [float(name in said) for name in self.names]


@dataclass(frozen=True)
class Counts:
    """A number for each name; names may be left out where it is 0."""

    names: tuple[str, ...]

    def say(self, values: Any, seats: int) -> Any:
        return {name: int(value) for name, value in zip(self.names, values, strict=True)}

    def read(self, said: Any, shape: Sequence[int], seats: int) -> list[float]:
        return [float(said.get(name, 0)) for name in self.names]


@dataclass(frozen=True)
class Each:
    """A list along the first axis, each of the same form."""

    form: Form

    def say(self, values: Any, seats: int) -> Any:
        return [self.form.say(value, seats) for value in values]

    def read(self, said: Any, shape: Sequence[int], seats: int) -> list[float]:
        return [number for one in said for number in self.form.read(one, shape[1:], seats)]


@dataclass(frozen=True)
class BySeat:
    """A list by seat along the first axis, as long as the table; without oneself where it tells of the `others`."""

    form: Form
    others: bool = False

    def say(self, values: Any, seats: int) -> Any:
        return [self.form.say(value, seats) for value in values[: self.length(seats)]]

    def read(self, said: Any, shape: Sequence[int], seats: int) -> list[float]:
        if len(said) != self.length(seats):
            raise ValueError(f"takes a list of {self.length(seats)} at a table of {seats}, not of {len(said)}")
        present = [number for one in said for number in self.form.read(one, shape[1:], seats)]
        return present + [0.0] * (math.prod(shape) - len(present))

    def length(self, seats: int) -> int:
        return seats - self.others


@dataclass(frozen=True)
class TableSize:
    """Flags of the seats at the table, the first ones always: how many there are."""

    def say(self, values: Any, seats: int) -> Any:
        return seats

    def read(self, said: Any, shape: Sequence[int], seats: int) -> list[float]:
        return [float(seat < said) for seat in range(shape[0])]


def plain_form(shape: Sequence[int], low: float, high: float) -> Form:
    """The form of a block that has none of its own: whole numbers in nested lists, a single 0 or 1 as a flag."""
    if tuple(shape) == (1,):
        return Flag() if (low, high) == (0, 1) else Number()
    form: Form = Number()
    for _ in shape:
        form = Each(form)
    return form
