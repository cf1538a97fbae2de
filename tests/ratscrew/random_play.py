"""Random games of Egyptian ratscrew in which much happens: tables of all kinds, uneven deals, wild slapping."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from card_envs.core.random import slot_seeds
from card_envs.core.tables import Tables
from card_envs.ratscrew import GAME, rules
from card_envs.ratscrew.options import SLAPS, RatscrewOptions
from tests.ratscrew import hand_made

SIZES = (2, 3, 4, 5, 6, 7, 8)
SLAP_SETS = [slaps for size in range(len(SLAPS) + 1) for slaps in combinations(SLAPS, size)]


def drawn_options(players: int, number: int, rng: np.random.Generator) -> RatscrewOptions:
    """The `number`-th table: slaps, penalty, `shuffle_won` and reward go by it, the others are drawn.

    Windows of up to three ticks are drawn more often.
    """
    ticks = int(rng.choice([1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8]))
    reflexes = rng.dirichlet(np.full(ticks + 1, 0.5), players)
    reflexes[rng.random(players) < 0.3] = [1] + [0] * ticks
    return RatscrewOptions(
        players=players,
        ticks=ticks,
        slaps=SLAP_SETS[number % len(SLAP_SETS)],
        penalty=1 + number % 2,
        reflexes=reflexes.tolist(),
        memory=(rng.random(players) < 0.6).tolist(),
        shuffle_won=bool(number // 2 % 2),
        max_flips=int(rng.choice([10, 40, 60])),
        reward=("win", "cards")[number // 4 % 2],
    )


def start(options: RatscrewOptions, games: int, rng: np.random.Generator) -> Tables:
    """Games after the first flip; every second one is dealt unevenly, so that seats run out of cards soon."""
    tables = Tables(GAME, options, games)
    tables.reset(slot_seeds(int(rng.integers(2**40)), games))
    for state in tables.states[::2]:
        deal_unevenly(state, rng)
        rules.flip(state)
    tables.look()
    return tables


def deal_unevenly(state: np.record, rng: np.random.Generator) -> None:
    """A few cards for most seats, none for some, and mostly all the others for one. Nobody has flipped yet."""
    players = int(state.players)
    deck = rng.permutation(52).tolist()
    sizes = rng.choice([0, 1, 2, 3, 5], players, p=[0.1, 0.3, 0.3, 0.2, 0.1])
    if rng.random() < 0.8:
        sizes[rng.integers(players)] = 52
    stacks = [[deck.pop() for _ in range(min(size, len(deck)))] for size in sizes]
    stacks[0] += deck
    hand_made.lay(state, stacks)
    state.taker = rng.choice(np.flatnonzero(state.held))


def slap_rates(players: int, rng: np.random.Generator) -> np.ndarray:
    """How likely each seat slaps a bad and a good pile, float64 [2, players]."""
    careful = [rng.choice([0.0, 0.03, 0.1]), rng.choice([0.05, 0.3, 0.8])]
    rates = np.repeat(np.array(careful)[:, None], players, axis=1)
    wild = rng.random(players) < rng.choice([0.0, 0.2, 1.0], p=[0.5, 0.3, 0.2])
    rates[:, wild] = rng.choice([0.3, 0.9])
    return rates
