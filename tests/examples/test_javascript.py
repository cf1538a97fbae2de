"""The JavaScript example: Node plays what Python plays, by names, with no code of ours but the example's own."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from card_envs.core.game import get_game
from card_envs.policies.onnx import OnnxPolicy
from card_envs.policies.registry import trained_file
from tests.examples.positions import JAVASCRIPT, TABLES, arrays, position, recorded, worked

POSITIONS = 1_000

each_game = pytest.mark.parametrize("game", TABLES)


def play(policy: Path, *files: Path) -> subprocess.CompletedProcess[str]:
    """`node play.js`, as a user runs it."""
    assert shutil.which("node"), "there is no node: `make test` installs Node.js"
    assert (JAVASCRIPT / "node_modules").is_dir(), "onnxruntime-node is not installed: `make test` installs it"
    command = ["node", str(JAVASCRIPT / "play.js"), str(policy), *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def played(policy: Path, *files: Path) -> list[dict[str, Any]]:
    """What it plays in each position."""
    done = play(policy, *files)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def shipped(game: str) -> Path:
    """The policy that comes with the library."""
    return trained_file(get_game(game))


def python(game: str) -> OnnxPolicy:
    """The same as Python plays it."""
    return OnnxPolicy(shipped(game), get_game(game))


@each_game
def test_node_plays_what_python_plays(game: str, tmp_path: Path) -> None:
    record = get_game(game)
    observations, masks = recorded(game, POSITIONS)
    asked = {record.actions[action] for action in np.flatnonzero(masks.any(axis=0))}
    assert asked == {*record.actions} - {"wait"}  # which is never a choice
    file = tmp_path / "positions.json"
    file.write_text(json.dumps([position(record, *row) for row in zip(observations, masks, strict=True)]))
    theirs = played(shipped(game), file)
    assert len(theirs) == POSITIONS
    actions, probabilities, values = python(game).evaluate(observations, masks)
    ordered = np.sort(probabilities, axis=1)
    clear = ordered[:, -1] - ordered[:, -2] > 1e-5
    assert clear.mean() > 0.9
    moves = np.array([record.actions.index(one["move"]) for one in theirs])
    assert (moves == actions)[clear].all()
    likely = np.array([[one["probabilities"].get(name, 0.0) for name in record.actions] for one in theirs])
    np.testing.assert_allclose(likely, probabilities, atol=1e-4)
    np.testing.assert_allclose([one["value"] for one in theirs], values, atol=1e-4)


@each_game
def test_node_plays_the_worked_position(game: str) -> None:
    given = worked(game)
    (theirs,) = played(shipped(game), JAVASCRIPT / "positions" / f"{game}.json")
    actions, _, _ = python(game).evaluate(*arrays(get_game(game), given))
    assert theirs["move"] == get_game(game).actions[actions[0]]
    assert sorted(theirs["probabilities"]) == sorted(given["legal"])
    shares = list(theirs["probabilities"].values())
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1, abs=1e-5)


def without(given: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in given.items() if key != name}


def with_input(given: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return {**given, "inputs": {**given["inputs"], **changed}}


WRONG = {
    "this policy plays tapeo, not chess": lambda given: {**given, "game": "chess"},
    "a position has inputs, numbers by name, and legal, a list": lambda given: without(given, "legal"),
    "no input of tapeo is called mano; there are hand, bars": lambda given: with_input(given, mano=[0]),
    "scores takes a list of shape [6], not 0 numbers": lambda given: {
        **given,
        "inputs": without(given["inputs"], "scores"),
    },
    "picks takes a list of shape [1], not 2 numbers": lambda given: with_input(given, picks=[1, 2]),
    "picks takes numbers from 0 to 10, not 11": lambda given: with_input(given, picks=[11]),
    'picks takes numbers from 0 to 10, not "3"': lambda given: with_input(given, picks=["3"]),
    "no move is called jamón; there are tortilla, croqueta": lambda given: {**given, "legal": ["jamón"]},
    "no move is legal; a policy is asked only where a seat acts": lambda given: {**given, "legal": []},
}


@pytest.mark.parametrize("message", WRONG)
def test_node_says_what_is_wrong_and_what_is_allowed(message: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(WRONG[message](worked("tapeo"))))
    done = play(shipped("tapeo"), file)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(message)


def test_usage() -> None:
    done = play(shipped("tapeo"))
    assert done.returncode == 2
    assert done.stderr == "usage: node play.js POLICY.onnx POSITIONS.json …\n"


def test_versions_are_exact_and_nothing_else_is_installed() -> None:
    """The lock file holds what package.json asks for, whose versions are no ranges."""
    asked = json.loads((JAVASCRIPT / "package.json").read_text())["dependencies"]
    locked = json.loads((JAVASCRIPT / "package-lock.json").read_text())["packages"]
    assert locked[""]["dependencies"] == asked
    for name, version in asked.items():
        assert locked[f"node_modules/{name}"]["version"] == version
