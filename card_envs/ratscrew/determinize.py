"""A random state that fits what one seat of Egyptian ratscrew sees.

Every arrangement of the cards that looks like the observation is equally likely. Where the seat has a memory, an
arrangement also says which cards are located; the numbers seen of them hold.
"""

from __future__ import annotations

import numpy as np

from card_envs.core.compile import kernel
from card_envs.core.random import below, combine, unit
from card_envs.ratscrew.cards import CARDS, NO_RANK, RANKS, rank_of
from card_envs.ratscrew.observation import (
    AIR,
    AIR_CARD,
    BURNT,
    CHALLENGER,
    FIRST,
    FLIPPER,
    IN,
    LAST_FLIPPER,
    MEMORY,
    NEXT_CARD,
    OWED,
    PENALTY,
    PILE,
    PRESENT,
    REFLEXES,
    SEEN_AT,
    SHUFFLE_WON,
    SLAPS_AT,
    STACKS,
    TICK,
    TICKS,
    TOP,
    TOP_AT,
    UNLOCATED,
    WRONG_SLAPS,
    comes_shuffled,
)
from card_envs.ratscrew.options import MAX_PLAYERS, MAX_TICKS, SLAPS
from card_envs.ratscrew.rules import (
    NOBODY,
    RING,
    challenge,
    is_good,
    is_in,
    next_flipper,
    next_with_cards,
    perceived,
    shuffle,
)

SUITS = CARDS // RANKS


@kernel
def determinize(observation, key, state):
    """Fill `state` with one of the states that look like this to a seat, which becomes seat 0.

    Args:
        observation: float32 [size], of a game in progress.
        key: uint64; another key, another draw. The state's seed is new as well.
        state: the record to fill; the options `reward` and `max_flips`, which no seat sees, stay as they are, and
            flips are counted anew.
    """
    state.seed = key
    state.episode = 0
    read_options(observation, state)
    read_seats(observation, state)
    read_turn(observation, state)
    place_cards(observation, combine(key, 1), state)
    follow_from_newest(observation, state)
    draw_perception(observation, combine(key, 2), state)


@kernel
def marked(observation, start):
    """The seat with the 1 in a block; NOBODY where it is all zero."""
    for distance in range(MAX_PLAYERS):
        if observation[start + distance] > 0:
            return distance
    return NOBODY


@kernel
def read_options(observation, state):
    state.ticks = np.int8(observation[TICKS])
    state.penalty = np.int8(observation[PENALTY])
    state.shuffle_won = np.int8(observation[SHUFFLE_WON])
    for pattern in range(len(SLAPS)):
        state.slaps[pattern] = np.int8(observation[SLAPS_AT + pattern])
    for seat in range(MAX_PLAYERS):
        state.memory[seat] = np.int8(observation[MEMORY + seat])
        for tick in range(MAX_TICKS + 1):
            state.reflexes[seat, tick] = observation[REFLEXES + (MAX_TICKS + 1) * seat + tick]


@kernel
def read_seats(observation, state):
    """Who is there, in, and how many cards each holds; the last decision point put nobody out."""
    state.moves = 1
    state.players = 0
    for seat in range(MAX_PLAYERS):
        present = observation[PRESENT + seat] > 0
        state.players += np.int8(present)
        state.out_at[seat] = np.uint32(present and observation[IN + seat] == 0)
        state.held[seat] = np.int8(observation[STACKS + seat])
        state.wrong[seat] = np.int8(observation[WRONG_SLAPS + seat])
    state.tops[:] = 0
    state.won_slaps[:] = 0
    state.wrong_slaps[:] = 0
    state.good_slaps[:] = 0
    state.reaction_ticks[:] = 0


@kernel
def read_turn(observation, state):
    """The turn as it is seen, and the flip of a card in the air."""
    air = observation[AIR] > 0
    state.tick = np.int8(observation[TICK])
    state.taker = NOBODY
    state.challenger = marked(observation, CHALLENGER)
    state.owed = np.int8(observation[OWED])
    state.flipper = marked(observation, FLIPPER if air else LAST_FLIPPER)
    state.burnt_count = np.int8(observation[BURNT])
    state.played = np.int8(observation[PILE]) - state.burnt_count + np.int8(air)
    if air:
        state.held[state.flipper] -= 1
        state.flipper_before = marked(observation, LAST_FLIPPER)
        state.challenger_before = state.challenger
        state.owed_before = state.owed
    else:
        suppose_before(observation, state)
    state.held_before[:] = state.held
    state.flips = 1
    players = np.int64(state.players)
    for seat in range(players):  # who flipped before is not seen: suppose the seats in turn
        state.flipped_at[seat] = 1 - (np.int64(state.flipper) - seat + players) % players
    if not air and next_with_cards(state, 0, NOBODY) == NOBODY:  # R14: then whoever flips next is seen to be the latest
        state.flipped_at[marked(observation, FLIPPER)] = 1


@kernel
def suppose_before(observation, state):
    """How things stood before the newest card, which the seat is not shown any more: the plainest that may be."""
    state.flipper_before = state.flipper
    paying = state.challenger != NOBODY and state.challenger != state.flipper
    state.challenger_before = state.challenger if paying else NOBODY
    state.owed_before = state.owed + 1 if paying else 0


@kernel
def follow_from_newest(observation, state):
    """What follows from a card in the air: the challenge, which lapses if the challenger is out by now."""
    if observation[AIR] > 0:
        challenge(state, np.int64(state.flipper), rank_of(np.int64(state.pile[state.played - 1])))
        if state.challenger != NOBODY and not is_in(state, state.challenger):
            state.challenger = NOBODY
            state.owed = 0


@kernel
def draw_perception(observation, key, state):
    """The own tick as seen, or one still to come; the others' are anybody's guess."""
    for seat in range(state.players):
        state.perception[seat] = perceived(state, seat, 0, unit(key, seat))
    if observation[AIR] > 0:
        state.perception[0] = perceived(state, 0, np.int64(state.tick) + 1, unit(key, 0))
    else:
        state.perception[0] = np.int8(observation[SEEN_AT])


# --- the cards -------------------------------------------------------------------------------------------------


@kernel
def place_cards(observation, key, state):
    """Lay the cards that are seen, draw the others.

    Cards are drawn by rank from two pools: `located` and `hidden`. Without memory nothing is known to be located,
    and all that is not seen is hidden.
    """
    remembers = state.memory[0] > 0
    hidden = np.empty(RANKS + 1, np.int64)
    located = np.empty(RANKS + 1, np.int64)
    hidden[NO_RANK] = located[NO_RANK] = 0
    for rank in range(1, RANKS + 1):
        hidden[rank] = np.int64(observation[UNLOCATED + rank - 1]) if remembers else SUITS
        located[rank] = SUITS - hidden[rank]
    known = located if remembers else hidden  # the pool of cards that have been seen
    state.located[:] = 0
    used = np.zeros(RANKS + 1, np.int64)

    air = np.int64(observation[AIR] > 0)
    seen = np.int64(state.played) - air
    for depth in range(min(TOP, seen)):
        lay_on_pile(state, seen - 1 - depth, np.int64(observation[TOP_AT + depth]), known, used)
    if seen > TOP:
        lay_on_pile(state, 0, np.int64(observation[FIRST]), known, used)
    if air:
        lay_air(observation, combine(key, 0), state, located, hidden, used)
        following = NOBODY
    else:
        following = lay_next(observation, combine(key, 1), state, located, hidden, used)
    for place in range(1, seen - TOP):
        rank = drawn_rank(known, combine(key, 2), place)
        lay_on_pile(state, place, rank, known, used)
    lay_rest(combine(key, 3), state, located, hidden, used, following)


@kernel
def drawn_rank(pool, key, index):
    """A rank from a pool of counts, each card equally likely."""
    left = below(key, index, pool.sum())
    for rank in range(1, RANKS + 1):
        left -= pool[rank]
        if left < 0:
            return rank
    return RANKS


@kernel
def new_card(rank, pool, used):
    """A card of that rank that lies nowhere yet, out of the pool. Suits mean nothing: they are used in order."""
    pool[rank] -= 1
    used[rank] += 1
    return RANKS * (used[rank] - 1) + rank - 1


@kernel
def lay_on_pile(state, place, rank, pool, used):
    card = new_card(rank, pool, used)
    state.pile[place] = card
    state.located[card] = 1


@kernel
def lay_air(observation, key, state, located, hidden, used):
    """The card in the air: as remembered, or any that would not have made good the slaps that proved wrong."""
    rank = np.int64(observation[AIR_CARD])
    state.was_located = rank != NO_RANK
    if rank != NO_RANK:
        lay_on_pile(state, state.played - 1, rank, located, used)
        return
    possible = hidden.copy()
    if state.wrong.max() > 0 and state.played > 1:
        top, second = np.int64(observation[TOP_AT]), np.int64(observation[TOP_AT + 1])
        for guess in range(1, RANKS + 1):
            if is_good(state.slaps, guess, top, second, np.int64(observation[FIRST])):
                possible[guess] = 0
    lay_on_pile(state, state.played - 1, drawn_rank(possible, key, 0), hidden, used)


@kernel
def lay_next(observation, key, state, located, hidden, used):
    """With memory, the card to be flipped next: its rank, or one that is not located.

    Returns:
        The place of it, numbered as in `lay_rest`; NOBODY where nothing is said of it.
    """
    state.was_located = 0
    seat = next_flipper(state)
    if state.memory[0] == 0 or comes_shuffled(state) or (state.held[seat] == 0 and state.burnt_count == 0):
        return NOBODY
    rank = np.int64(observation[NEXT_CARD])
    if rank == NO_RANK:
        card = new_card(drawn_rank(hidden, key, 0), hidden, used)
    else:
        card = new_card(rank, located, used)
        state.located[card] = 1
    if state.held[seat] > 0:
        state.stacks[seat, 0] = card
        return seat * RING
    state.burnt[state.burnt_count - 1] = card
    return MAX_PLAYERS * RING + np.int64(state.burnt_count) - 1


@kernel
def lay_rest(key, state, located, hidden, used, laid):
    """The cards that are left, in any order, in the stacks and under the pile.

    Places are numbered: `RING` for each seat's stack, then the burnt cards. The place `laid` has its card already.
    """
    cards = np.empty(CARDS, np.int64)
    size = 0
    for rank in range(1, RANKS + 1):
        while located[rank] > 0:
            cards[size] = new_card(rank, located, used)
            state.located[cards[size]] = 1
            size += 1
        while hidden[rank] > 0:
            cards[size] = new_card(rank, hidden, used)
            size += 1
    shuffle(cards[:size], key)
    for seat in range(state.players):
        for place in range(state.held[seat]):
            if seat * RING + place != laid:
                size -= 1
                state.stacks[seat, place] = cards[size]
    for place in range(state.burnt_count):
        if MAX_PLAYERS * RING + place != laid:
            size -= 1
            state.burnt[place] = cards[size]
