"""The French deck of 52: a card is a number, 13 · suit + rank − 1. Play looks at ranks only."""

from __future__ import annotations

from card_envs.core.compile import kernel

CARDS = 52
RANKS = 13
SUITS = ("clubs", "diamonds", "hearts", "spades")
LETTERS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RANK_NAMES = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
ACE, JACK, QUEEN, KING = 1, 11, 12, 13
NO_RANK = 0


@kernel
def rank_of(card):
    """1 (ace) to 13 (king)."""
    return card % RANKS + 1


@kernel
def challenge_of(rank):
    """R4: cards owed to a court card or ace; 0 for the others."""
    return rank - 10 if rank > 10 else 4 * (rank == ACE)
