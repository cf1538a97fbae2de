"""How far a search of Egyptian ratscrew looks ahead, the window of one flip, and what it plays for."""

from __future__ import annotations

import numpy as np

from card_envs.core.compile import kernel
from card_envs.ratscrew.players import LAST_CHANCE
from card_envs.ratscrew.rules import is_in

# Cards that count as much as 1: few, since a wrong slap costs two.
CARDS_TO_ONE = 8.0


@kernel
def stage(state):
    return np.int64(state.flips)


@kernel
def value(state, out):
    """The cards that one holds; who is in has some more to hope for."""
    for seat in range(state.players):
        hope = LAST_CHANCE if is_in(state, seat) else 0.0
        out[seat] = (np.float64(state.held[seat]) + hope) / CARDS_TO_ONE
