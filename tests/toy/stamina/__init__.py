"""A game of simultaneous moves in which seats go out one by one, and which may be cut short.

Each has one to four units of energy. All at once rest, walk (one unit, pays 1), run (two, pays 3) or sprint (three,
pays 5); who has none left is out, and pays 1 for it. The game ends when at most one is left, who gets 2; it is cut
after `limit` moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from card_envs.core.compile import kernel
from card_envs.core.game import Game
from card_envs.core.layout import Block, Layout
from card_envs.core.loops import HEADER, TERMINATED, TRUNCATED
from card_envs.core.options import checked_choice, checked_integer
from card_envs.core.random import DEAL, below, combine
from tests.toy.words import words

SEATS = 4
GHOST = 99  # what `payoff` says of those who were out before: an interface must not hand it to anyone
PAY = np.array([0, 1, 3, 5])


@dataclass(frozen=True)
class StaminaOptions:
    """`limit`: the game is cut after this many moves; 0: never."""

    players: int = 4
    limit: int = 0
    reward: Literal["points"] = "points"

    def __post_init__(self) -> None:
        checked_integer("players", self.players, 2, SEATS)
        checked_integer("limit", self.limit, 0, 99)
        checked_choice("reward", self.reward, ("points",))


STATE = np.dtype(
    (
        np.record,
        [
            *HEADER,
            ("players", np.int8),
            ("limit", np.int8),
            ("energy", np.int8, SEATS),
            ("points", np.int8, SEATS),
            ("gains", np.int8, SEATS),
        ],
    )
)
RESULT = np.dtype((np.record, [(name, np.float64, SEATS) for name in ("scores", "winners", "ranks")]))
LAYOUT = Layout(
    game="stamina",
    version=1,
    blocks=(
        Block("energy", (SEATS,), 0, 4, "energy of each seat, oneself first"),
        Block("points", (SEATS,), -1, 20, "points of each seat"),
        Block("present", (SEATS,), 0, 1, "1 for each seat at the table"),
        Block("limit", (1,), 0, 99, "after how many moves the game is cut"),
    ),
)


def initial(options: StaminaOptions) -> np.ndarray:
    state = np.zeros(1, STATE)
    state["players"], state["limit"] = options.players, options.limit
    return state


@kernel
def deal(state):
    key = combine(combine(state.seed, DEAL), state.episode)
    for seat in range(state.players):
        state.energy[seat] = 1 + below(key, seat, 4)
    state.points[:] = 0
    state.gains[:] = 0


@kernel
def acting(state, out):
    for seat in range(out.shape[0]):
        out[seat] = seat if state.energy[seat] > 0 else -1


@kernel
def alive(state, seat):
    return state.ended != TERMINATED and state.energy[seat] > 0


@kernel
def legal(state, seat, mask):
    for action in range(4):
        mask[action] = action <= state.energy[seat]


@kernel
def apply(state, actions):
    left = 0
    for seat in range(state.players):
        if state.energy[seat] > 0:
            state.energy[seat] -= actions[seat]
            state.gains[seat] = PAY[actions[seat]] - np.int64(state.energy[seat] == 0)
            left += np.int64(state.energy[seat] > 0)
        else:
            state.gains[seat] = GHOST
    if left <= 1:
        state.ended = TERMINATED
        for seat in range(state.players):
            state.gains[seat] += 2 * np.int64(state.energy[seat] > 0)
    elif np.int64(state.moves) + 1 == state.limit:
        state.ended = TRUNCATED
    for seat in range(state.players):
        if state.gains[seat] != GHOST:
            state.points[seat] += state.gains[seat]


@kernel
def payoff(state, out):
    for seat in range(state.players):
        out[seat] = state.gains[seat]


@kernel
def observe(state, seat, out):
    out[:] = 0.0
    players = np.int64(state.players)
    for distance in range(players):
        other = (seat + distance) % players
        out[distance] = state.energy[other]
        out[SEATS + distance] = state.points[other]
        out[2 * SEATS + distance] = 1.0
    out[3 * SEATS] = state.limit


@kernel
def report(state, out):
    for seat in range(state.players):
        better = 0
        for other in range(state.players):
            better += np.int64(state.points[other] > state.points[seat])
        out.scores[seat] = state.points[seat]
        out.ranks[seat] = better + 1
        out.winners[seat] = better == 0


GAME = Game(
    name="stamina",
    options=StaminaOptions,
    state=STATE,
    result=RESULT,
    initial=initial,
    kernels={
        "deal": deal,
        "acting": acting,
        "alive": alive,
        "legal": legal,
        "apply": apply,
        "payoff": payoff,
        "observe": observe,
        "report": report,
    },
    layout=LAYOUT,
    actions=("rest", "walk", "run", "sprint"),
    simultaneous=True,
    folder=Path(__file__).parent,
    text=words(LAYOUT, observe),
    players={},
)
