"""Compiled code in fresh processes: the same as plain Python, never stale, cached where there is a place for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import card_envs
from card_envs.core.compile import fingerprint

PACKAGE = Path(card_envs.__file__).parent
NOTICE = "card_envs: compiling"

# Five games at one table, from deal to result.
PLAY = """
from card_envs.core.game import get_game
from card_envs.core.tables import Batch

game = get_game("tapeo")
batch = Batch(game, game.options(players=2), 5, seed=0)
while not batch.terminated.any():
    batch.step(batch.sample())
print(batch.results["scores"][:, :2].astype(int).tolist())
"""

# The first deal and picks alone: three loops, quick to compile.
DEAL = """
from card_envs.core.game import get_game
from card_envs.core.tables import Batch

game = get_game("tapeo")
batch = Batch(game, game.options(players=2), 5, seed=0)
print(batch.states["hands"][:, :2].tolist(), batch.sample().tolist())
"""

# Every loop that plays, sees, seats or draws, at every table size and with every option, as one hash.
PLAY_ALL = """
import hashlib
import numpy as np
from card_envs.core.game import get_game
from card_envs.core.tables import Batch

game, digest = get_game("tapeo"), hashlib.sha256()
tables = [("whole", "win", (4, 4, 4)), ("exact", "score", (0, 3, 9)), ("exact", "round", (5, 6, 1))]
for players in (2, 3, 4, 5, 6):
    for split, reward, hams in tables:
        batch = Batch(game, game.options(players=players, split=split, reward=reward, ham_split=hams), 2, seed=players)
        for _ in range(28):
            digest.update(batch.observations.tobytes())
            digest.update(batch.action_masks.tobytes())
            digest.update(batch.keys(np.uint64(2)).tobytes())
            drawn = batch.states[: 1].copy()
            game.loops.determinize_rows(batch.observations[0, -1:], batch.keys(np.uint64(5))[0, -1:], drawn)
            digest.update(drawn.tobytes())
            batch.step(batch.sample())
            for array in (batch.states, batch.rewards, batch.terminated, batch.final_results, batch.final_observations):
                digest.update(array.tobytes())
    holders = np.zeros((2, players), np.int64)
    drawn_by = np.array([1.0, 4.0])
    game.loops.seat_rows(batch.states, batch.all_rows, np.array([1, 2]), -1, 0, drawn_by, drawn_by, holders)
    rewards = np.zeros((2, players), np.float32)
    zeros = np.zeros(players, np.int64)
    game.loops.play_random(batch.states, 30, rewards, np.zeros(10, np.int8), zeros, zeros.copy())
    for array in (holders, batch.states, rewards):
        digest.update(array.tobytes())
print(digest.hexdigest())
"""


def start(script: str, folder: Path, **environment: str) -> subprocess.Popen[str]:
    """A fresh Python that imports card_envs from `folder`.

    It writes no bytecode of its own, so that an edit within the clock's second is not missed: Numba's cache is
    what is tried here.
    """
    here = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return subprocess.Popen(
        [sys.executable, "-W", "always::RuntimeWarning", "-c", script],
        cwd=folder,
        env={**here, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(script: str, folder: Path, **environment: str) -> tuple[str, str]:
    """What it printed, and what it said on stderr."""
    return finish(start(script, folder, **environment))


def finish(process: subprocess.Popen[str]) -> tuple[str, str]:
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out, err


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a copy of the package in it, without any cache."""
    shutil.copytree(PACKAGE, tmp_path / "card_envs", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


def test_compiled_is_plain_python() -> None:
    """Byte for byte: deals, picks, scores, observations, rewards, seats, samples and determinized states."""
    compiled, _ = run(PLAY_ALL, PACKAGE.parent)
    plain, said = run(PLAY_ALL, PACKAGE.parent, NUMBA_DISABLE_JIT="1")
    assert len(plain.strip()) == 64
    assert plain == compiled
    assert said == ""  # no notice of a compilation, and no warning of an overflow


def test_a_changed_rule_is_never_stale(copy: Path) -> None:
    """With a warm cache: a changed constant and a changed kernel are seen at once, and what is back is found again."""
    first, said = run(PLAY, copy)
    assert said.count(NOTICE) == 1
    assert list((copy / "card_envs" / "core" / "__pycache__").glob("*.nbc"))

    again, said = run(PLAY, copy)
    assert again == first
    assert said == ""  # nothing compiled, nothing to complain of

    rules = copy / "card_envs" / "tapeo" / "rules.py"
    edit(rules, "np.array([0, 1, 3, 6, 10, 15])", "np.array([9, 9, 9, 9, 99, 99])")
    changed, said = run(PLAY, copy)
    assert changed != first
    assert NOTICE in said

    edit(rules, "np.array([9, 9, 9, 9, 99, 99])", "np.array([0, 1, 3, 6, 10, 15])")
    back, said = run(PLAY, copy)
    assert back == first
    assert said == ""


def test_a_changed_kernel_of_the_core_is_never_stale(copy: Path) -> None:
    """A kernel that the cached loops call from another file, whose own bytes they do not hold."""
    first, _ = run(DEAL, copy)
    edit(copy / "card_envs" / "core" / "masks.py", "total += np.int64(mask[action] != 0)", "total = np.int64(1)")
    changed, said = run(DEAL, copy)
    assert changed != first  # only the first legal action is ever sampled now
    assert NOTICE in said


def test_without_a_place_for_a_cache_it_works_with_one_warning(copy: Path) -> None:
    """Files stand where Numba would make its folders: in the package, and in the user's cache."""
    for folder in ("core", "tapeo"):
        (copy / "card_envs" / folder / "__pycache__").write_text("")
    (copy / "home").write_text("")
    out, said = run(DEAL, copy, HOME=str(copy / "home"), XDG_CACHE_HOME=str(copy / "home"))
    assert out == run(DEAL, PACKAGE.parent)[0]
    assert said.count("RuntimeWarning") == 1
    assert "set NUMBA_CACHE_DIR to a folder that can be written" in said
    assert said.count("found no folder") <= 2  # the message, and Python's quotation of the source line


def test_numba_cache_dir_is_the_place_where_it_is_set(copy: Path) -> None:
    _, said = run(DEAL, copy, NUMBA_CACHE_DIR=str(copy / "elsewhere"))
    assert NOTICE in said
    assert list((copy / "elsewhere").rglob("*.nbc"))
    assert not (copy / "card_envs" / "core" / "__pycache__").exists()
    assert run(DEAL, copy, NUMBA_CACHE_DIR=str(copy / "elsewhere"))[1] == ""


def test_two_processes_at_once_on_a_cold_cache(copy: Path) -> None:
    one, two = start(DEAL, copy), start(DEAL, copy)
    (out_one, _), (out_two, _) = finish(one), finish(two)
    assert out_one == out_two
    assert run(DEAL, copy) == (out_one, "")  # and what they left behind is whole


def test_fingerprint_is_of_every_source(tmp_path: Path) -> None:
    """A changed, a renamed, a new source: each another fingerprint; other files none."""
    prints = []

    def take() -> None:
        fingerprint.cache_clear()
        prints.append(fingerprint(tmp_path))

    source = tmp_path / "rules.py"
    source.write_text("POINTS = 5")
    take()
    (tmp_path / "notes.txt").write_text("not a source")
    take()
    source.write_text("POINTS = 6")
    take()
    source.rename(tmp_path / "other.py")
    take()
    (tmp_path / "more.py").write_text("")
    take()
    fingerprint.cache_clear()
    assert prints[0] == prints[1]
    assert len(set(prints)) == 4
