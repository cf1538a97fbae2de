"""Processes where nothing is compiled: what they print must be the same, scripted players must choose the same."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from card_envs.core.random import POLICY
from card_envs.core.tables import Tables
from card_envs.policies import make_policy

ROOT = Path(__file__).resolve().parents[1]
INTERPRETED = """
import sys
import numpy as np
from card_envs.policies import make_policy
rows = np.load(sys.argv[2])
for name in sys.argv[3:]:
    print(*make_policy(sys.argv[1], name).act(rows["observations"], rows["masks"], rows["keys"]))
"""


class Rows:
    """What acting seats see, collected from games as they are played."""

    def __init__(self) -> None:
        self._parts: list[dict[str, NDArray[np.generic]]] = []

    def add(self, tables: Tables) -> None:
        acts = tables.actors >= 0
        part = {"observations": tables.observations, "masks": tables.action_masks, "keys": tables.keys(POLICY)}
        self._parts.append({name: array[acts] for name, array in part.items()})

    def all(self) -> dict[str, NDArray[np.generic]]:
        """observations float32 [k, size], masks int8 [k, actions], keys uint64 [k]."""
        return {name: np.concatenate([part[name] for part in self._parts]) for name in self._parts[0]}


def printed_uncompiled(script: str, *arguments: str) -> str:
    """What a script prints in a process where nothing is compiled and no warning is passed over."""
    command = [sys.executable, "-W", "error", "-c", script, *arguments]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    plain = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert plain.returncode == 0, plain.stderr
    return plain.stdout


def same_choices(
    game: str, names: Sequence[str], rows: Mapping[str, NDArray[np.generic]], folder: Path
) -> dict[str, NDArray[np.int64]]:
    """What each player chooses in these rows, compiled; asserts that it is the same without compiling."""
    np.savez(folder / "rows.npz", **rows)  # type: ignore[arg-type]
    printed = printed_uncompiled(INTERPRETED, game, str(folder / "rows.npz"), *names)
    chosen: dict[str, NDArray[np.int64]] = {}
    for name, line in zip(names, printed.splitlines(), strict=True):
        chosen[name] = make_policy(game, name).act(rows["observations"], rows["masks"], rows["keys"])  # type: ignore[arg-type]
        assert line == " ".join(map(str, chosen[name]))
    return chosen
