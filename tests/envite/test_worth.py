"""The estimates that Envite's network gets as features, against the `expert`'s kernels and numbers worked by hand."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor

from card_envs import envite_v0
from card_envs.core.compile import kernel
from card_envs.core.loops import bind_player
from card_envs.envite import GAME, players, rules
from card_envs.envite.cards import CARDS
from card_envs.envite.network import CLOSE, Encoding
from card_envs.envite.observation import LAYOUT, LEVEL, LEVELS, PROPOSED, position
from card_envs.envite.rules import FIRST_CARD, MAX_RUNGS
from card_envs.envite.slots import SLOTS, SUIT_SLOTS, TRUMP_SLOTS, card_slots, slot_kinds
from card_envs.envite.worth import (
    FUERA,
    Cards,
    chico_chance,
    later_chances,
    missing,
    one_and_two,
    stakes,
    unseen_cards,
)

SIZES = (4, 6, 8, 10, 12)
VARIANTS: tuple[Any, ...] = (
    "general",
    "gran_canaria",
    rules.EnviteVariant(rungs=(3, 4, 5, 6, 7, 8), chico_stones=9, tumbo_from=8, may_decline=True, exact_hit="tumbo"),
    rules.EnviteVariant(base=1, rungs=(), chico_stones=5, tumbo_from=None),
)
ROWS = 600  # decisions of each table size and variant
EXPERTLY = 0.7  # of the moves; the others are random
EXACT = 1e-5

per_size = pytest.mark.parametrize("size", SIZES)
per_variant = pytest.mark.parametrize("variant", range(len(VARIANTS)))
expert = bind_player("expert", players.expert, GAME.folder)


# --- beside the kernels ----------------------------------------------------------------------------------------


@kernel
def card_estimates(observations, out):
    """Chances of the trick and of the round with each card in hand, and what the expert goes by: [B, cards, 3]."""
    for row in range(len(observations)):
        observation = observations[row]
        table, unseen = players.ranks(observation), unseen_cards_of(observation)
        for card in range(CARDS):
            if observation[players.HAND_AT + card] > 0:
                chance = players.round_chance(table, observation, unseen, card)
                out[row, card, 0] = players.trick_chance(table, observation, unseen, card)
                out[row, card, 1] = chance
                out[row, card, 2] = chance - players.THRIFT * players.power(table, card)


@kernel
def unseen_cards_of(observation):
    unseen = np.ones(CARDS, np.int8)
    for card in range(CARDS):
        seen = observation[players.HAND_AT + card] + observation[players.GONE + card] + observation[players.VIRA + card]
        unseen[card] = seen == 0
    return unseen


@kernel
def call_estimates(observations, out):
    """By row: the chance, its weight after calls, and each of accept or pass, raise, fold, play, decline: [B, 7]."""
    for row in range(len(observations)):
        observation = observations[row]
        table = players.ranks(observation)
        fresh = players.two_tricks(table, observation, unseen_cards_of(observation))
        level, proposed = position(observation, LEVEL, LEVELS), position(observation, PROPOSED, LEVELS)
        chance = players.reweighed(fresh, players.AFTER_BET ** np.int64(observation[players.RAISES + 1]))
        folds = 0.0
        if proposed < 0:
            proposed, folds = level, players.FOLDS
            if observation[players.PASSED + 1] > 0:
                chance = players.reweighed(chance, players.AFTER_PASS)
        penalty = np.int64(observation[players.TUMBO_PENALTY])
        price = np.int64(observation[players.DECLINE_STONES])
        out[row, 0], out[row, 1] = fresh, chance
        out[row, 2] = players.stake_chance(observation, proposed, chance)
        out[row, 3] = players.raise_chance(observation, proposed, chance, folds)
        out[row, 4] = players.stake_chance(observation, level, 0.0)
        out[row, 5] = fresh + (1.0 - fresh) * players.chico_chance(observation, 0, penalty)
        out[row, 6] = players.chico_chance(observation, 0, price)


@cache
def decisions(size: int, variant: int) -> tuple[NDArray[np.float32], NDArray[np.int8], NDArray[np.int64]]:
    """Rows with a choice from games of the expert and chance: observations, masks, and the expert's action."""
    options: dict[str, Any] = {"episode": "chico", "start_stones": "random", "variant": VARIANTS[variant]}
    batch = envite_v0.batch(num_games=40, players=size, seed=size, **options)
    draw = np.random.default_rng(size)
    parts: list[tuple[NDArray[Any], ...]] = []
    while sum(len(part[0]) for part in parts) < ROWS:
        observations, legal = batch.observations[:, 0].copy(), batch.action_masks[:, 0].copy()
        actions = np.zeros(len(legal), np.int64)
        expert(observations, legal, draw.integers(2**63, size=len(legal)).astype(np.uint64), np.zeros(0), actions)
        free = legal.sum(1) > 1
        parts.append((observations[free], legal[free], actions[free]))
        played = draw.random((len(actions), 1)) < EXPERTLY
        batch.step(np.where(played, actions[:, None], batch.sample()))
    observations, legal, actions = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return observations, legal, actions


def features(observations: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What the encoding tells of each card [B, cards, 6], and, after all that it tells of cards, the rest [B, …]."""
    encoding = Encoding()
    blocks = {name: torch.from_numpy(block.copy()) for name, block in LAYOUT.split(observations).items()}
    told = encoding.encode(blocks).numpy()
    planes, rest = np.split(told, [encoding.planes * SLOTS], axis=1)
    own = planes.reshape(len(told), encoding.planes, SLOTS)[:, -6:]
    sizes, viras = blocks["present"].sum(1).long() // 2 - 2, blocks["vira"].argmax(1)
    slots = card_slots()[sizes, viras // 10]
    return np.take_along_axis(own, slots[:, None], axis=2).transpose(0, 2, 1), rest


@per_size
@per_variant
def test_cards_are_weighed_as_the_expert_weighs_them(size: int, variant: int) -> None:
    """E11–E16: the chances of trick and round with every card that may be played, and how far each is behind."""
    observations, masks, chosen = decisions(size, variant)
    rows = np.flatnonzero(chosen >= FIRST_CARD)
    observations, legal, chosen = observations[rows], masks[rows, FIRST_CARD:] > 0, chosen[rows] - FIRST_CARD
    assert len(rows) > ROWS / 3
    told, _ = features(observations)
    expected = np.zeros((len(rows), CARDS, 3))
    card_estimates(observations, expected)
    best = np.where(legal[..., None], expected, -np.inf).max(1, keepdims=True)
    behind = (expected - best)[..., [0, 2]] / CLOSE
    expected = np.concatenate([expected[..., :2], behind], 2) * legal[..., None]
    np.testing.assert_allclose(told[..., 2:], expected, atol=EXACT)
    # The expert's card is behind none; others are level with it only by the symmetry of plain suits.
    level = legal & (told[..., 5] > -EXACT)
    assert level[np.arange(len(rows)), chosen].all()
    assert (level.sum(1) == 1).mean() > 0.8


# After the cards come six figures of the hand, the chance after calls, the strong cards, `Calls`, and the choices.
PLACES = np.cumsum([6, 1, 1, 3, 3, 1, 1, 1, 1, 1, 1])


@per_size
@per_variant
def test_calls_are_weighed_as_the_expert_weighs_them(size: int, variant: int) -> None:
    """E17–E22, E26: each call's chances of the chico, and what the expert says read off their differences."""
    observations, masks, chosen = decisions(size, variant)
    rows = np.flatnonzero(chosen < FIRST_CARD)
    observations, legal, chosen = observations[rows], masks[rows] > 0, chosen[rows]
    assert len(rows) > 20
    expected = np.zeros((len(rows), 7))
    call_estimates(observations, expected)
    hand, chance, strong, _, _, _, stay, up, out, _, play, rest = np.split(features(observations)[1], PLACES, axis=1)
    told = np.concatenate([hand[:, 3:4], chance, stay, up, out, play, rest[:, :1]], 1)
    can_raise = legal[:, rules.RAISE]
    told[~can_raise, 3] = expected[~can_raise, 3] = 0  # there is no level above the chico fuera
    np.testing.assert_allclose(told, expected, atol=EXACT)

    bet, raised, accepted, played = rest[:, 1:5].T
    asked, tumbo = legal[:, rules.ACCEPT], legal[:, rules.PLAY_TUMBO]
    says = np.where(bet > 0, rules.RAISE, rules.PASS)
    says[asked] = np.where(raised > 0, rules.RAISE, np.where(accepted >= 0, rules.ACCEPT, rules.FOLD))[asked]
    hopeless = (strong[:, 0] == 0) & (played < 0)
    says[tumbo] = np.where(hopeless, rules.DECLINE_TUMBO, rules.PLAY_TUMBO)[tumbo]
    bluffs = (says == rules.PASS) & (chosen == rules.RAISE)
    even = can_raise & np.isclose(up, stay, atol=EXACT)[:, 0]  # rounding decides between equal values
    clear = ~(even | asked & (np.abs(accepted) < EXACT) | tumbo & (np.abs(played) < EXACT))
    assert clear.mean() > 0.8
    np.testing.assert_array_equal(says[clear & ~bluffs], chosen[clear & ~bluffs])
    assert bluffs.mean() < 0.2


# --- by hand ---------------------------------------------------------------------------------------------------


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
    unseen = unseen_cards(at(0, 2, 3, TRUMP_SLOTS, suit, suit + 1, *range(suit + 3, suit + 9)))
    slots = torch.tensor([[1, 4, TRUMP_SLOTS + 1, suit + 2]])
    own = Cards(slots, torch.from_numpy(slot_kinds())[slots], unseen.above.gather(1, slots))
    met, trumped = 1 - players.MET / 2, (1 - players.TRUMPED / 2) ** 3
    chances = later_chances(own, unseen, torch.tensor([[2.0]]))[0]
    assert chances.tolist() == pytest.approx([met, met**3, met * trumped, met**2 * trumped])
    assert unseen.kinds.tolist() == [[0, 1, 8, 0, 3]]


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
    assert [each.item() for each in one_and_two(torch.tensor([chances]))] == pytest.approx([one, two], abs=1e-6)
    assert [each.item() for each in one_and_two(torch.tensor([[0.0, 1.0, 0.0]]))] == [1, 0]
    assert [each.item() for each in one_and_two(torch.zeros(1, 3))] == [0, 0]


@pytest.mark.parametrize(
    ("level", "proposed", "expected"),
    [(0, None, [2, 2, 4]), (0, 1, [2, 4, 7]), (1, 3, [4, 9, FUERA]), (3, 4, [9, FUERA, FUERA]), (2, None, [7, 7, 9])],
)
def test_stakes(level: int, proposed: int | None, expected: list[float]) -> None:
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
