"""The deck in order of strength this round, as tables: a *slot* stands for a card of a certain strength and class.

The trumps and matadores come first, strongest first, then the three plain suits in the deck's order from the trump
suit on, each by rank. So a card beats those of its own class in later slots, and a trump all in later slots.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from card_envs.envite.cards import CARDS, CLASSES, PLAIN_ORDER, STRENGTHS, TEAM_SIZES, TRUMP

TRUMP_SLOTS = 16  # ten trumps and six matadores at most
SUIT_SLOTS = len(PLAIN_ORDER)
SLOTS = TRUMP_SLOTS + 3 * SUIT_SLOTS
NO_CARD = CARDS  # an empty slot's card
NO_SLOT = SLOTS  # where no card lies
NO_KIND = 0  # the class of `NO_SLOT`; `KINDS` leaves it free, for cards of the trump suit are trumps
KINDS = TRUMP + 1  # the three plain suits by their distance from the trump suit, then the trumps


def card_slots() -> NDArray[np.int64]:
    """The slot of each card: int64 [team size − 2, trump suit, card]."""
    slots = np.zeros((TEAM_SIZES, 4, CARDS), np.int64)
    for size in range(TEAM_SIZES):
        for trump in range(4):
            classes, strengths = CLASSES[size, trump], STRENGTHS[size, trump]
            trumps = [card for card in range(CARDS) if classes[card] == TRUMP]
            for place, card in enumerate(sorted(trumps, key=lambda card: -strengths[card])):
                slots[size, trump, card] = place
            for card in set(range(CARDS)) - set(trumps):
                suit = (classes[card] - trump - 1) % 4
                weaker = SUIT_SLOTS - 1 - int(strengths[card])
                slots[size, trump, card] = TRUMP_SLOTS + SUIT_SLOTS * suit + weaker
    return slots


def slot_cards() -> NDArray[np.int64]:
    """The card in each slot, `NO_CARD` in an empty one: int64 [team size − 2, trump suit, slot]."""
    slots = card_slots()
    cards = np.full((TEAM_SIZES, 4, SLOTS), NO_CARD)
    np.put_along_axis(cards, slots, np.broadcast_to(np.arange(CARDS), slots.shape), axis=2)
    return cards


def slot_kinds() -> NDArray[np.int64]:
    """The class of each slot, `NO_SLOT` included: int64 [SLOTS + 1], below `KINDS`."""
    return np.repeat([TRUMP, 1, 2, 3, NO_KIND], [TRUMP_SLOTS, SUIT_SLOTS, SUIT_SLOTS, SUIT_SLOTS, 1])


def slot_strengths() -> NDArray[np.int64]:
    """How strong each slot's card is in its class: int64 [team size − 2, trump suit, SLOTS + 1], −1 without a card."""
    none = ((0, 0), (0, 0), (0, 1))
    cards = np.pad(slot_cards(), none, constant_values=NO_CARD)
    return np.take_along_axis(np.pad(STRENGTHS.astype(np.int64), none, constant_values=-1), cards, axis=2)
