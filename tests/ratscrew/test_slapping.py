"""`benchmarks.slapping` counts what it says, with players whose habits are known."""

from __future__ import annotations

import pytest

from benchmarks.slapping import slapping


def test_greedy_slaps_all_good_piles_at_once_and_no_others() -> None:
    found = slapping("greedy", "greedy", 60, players=4)
    assert found.good > 500
    assert found.bad > 5_000
    assert (found.at_once, found.wrongly, found.unseen) == (1, 0, 0)


def test_errors_and_guesses_are_counted() -> None:
    found = slapping("expert:errors=0.1", "greedy", 100, players=4)
    assert found.at_once == pytest.approx(0.9, abs=0.04)
    assert found.wrongly == pytest.approx(0.1, abs=0.02)
    assert found.unseen == 0
    assert slapping("random:rate=0.05", "greedy", 30, players=4).unseen > 0.02
    slow = slapping("expert:reaction=0.3", "greedy", 60, players=4)
    assert slow.at_once < 0.1
