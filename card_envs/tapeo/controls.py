"""What the luck of a deal of Tapeo can be told by: which cards are dealt at all, and which of them lie together.

In each round `dealt` of the 84 cards lie in the hands, any of them as likely as any other. So a card is dealt with the
chance dealt/84, two given cards with (dealt/84)·((dealt − 1)/83), and they lie in one hand with (dealt/84)·((hand −
1)/83): what is counted is expected to be that chance times how many such cards, or pairs, are in the deck.
"""

from __future__ import annotations

import numpy as np

from card_envs.core.compile import kernel
from card_envs.tapeo.rules import BREAD, HAND_SIZES, KINDS, PRAWNS, ROUNDS, card_count, deal_round

CARDS = 84  # T2

# Of each kind the cards, their pairs, and the pairs in one hand; and the pairs of a prawn with a bread.
SIZE = 3 * KINDS + 1


@kernel
def controls(state, out):
    """Over the three rounds, which are dealt alike whatever is played: each count less its expectation."""
    out[:] = 0.0
    for round_index in range(ROUNDS):
        state.round_index = round_index
        deal_round(state)
        count_round(state, out)


@kernel
def count_round(state, out):
    """Add those of the round that lies in the hands."""
    hand = HAND_SIZES[state.players]
    dealt = hand * state.players
    of_card = dealt / CARDS
    of_pair = of_card * (dealt - 1) / (CARDS - 1)
    of_pair_in_hand = of_card * (hand - 1) / (CARDS - 1)
    for kind in range(KINDS):
        in_deck = card_count(state, kind)
        out[kind] += cards(state, kind) - in_deck * of_card
        out[KINDS + kind] += pairs(cards(state, kind)) - pairs(in_deck) * of_pair
        out[2 * KINDS + kind] -= pairs(in_deck) * of_pair_in_hand
        for seat in range(state.players):
            out[2 * KINDS + kind] += pairs(np.int64(state.hands[seat, kind]))
    prawns_with_bread = cards(state, PRAWNS) * cards(state, BREAD)
    out[3 * KINDS] += prawns_with_bread - card_count(state, PRAWNS) * card_count(state, BREAD) * of_pair


@kernel
def cards(state, kind):
    """How many of a kind are in the hands."""
    number = 0
    for seat in range(state.players):
        number += np.int64(state.hands[seat, kind])
    return number


@kernel
def pairs(number):
    """How many pairs so many cards make."""
    return number * (number - 1) // 2
