"""`docs/inputs.md` says what the layouts say, and its worked positions are real ones."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from card_envs.core.game import get_game
from card_envs.core.text import look
from tests.examples.positions import ROOT, TABLES, arrays, worked

PAGE = (ROOT / "docs" / "inputs.md").read_text()
ROW = re.compile(r"^\| (?P<inputs>`\w.*?`) \| `(?P<value>[^`]+)` \|", re.MULTILINE)
INPUT = re.compile(r"`(\w+)((?:\[\d+\])*)`")

each_game = pytest.mark.parametrize("game", TABLES)


def section(game: str) -> str:
    """What the page says of a game."""
    (found,) = [text for text in PAGE.split("\n## ") if f"positions/{game}.json" in text]
    return found


@each_game
def test_page_has_the_layout(game: str) -> None:
    assert f"\n\n{get_game(game).layout.table()}\n\n" in section(game)


@each_game
def test_worked_position_is_one_of_the_game(game: str) -> None:
    """There is a state that looks so to its seat, with these moves, told in these words."""
    record, given = get_game(game), worked(game)
    states = record.initial(record.options())
    record.loops.determinize_rows(arrays(record, given)[0], np.array([1], np.uint64), states)
    seen, moves, _ = look(game, states[0], 0)
    observation = np.concatenate([np.ravel(seen[block.name]) for block in record.layout.blocks])
    np.testing.assert_array_equal(observation, arrays(record, given)[0][0])
    assert [record.actions[move] for move in moves] == given["legal"]
    assert record.text.describe(states[0], 0).splitlines() == given["table"]


@each_game
def test_page_tells_the_worked_position(game: str) -> None:
    """In its words, and number by number: what is not in the page's table is zero."""
    record, given = get_game(game), worked(game)
    assert "\n".join(given["table"]) in section(game)
    told = record.layout.split(np.zeros(record.layout.size, np.float32))
    for row in ROW.finditer(section(game)):
        for name, places in INPUT.findall(row["inputs"]):
            told[name][tuple(int(place) for place in re.findall(r"\d+", places))] = json.loads(row["value"])
    for name, block in told.items():
        np.testing.assert_array_equal(block, np.array(given["inputs"][name], np.float32), err_msg=name)


def test_the_lines_of_python_print_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code, {})
    printed = json.loads(capsys.readouterr().out)
    tapeo = get_game("tapeo")
    observation, mask = arrays(tapeo, printed)
    assert printed["game"] == "tapeo"
    assert tapeo.layout.space.contains(observation[0])
    assert mask.any()
