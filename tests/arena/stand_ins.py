"""Policies and tasks that other processes can import."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Lowest:
    """Takes the first legal action; keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, Any]] = []

    def act(self, observations: NDArray[np.float32], action_masks: NDArray[np.int8], rng: Any) -> NDArray[np.int64]:
        self.asked.append((len(observations), rng.copy()))
        return action_masks.argmax(axis=1).astype(np.int64)


class OutError(Exception):
    """An error with more than a message."""

    def __init__(self, rows: int, why: str) -> None:
        super().__init__(rows, why)


class StubbornError(Exception):
    """An error that cannot be pickled and read back."""

    def __init__(self, rows: int, why: str) -> None:
        super().__init__(f"{rows} rows, {why}")


class Failing:
    """Raises what it was given."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error

    def act(self, observations: NDArray[np.float32], action_masks: NDArray[np.int8], rng: Any) -> NDArray[np.int64]:
        raise self.error(len(observations), "tired")


def squared(number: int) -> int:
    """A task; what it prints must not disturb its answer."""
    print("at work")
    return number * number


def process_of(_: int) -> int:
    return os.getpid()


def fall_over(number: int) -> int:
    """A task that kills its process at 3."""
    if number == 3:
        os._exit(7)
    return number
