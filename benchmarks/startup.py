"""What a user waits for before the first step, measured in fresh processes."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass

FIRST_STEP = """
import time
start = time.perf_counter()
import card_envs
from card_envs import tapeo_v0
env = tapeo_v0.parallel_env(players=4)
observations, _ = env.reset(seed=0)
env.step({agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()})
print(time.perf_counter() - start)
"""


@dataclass(frozen=True)
class StartUp:
    """Seconds from `import card_envs` to the end of the first step.

    Attributes:
        first: with an empty cache of compiled code, as on a fresh machine.
        later: with that cache filled; the median of some processes.
        announced: whether the first process said that it compiles.
    """

    first: float
    later: float
    announced: bool


def measure_startup(repeats: int = 3) -> StartUp:
    with tempfile.TemporaryDirectory() as folder:
        first, said = _first_step(folder)
        later = [_first_step(folder)[0] for _ in range(repeats)]
    return StartUp(first, statistics.median(later), "compiling" in said)


def _first_step(cache: str) -> tuple[float, str]:
    """Seconds in a new process that caches in that folder, and what it wrote to stderr."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_STEP],
        env={**os.environ, "NUMBA_CACHE_DIR": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout), done.stderr
