"""Ratscrew drawn: that every card is there, and that a picture shows what its viewer may see, no more and no less."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest

from card_envs.drawing import picture
from card_envs.ratscrew.cards import RANKS, SUITS
from card_envs.ratscrew.drawing import BACK
from tests.drawings import boxes, cards, check_sheet, shown, some_of, symbols
from tests.ratscrew.hand_made import stack_cards
from tests.ratscrew.test_text import SIZES, burnt_out, nines, positions, twin

BLANK = "card-blank"


def named(numbers: Iterable[int]) -> Counter[str]:
    return Counter(f"card-{SUITS[card // RANKS]}-{card % RANKS + 1}" for card in numbers)


def faces(svg: str) -> Counter[str]:
    return Counter({name: n for name, n in cards(svg, BACK).items() if name != BLANK})


def in_patterns(pile: list[int]) -> list[int]:
    """R8: the top three, and the first played."""
    return pile[-3:] if len(pile) <= 3 else [pile[0], *pile[-3:]]


def test_the_sheet() -> None:
    deck = [f"card-{suit}-{rank}" for suit in SUITS for rank in range(1, RANKS + 1)]
    check_sheet("ratscrew", [*deck, *(f"card-rank-{rank}" for rank in range(1, RANKS + 1)), BLANK])
    found = boxes(symbols("ratscrew"))
    assert {found[f"suit-{suit}"] for suit in SUITS} == {"0 0 40 40"}
    assert found["hand-slap"] == "0 0 100 100"


@pytest.mark.parametrize("players", SIZES)
def test_a_spectator_sees_the_pile_and_what_is_to_come(players: int) -> None:
    _, states = positions(players, players)
    for state in some_of(states):
        coming = [card for seat in range(players) for card in stack_cards(state, seat)[:3]]
        pile = in_patterns(state.pile[: state.played].tolist())
        assert faces(picture("ratscrew", state)) == named([*pile, *coming])


@pytest.mark.parametrize("players", SIZES)
def test_a_seat_sees_the_cards_that_it_has_perceived(players: int) -> None:
    _, states = positions(players, players)
    for state in some_of(states[:-1]):
        for seat in np.flatnonzero(state.out_at[:players] == 0).tolist():
            air = bool(state.perception[seat] > state.tick)
            pile = in_patterns(state.pile[: int(state.played) - air].tolist())
            assert faces(picture("ratscrew", state, seat)) == named(pile)


@pytest.mark.parametrize("players", SIZES)
def test_what_a_seat_cannot_know_is_not_drawn(players: int) -> None:
    rng = np.random.default_rng(players)
    _, states = positions(players, seed=players, memory=False)
    for state in some_of(states[:-1], 6):
        for seat in range(players):
            assert picture("ratscrew", twin(state, seat, rng), seat) == picture("ratscrew", state, seat)


def test_slaps_challenges_and_burns_show() -> None:
    state = burnt_out()
    drawn = picture("ratscrew", state)
    assert shown(drawn)["hand-slap"] == state.wrong.clip(max=3).sum()
    assert drawn != picture("ratscrew", state, language="es")
    before, after = nines(), nines()
    after.owed += 1
    assert picture("ratscrew", before) != picture("ratscrew", after)


def test_the_end() -> None:
    table, states = positions(3, seed=1)
    winner = f"player_{int(np.flatnonzero(table.result.winners)[0])}"
    for seat in (None, 0):
        assert f"{winner} wins." in picture("ratscrew", states[-1], seat)


def test_wrong_viewers() -> None:
    with pytest.raises(ValueError, match="seat takes an integer from 0 to"):
        picture("ratscrew", nines(), 9)
    with pytest.raises(ValueError, match="'en', 'es'"):
        picture("ratscrew", nines(), 0, "fr")
