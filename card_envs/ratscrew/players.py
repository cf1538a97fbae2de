"""Three scripted players of Egyptian ratscrew, as kernels called as `core.game.Player` says.

`random` slaps at a rate; `greedy` slaps every good pile it sees; `expert` does so with a human's reaction time and
errors, and with a memory it gambles on a card in the air when the odds pay. All play every table and option.
"""

from __future__ import annotations

import math

import numpy as np

from card_envs.core.compile import kernel
from card_envs.core.game import Player, Setting
from card_envs.core.random import unit
from card_envs.ratscrew.cards import NO_RANK, RANKS
from card_envs.ratscrew.observation import (
    AIR,
    AIR_CARD,
    FIRST,
    IN,
    MEMORY,
    PENALTY,
    PILE,
    REFLEXES,
    SEEN_AT,
    SLAPS_AT,
    STACKS,
    TICK,
    TICKS,
    TOP_AT,
    UNLOCATED,
    WRONG_SLAPS,
)
from card_envs.ratscrew.options import MAX_PLAYERS, MAX_TICKS, SLAPS
from card_envs.ratscrew.rules import HOLD, SLAP, is_good

OTHERS = MAX_PLAYERS - 1
SPREAD = 0.25  # of the logarithm of a reaction time
LAST_CHANCE = 13.0  # what a wrong slap without cards costs, in cards: a fair share of the deck at four players


@kernel
def at_random(observation, mask, key, settings):
    """Slaps with the probability `rate`."""
    return SLAP if unit(key, 0) < settings[0] else HOLD


@kernel
def greedy(observation, mask, key, settings):
    """Slaps every good pile that it sees."""
    return SLAP if observation[AIR] == 0 and makes_good(observation, observation[TOP_AT], 1) else HOLD


@kernel
def expert(observation, mask, key, settings):
    """Reacts to what it sees after a while; before it sees, slaps if the odds of the unlocated cards pay.

    Settings: `reaction`, the median time in seconds from seeing a card to slapping; `errors`, the chance to take a
    bad pile for a good one, and to hesitate at a good one; `tick_ms`, how long a tick lasts.
    """
    reaction, errors, tick_seconds = settings[0], settings[1], settings[2] / 1000.0
    tick = np.int64(observation[TICK])
    if observation[AIR] > 0:
        ready = fires(reaction, tick, tick_seconds)
        pays = observation[MEMORY] > 0 and observation[WRONG_SLAPS : WRONG_SLAPS + MAX_PLAYERS].max() == 0
        return SLAP if pays and gamble_pays(observation) and unit(key, 0) < ready else HOLD
    waited = tick - np.int64(observation[SEEN_AT])
    if makes_good(observation, observation[TOP_AT], 1):
        return SLAP if unit(key, 0) < fires(reaction, waited, tick_seconds) * (1.0 - errors) else HOLD
    return SLAP if unit(key, 0) < reacts_at(reaction, waited, tick_seconds) * errors else HOLD


@kernel
def makes_good(observation, top, below_it):
    """Whether a card of that rank makes a good pile over the cards seen from the `below_it`-th of the top on."""
    second = observation[TOP_AT + below_it]
    if second == 0:
        return False
    return is_good(
        observation[SLAPS_AT : SLAPS_AT + len(SLAPS)],
        np.int64(top),
        np.int64(second),
        np.int64(observation[TOP_AT + 1 + below_it]),
        np.int64(observation[FIRST]),
    )


# --- reaction --------------------------------------------------------------------------------------------------


@kernel
def reacted_by(reaction, seconds):
    """The chance to have reacted after that time: log-normal around the median; at once where that is 0."""
    if seconds <= 0:
        return 0.0
    if reaction <= 0:
        return 1.0
    return 0.5 * (1.0 + math.erf(math.log(seconds / reaction) / (SPREAD * math.sqrt(2.0))))


@kernel
def reacts_at(reaction, waited, tick_seconds):
    """The chance to react in the tick that comes `waited` ticks after seeing."""
    return reacted_by(reaction, (waited + 1) * tick_seconds) - reacted_by(reaction, waited * tick_seconds)


@kernel
def fires(reaction, waited, tick_seconds):
    """The same of one who has not reacted yet; one who hesitated reacts at once."""
    left = 1.0 - reacted_by(reaction, waited * tick_seconds)
    return reacts_at(reaction, waited, tick_seconds) / left if left > 1e-9 else 1.0


# --- the gamble ------------------------------------------------------------------------------------------------


@kernel
def gamble_pays(observation):
    """Whether to slap unseen brings more cards than to wait for what one will see."""
    good = chance_of_good(observation)
    stack = np.int64(observation[STACKS])
    cost = min(np.float64(observation[PENALTY]), np.float64(stack)) if stack > 0 else LAST_CHANCE
    pile = np.float64(observation[PILE]) + 1.0
    now, later = shares(observation)
    return good * (now - later) * pile > (1.0 - good) * cost


@kernel
def chance_of_good(observation):
    """That the card in the air makes the pile good: known where it is located, else by the cards that are not."""
    rank = np.int64(observation[AIR_CARD])
    if rank != NO_RANK:
        return 1.0 if makes_good(observation, rank, 0) else 0.0
    good, total = 0.0, 0.0
    for guess in range(1, RANKS + 1):
        cards = np.float64(observation[UNLOCATED + guess - 1])
        total += cards
        if cards > 0 and makes_good(observation, guess, 0):
            good += cards
    return good / total if total > 0 else 0.0


@kernel
def shares(observation):
    """One's part of a good pile if one slaps now, and if one waits to see it; the others slap as soon as they see."""
    tick, ticks = np.int64(observation[TICK]), np.int64(observation[TICKS])
    now = part(observation, tick)
    later, untouched = 0.0, nobody_slaps(observation, tick)
    unseen = 0.0
    for moment in range(tick + 1, ticks + 1):
        unseen += observation[REFLEXES + moment]
    for moment in range(tick + 1, ticks):
        if unseen > 0:
            later += observation[REFLEXES + moment] / unseen * untouched * part(observation, moment)
        untouched *= nobody_slaps(observation, moment)
    return now, later


@kernel
def slaps_at(observation, other, moment):
    """The chance that another seat sees a card, and slaps, in this tick, if it has not seen it before."""
    if observation[IN + other] == 0:
        return 0.0
    start = REFLEXES + (MAX_TICKS + 1) * other
    before = 0.0
    for tick in range(moment):
        before += observation[start + tick]
    return observation[start + moment] / (1.0 - before) if before < 1.0 - 1e-6 else 1.0


@kernel
def nobody_slaps(observation, moment):
    """The chance that none of the others slaps in this tick."""
    chance = 1.0
    for other in range(1, MAX_PLAYERS):
        chance *= 1.0 - slaps_at(observation, other, moment)
    return chance


@kernel
def part(observation, moment):
    """The chance to win a good pile slapped in this tick: one part in all that slap."""
    numbers = np.zeros(MAX_PLAYERS)  # the chance of each number of others
    numbers[0] = 1.0
    for other in range(1, MAX_PLAYERS):
        slaps = slaps_at(observation, other, moment)
        for number in range(OTHERS, 0, -1):
            numbers[number] = numbers[number] * (1.0 - slaps) + numbers[number - 1] * slaps
        numbers[0] *= 1.0 - slaps
    total = 0.0
    for number in range(MAX_PLAYERS):
        total += numbers[number] / (number + 1)
    return total


PLAYERS = {
    "random": Player(at_random, {"rate": Setting(0.5, 0.0, 1.0)}),
    "greedy": Player(greedy),
    "expert": Player(
        expert,
        {
            "reaction": Setting(0.0, 0.0, 10.0),
            "errors": Setting(0.0, 0.0, 1.0),
            "tick_ms": Setting(150.0, 1.0, 10_000.0),
        },
    ),
}
