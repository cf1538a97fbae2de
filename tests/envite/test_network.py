"""What Envite's torch module is there for: every round looks the same to a network but for the strength of cards.

Numbers like E8 are rules of `seeds/envite.md`.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from card_envs import envite_v0
from card_envs.envite.cards import CARD_NAMES, CARDS, card
from card_envs.envite.network import Encoding
from card_envs.envite.observation import LAYOUT
from card_envs.envite.rules import FIRST_CARD
from card_envs.envite.slots import NO_CARD, SLOTS, SUIT_SLOTS, TRUMP_SLOTS, card_slots, slot_cards
from tests.envite.hand_made import act, look, table, view
from tests.envite.referee import PLAIN, SUITS, Numbers, Referee

SIZES = (4, 6, 8, 10, 12)
OBSERVATIONS = 400

per_size = pytest.mark.parametrize("players", SIZES)
per_suit = pytest.mark.parametrize("suit", SUITS)


def referee(players: int, suit: str) -> Referee:
    """A referee of a round in which this suit is trump."""
    judge = Referee(players, Numbers())
    judge.vira = f"{suit}-7"
    return judge


def slots_by_rules(players: int, suit: str) -> list[str | None]:
    """The card in each slot, by E6 to E9; None in an empty one."""
    trumps = referee(players, suit).trumps()
    turn = SUITS.index(suit)
    slots: list[str | None] = [*trumps, *[None] * (TRUMP_SLOTS - len(trumps))]
    for plain in SUITS[turn + 1 :] + SUITS[:turn]:
        named = [f"{plain}-{rank}" for rank in PLAIN]
        slots += [None if name in trumps else name for name in named]
    return slots


# --- slots ----------------------------------------------------------------------------------------------------


@per_size
@per_suit
def test_slots_are_in_order_of_strength(players: int, suit: str) -> None:
    """E6 to E9."""
    cards = slot_cards()[players // 2 - 2, SUITS.index(suit)]
    assert [None if number == NO_CARD else CARD_NAMES[number] for number in cards] == slots_by_rules(players, suit)


@pytest.mark.parametrize(
    ("players", "suit", "strongest"),
    [
        (4, "copas", "copas-2 copas-12 copas-11 copas-10 copas-1 copas-7 copas-6 copas-5 copas-4 copas-3"),
        (6, "bastos", "bastos-3 bastos-11 oros-10 bastos-2 bastos-12 bastos-10 bastos-1 bastos-7"),
        (10, "oros", "oros-2 oros-5 bastos-3 bastos-11 oros-10 oros-12 oros-11 oros-1 oros-7 oros-6 oros-4 oros-3"),
        (12, "espadas", "oros-1 oros-2 oros-5 bastos-3 bastos-11 oros-10 espadas-2 espadas-12 espadas-11 espadas-10"),
    ],
)
def test_strongest_slots_by_hand(players: int, suit: str, strongest: str) -> None:
    """E6, E8, E9: with oros as trump at 5v5 there is no malilla."""
    named = strongest.split()
    cards = slot_cards()[players // 2 - 2, SUITS.index(suit)]
    assert [CARD_NAMES[number] for number in cards[: len(named)]] == named


@per_size
@per_suit
def test_each_card_has_one_slot(players: int, suit: str) -> None:
    where = players // 2 - 2, SUITS.index(suit)
    slots, cards = card_slots()[where], slot_cards()[where]
    assert len(set(slots.tolist())) == CARDS
    assert cards[slots].tolist() == list(range(CARDS))
    assert (cards == NO_CARD).sum() == SLOTS - CARDS


# --- logits ---------------------------------------------------------------------------------------------------


def test_decode_gives_each_card_the_logit_of_its_slot() -> None:
    """All table sizes and viras in one batch; the calls keep their places."""
    rounds = [(players, vira) for players in SIZES for vira in CARD_NAMES]
    blocks = {"present": torch.zeros(len(rounds), 12), "vira": torch.zeros(len(rounds), CARDS)}
    for row, (players, vira) in enumerate(rounds):
        blocks["present"][row, :players] = 1
        blocks["vira"][row, card(vira)] = 1
    encoding = Encoding()
    logits = torch.arange(len(rounds) * encoding.outputs).unflatten(0, (len(rounds), -1)).float()
    decoded = encoding.decode(logits, blocks)
    assert decoded.shape == (len(rounds), FIRST_CARD + CARDS)
    assert torch.equal(decoded[:, :FIRST_CARD], logits[:, :FIRST_CARD])
    for row, (players, vira) in enumerate(rounds):
        slots = slots_by_rules(players, vira.partition("-")[0])  # E4: also where the vira is a matador
        expected = [logits[row, FIRST_CARD + slots.index(name)] for name in CARD_NAMES]
        assert decoded[row, FIRST_CARD:].tolist() == expected


# --- features -------------------------------------------------------------------------------------------------


def seen(players: int, **options: Any) -> np.ndarray:
    """What the acting seats of random games see: float32 [OBSERVATIONS, 331]."""
    batch = envite_v0.batch(num_games=20, players=players, seed=players, **options)
    found = []
    for _ in range(OBSERVATIONS // 20):
        batch.step(batch.sample())
        found.append(batch.observations[:, 0].copy())
    return np.concatenate(found)


def blocks_of(observations: np.ndarray) -> dict[str, Tensor]:
    return {name: torch.from_numpy(block.copy()) for name, block in LAYOUT.split(observations).items()}


def card_planes(features: Tensor) -> Tensor:
    """The features that tell of single cards: in the hand, gone, the vira, unseen, in the hand and winning."""
    return features[:, : 5 * SLOTS].unflatten(1, (5, SLOTS))


@per_size
def test_cards_seen_are_told_slot_by_slot(players: int) -> None:
    """Card by card as the blocks say; empty slots read zero."""
    blocks = blocks_of(seen(players))
    planes = card_planes(Encoding().encode(blocks)).numpy()
    known = [blocks["hand"], blocks["gone"], blocks["vira"]]
    known.append(1 - sum(known))
    for row in range(OBSERVATIONS):
        vira = int(blocks["vira"][row].argmax())
        slots = slots_by_rules(players, CARD_NAMES[vira].partition("-")[0])
        for plane, told in zip(planes[row, :4], known, strict=True):
            assert plane.tolist() == [0.0 if name is None else float(told[row, card(name)]) for name in slots]


@per_size
def test_winning_cards_are_those_that_would_take_the_trick(players: int) -> None:
    """E15, judged by the referee; before the first card of a trick there are none."""
    observations = seen(players)
    planes = card_planes(Encoding().encode(blocks_of(observations)))
    told = 0
    for row, blocks in enumerate(map(LAYOUT.split, observations)):
        suit = CARD_NAMES[blocks["vira"].argmax()].partition("-")[0]
        judge, slots = referee(players, suit), slots_by_rules(players, suit)
        played = blocks["played"][blocks["trick"].argmax()].astype(int)
        trick = {seat: CARD_NAMES[number - 1] for seat, number in enumerate(played) if number}
        led = trick.get(int(blocks["leader"].argmax()), "")
        hand = [CARD_NAMES[number] for number in np.flatnonzero(blocks["hand"])]
        winning = {name for name in hand if trick and judge.trick_winner({**trick, 0: name}, led) == 0}
        assert {name for name, flag in zip(slots, planes[row, 4].tolist(), strict=True) if flag} == winning
        told += len(winning)
    assert told > 50


# --- the same game under other suits --------------------------------------------------------------------------

# For each suit, oros to bastos, the suit that it becomes.
ALL_RENAMINGS = list(permutations(range(4)))
TURNS = [tuple((suit + step) % 4 for suit in range(4)) for step in range(4)]  # the suits keep their cyclic order
# Matadores are of oros and bastos (E8), so where they are in force only the other two suits can change names.
EXCHANGE = (0, 2, 1, 3)
RENAMED = [(4, renaming) for renaming in ALL_RENAMINGS] + [(players, EXCHANGE) for players in SIZES[1:]]


def renamed(observations: np.ndarray, renaming: tuple[int, ...]) -> np.ndarray:
    """The same rounds with other names for the suits."""
    cards = renamed_cards(renaming)
    changed = observations.copy()
    before, after = LAYOUT.split(observations), LAYOUT.split(changed)
    for name in ("hand", "vira", "gone"):
        after[name][:, cards] = before[name]
    after["played"][:] = np.append(0, cards + 1)[before["played"].astype(int)]
    after["voids"][:, :, [*renaming, 4]] = before["voids"]
    return changed


def renamed_cards(renaming: tuple[int, ...]) -> np.ndarray:
    """The card that each card becomes: int64 [40]."""
    suit, rank = np.divmod(np.arange(CARDS), 10)
    return np.array(renaming)[suit] * 10 + rank


def feature_order(trump: int, renaming: tuple[int, ...], first_void: int, size: int) -> np.ndarray:
    """Where each feature stands after a renaming: only what is told of each plain suit changes places."""
    new_trump = renaming[trump]
    # Plain suits are counted from the trump suit on: the one `step` after it is found `moved[step]` after the new one.
    moved = {step: (renaming[(trump + step) % 4] - new_trump) % 4 for step in (1, 2, 3)}
    order = np.arange(size)
    for step, other in moved.items():
        ranks = np.arange(SUIT_SLOTS)
        for plane in range(Encoding.planes):
            start = plane * SLOTS + TRUMP_SLOTS
            order[start + SUIT_SLOTS * (step - 1) + ranks] = start + SUIT_SLOTS * (other - 1) + ranks
        for seat in range(12):
            order[first_void + 5 * seat + step] = first_void + 5 * seat + other
    return order


def first_void_feature(encoding: Encoding) -> int:
    """Where the features of voids begin: with oneself and the trump suit."""
    blocks = view(table(vira="copas-5"), 0)
    shown = {**blocks, "voids": blocks["voids"].copy()}
    shown["voids"][0, SUITS.index("copas")] = 1
    before, after = (
        encoding.encode({name: torch.from_numpy(block[None].copy()) for name, block in each.items()})
        for each in (blocks, shown)
    )
    return int(torch.nonzero(before[0] != after[0]).item())


@pytest.mark.parametrize(("players", "renaming"), RENAMED)
def test_renamed_suits_leave_the_features_equal_but_for_the_order_of_plain_suits(
    players: int, renaming: tuple[int, ...]
) -> None:
    encoding = Encoding()
    first_void = first_void_feature(encoding)
    observations = seen(players)
    before = encoding.encode(blocks_of(observations)).numpy()
    after = encoding.encode(blocks_of(renamed(observations, renaming))).numpy()
    trumps = LAYOUT.split(observations)["vira"].argmax(axis=1) // 10
    assert set(trumps.tolist()) == {0, 1, 2, 3}
    for trump in range(4):
        order = feature_order(trump, renaming, first_void, encoding.size)
        np.testing.assert_allclose(after[trumps == trump][:, order], before[trumps == trump], atol=1e-5)


@pytest.mark.parametrize("renaming", TURNS)
def test_cards_that_correspond_have_equal_logits(renaming: tuple[int, ...]) -> None:
    """Where plain suits keep their cyclic order any network chooses the same."""
    encoding = Encoding()
    torch.manual_seed(0)
    network = torch.nn.Linear(encoding.size, encoding.outputs)
    observations = seen(4)

    def logits(blocks: dict[str, Tensor]) -> Tensor:
        return encoding.decode(network(encoding.encode(blocks)), blocks)

    with torch.no_grad():
        before = logits(blocks_of(observations))
        after = logits(blocks_of(renamed(observations, renaming)))
    cards = renamed_cards(renaming)
    torch.testing.assert_close(after[:, FIRST_CARD + cards], before[:, FIRST_CARD:], atol=1e-4, rtol=0)
    torch.testing.assert_close(after[:, :FIRST_CARD], before[:, :FIRST_CARD], atol=1e-4, rtol=0)
    assert before.std(dim=1).min() > 0.1
    if renaming != (0, 1, 2, 3):
        assert not torch.equal(after, before)


def test_a_renamed_round_is_what_the_game_shows_of_those_cards() -> None:
    """The renaming of these tests, beside two rounds that are dealt and played."""
    one = table(["copas-2 oros-3 oros-7", "espadas-12 bastos-1 bastos-4"], vira="copas-5")
    other = table(["espadas-2 copas-3 copas-7", "bastos-12 oros-1 oros-4"], vira="espadas-5")
    act(one, "pass pass oros-3 bastos-1")
    act(other, "pass pass copas-3 oros-1")
    before, after = (look(tables.states[0], 0)[0][None] for tables in (one, other))
    np.testing.assert_array_equal(renamed(before, TURNS[1]), after)
    assert LAYOUT.split(after)["voids"][0, 1].tolist() == [0, 1, 0, 0, 0]
