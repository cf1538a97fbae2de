"""How far a search of Tapeo looks ahead, the round, and what it plays for."""

from __future__ import annotations

import numpy as np

from card_envs.core.compile import kernel
from card_envs.core.loops import RUNNING
from card_envs.tapeo.rules import MAX_PLAYERS, POINT, margins

# Points that a churro is worth while the game goes on: its prizes (T19) are given at the end only.
CHURRO_WORTH = 2


@kernel
def stage(state):
    return np.int64(state.round_index)


@kernel
def value(state, out):
    """Own points, churros kept so far included, less the mean of the others'; ten points are 1."""
    points = np.zeros(MAX_PLAYERS, np.int64)
    for seat in range(state.players):
        points[seat] = state.scores[seat]
        if state.ended == RUNNING:
            points[seat] += CHURRO_WORTH * POINT * np.int64(state.churros[seat])
    margins(points, np.int64(state.players), out)
    for seat in range(state.players):
        out[seat] *= 2.0
