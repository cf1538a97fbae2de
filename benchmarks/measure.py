"""How speed is measured here: on one thread, for a fixed time, several times over, all subjects in turn.

Time is the processor time of this process. On an idle machine that is the time on the clock; on a busy one it leaves
out what others took; and a library that starts more threads after all is charged for each.
"""

from __future__ import annotations

import gc
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

# Plays for a moment by uniform legal actions; returns how many decisions agents made (chance and None are none).
Play = Callable[[], int]

ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
}

_random = random.Random(0).random


def one_thread() -> None:
    """Keep everything that is imported from now on to one thread.

    Where the system allows, also keep this process and its children on one core: XLA runs parts of a program side
    by side on whatever cores it finds, whatever its flags say.
    """
    os.environ.update(ONE_THREAD)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def random_legal(mask: Any) -> int:
    """A uniform legal action of an array mask; the same for all libraries that are stepped from Python."""
    legal = mask.nonzero()[0]
    return int(legal[int(_random() * len(legal))])


def random_element(actions: list[int]) -> int:
    """A uniform element of a list of legal actions."""
    return actions[int(_random() * len(actions))]


def play_aec(env: Any) -> Play:
    """Whole games of a PettingZoo AEC environment, as its documentation loops over them."""

    def play() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(random_legal(observation["action_mask"]))
                decisions += 1
        return decisions

    return play


def rate(play: Play, seconds: float) -> float:
    """Decisions a second of processor time while playing for at least that long."""
    decisions, elapsed = 0, 0.0
    start = time.process_time()
    while elapsed < seconds:
        decisions += play()
        elapsed = time.process_time() - start
    return decisions / elapsed


def rates(plays: Mapping[str, Play], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Every subject's rate in every round.

    All subjects take their turn in each round, so that what else the machine does meets all of them alike.
    """
    for play in plays.values():
        play()  # compiles, fills caches
    measured: dict[str, list[float]] = {name: [] for name in plays}
    with _without_old_garbage():
        for number in range(1, rounds + 1):
            print(f"round {number} of {rounds} …", file=sys.stderr, flush=True)
            for name, play in plays.items():
                measured[name].append(rate(play, seconds))
    return measured


def medians(measured: Mapping[str, list[float]]) -> dict[str, float]:
    return {name: statistics.median(values) for name, values in measured.items()}


@contextmanager
def _without_old_garbage() -> Iterator[None]:
    """Spare the collector the objects of all loaded libraries: they would slow down whoever makes many objects."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
