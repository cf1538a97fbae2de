"""The estimates that Envite's network gets as features, against numbers worked by hand and by counting."""

from __future__ import annotations

from itertools import product

import pytest
import torch
from torch import Tensor

from card_envs.envite.network import SLOTS, SUIT_SLOTS, TRUMP_SLOTS
from card_envs.envite.rules import MAX_RUNGS
from card_envs.envite.worth import MET, TRUMPED, bets, chico_chance, missing, one_and_two, stakes, trick_chances


def at(*places: int) -> Tensor:
    """1 at each of these slots: float32 [1, slots]."""
    cards = torch.zeros(1, SLOTS)
    cards[0, list(places)] = 1
    return cards


def blocks(level: int = 0, proposed: int | None = None, **changes: list[float]) -> dict[str, Tensor]:
    """The blocks that tell of bets, by default of a fresh round of the General variant at 0 to 0."""
    given: dict[str, list[float]] = {
        "base": [2],
        "rungs": [4, 7, 9, *[0] * (MAX_RUNGS - 3)],
        "chico_stones": [12],
        "tumbo_from": [11],
        "stones": [0, 0],
        "exact_is_tumbo": [0],
        "level": [float(place == level) for place in range(MAX_RUNGS + 2)],
        "proposed": [float(place == proposed) for place in range(MAX_RUNGS + 2)],
        **changes,
    }
    return {name: torch.tensor([values], dtype=torch.float32) for name, values in given.items()}


def test_cards_are_beaten_by_the_unseen_above_them_and_plain_ones_by_trumps_too() -> None:
    """Two seats a team: rivals hold 6 of the 12 cards unseen, a half."""
    suit = TRUMP_SLOTS + SUIT_SLOTS
    unseen = at(0, 2, 3, TRUMP_SLOTS, suit, suit + 1, *range(suit + 3, suit + 9))
    chances = trick_chances(unseen, TRUMP_SLOTS, torch.tensor([[2.0]]))[0]
    met, trumped = 1 - MET / 2, (1 - TRUMPED / 2) ** 3
    assert chances[0] == 1
    assert chances[1].item() == pytest.approx(met)
    assert chances[4].item() == pytest.approx(met**3)
    assert chances[TRUMP_SLOTS].item() == pytest.approx(trumped)
    assert chances[TRUMP_SLOTS + 1].item() == pytest.approx(met * trumped)
    assert chances[suit + 2].item() == pytest.approx(met**2 * trumped)


def test_one_trick_and_two() -> None:
    """Against all eight ways that three tricks may go."""
    chances = [0.9, 0.5, 0.2]
    one = two = 0.0
    for won in product((0, 1), repeat=3):
        weight = 1.0
        for win, chance in zip(won, chances, strict=True):
            weight *= chance if win else 1 - chance
        one += weight * (sum(won) >= 1)
        two += weight * (sum(won) >= 2)
    cards = torch.zeros(1, SLOTS)
    cards[0, [0, 7, 30]] = torch.tensor(chances)
    assert [each.item() for each in one_and_two(cards)] == pytest.approx([one, two], abs=1e-6)
    assert [each.item() for each in one_and_two(at(3))] == [1, 0]
    assert [each.item() for each in one_and_two(torch.zeros(1, SLOTS))] == [0, 0]


@pytest.mark.parametrize(
    ("level", "proposed", "expected"),
    [(0, None, [2, 2, 4]), (0, 1, [2, 4, 7]), (1, 3, [4, 9, 12]), (3, 4, [9, 12, 12]), (2, None, [7, 7, 9])],
)
def test_stakes(level: int, proposed: int | None, expected: list[float]) -> None:
    """The chico fuera counts as a whole chico."""
    assert stakes(blocks(level, proposed)).tolist() == [expected]


def test_missing_stones() -> None:
    gains = torch.tensor([[0.0, 2.0, 3.0, 4.0]])
    assert missing(blocks(stones=[8, 3]), gains, 0).tolist() == [[4, 2, 1, 0]]  # 11 is tumbo
    assert missing(blocks(stones=[8, 3]), gains, 1).tolist() == [[9, 7, 6, 5]]
    assert missing(blocks(stones=[8, 3], exact_is_tumbo=[1]), gains, 0).tolist() == [[4, 2, 1, 1]]
    assert missing(blocks(stones=[8, 3], tumbo_from=[-1]), gains, 0).tolist() == [[4, 2, 1, 0]]


def test_chances_of_the_chico() -> None:
    assert chico_chance(torch.tensor([6.0, 0.0, 3.0]), torch.tensor([6.0, 3.0, 0.0])).tolist() == [0.5, 1, 0]
    few, many = chico_chance(torch.tensor([2.0, 9.0]), torch.tensor([9.0, 2.0])).tolist()
    assert few > 0.8
    assert few + many == pytest.approx(1)


def test_bets_weigh_the_levels_by_the_chance_of_the_round() -> None:
    """At 8 to 8 with 4 asked for: winning 4 is the chico, losing it too; folding loses 2."""
    told = bets(blocks(0, 1, stones=[8, 8]), torch.tensor([[0.75]]))[0].tolist()
    won, lost, mean = told[:3], told[3:6], told[6:]
    assert won[1:] == [1, 1]
    assert lost[1:] == [0, 0]
    assert won[0] == pytest.approx(4**1.25 / (4**1.25 + 2**1.25), abs=1e-6)
    assert lost[0] == pytest.approx(1 - won[0], abs=1e-6)
    assert mean == pytest.approx([0.75 * won[0] + 0.25 * lost[0], 0.75, 0.75], abs=1e-6)
