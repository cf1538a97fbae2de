"""Dealing the cards that a seat of Envite has not seen to the other seats, by what these have shown not to hold.

Each possible deal is equally likely.
"""

from __future__ import annotations

import numpy as np

from card_envs.core.compile import kernel
from card_envs.core.random import below, combine, unit
from card_envs.envite.cards import TRUMP
from card_envs.envite.rules import HAND, NOBODY, card_class, highest_card

FEW_ATTEMPTS = 100  # to deal by drawing; one or two are usual
MOST_ATTEMPTS = 100_000  # where deals cannot be counted, which is nowhere in a game
GROUPS = 3  # of cards: of each of two classes that somebody is without, and the others
OTHERS = GROUPS - 1


@kernel
def deal_unknown(state, unseen, key):
    """Fill the hands of seats 1 on from the cards `unseen` int64 [k].

    Cards are drawn seat by seat, evenly among those the seat may hold. That alone would favour deals in which the
    seats before left more to choose from, so a deal is kept with a probability that evens this out. Where few are
    kept, the deals are counted.
    """
    order = by_choice(state, unseen)
    for attempt in range(MOST_ATTEMPTS):
        if attempt == FEW_ATTEMPTS and deal_by_counting(state, unseen.copy(), combine(key, attempt)):
            return
        if deal_attempt(state, unseen.copy(), order, combine(key, attempt)):
            return


@kernel
def deal_attempt(state, cards, order, key):
    """One deal of `cards` to the seats in `order`; whether it is kept."""
    size, drawn = cards.shape[0], 0
    keep = 1.0
    for seat in order:
        choice = allowed(state, seat, cards)
        for place in range(cards_held(state, seat)):
            here = 0
            for index in range(size):
                here += np.int64(may_hold(state, seat, cards[index]))
            if here == 0:
                return False
            keep *= here / min(choice - place, size)
            skip = below(key, drawn, here)
            drawn += 1
            for index in range(size):
                if may_hold(state, seat, cards[index]):
                    if skip == 0:
                        state.hands[seat, place] = cards[index]
                        size -= 1
                        cards[index], cards[size] = cards[size], cards[index]
                        break
                    skip -= 1
    return unit(key, drawn) < keep


@kernel
def by_choice(state, cards):
    """The other seats, those with least to choose from first: so fewer deals are thrown away."""
    order = np.arange(1, np.int64(state.players))
    for index in range(1, order.shape[0]):
        seat = order[index]
        before = index
        while before > 0 and allowed(state, order[before - 1], cards) > allowed(state, seat, cards):
            order[before] = order[before - 1]
            before -= 1
        order[before] = seat
    return order


@kernel
def allowed(state, seat, cards):
    """How many of the cards the seat may hold."""
    total = 0
    for index in range(cards.shape[0]):
        total += np.int64(may_hold(state, seat, cards[index]))
    return total


@kernel
def may_hold(state, seat, card):
    """Whether the seat has not shown to be without it; the highest card may always have been kept back (E14)."""
    kind = card_class(state, card)
    return state.voids[seat, kind] == 0 or (kind == TRUMP and card == highest_card(state))


@kernel
def cards_held(state, seat):
    """Cards still in a hand."""
    held = HAND
    for trick in range(HAND):
        held -= np.int64(state.played[trick, seat] != NOBODY)
    return held


# --- by counting -----------------------------------------------------------------------------------------------


@kernel
def deal_by_counting(state, cards, key):
    """Deal `cards` by the number of ways that each choice leaves to deal the rest; False where there is none.

    In a game, seats that still hold cards are without two classes at most: those led in the first two tricks. Where
    there are more, nothing is dealt.
    """
    players = np.int64(state.players)
    kinds, most = np.full(GROUPS, NOBODY), np.zeros((players, GROUPS), np.int64)
    for seat in range(1, players):
        most[seat, OTHERS] = cards_held(state, seat)
    if not find_kinds(state, kinds, most):
        return False
    groups, sizes = np.empty((GROUPS, cards.shape[0]), np.int64), np.zeros(GROUPS, np.int64)
    for drawn in range(cards.shape[0]):  # any order of each group is equally likely
        place = drawn + below(key, drawn, cards.shape[0] - drawn)
        cards[drawn], cards[place] = cards[place], cards[drawn]
        group = group_of(state, kinds, cards[drawn])
        groups[group, sizes[group]] = cards[drawn]
        sizes[group] += 1
    ways = np.zeros((players + 1, sizes[0] + 1, sizes[1] + 1))
    count_ways(most, sizes, ways)
    if ways[1, sizes[0], sizes[1]] == 0.0:
        return False
    numbers = np.empty(GROUPS, np.int64)
    for seat in range(1, players):
        choose_numbers(most[seat], sizes, ways[seat + 1], unit(key, cards.shape[0] + seat), numbers)
        place = 0
        for group in range(GROUPS):
            for _ in range(numbers[group]):
                sizes[group] -= 1
                state.hands[seat, place] = groups[group, sizes[group]]
                place += 1
    return True


@kernel
def find_kinds(state, kinds, most):
    """Fill `kinds` with up to two classes that seats with cards are without; False if there are more.

    `most` int64 [seats, groups] gets how many cards of each group a seat may get: of the others, as many as it holds.
    """
    found = 0
    for kind in range(TRUMP + 1):
        without = False
        for seat in range(1, most.shape[0]):
            without |= state.voids[seat, kind] != 0 and most[seat, OTHERS] > 0
        if without:
            if found == OTHERS:
                return False
            kinds[found] = kind
            for seat in range(1, most.shape[0]):
                most[seat, found] = 0 if state.voids[seat, kind] else most[seat, OTHERS]
            found += 1
    return True


@kernel
def group_of(state, kinds, card):
    """0 or 1 for the classes that seats are without, 2 for cards that anybody may hold, the highest among them."""
    kind = card_class(state, card)
    if card != highest_card(state):
        for group in range(OTHERS):
            if kinds[group] == kind:
                return group
    return OTHERS


@kernel
def count_ways(most, sizes, ways):
    """Fill `ways` float64 [seats + 1, …] with the ways to deal each seat and those after it.

    They stand at the cards that are left of the first two groups; the others are the rest of all that is left.
    """
    players = most.shape[0]
    ways[players] = 1.0
    left = sizes.sum() - most[:, OTHERS].sum()
    for seat in range(players - 1, 0, -1):
        left += most[seat, OTHERS]
        for first in range(sizes[0] + 1):
            for second in range(sizes[1] + 1):
                for i in range(min(most[seat, 0], first) + 1):
                    for j in range(min(most[seat, 1], second) + 1):
                        here = ways_with(most[seat, OTHERS], first, second, left - first - second, i, j)
                        ways[seat, first, second] += here * ways[seat + 1, first - i, second - j]


@kernel
def choose_numbers(most, sizes, ways, share, numbers):
    """Fill `numbers` with how many cards of each group a seat gets: those up to which this share of its ways lies.

    Args:
        most: int64 [groups], what it may get.
        sizes: int64 [groups], what is left.
        ways: of the seats after it, as in `count_ways`.
        share: float64, in [0, 1).
    """
    total = 0.0
    for choosing in range(2):  # first all ways, then those up to the share
        reached = 0.0
        for i in range(min(most[0], sizes[0]) + 1):
            for j in range(min(most[1], sizes[1]) + 1):
                here = ways_with(most[OTHERS], sizes[0], sizes[1], sizes[OTHERS], i, j)
                here *= ways[sizes[0] - i, sizes[1] - j]
                if choosing and here > 0.0 and reached <= share * total:
                    numbers[0], numbers[1], numbers[OTHERS] = i, j, most[OTHERS] - i - j
                reached += here
        total = reached


@kernel
def ways_with(held, first, second, others, i, j):
    """The ways to choose a hand of `held` cards with `i` and `j` of the first two groups, of which so many are left."""
    rest = held - i - j
    if rest < 0 or rest > others:
        return 0.0
    total = 1.0
    for index in range(held):
        if index < i:
            total *= (first - index) / (index + 1.0)
        elif index < i + j:
            total *= (second - (index - i)) / (index - i + 1.0)
        else:
            total *= (others - (index - i - j)) / (index - i - j + 1.0)
    return total
