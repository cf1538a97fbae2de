"""Dealing by counting, for the deals that drawing seldom makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import numba
import numpy as np
import pytest
from scipy import stats

from card_envs.envite import rules
from card_envs.envite.dealing import deal_by_counting
from tests.envite.hand_made import act, numbers, table
from tests.envite.test_properties import Deal, may_hold, voided

DRAWS = 8_000


@numba.njit
def dealt(state, cards, keys, hands):  # type: ignore[no-untyped-def]
    """The hands [draws, seats, 3] that are dealt, in a state that is written over; how many draws dealt any."""
    number = 0
    for row in range(keys.shape[0]):
        state.hands[:] = rules.NOBODY
        number += deal_by_counting(state, cards.copy(), keys[row])
        hands[row] = state.hands
    return number


def drawn(state: np.record, cards: list[int]) -> tuple[int, np.ndarray]:
    hands = np.empty((DRAWS, *state.hands.shape), np.int8)
    keys = np.random.default_rng(2025).integers(2**64, size=DRAWS, dtype=np.uint64)
    return dealt(np.array([state], rules.State)[0], np.array(cards), keys, hands), hands


def second_trick() -> np.record:
    """2v2, copas trump, the malilla (copas-2) the highest: everybody holds two cards."""
    hands = ["oros-12 espadas-4", "oros-3 bastos-4", "oros-4 bastos-5", "oros-5 bastos-6"]
    tables = table([f"{hand} copas-{rank}" for hand, rank in zip(hands, (1, 3, 4, 6), strict=True)])
    act(tables, "pass pass oros-12 oros-3 oros-4 oros-5")
    return tables.states[0]


def possible(state: np.record, cards: list[int]) -> list[Deal]:
    def deals(seat: int, left: list[int]) -> Iterator[Deal]:
        if seat == state.players:
            yield ()
            return
        for hand in combinations([card for card in left if may_hold(state, seat, card)], 2):
            for others in deals(seat + 1, [card for card in left if card not in hand]):
                yield hand, *others

    return list(deals(1, cards))


UNSEEN = "oros-1 oros-2 copas-2 copas-7 espadas-1 espadas-2 bastos-1"


@pytest.mark.parametrize(
    ("unseen", "lacks"),
    [
        (UNSEEN, {}),
        (UNSEEN, {1: "o"}),
        (UNSEEN, {1: "o", 2: "oe", 3: "e"}),
        (UNSEEN, {1: "ot", 2: "t", 3: "ot"}),  # the highest card may have been kept back
        (UNSEEN, {1: "eo", 3: "e"}),
        ("oros-1 oros-2 copas-2 espadas-1 bastos-1 bastos-2", {1: "o", 2: "ot", 3: "t"}),  # all of them are dealt
    ],
)
def test_every_possible_deal_is_as_likely(unseen: str, lacks: dict[int, str]) -> None:
    state, cards = voided(second_trick(), lacks), numbers(unseen)
    number, hands = drawn(state, cards)
    assert number == DRAWS
    deals = possible(state, sorted(cards))
    found: Counter[Deal] = Counter(
        tuple(tuple(hand[1:]) for hand in row[1:4]) for row in np.sort(hands, axis=2).tolist()
    )
    assert 2 < len(deals) < DRAWS // 9
    assert set(found) <= set(deals)
    assert stats.chisquare([found[deal] for deal in deals]).pvalue > 1e-3


@pytest.mark.parametrize(
    ("unseen", "lacks"),
    [
        ("oros-1 oros-2 oros-3 oros-6 espadas-1 espadas-2", {1: "o", 2: "o"}),  # three cards short
        (UNSEEN, {1: "oe", 2: "eb"}),  # three classes, which no game leads to
    ],
)
def test_what_cannot_be_counted_is_not_dealt(unseen: str, lacks: dict[int, str]) -> None:
    number, hands = drawn(voided(second_trick(), lacks), numbers(unseen))
    assert number == 0
    assert (hands == rules.NOBODY).all()


def test_the_rarest_deal_of_the_largest_table_is_found() -> None:
    """Twelve seats, of whom eleven did not follow oros: of the cards unseen, the three oros must be those left over."""
    firsts = [f"espadas-{rank}" for rank in (1, 2, 3, 5, 6, 7, 10, 11, 12)] + ["copas-1", "copas-2"]
    tables = table([], "bastos-4", players=12)
    state = tables.states[0]
    state.phase, state.trick = rules.PLAYING, 1
    state.played[0, 0], state.played[0, 1:] = numbers("oros-12")[0], numbers(" ".join(firsts))
    state.voids[1:, 0] = 1
    seen = {*state.played[0].tolist(), int(state.vira), *numbers("oros-3 oros-4")}
    cards = [card for card in range(40) if card not in seen]
    number, hands = drawn(state, cards)
    assert number == DRAWS
    oros = numbers("oros-6 oros-7 oros-11")
    dealt_cards = sorted(set(cards) - set(oros))
    assert len(dealt_cards) == 22
    assert (np.sort(hands[:, 1:, :2].reshape(DRAWS, -1), axis=1) == dealt_cards).all()
