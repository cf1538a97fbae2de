"""What a seat of Tapeo sees, as named blocks, and the kernels that write it and draw a state that fits it.

Seats are relative: 0 is oneself, 1 the left neighbour (who gets one's hand), and so on in the order of passing.
Absent seats are zero.
"""

from __future__ import annotations

import numpy as np

from card_envs.core.compile import kernel
from card_envs.core.forms import BySeat, Counts, Flag, Number, TableSize, Which
from card_envs.core.layout import Block, Layout
from card_envs.core.random import below
from card_envs.tapeo.rules import (
    ACTIONS,
    HAND_SIZES,
    KINDS,
    MAX_PLAYERS,
    POINT,
    ROUNDS,
    card_count,
)

OTHERS = MAX_PLAYERS - 1

_TAPAS = Counts(ACTIONS)

LAYOUT = Layout(
    game="tapeo",
    version=1,
    blocks=(
        Block("hand", (KINDS,), 0, 14, "tapas in one's hand, by kind", _TAPAS),
        Block("bars", (MAX_PLAYERS, KINDS), 0, 14, "tapas on each seat's bar this round, by kind", BySeat(_TAPAS)),
        Block(
            "known_hands",
            (OTHERS, KINDS),
            0,
            14,
            "hands of the seats 1 to 5 to the left, by kind; zero if unknown",
            BySeat(_TAPAS, others=True),
        ),
        Block(
            "known",
            (OTHERS,),
            0,
            1,
            "1 where that hand is known: one has held it oneself",
            BySeat(Flag(), others=True),
        ),
        Block(
            "reveals",
            (MAX_PLAYERS, KINDS),
            0,
            1,
            "1 at the kind each seat revealed last; zero at a round's start",
            BySeat(Which(ACTIONS)),
        ),
        Block("scores", (MAX_PLAYERS,), -30, 300, "points of finished rounds", BySeat(Number(fractions=True))),
        Block("churros", (MAX_PLAYERS,), 0, 30, "churros kept from finished rounds", BySeat(Number())),
        Block(
            "round", (ROUNDS,), 0, 1, "1 at the round being played; all zero once the game has ended", Which((1, 2, 3))
        ),
        Block("picks", (1,), 0, 10, "picks revealed in this round"),
        Block("present", (MAX_PLAYERS,), 0, 1, "1 for each seat at the table", TableSize()),
        Block("ham_split", (3,), 0, 12, "hams in the deck with one, two and three slices"),
        Block("exact", (1,), 0, 1, "1 if shared prizes keep fractions"),
    ),
)

HAND, BARS, KNOWN_HANDS, KNOWN, REVEALS, SCORES, CHURROS, ROUND, PICKS, PRESENT, HAM_SPLIT, EXACT = (
    place.start for place in LAYOUT.slices.values()
)


@kernel
def observe(state, seat, out):
    """Write the blocks of `LAYOUT` as `seat` sees them into `out` float32 [211]."""
    players = np.int64(state.players)
    out[:] = 0.0
    for kind in range(KINDS):
        out[HAND + kind] = state.hands[seat, kind]
    other = np.int64(seat)
    for distance in range(players):
        bar = BARS + distance * KINDS
        for kind in range(KINDS):
            out[bar + kind] = state.bars[other, kind]
        # A hand moves one seat a pick, so after p picks the p seats to the left hold hands one has held before.
        if 1 <= distance <= state.picks:
            out[KNOWN + distance - 1] = 1.0
            hand = KNOWN_HANDS + (distance - 1) * KINDS
            for kind in range(KINDS):
                out[hand + kind] = state.hands[other, kind]
        if state.reveals[other] > 0:
            out[REVEALS + distance * KINDS + np.int64(state.reveals[other]) - 1] = 1.0
        out[SCORES + distance] = state.scores[other] / POINT
        out[CHURROS + distance] = state.churros[other]
        out[PRESENT + distance] = 1.0
        other = other + 1 if other + 1 < players else 0
    if state.round_index < ROUNDS:
        out[ROUND + np.int64(state.round_index)] = 1.0
    out[PICKS] = state.picks
    for slices in range(3):
        out[HAM_SPLIT + slices] = state.ham_split[slices]
    out[EXACT] = state.exact


@kernel
def determinize(observation, key, state):
    """Fill `state` with one of the states that look like this to a seat, which becomes seat 0.

    The hands it has never held are drawn evenly from the tapas it has not seen this round.

    Args:
        observation: float32 [211], of a game in progress.
        key: uint64; another key, another draw. The state's seed is new as well: its later deals are not the
            original's.
        state: the record to fill; the option `reward`, which no seat sees, stays as it is.
    """
    state.seed = key
    state.episode = 0
    players = 0
    for distance in range(MAX_PLAYERS):
        players += np.int64(observation[PRESENT + distance])
    state.players = players
    for slices in range(3):
        state.ham_split[slices] = np.int8(observation[HAM_SPLIT + slices])
    state.exact = np.int8(observation[EXACT])
    state.round_index = 0
    for index in range(ROUNDS):
        if observation[ROUND + index] > 0:
            state.round_index = index
    state.picks = np.int8(observation[PICKS])
    state.gains[:] = 0
    state.earned[:] = 0  # not known to a seat
    state.hands[:] = 0
    state.bars[:] = 0
    for seat in range(MAX_PLAYERS):
        state.scores[seat] = np.int32(round(observation[SCORES + seat] * POINT))
        state.churros[seat] = np.int8(observation[CHURROS + seat])
        state.reveals[seat] = 0
        for kind in range(KINDS):
            state.bars[seat, kind] = np.int8(observation[BARS + seat * KINDS + kind])
            if observation[REVEALS + seat * KINDS + kind] > 0:
                state.reveals[seat] = kind + 1
            if seat == 0:
                state.hands[seat, kind] = np.int8(observation[HAND + kind])
            else:
                state.hands[seat, kind] = np.int8(observation[KNOWN_HANDS + (seat - 1) * KINDS + kind])
    deal_unknown(observation, key, state)


@kernel
def deal_unknown(observation, key, state):
    """Deal the hands that the observer has never held from the tapas it has not seen."""
    unseen = np.empty(84, np.int8)
    left = 0
    for kind in range(KINDS):
        number = card_count(state, kind)
        for seat in range(MAX_PLAYERS):
            number -= np.int64(state.bars[seat, kind]) + np.int64(state.hands[seat, kind])
        for _ in range(number):
            unseen[left] = kind
            left += 1
    drawn = 0
    for seat in range(1, state.players):
        if observation[KNOWN + seat - 1] == 0:
            for _ in range(HAND_SIZES[state.players] - state.picks):
                place = below(key, drawn, left)
                state.hands[seat, unseen[place]] += 1
                left -= 1
                unseen[place] = unseen[left]
                drawn += 1
