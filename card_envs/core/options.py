"""Checks that every game's options use: a wrong value raises at once and says what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")


def checked_integer(name: str, value: Any, low: int, high: int) -> None:
    """Raise unless `value` is an integer from `low` to `high` (a bool is none)."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise ValueError(f"{name} takes an integer from {low} to {high}, not {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name} takes an integer from {low} to {high}, not {value}")


def checked_choice(name: str, value: Any, allowed: Sequence[Any]) -> None:
    """Raise unless `value` is one of `allowed`; NumPy's scalars count as Python's."""
    value = value.item() if isinstance(value, np.generic) else value
    if not any(type(value) is type(choice) and value == choice for choice in allowed):
        raise ValueError(f"{name} takes one of {', '.join(map(repr, allowed))}, not {value!r}")


def made_options(kind: type[T], given: dict[str, Any]) -> T:
    """`kind(**given)`, with an error that lists the options where one is unknown."""
    known = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise ValueError(f"unknown option {', '.join(map(repr, unknown))}; {kind.__name__} has {', '.join(known)}")
    return kind(**given)
