"""Two scripted players of Tapeo, as kernels called as `core.game.Player` says; they have no settings.

`greedy` looks at this pick alone; `expert` weighs what is still to come and what the neighbours want. Both play every
table size and option, and see nothing but the observation; the key breaks ties.

Seats are relative, as in the observation: 0 is oneself, 1 the left neighbour. All values are in points.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from card_envs.core.compile import kernel
from card_envs.core.masks import count, pick
from card_envs.core.random import below
from card_envs.tapeo.observation import (
    BARS,
    CHURROS,
    EXACT,
    HAM_SPLIT,
    HAND,
    KNOWN,
    KNOWN_HANDS,
    PICKS,
    PRESENT,
    ROUND,
)
from card_envs.tapeo.rules import (
    BREAD,
    CARD_COUNTS,
    CHURRO,
    CROQUETA,
    CROQUETA_POINTS,
    FREELOADER,
    HAM_1,
    HAM_2,
    HAM_3,
    HAND_SIZES,
    KINDS,
    MAX_PLAYERS,
    PEPPER,
    POINT,
    PRAWNS,
    ROUNDS,
    TORTILLA,
    bar_points,
    score_ham,
)

NOTHING = -1  # where a kind is asked for and there is none

# A churro scores nothing now (T19): enough to prefer it to opening a set, too little to pass over a finished one.
GREEDY_CHURRO = 1.5
# What a freeloader brings while the neighbour's hand is unknown: about what a first pick is worth.
UNKNOWN_LOOT = 3.0

# --- reading the observation -----------------------------------------------------------------------------------


@kernel
def table_size(observation):
    """How many play."""
    players = 0
    for distance in range(MAX_PLAYERS):
        players += np.int64(observation[PRESENT + distance])
    return players


@kernel
def all_bars(observation):
    """The bars, float32 [seats, kinds]; a view."""
    return observation[BARS : BARS + MAX_PLAYERS * KINDS].reshape(MAX_PLAYERS, KINDS)


@kernel
def ham_slices(bar):
    return np.int64(bar[HAM_1]) + 2 * np.int64(bar[HAM_2]) + 3 * np.int64(bar[HAM_3])


@kernel
def best_of(values, mask, key):
    """The legal action of most value, drawn by the key among equals."""
    most = -np.inf
    for action in range(KINDS):
        if mask[action] != 0 and values[action] > most:
            most = values[action]
    best = np.zeros(KINDS, np.int8)
    for action in range(KINDS):
        best[action] = mask[action] != 0 and values[action] == most
    return pick(best, below(key, 0, count(best)))


@kernel
def best_kind(values, hand, excluded):
    """The kind of a hand that is worth most; freeloaders and the kind `excluded` left out."""
    chosen, most = NOTHING, -np.inf
    for kind in range(KINDS):
        if kind != FREELOADER and kind != excluded and hand[kind] >= 1 and values[kind] > most:
            chosen, most = kind, values[kind]
    return chosen


# --- greedy ----------------------------------------------------------------------------------------------------


@kernel
def greedy(observation, mask, key, settings):
    """The pick that adds most to what the own bar would score if the round ended with it."""
    values = np.empty(KINDS)
    points_now(observation, 0, values)
    if mask[FREELOADER] != 0:
        values[FREELOADER] = UNKNOWN_LOOT
        if observation[KNOWN] > 0:
            theirs = np.empty(KINDS)
            points_now(observation, 1, theirs)
            loot = best_kind(theirs, observation[KNOWN_HANDS : KNOWN_HANDS + KINDS], NOTHING)
            values[FREELOADER] = values[loot] if loot != NOTHING else 0.0
    return best_of(values, mask, key)


class Prizes(NamedTuple):
    """What `rules.score_ham` asks of a state."""

    players: int
    exact: bool
    gains: NDArray[np.int64]  # sixtieths of a point


@kernel
def points_now(observation, seat, values):
    """Write by how many points one more tapa of each kind raises what the seat's bar would score now (T12–T18)."""
    players = table_size(observation)
    bars = all_bars(observation)
    slices = np.zeros(MAX_PLAYERS, np.int64)
    rival_peppers = 0
    for other in range(players):
        slices[other] = ham_slices(bars[other])
        if other != seat:
            rival_peppers = max(rival_peppers, np.int64(bars[other, PEPPER]))
    bar = bars[seat].copy()
    before = bar_points(bar)
    for kind in range(KINDS):
        bar[kind] += 1
        values[kind] = bar_points(bar) - before
        bar[kind] -= 1
    peppers = np.int64(bar[PEPPER])
    values[PEPPER] -= pepper_penalty(peppers + 1, rival_peppers) - pepper_penalty(peppers, rival_peppers)
    prizes = Prizes(players, observation[EXACT] > 0, np.zeros(MAX_PLAYERS, np.int64))
    for more in range(1, 4):
        prizes.gains[:] = 0
        score_ham(prizes, slices)
        values[HAM_1 + more - 1] = -prizes.gains[seat] / POINT
        slices[seat] += more
        prizes.gains[:] = 0
        score_ham(prizes, slices)
        values[HAM_1 + more - 1] += prizes.gains[seat] / POINT
        slices[seat] -= more
    values[CHURRO] = GREEDY_CHURRO


@kernel
def pepper_penalty(own, most_of_rivals):
    """T18: what the player with most peppers loses, if it has three or more; so does whoever ties with it."""
    return 6 if own >= 3 and own >= most_of_rivals else 0


# --- expert ----------------------------------------------------------------------------------------------------

# The weights below were found by matches against `greedy` and against other weights, at every table size.

# Of the chances to take a tapa that is wanted, the part that is taken: other tapas are wanted as well.
TAKEN = 0.4
# So many chances make it an even bet that the tapa which completes a set is found.
EVEN_CHANCES = 0.2
# What a pick brings on average: the price of one spent later on completing a set.
PICK = 2.5
# What is left of the 3 points of a dipped prawn while the other half of the pair is still to come.
DIP_LATER = 0.35
# What a second pepper costs, in points: from then on one more may have to be taken.
SECOND_PEPPER = 1.5
# How far a count may still drift: slices in each pick and for each player, churros in each pick, either at the least.
HAM_DRIFT = 0.07
CHURRO_DRIFT = 0.04
LEAST_DRIFT = 0.2
# How much a point matters that the left neighbour does not get, shared among all the rivals.
DENIAL = 1.25
# How surely the left neighbour takes what looks best for it.
SURE = 0.8
# How likely a right neighbour that holds a freeloader plays it now.
THEFT = 0.4


@kernel
def expert(observation, mask, key, settings):
    """The pick of most value over the rest of the round, less what the hand passed on gives the left neighbour."""
    players = table_size(observation)
    size = HAND_SIZES[players] - np.int64(observation[PICKS])
    hands = np.zeros((MAX_PLAYERS, KINDS))
    expected_hands(observation, players, size, hands)
    values = np.zeros((2, KINDS))
    mine, theirs = values[0], values[1]
    worth(observation, hands, players, size, 0, mine)
    worth(observation, hands, players, size, 1, theirs)
    denial = DENIAL / (players - 1)
    # A freeloader takes what the left neighbour reveals now, from the hand that it holds now (T9).
    if observation[KNOWN] > 0:
        loot = best_kind(theirs, hands[1], NOTHING)
        mine[FREELOADER] = SURE * (mine[loot] + denial * max(theirs[loot], 0.0)) if loot != NOTHING else 0.0
    else:
        mine[FREELOADER] = UNKNOWN_LOOT * (1 + denial)
    if observation[KNOWN + players - 2] > 0 and hands[players - 1, FREELOADER] > 0:
        # A tapa that is stolen is lost, and a rival has it. A freeloader cannot be stolen (T10).
        kept = 1.0 - THEFT * (1.0 + 1.0 / (players - 1))
        for kind in range(KINDS):
            if kind != FREELOADER:
                mine[kind] *= kept
    # Denial: without the neighbour's best tapa the hand passed on is worth its second best. A copy left denies nothing.
    first = best_kind(theirs, hands[0], NOTHING)
    if first != NOTHING and hands[0, first] < 2:
        second = best_kind(theirs, hands[0], first)
        mine[first] += denial * (theirs[first] - (theirs[second] if second != NOTHING else 0.0))
    return best_of(mine, mask, key)


@kernel
def expected_hands(observation, players, size, hands):
    """Write every seat's hand: the unknown ones as the tapas not seen, spread evenly."""
    unseen = np.empty(KINDS)
    total = 0.0
    for kind in range(KINDS):
        left = CARD_COUNTS[kind] - np.float64(observation[HAND + kind])
        if HAM_1 <= kind <= HAM_3:
            left += observation[HAM_SPLIT + kind - HAM_1]
        hands[0, kind] = observation[HAND + kind]
        for seat in range(players):
            left -= observation[BARS + seat * KINDS + kind]
        for seat in range(1, players):
            hands[seat, kind] = observation[KNOWN_HANDS + (seat - 1) * KINDS + kind]
            left -= hands[seat, kind]
        unseen[kind] = left
        total += left
    for seat in range(1, players):
        if observation[KNOWN + seat - 1] == 0:
            for kind in range(KINDS):
                hands[seat, kind] = size * unseen[kind] / total


@kernel
def chances(hands, players, size, seat, coming):
    """Add to `coming` how many of the hands still to come to a seat will hold each kind, as expected numbers.

    A hand comes from the right, the seat's own after as many picks as there are players; until then it loses a
    tapa in each pick, any of them alike.
    """
    holder = seat
    for picks in range(1, size):
        holder = holder - 1 if holder > 0 else players - 1
        stays = (size - picks) / size
        # The own hand comes back without what is picked from it now.
        taken = 1.0 if holder == seat else 0.0
        for kind in range(KINDS):
            coming[kind] += min(max(hands[holder, kind] - taken, 0.0) * stays, 1.0)


@kernel
def worth(observation, hands, players, size, seat, values):
    """Write what one more tapa of each kind is worth on a seat's bar; 0 for a freeloader."""
    bars = all_bars(observation)
    bar = bars[seat]
    coming = np.zeros(KINDS)
    chances(hands, players, size, seat, coming)

    lone = found(coming[TORTILLA]) * max(5.0 - PICK, 0.0)
    values[TORTILLA] = 5.0 - lone if np.int64(bar[TORTILLA]) % 2 == 1 else lone

    further = np.int64(bar[CROQUETA]) + TAKEN * coming[CROQUETA]
    values[CROQUETA] = croquetas(further + 1) - croquetas(further)

    undipped = np.int64(bar[PRAWNS]) - np.int64(bar[BREAD])
    waiting = 3.0 * found(coming[BREAD]) * DIP_LATER
    dry = 3.0 * found(coming[PRAWNS]) * DIP_LATER
    values[PRAWNS] = 6.0 - dry if undipped < 0 else 3.0 + waiting
    values[BREAD] = 3.0 - waiting if undipped > 0 else dry

    # A prize won is a prize that the rivals do not win.
    contest = 1.0 + 1.0 / (players - 1)
    counts = np.zeros(MAX_PLAYERS, np.int64)
    for other in range(players):
        counts[other] = ham_slices(bars[other])
    drift = LEAST_DRIFT + HAM_DRIFT * (size - 1) * players
    before = ham_prize(counts, players, seat, 0, drift)
    for slices in range(1, 4):
        values[HAM_1 + slices - 1] = contest * (ham_prize(counts, players, seat, slices, drift) - before)

    rival_peppers = 0
    for other in range(players):
        if other != seat:
            rival_peppers = max(rival_peppers, np.int64(bars[other, PEPPER]))
    peppers = np.int64(bar[PEPPER])
    values[PEPPER] = 2.0 - pepper_danger(peppers + 1, rival_peppers) + pepper_danger(peppers, rival_peppers)

    for other in range(players):
        counts[other] = np.int64(observation[CHURROS + other]) + np.int64(bars[other, CHURRO])
    drift = LEAST_DRIFT + CHURRO_DRIFT * (size - 1 + rounds_left(observation) * HAND_SIZES[players])
    values[CHURRO] = contest * (
        churro_prize(counts, players, seat, 1, drift) - churro_prize(counts, players, seat, 0, drift)
    )


@kernel
def rounds_left(observation):
    """Rounds after this one."""
    left = 0
    for index in range(ROUNDS):
        left += (ROUNDS - 1 - index) * np.int64(observation[ROUND + index])
    return left


@kernel
def found(coming):
    """How likely at least one tapa more is taken, of a kind that so many hands to come will hold."""
    return coming / (coming + EVEN_CHANCES)


@kernel
def croquetas(number):
    """T13, between whole numbers along a straight line."""
    if number >= 5:
        return 15.0
    whole = np.int64(number)
    return CROQUETA_POINTS[whole] + (number - whole) * (CROQUETA_POINTS[whole + 1] - CROQUETA_POINTS[whole])


@kernel
def places(counts, players, seat, own, drift):
    """How likely a seat that holds `own` ends with most, second most and fewest.

    A lead as large as `drift` is kept three times in four; the rivals are taken as independent.
    """
    first, second, last = 1.0, 0.0, 1.0
    for other in range(players):
        if other != seat:
            lead = own - counts[other]
            ahead = 0.5 + 0.5 * lead / (abs(lead) + drift)
            second = second * ahead + first * (1.0 - ahead)
            first *= ahead
            last *= 1.0 - ahead
    return first, second, last


@kernel
def ham_prize(counts, players, seat, more, drift):
    """T14 with `more` slices added to the seat's."""
    first, second, _ = places(counts, players, seat, counts[seat] + more, drift)
    return 6.0 * first + 3.0 * second


@kernel
def pepper_danger(own, most_of_rivals):
    """What so many peppers are likely to cost (T18)."""
    risk = SECOND_PEPPER if own >= 2 else 0.0
    return max(risk, np.float64(pepper_penalty(own, most_of_rivals)))


@kernel
def churro_prize(counts, players, seat, more, drift):
    """T19 with `more` churros added to the seat's."""
    first, _, last = places(counts, players, seat, counts[seat] + more, drift)
    return 6.0 * first - (6.0 * last if players > 2 else 0.0)
