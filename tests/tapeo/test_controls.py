"""The control variates of Tapeo: counts of what is dealt, each less its expectation."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import numpy as np
import pytest
from scipy.stats import hypergeom

from card_envs.core.options import made_options
from card_envs.core.random import slot_seeds
from card_envs.core.tables import Tables
from card_envs.tapeo import GAME, rules
from card_envs.tapeo.controls import SIZE, count_round
from tests.tapeo.hand_made import table, with_hands
from tests.uncompiled import printed_uncompiled

PRINTED = """
import numpy as np
from card_envs.core.random import slot_seeds
from card_envs.tapeo import GAME
states = np.repeat(GAME.initial(GAME.options(players=3)), 5)
states["seed"] = slot_seeds(0, 5)
numbers = np.zeros((5, GAME.controls.size))
GAME.control_rows(states, numbers)
print(numbers.tolist())
"""


def counted(state: np.record) -> np.ndarray:
    """The numbers of the round that lies in the hands."""
    out = np.zeros(SIZE)
    count_round(state, out)
    return out


def test_by_hand() -> None:
    """Of a hand-made deal, against an empty one: cards, pairs, pairs in one hand, prawns with bread."""
    hands = [
        ["croqueta"] * 3 + ["prawns"],
        ["croqueta", "prawns", "bread", "bread"],
        ["ham1", "ham2", "ham3", "churro"],
    ]
    more = counted(with_hands(hands)) - counted(table(3))
    cards, pairs, in_hands = (dict(zip(rules.ACTIONS, part, strict=True)) for part in more[:30].reshape(3, 10))
    expected = {"croqueta": 4, "prawns": 2, "bread": 2, "ham1": 1, "ham2": 1, "ham3": 1, "churro": 1}
    assert {name: number for name, number in cards.items() if abs(number) > 1e-9} == pytest.approx(expected)
    assert {name: number for name, number in pairs.items() if abs(number) > 1e-9} == pytest.approx(
        {"croqueta": 6, "prawns": 1, "bread": 1}
    )
    assert {name: number for name, number in in_hands.items() if abs(number) > 1e-9} == pytest.approx(
        {"croqueta": 3, "bread": 1}
    )
    assert more[30] == pytest.approx(4)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("ham_split", [(4, 4, 4), (0, 1, 11)])
def test_expectations(players: int, ham_split: tuple[int, int, int]) -> None:
    """Summed over every number of cards that can be dealt, by the hypergeometric law."""
    state = table(players, ham_split=ham_split)
    hand = int(rules.HAND_SIZES[players])
    nothing = -counted(state)  # each number is its count less the expectation, and here all counts are 0

    def mean(of: Callable[[int], float], in_deck: int, drawn: int) -> float:
        return sum(of(number) * hypergeom.pmf(number, 84, in_deck, drawn) for number in range(in_deck + 1))

    def pairs(number: int) -> int:
        return comb(number, 2)

    dealt = hand * players
    in_deck = [*rules.CARD_COUNTS]
    in_deck[rules.HAM_1 : rules.HAM_3 + 1] = ham_split
    assert sum(in_deck) == 84
    np.testing.assert_allclose(nothing[:10], [mean(float, number, dealt) for number in in_deck], atol=1e-12)
    np.testing.assert_allclose(nothing[10:20], [mean(pairs, number, dealt) for number in in_deck], atol=1e-12)
    np.testing.assert_allclose(nothing[20:30], [players * mean(pairs, number, hand) for number in in_deck], atol=1e-12)
    # Beside so many prawns the other cards dealt are any of 74, of which 8 are bread.
    assert nothing[30] == pytest.approx(mean(lambda prawns: prawns * (dealt - prawns) * 8 / 74, 10, dealt))


def test_later_rounds_are_those_that_are_played() -> None:
    """Told from the first deal of a game, whatever comes to be played in it."""
    tables = Tables(GAME, made_options(GAME.options, {"players": 4}), 6)
    tables.reset(slot_seeds(2, 6))
    told = np.zeros((6, SIZE))
    GAME.control_rows(tables.states.copy(), told)
    seen = np.zeros((6, SIZE))
    while not tables.terminated.any():
        for row in np.flatnonzero(tables.states["picks"] == 0):
            count_round(tables.states[row], seen[row])
        tables.play(tables.sample())
    np.testing.assert_allclose(seen, told)


def test_compiled_is_plain_python() -> None:
    states = np.repeat(GAME.initial(made_options(GAME.options, {"players": 3})), 5)
    states["seed"] = slot_seeds(0, 5)
    numbers = np.zeros((5, SIZE))
    GAME.control_rows(states, numbers)
    assert printed_uncompiled(PRINTED) == f"{numbers.tolist()}\n"
