"""The deck of Envite and how strong each card is, as tables made once for each table size and trump suit.

Numbers like E8 are rules of `seeds/envite.md`. A card is 0 to 39: ten to a suit, in the order of `RANKS`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SUITS = ("oros", "copas", "espadas", "bastos")
RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)  # E3: sota 10, caballo 11, rey 12
CARDS = 40
CARD_NAMES = tuple(f"{suit}-{rank}" for suit in SUITS for rank in RANKS)

TRUMP_ORDER = (3, 4, 5, 6, 7, 1, 10, 11, 12, 2)  # E6, low to high: the malilla is the 2
PLAIN_ORDER = (2, 3, 4, 5, 6, 7, 1, 10, 11, 12)  # E7, low to high
# E8, low to high, each with the smallest team it is a matador for.
MATADORES = (("oros-10", 3), ("bastos-11", 3), ("bastos-3", 3), ("oros-5", 4), ("oros-2", 5), ("oros-1", 6))

LEAST_TEAM, MOST_TEAM = 2, 6
TEAM_SIZES = MOST_TEAM - LEAST_TEAM + 1
TRUMP = 4  # the class of trumps and matadores; below it the suits themselves


def card(name: str) -> int:
    """The number of a card by its name.

    Raises:
        ValueError: no such card.
    """
    return CARD_NAMES.index(name)


def _ranking(team: int, trump: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """For one table: the class of each card [40] (its suit, or TRUMP) and its strength within the class [40]."""
    classes = np.repeat(np.arange(4), 10)
    strength = np.array([PLAIN_ORDER.index(rank) for _ in SUITS for rank in RANKS])
    for place, rank in enumerate(TRUMP_ORDER):
        trumps = trump * 10 + RANKS.index(rank)
        classes[trumps], strength[trumps] = TRUMP, place
    for place, (name, least) in enumerate(MATADORES):
        if team >= least:  # E9: whatever its printed suit
            classes[card(name)], strength[card(name)] = TRUMP, len(TRUMP_ORDER) + place
    return classes.astype(np.int8), strength.astype(np.int8)


_TABLES = [[_ranking(team, trump) for trump in range(4)] for team in range(LEAST_TEAM, MOST_TEAM + 1)]

# int8 [team size − 2, trump suit, card]: the class a card follows and is followed as (E12, E13) …
CLASSES = np.array([[classes for classes, _ in row] for row in _TABLES])
# … and its strength among the cards of its class (E6–E8).
STRENGTHS = np.array([[strength for _, strength in row] for row in _TABLES])
# int8 [team size − 2, trump suit]: the highest card of the round (E10).
HIGHEST = np.array(
    [[int(np.argmax(np.where(classes == TRUMP, strength, -1))) for classes, strength in row] for row in _TABLES]
)
