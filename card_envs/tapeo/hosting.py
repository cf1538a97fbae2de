"""What a table for people asks of Tapeo: what a seat can see at all, and how a round closes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from card_envs.core.compile import kernel
from card_envs.core.layout import demand
from card_envs.tapeo.rules import (
    CARD_COUNTS,
    HAM_1,
    HAM_3,
    HAMS,
    HAND_SIZES,
    reveal,
    reveal_last,
    score_round,
)


def check(seen: Mapping[str, NDArray[np.float32]]) -> None:
    """Raise `BlockError` unless a seat can see this while picks are made: the deck adds up, and all hands do."""
    players, picks = int(seen["present"].sum()), int(seen["picks"][0])
    demand("present", players >= 2, "takes 2 to 6 seats")
    demand("round", seen["round"].any(), "is null: the game is over, there is nothing to pick")
    demand("ham_split", seen["ham_split"].sum() == HAMS, f"takes three counts that sum to {HAMS}")
    size = int(HAND_SIZES[players]) - picks
    demand("picks", size >= 2, f"takes 0 to {HAND_SIZES[players] - 2} with {players} players")
    demand("hand", seen["hand"].sum() == size, f"takes {size} tapas after {picks} picks of {players} players")
    known = np.arange(len(seen["known"])) < min(picks, players - 1)
    demand("known", (seen["known"] == known).all(), f"is true of the first {known.sum()} seats after {picks} picks")
    held = seen["known_hands"].sum(axis=1) == size * known
    demand("known_hands", held.all(), f"takes {size} tapas where a hand is known, else none")
    demand("bars", seen["bars"].sum() == picks * players, f"take {picks * players} tapas in all after {picks} picks")
    shown = np.count_nonzero(seen["reveals"].any(axis=1))
    demand(
        "reveals",
        shown == (players if picks else 0),
        "take a tapa of each seat; none before the first pick of a round",
    )
    deck = CARD_COUNTS.astype(np.float32)
    deck[HAM_1 : HAM_3 + 1] = seen["ham_split"]
    laid = seen["hand"] + seen["bars"].sum(axis=0) + seen["known_hands"].sum(axis=0)
    demand("hand", (laid <= deck).all(), f"and bars and known hands hold more of a kind than the deck: {deck.tolist()}")


@kernel
def closing(state, actions, out):
    """The end of a round (T8, T18b): the last picks revealed, then the last tapa of each hand, with the points."""
    if state.picks + 2 < HAND_SIZES[state.players]:
        return 0
    out[0] = state
    for seat in range(state.players):
        out[0].reveals[seat] = actions[seat] + 1
    reveal(out[0])
    out[1] = out[0]
    reveal_last(out[1])
    score_round(out[1])
    return 2
