"""Options are checked when made, and an error says what is allowed."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest

from card_envs.core.options import made_options
from card_envs.tapeo.rules import TapeoOptions, initial

SPLIT = r"ham_split takes three counts from 0 to 12 that sum to 12, not "


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 1}, "players takes an integer from 2 to 6, not 1"),
        ({"players": 7}, "players takes an integer from 2 to 6, not 7"),
        ({"players": -4}, "players takes an integer from 2 to 6, not -4"),
        ({"players": 4.0}, "players takes an integer from 2 to 6, not 4.0"),
        ({"players": True}, "players takes an integer from 2 to 6, not True"),
        ({"players": np.True_}, "players takes an integer from 2 to 6, not np.True_"),
        ({"players": "4"}, "players takes an integer from 2 to 6, not '4'"),
        ({"players": None}, "players takes an integer from 2 to 6, not None"),
        ({"ham_split": (4, 8)}, SPLIT + r"\(4, 8\)"),
        ({"ham_split": (4, 4, 2, 2)}, SPLIT + r"\(4, 4, 2, 2\)"),
        ({"ham_split": (4, 4, 5)}, SPLIT + r"\(4, 4, 5\)"),
        ({"ham_split": (0, 0, 0)}, SPLIT + r"\(0, 0, 0\)"),
        ({"ham_split": 12}, SPLIT + "12"),
        ({"ham_split": "444"}, SPLIT + "'444'"),
        ({"ham_split": None}, SPLIT + "None"),
        ({"ham_split": (-1, 6, 7)}, "ham_split takes an integer from 0 to 12, not -1"),
        ({"ham_split": (13, -1, 0)}, "ham_split takes an integer from 0 to 12, not 13"),
        ({"ham_split": (4.0, 4, 4)}, "ham_split takes an integer from 0 to 12, not 4.0"),
        ({"ham_split": (True, 5, 6)}, "ham_split takes an integer from 0 to 12, not True"),
        ({"split": "half"}, "split takes one of 'whole', 'exact', not 'half'"),
        ({"split": True}, "split takes one of 'whole', 'exact', not True"),
        ({"split": None}, "split takes one of 'whole', 'exact', not None"),
        ({"split": "Whole"}, "split takes one of 'whole', 'exact', not 'Whole'"),
        ({"reward": "points"}, "reward takes one of 'win', 'score', 'round', not 'points'"),
        ({"reward": 0}, "reward takes one of 'win', 'score', 'round', not 0"),
        ({"reward": ["win"]}, r"reward takes one of 'win', 'score', 'round', not \['win'\]"),
    ],
)
def test_wrong_options(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TapeoOptions(**given)
    with pytest.raises(ValueError, match=message):
        made_options(TapeoOptions, given)


def test_unknown_options() -> None:
    has = "TapeoOptions has players, ham_split, split, reward"
    with pytest.raises(ValueError, match=f"unknown option 'player'; {has}"):
        made_options(TapeoOptions, {"player": 4})
    with pytest.raises(ValueError, match=f"unknown option 'Split', 'seats'; {has}"):
        made_options(TapeoOptions, {"seats": 4, "players": 4, "Split": "exact"})


def test_right_options() -> None:
    assert made_options(TapeoOptions, {}) == TapeoOptions(4, (4, 4, 4), "whole", "win")
    made = made_options(TapeoOptions, {"players": np.int8(5), "ham_split": [np.int64(0), 2, 10], "split": "exact"})
    assert made == TapeoOptions(5, (0, 2, 10), "exact", "win")
    assert type(made.players) is int
    assert [type(count) for count in made.ham_split] == [int] * 3
    with pytest.raises(FrozenInstanceError):
        made.players = 3  # type: ignore[misc]


def test_the_state_holds_the_options() -> None:
    state = initial(TapeoOptions(players=3, ham_split=(1, 2, 9), split="exact", reward="round"))[0]
    assert (state.players, state.ham_split.tolist(), state.exact, state.reward) == (3, [1, 2, 9], 1, 2)
    assert initial(TapeoOptions())[0].exact == 0
