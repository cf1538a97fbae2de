"""Two scripted players of Envite, as kernels called as `core.game.Player` says; they have no settings.

`greedy` counts its strong cards and plays the highest that wins; `expert` weighs the chances of two tricks, and stones
by what they do for the chico. Both play every table size and variant, and see nothing but the observation; the key
decides when the expert bluffs.

Seats are relative, as in the observation: 0 is oneself, even ones are partners.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from card_envs.core.compile import kernel
from card_envs.core.masks import count, pick
from card_envs.core.random import unit
from card_envs.envite.cards import CARDS, TRUMP, TRUMP_ORDER
from card_envs.envite.observation import (
    BASE,
    CHICO_STONES,
    DECLINE_STONES,
    EXACT,
    GONE,
    HAND_AT,
    LEADER,
    LEVEL,
    LEVELS,
    PASSED,
    PLAYED,
    PRESENT,
    PROPOSED,
    RAISES,
    RUNGS,
    STONES,
    TRICK,
    TRICKS_WON,
    TUMBO_FROM,
    TUMBO_PENALTY,
    VIRA,
    VOIDS,
    position,
)
from card_envs.envite.rules import (
    ACCEPT,
    DECLINE_TUMBO,
    FIRST_CARD,
    FOLD,
    HAND,
    MAX_PLAYERS,
    MAX_RUNGS,
    NOBODY,
    PASS,
    PLAY_TUMBO,
    RAISE,
    beats,
    card_class,
    strength,
)

# --- reading the observation -----------------------------------------------------------------------------------


class Ranks(NamedTuple):
    """What the rules ask of a state to rank the cards (E6–E9)."""

    players: int
    vira: int


@kernel
def ranks(observation):
    players = 0
    for distance in range(MAX_PLAYERS):
        players += np.int64(observation[PRESENT + distance])
    return Ranks(players, position(observation, VIRA, CARDS))


@kernel
def power(table, card):
    """How high a card stands in the whole deck: any trump above any plain card."""
    return strength(table, card) + (len(TRUMP_ORDER) if card_class(table, card) == TRUMP else 0)


@kernel
def card_played(observation, trick, seat):
    return np.int64(observation[PLAYED + MAX_PLAYERS * trick + seat]) - 1


@kernel
def winning_seat(table, observation):
    """Whose card wins the trick so far (E15); NOBODY where oneself leads."""
    trick, best = position(observation, TRICK, HAND), position(observation, LEADER, MAX_PLAYERS)
    if best == 0:
        return NOBODY
    for seat in range(best + 1, table.players):
        if beats(table, card_played(observation, trick, seat), card_played(observation, trick, best)):
            best = seat
    return best


# --- greedy ----------------------------------------------------------------------------------------------------

# Trumps, matadores and kings in hand with which greedy bets, accepts and raises.
TO_BET, TO_ACCEPT, TO_RAISE = 2, 1, 3


@kernel
def greedy(observation, mask, key, settings):
    """The highest card that wins or the lowest that loses; bets by the number of strong cards alone."""
    if count(mask) < 2:
        return pick(mask, 0)
    table = ranks(observation)
    if mask[PLAY_TUMBO]:
        return PLAY_TUMBO
    if mask[PASS]:
        return RAISE if strong_cards(table, observation) >= TO_BET else PASS
    if mask[ACCEPT]:
        strong = strong_cards(table, observation)
        if strong >= TO_RAISE and mask[RAISE]:
            return RAISE
        return ACCEPT if strong >= TO_ACCEPT else FOLD
    return greedy_card(table, observation, mask)


@kernel
def strong_cards(table, observation):
    """Trumps, matadores and kings in hand."""
    strong = 0
    for card in range(CARDS):
        if observation[HAND_AT + card] > 0:
            strong += np.int64(card_class(table, card) == TRUMP or card % 10 == 9)
    return strong


@kernel
def greedy_card(table, observation, mask):
    trick, seat = position(observation, TRICK, HAND), winning_seat(table, observation)
    highest, lowest = NOBODY, NOBODY
    for card in range(CARDS):
        if mask[FIRST_CARD + card] == 0:
            continue
        wins = seat == NOBODY or beats(table, card, card_played(observation, trick, seat))
        if wins and (highest == NOBODY or power(table, card) > power(table, highest)):
            highest = card
        if lowest == NOBODY or power(table, card) < power(table, lowest):
            lowest = card
    return FIRST_CARD + (highest if highest != NOBODY else lowest)


# --- expert: the cards -----------------------------------------------------------------------------------------

# How surely a higher card that a rival holds is played against one's own …
MET = 0.56
# … and a trump against a plain card.
TRUMPED = 0.8
# The chance that the rest of the team wins a trick that one's own card does not, by team size from 2.
PARTNERS = (0.26, 0.38, 0.42, 0.435, 0.45)
# Of two cards that do as well, the lower: what a step of rank is worth, in chances of the round.
THRIFT = 0.001


@kernel
def expert(observation, mask, key, settings):
    """The choice of best chances: cards by those of the round, bets by those of the chico."""
    if count(mask) < 2:
        return pick(mask, 0)
    table = ranks(observation)
    unseen = np.ones(CARDS, np.int8)
    for card in range(CARDS):
        if observation[HAND_AT + card] + observation[GONE + card] + observation[VIRA + card] > 0:
            unseen[card] = 0
    if mask[PASS] or mask[ACCEPT] or mask[PLAY_TUMBO]:
        return expert_call(table, observation, mask, unseen, key)
    best, most = NOBODY, -np.inf
    for card in range(CARDS):
        if mask[FIRST_CARD + card]:
            value = round_chance(table, observation, unseen, card) - THRIFT * power(table, card)
            if value > most:
                best, most = card, value
    return FIRST_CARD + best


@kernel
def round_chance(table, observation, unseen, card):
    """How likely the team wins the round if this card is played now.

    That is all there is to it at any stake, in tumbo too: so a high card is not spent on a trick that a partner has
    won or a lower one wins, and a first trick is given away where the cards kept are worth more.
    """
    now = trick_chance(table, observation, unseen, card)
    some, both = later_chances(table, observation, unseen, card)
    if observation[TRICKS_WON] > 0:
        return now + (1.0 - now) * some
    if observation[TRICKS_WON + 1] > 0:
        return now * some
    return now * some + (1.0 - now) * both


@kernel
def later_chances(table, observation, unseen, card):
    """How likely the hand without `card` wins at least one of its tricks, and every one."""
    none, every = 1.0, 1.0
    for other in range(CARDS):
        if observation[HAND_AT + other] > 0 and other != card:
            chance = later_chance(table, unseen, other)
            none *= 1.0 - chance
            every *= chance
    return 1.0 - none, every


@kernel
def later_chance(table, unseen, card):
    """How likely the team wins a later trick to which one gives this card."""
    team, kind = table.players // 2, card_class(table, card)
    higher, trumps = 0, 0
    for other in range(CARDS):
        if unseen[other]:
            if card_class(table, other) == kind:
                higher += np.int64(strength(table, other) > strength(table, card))
            else:
                trumps += np.int64(card_class(table, other) == TRUMP)
    held = min(HAND * team / count(unseen), 1.0)  # the part of the unseen cards that rivals may hold
    own = (1.0 - MET * held) ** higher * (1.0 - TRUMPED * held) ** trumps
    return own + (1.0 - own) * PARTNERS[team - 2]


@kernel
def trick_chance(table, observation, unseen, card):
    """How likely the team wins the trick being played with this card in it."""
    trick, leader = position(observation, TRICK, HAND), position(observation, LEADER, MAX_PLAYERS)
    led, best, ours, end = card, card, True, table.players
    if leader > 0:
        led, end = card_played(observation, trick, leader), leader
        seat = winning_seat(table, observation)
        winning = card_played(observation, trick, seat)
        if not beats(table, card, winning):
            best, ours = winning, seat % 2 == 0
    threat = threats(table, unseen, best, led)
    # How likely nobody of either side, of the seats yet to play, can beat the best card so far.
    partners, rivals = 1.0, 1.0
    for seat in range(1, end):
        holds = 1.0 - beating_chance(observation, threat, seat, HAND - trick)
        if seat % 2 == 0:
            partners *= holds
        else:
            rivals *= holds
    # Where both sides can, it is even who has the last word.
    if ours:
        return rivals + (1.0 - rivals) * (1.0 - partners) / 2
    return (1.0 - partners) * (1.0 + rivals) / 2


class Threats(NamedTuple):
    """The unseen cards, as they bear on a trick."""

    led_kind: int  # class of the card led …
    best_kind: int  # … and of the one that wins so far
    left: int  # unseen cards,
    following: int  # those of the class led,
    trumps: int
    above: int  # and those of the winning card's class that beat it


@kernel
def threats(table, unseen, best, led):
    led_kind, best_kind = card_class(table, led), card_class(table, best)
    left, following, trumps, above = 0, 0, 0, 0
    for card in range(CARDS):
        if unseen[card]:
            kind = card_class(table, card)
            left += 1
            following += np.int64(kind == led_kind)
            trumps += np.int64(kind == TRUMP)
            above += np.int64(kind == best_kind and strength(table, card) > strength(table, best))
    return Threats(np.int64(led_kind), np.int64(best_kind), left, following, trumps, above)


@kernel
def beating_chance(observation, threat, seat, cards):
    """How likely a seat with so many cards can beat the best card of the trick (E12, E13, E15).

    That the highest card may be kept back (E14) is left out of account.
    """
    no_trump = observation[VOIDS + 5 * seat + TRUMP] > 0
    if threat.led_kind == TRUMP:
        return 0.0 if no_trump else holds_one(threat.above, threat.left, cards)
    void = observation[VOIDS + 5 * seat + threat.led_kind] > 0
    higher = 0.0 if void or threat.best_kind == TRUMP else holds_one(threat.above, threat.left, cards)
    if no_trump:
        return higher
    free = 1.0 if void else 1.0 - holds_one(threat.following, threat.left, cards)
    winners = threat.above if threat.best_kind == TRUMP else threat.trumps
    return higher + free * holds_one(winners, threat.left - threat.following, cards)


@kernel
def holds_one(wanted, among, cards):
    """How likely a hand of so many cards holds one of those wanted."""
    none = 1.0
    for _ in range(cards):
        none *= 1.0 - wanted / among
    return 1.0 - none


# --- expert: the bets ------------------------------------------------------------------------------------------

# By what the odds of the round are multiplied for each bet of the rivals, for their pass, and if they accept a bet.
AFTER_BET, AFTER_PASS, AFTER_ACCEPT = 0.7, 1.2, 0.8
# How often rivals are taken to fold to a bet; to a raise of their own bet never.
FOLDS = 0.1
# How often a hand that would pass bets all the same.
BLUFF = 0.08
# How steeply the chances of a chico grow with the stones.
STEEPNESS = 1.25


@kernel
def expert_call(table, observation, mask, unseen, key):
    """E17–E20, E26: what gives the best chances of the chico."""
    chance = two_tricks(table, observation, unseen)
    if mask[PLAY_TUMBO]:
        penalty, price = np.int64(observation[TUMBO_PENALTY]), np.int64(observation[DECLINE_STONES])
        play = chance + (1.0 - chance) * chico_chance(observation, 0, penalty)
        hopeless = strong_cards(table, observation) == 0 and play < chico_chance(observation, 0, price)
        return DECLINE_TUMBO if hopeless else PLAY_TUMBO
    chance = reweighed(chance, AFTER_BET ** np.int64(observation[RAISES + 1]))
    level = position(observation, LEVEL, LEVELS)
    if mask[PASS]:
        if observation[PASSED + 1] > 0:
            chance = reweighed(chance, AFTER_PASS)
        better = raise_chance(observation, level, chance, FOLDS) > stake_chance(observation, level, chance)
        bets = may_raise(table, observation, level + 1) and (better or unit(key, 0) < BLUFF)
        return RAISE if bets else PASS
    proposed = position(observation, PROPOSED, LEVELS)
    accept = stake_chance(observation, proposed, chance)
    better = raise_chance(observation, proposed, chance, 0.0) > accept
    if mask[RAISE] and better and may_raise(table, observation, proposed + 1):
        return RAISE
    return ACCEPT if accept >= stake_chance(observation, level, 0.0) else FOLD


@kernel
def two_tricks(table, observation, unseen):
    """How likely a fresh hand's team wins two tricks."""
    none, one, two = 1.0, 0.0, 0.0
    for card in range(CARDS):
        if observation[HAND_AT + card] > 0:
            chance = later_chance(table, unseen, card)
            two += one * chance
            one = one * (1.0 - chance) + none * chance
            none *= 1.0 - chance
    return two


@kernel
def reweighed(chance, factor):
    """A chance with its odds multiplied."""
    return chance * factor / (chance * factor + 1.0 - chance)


@kernel
def may_raise(table, observation, level):
    """The chico fuera wants a matador or the malilla in hand."""
    if level <= rung_count(observation):
        return True
    for card in range(CARDS):
        if observation[HAND_AT + card] > 0 and power(table, card) >= 2 * len(TRUMP_ORDER) - 1:
            return True
    return False


@kernel
def rung_count(observation):
    rungs = 0
    for rung in range(MAX_RUNGS):
        rungs += np.int64(observation[RUNGS + rung] > 0)
    return rungs


@kernel
def raise_chance(observation, level, chance, folds):
    """The chances of the chico after naming the level above `level`."""
    accepted = stake_chance(observation, level + 1, reweighed(chance, AFTER_ACCEPT))
    return folds * stake_chance(observation, level, 1.0) + (1.0 - folds) * accepted


@kernel
def stake_chance(observation, level, chance):
    """The chances of the chico when a round of that level is won with the given chance (E22; E21: the chico fuera)."""
    if level > rung_count(observation):
        return chance
    stones = np.int64(observation[BASE] if level == 0 else observation[RUNGS + level - 1])
    return chance * chico_chance(observation, stones, 0) + (1.0 - chance) * chico_chance(observation, 0, stones)


@kernel
def chico_chance(observation, gain, loss):
    """The chances of the chico once the own team has gained stones and the rivals have (E23)."""
    own, rivals = missing(observation, 0, gain), missing(observation, 1, loss)
    if own == 0 or rivals == 0:
        return np.float64(own == 0)
    return rivals**STEEPNESS / (own**STEEPNESS + rivals**STEEPNESS)


@kernel
def missing(observation, team, gain):
    """Stones a team lacks for the chico after a gain; 0 once it has it; 1 in tumbo, where a round is enough (E25)."""
    needed, total = np.int64(observation[CHICO_STONES]), np.int64(observation[STONES + team]) + gain
    if observation[EXACT] > 0 and total == needed:
        total -= 1
    if total >= needed:
        return 0
    if 0 <= observation[TUMBO_FROM] <= total:
        return 1
    return needed - total
