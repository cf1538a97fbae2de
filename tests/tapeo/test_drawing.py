"""Tapeo drawn: that every tapa is there, and that a picture shows what its viewer may see, no more and no less."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest

from card_envs.drawing import picture
from card_envs.tapeo import rules
from card_envs.tapeo.drawing import BACK
from tests.drawings import boxes, cards, check_sheet, shown, symbols
from tests.tapeo.test_text import first_thefts, positions, shared_win, twin


def named(*counts: Iterable[int], reveals: Iterable[int] = ()) -> Counter[str]:
    """Counts by kind, and reveals as states have them, as cards."""
    total = np.sum([np.asarray(held, np.int64) for held in counts], axis=0)
    found = Counter({f"card-{kind}": int(n) for kind, n in zip(rules.ACTIONS, total, strict=True) if n})
    return found + Counter(f"card-{rules.ACTIONS[reveal - 1]}" for reveal in reveals if reveal)


def test_the_sheet() -> None:
    check_sheet("tapeo", [f"card-{kind}" for kind in rules.ACTIONS])
    assert {f"tapa-{kind}": "0 0 100 100" for kind in rules.ACTIONS}.items() <= boxes(symbols("tapeo")).items()


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_spectator_sees_every_hand(players: int) -> None:
    _, states = positions(players, players)
    for state in states:
        drawn = picture("tapeo", state)
        assert cards(drawn, BACK) == named(*state.bars, *state.hands, reveals=state.reveals[:players])
        assert BACK not in shown(drawn)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_seat_sees_its_hand_and_those_that_it_has_held(players: int) -> None:
    _, states = positions(players, players)
    for state in states[:-1]:
        for seat in range(players):
            hands = [state.hands[(seat + distance) % players] for distance in range(players)]
            known = min(int(state.picks), players - 1) + 1
            drawn = picture("tapeo", state, seat)
            assert cards(drawn, BACK) == named(*state.bars, *hands[:known], reveals=state.reveals[:players])
            assert shown(drawn)[BACK] == sum(int(hand.sum()) for hand in hands[known:])


@pytest.mark.parametrize("players", range(2, 7))
def test_what_a_seat_cannot_know_is_not_drawn(players: int) -> None:
    rng = np.random.default_rng(players)
    _, states = positions(players, seed=players)
    for state in states[:: len(states) // 5]:
        for seat in range(players):
            assert picture("tapeo", twin(state, seat, rng), seat) == picture("tapeo", state, seat)


def test_every_position_has_a_picture_of_its_own() -> None:
    _, states = positions(3, seed=3)
    for seat in (None, 0):
        assert len({picture("tapeo", state, seat) for state in states}) == len(states)


def test_languages_and_the_end() -> None:
    assert picture("tapeo", first_thefts()) != picture("tapeo", first_thefts(), language="es")
    assert "player_0 and player_2 share the win." in picture("tapeo", shared_win())
    assert "player_0 y player_2 comparten la victoria." in picture("tapeo", shared_win(), 1, "es")


def test_wrong_viewers() -> None:
    with pytest.raises(ValueError, match="seat takes an integer from 0 to 3"):
        picture("tapeo", first_thefts(), 4)
    with pytest.raises(ValueError, match="'en', 'es'"):
        picture("tapeo", first_thefts(), 0, "fr")
    with pytest.raises(ValueError, match="no game is called 'mus'"):
        picture("mus", first_thefts())
