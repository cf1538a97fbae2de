"""OpenSpiel by its fastest routes from Python: C++ states and its NumPy observer.

Legal actions come as a list, its fastest form, or also as the mask that an agent is fed, which it gives as a list of
zeros and ones. Cards are dealt from a shuffled list, which costs less than asking each chance node for its outcomes;
dealing is part of the time but no decision.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from benchmarks.measure import Play, random_element

PASS_DIRECTIONS = 4


def spades(masks: bool) -> Play:
    game = pyspiel.load_game("spades")
    return _games(game, make_observation(game), _deal, masks)


def hearts(masks: bool) -> Play:
    game = pyspiel.load_game("hearts")
    return _games(game, make_observation(game, INFO_STATE_OBS_TYPE), _deal_hearts, masks)  # its only tensor


def _games(game: Any, observation: Any, deal: Callable[[Any], None], masks: bool) -> Play:
    def play() -> int:
        decisions = 0
        state = game.new_initial_state()
        deal(state)
        while (player := state.current_player()) >= 0:  # negative once the game has ended
            observation.set_from(state, player)
            if masks:
                _ = np.array(state.legal_actions_mask(), np.int8)
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
