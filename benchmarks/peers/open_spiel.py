"""OpenSpiel by its fastest route from Python: C++ states, its NumPy observer, legal actions as a list.

Cards are dealt from a shuffled list, which costs less than asking each chance node for its outcomes; dealing is
part of the time but no decision.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pyspiel
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from benchmarks.measure import Play, random_element

PASS_DIRECTIONS = 4


def spades() -> Play:
    game = pyspiel.load_game("spades")
    return _games(game, make_observation(game), _deal)


def hearts() -> Play:
    game = pyspiel.load_game("hearts")
    return _games(game, make_observation(game, INFO_STATE_OBS_TYPE), _deal_hearts)  # the only tensor it offers


def _games(game: Any, observation: Any, deal: Callable[[Any], None]) -> Play:
    def play() -> int:
        decisions = 0
        state = game.new_initial_state()
        deal(state)
        while (player := state.current_player()) >= 0:  # negative once the game has ended
            observation.set_from(state, player)
            state.apply_action(random_element(state.legal_actions()))
            decisions += 1
        return decisions

    return play


def _deal(state: Any) -> None:
    deck = list(range(52))
    random.shuffle(deck)
    for card in deck:
        state.apply_action(card)


def _deal_hearts(state: Any) -> None:
    state.apply_action(random.randrange(PASS_DIRECTIONS))
    _deal(state)
