"""How far a search of Envite looks ahead, the round, and what it plays for."""

from __future__ import annotations

import numpy as np

from card_envs.core.compile import kernel
from card_envs.envite.players import STEEPNESS


@kernel
def stage(state):
    return np.int64(state.round_index)


@kernel
def value(state, out):
    """Chicos ahead, and the chances of the present one by the stones that both teams lack."""
    own, rivals = missing(state, 0) ** STEEPNESS, missing(state, 1) ** STEEPNESS
    ahead = np.int64(state.chicos[0]) - np.int64(state.chicos[1]) + (rivals - own) / (rivals + own)
    for seat in range(state.players):
        out[seat] = ahead if seat % 2 == 0 else -ahead


@kernel
def missing(state, team):
    """Stones that a team lacks for the chico: 1 in tumbo, where a round is enough (E24, E25)."""
    stones = np.int64(state.stones[team])
    if 0 <= state.tumbo_from <= stones:
        return 1
    return np.int64(state.chico_stones) - stones
