"""What a seat of Egyptian ratscrew sees, as named blocks, and the kernels that write it and draw a state that fits it.

Seats are relative: 0 is oneself, then in the order of play; absent seats are zero. Ranks are 1 (ace) to 13 (king).

A card that the seat does not see yet is *in the air*: pile, challenge and turn are shown as before its flip, itself
still on its flipper's stack. Wrong slaps, and the cards burnt for them, are shown to all at once.
"""

from __future__ import annotations

import numpy as np

from card_envs.core.compile import kernel
from card_envs.core.forms import BySeat, Counts, Each, Flag, Named, Number, TableSize, Those, Which
from card_envs.core.layout import Block, Layout
from card_envs.core.loops import RUNNING
from card_envs.ratscrew.cards import CARDS, RANK_NAMES, RANKS, rank_of
from card_envs.ratscrew.options import MAX_PLAYERS, MAX_TICKS, SLAPS
from card_envs.ratscrew.rules import NOBODY, is_in, next_flipper

TOP = 3  # cards of the pile that are seen, from the top

_RANK = Named(RANK_NAMES)
_SEAT = Which(tuple(range(MAX_PLAYERS)))
_FLAGS = BySeat(Flag())

LAYOUT = Layout(
    game="ratscrew",
    version=1,
    blocks=(
        Block(
            "top",
            (TOP,),
            0,
            RANKS,
            "ranks of the top cards of the pile, the topmost first; 0 where there is none",
            Each(_RANK),
        ),
        Block("first", (1,), 0, RANKS, "rank of the first card played to the pile; 0 if there is none", _RANK),
        Block("pile", (1,), 0, CARDS, "cards in the pile, burnt ones included"),
        Block("burnt", (1,), 0, CARDS, "burnt cards in it"),
        Block("stacks", (MAX_PLAYERS,), 0, CARDS, "cards in each seat's stack", BySeat(Number())),
        Block("present", (MAX_PLAYERS,), 0, 1, "1 for each seat at the table", TableSize()),
        Block("in", (MAX_PLAYERS,), 0, 1, "1 for each seat that is still in", _FLAGS),
        Block("flipper", (MAX_PLAYERS,), 0, 1, "1 at the seat that flips next if nobody slaps", _SEAT),
        Block("last_flipper", (MAX_PLAYERS,), 0, 1, "1 at the seat that flipped the newest card seen", _SEAT),
        Block("challenger", (MAX_PLAYERS,), 0, 1, "1 at the seat whose court card or ace waits for payment", _SEAT),
        Block("owed", (1,), 0, 4, "cards still to be paid to it"),
        Block("air", (1,), 0, 1, "1 if a card is in the air"),
        Block("tick", (1,), 0, MAX_TICKS, "decision steps made in this window"),
        Block("seen_at", (1,), -1, MAX_TICKS, "the tick from which one sees the newest card; -1 while in the air"),
        Block("wrong_slaps", (MAX_PLAYERS,), 0, MAX_TICKS, "wrong slaps of each seat in this window", BySeat(Number())),
        Block("next_card", (1,), 0, RANKS, "with memory: rank of the card to be flipped next; 0 if not located", _RANK),
        Block(
            "air_card",
            (1,),
            0,
            RANKS,
            "with memory: rank of the card in the air; 0 if not located before its flip",
            _RANK,
        ),
        Block("unlocated", (RANKS,), 0, 4, "with memory: cards of each rank that are not located", Counts(RANK_NAMES)),
        Block("ticks", (1,), 0, MAX_TICKS, "decision steps of a window"),
        Block(
            "slaps", (len(SLAPS),), 0, 1, "1 if in force: double, sandwich, top-bottom, marriage, tens", Those(SLAPS)
        ),
        Block("penalty", (1,), 0, 2, "cards burnt by a wrong slap"),
        Block("shuffle_won", (1,), 0, 1, "1 if a pile is shuffled when it is won"),
        Block("memory", (MAX_PLAYERS,), 0, 1, "1 for each seat with memory", _FLAGS),
        Block(
            "reflexes",
            (MAX_PLAYERS, MAX_TICKS + 1),
            0,
            1,
            "how likely each seat sees a card from tick 0, 1, … on",
            BySeat(Each(Number(fractions=True))),
        ),
    ),
)

(
    TOP_AT,
    FIRST,
    PILE,
    BURNT,
    STACKS,
    PRESENT,
    IN,
    FLIPPER,
    LAST_FLIPPER,
    CHALLENGER,
    OWED,
    AIR,
    TICK,
    SEEN_AT,
    WRONG_SLAPS,
    NEXT_CARD,
    AIR_CARD,
    UNLOCATED,
    TICKS,
    SLAPS_AT,
    PENALTY,
    SHUFFLE_WON,
    MEMORY,
    REFLEXES,
) = (place.start for place in LAYOUT.slices.values())


@kernel
def observe(state, seat, out):
    """Write the blocks of `LAYOUT` as `seat` sees them into `out` float32 [size]."""
    out[:] = 0.0
    seat = np.int64(seat)
    air = in_the_air(state, seat)
    observe_pile(state, air, out)
    observe_turn(state, seat, air, out)
    observe_seats(state, seat, air, out)
    observe_options(state, out)
    out[AIR] = air
    out[TICK] = state.tick
    out[SEEN_AT] = -1 if air else min(np.int64(state.perception[seat]), np.int64(state.tick))
    if state.memory[seat]:
        observe_memory(state, air, out)


@kernel
def in_the_air(state, seat):
    """Whether the seat does not see the newest card yet. The end of a window shows its card to everybody."""
    return state.ended == RUNNING and state.perception[seat] > state.tick


@kernel
def observe_pile(state, air, out):
    """The pile without the card in the air."""
    seen = np.int64(state.played) - air
    for depth in range(min(TOP, seen)):
        out[TOP_AT + depth] = rank_of(np.int64(state.pile[seen - 1 - depth]))
    if seen > 0:
        out[FIRST] = rank_of(np.int64(state.pile[0]))
    out[PILE] = seen + np.int64(state.burnt_count)
    out[BURNT] = state.burnt_count


@kernel
def observe_turn(state, seat, air, out):
    """Who flips next, who flipped last and the challenge: as before the flip of a card in the air."""
    flips = np.int64(state.flipper) if air else next_flipper(state)
    flipped = np.int64(state.flipper_before if air else state.flipper)
    challenger = np.int64(state.challenger_before if air else state.challenger)
    out[OWED] = state.owed_before if air else state.owed
    mark(state, seat, flips, FLIPPER, out)
    mark(state, seat, flipped, LAST_FLIPPER, out)
    mark(state, seat, challenger, CHALLENGER, out)


@kernel
def mark(state, seat, other, start, out):
    """A 1 at `other` in the block that starts there; none for NOBODY."""
    if other != NOBODY:
        distance = other - seat
        out[start + (distance if distance >= 0 else distance + np.int64(state.players))] = 1.0


@kernel
def observe_seats(state, seat, air, out):
    """What everybody knows of each seat."""
    players, other = np.int64(state.players), seat
    for distance in range(players):
        in_air = air and other == state.flipper
        out[STACKS + distance] = np.int64(state.held[other]) + in_air
        out[PRESENT + distance] = 1.0
        out[IN + distance] = is_in(state, other)
        out[WRONG_SLAPS + distance] = state.wrong[other]
        out[MEMORY + distance] = state.memory[other]
        reflexes = REFLEXES + (MAX_TICKS + 1) * distance
        for tick in range(np.int64(state.ticks) + 1):
            out[reflexes + tick] = state.reflexes[other, tick]
        other = other + 1 if other + 1 < players else 0


@kernel
def observe_options(state, out):
    out[TICKS] = state.ticks
    for pattern in range(len(SLAPS)):
        out[SLAPS_AT + pattern] = state.slaps[pattern]
    out[PENALTY] = state.penalty
    out[SHUFFLE_WON] = state.shuffle_won


@kernel
def observe_memory(state, air, out):
    """What a perfect memory adds: the next card, where it is located, and what is not located at all."""
    for card in range(CARDS):
        out[UNLOCATED + rank_of(card) - 1] += 1 - state.located[card]
    if air:
        card = np.int64(state.pile[state.played - 1])
        if state.was_located:
            out[AIR_CARD] = out[NEXT_CARD] = rank_of(card)
        else:
            out[UNLOCATED + rank_of(card) - 1] += 1.0
    elif state.ended == RUNNING:
        card = next_card(state)
        if card != NOBODY and state.located[card] and not comes_shuffled(state):
            out[NEXT_CARD] = rank_of(card)


@kernel
def next_card(state):
    """The card to be flipped next if nobody slaps: the top of a stack, or what lies undermost in a pile to be taken."""
    seat = next_flipper(state)
    if state.held[seat] > 0:
        return np.int64(state.stacks[seat, state.tops[seat]])
    if state.burnt_count > 0:
        return np.int64(state.burnt[state.burnt_count - 1])
    return np.int64(state.pile[0])


@kernel
def comes_shuffled(state):
    """Whether the next card comes out of a pile that is shuffled first."""
    return state.shuffle_won > 0 and state.held[next_flipper(state)] == 0
