"""Envite drawn: that every card is there, and that a picture shows what its viewer may see, no more and no less."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import pytest

from card_envs.drawing import picture
from card_envs.envite.cards import CARD_NAMES, SUITS
from card_envs.envite.drawing import BACK
from card_envs.envite.rules import HAND, NOBODY
from tests.drawings import boxes, cards, check_sheet, shown, some_of, symbols
from tests.envite.test_text import SIZES, asked_for_all, positions, twin


def named(*numbers: Iterable[int]) -> Counter[str]:
    return Counter(f"card-{CARD_NAMES[number]}" for held in numbers for number in held if number != NOBODY)


def test_the_sheet() -> None:
    check_sheet("envite", [f"card-{name}" for name in CARD_NAMES])
    others = {suit: boxes(symbols("envite"))[f"suit-{suit}"] for suit in SUITS}
    assert others == {"oros": "0 0 40 40", "copas": "0 0 40 40", "espadas": "0 0 20 60", "bastos": "0 0 20 60"}
    assert boxes(symbols("envite"))["stone"] == "0 0 40 40"


@pytest.mark.parametrize("players", SIZES)
def test_a_spectator_sees_every_hand(players: int) -> None:
    _, states = positions(players, players)
    for state in some_of(states):
        drawn = picture("envite", state)
        assert cards(drawn, BACK) == named([state.vira], *state.hands, state.played[state.trick])
        # The rest of the deck, and a card for each trick won.
        assert shown(drawn)[BACK] == 1 + state.tricks_won.sum()


@pytest.mark.parametrize("players", SIZES)
def test_a_seat_sees_its_own_hand(players: int) -> None:
    _, states = positions(players, players)
    for state in some_of(states[:-1], 6):
        for seat in range(players):
            drawn = picture("envite", state, seat)
            assert cards(drawn, BACK) == named([state.vira], state.hands[seat], state.played[state.trick])
            others = HAND * players - (state.played != NOBODY).sum() - (state.hands[seat] != NOBODY).sum()
            assert shown(drawn)[BACK] == 1 + state.tricks_won.sum() + others


@pytest.mark.parametrize("players", SIZES)
def test_what_a_seat_cannot_know_is_not_drawn(players: int) -> None:
    rng = np.random.default_rng(players)
    _, states = positions(players, seed=players)
    for state in some_of(states, 5):
        for seat in range(players):
            assert picture("envite", twin(state, seat, rng), seat) == picture("envite", state, seat)


def test_moves_change_the_picture() -> None:
    """A pass too, which leaves no more than the light on another's plate."""
    _, states = positions(4, seed=4, episode="round")
    for seat in (None, 1):
        drawn = [picture("envite", state, seat) for state in states]
        assert all(before != after for before, after in pairwise(drawn))


def test_stones_and_words() -> None:
    state = asked_for_all().states[0]
    state.stones = 5, 40
    drawn = picture("envite", state, 2, "es")
    assert shown(drawn)["stone"] == 5 + 12
    assert "chico fuera" in drawn
    assert drawn != picture("envite", state, 2)


def test_the_end() -> None:
    _, states = positions(6, seed=6, episode="round")
    first, second, third = (f"player_{seat}" for seat in range(int(states[-1].last_winner), 6, 2))
    assert f"{first}, {second} and {third} win." in picture("envite", states[-1])


def test_wrong_viewers() -> None:
    state = asked_for_all().states[0]
    with pytest.raises(ValueError, match="seat takes an integer from 0 to"):
        picture("envite", state, -1)
    with pytest.raises(ValueError, match="'en', 'es'"):
        picture("envite", state, 0, "fr")
