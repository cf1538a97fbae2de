"""A turn-based game: in turn, each takes one to three stones from a pile, and who takes the last one loses eight.

Taking k stones pays k, and costs each of the others 1; the chance events are the size of the pile and who starts.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from card_envs.core.compile import kernel
from card_envs.core.game import Game
from card_envs.core.layout import Block, Layout
from card_envs.core.loops import HEADER
from card_envs.core.options import checked_choice, checked_integer
from card_envs.core.random import DEAL, below, combine
from tests.toy.words import words

SEATS = 4
WAIT = 3
LAST = 8


@dataclass(frozen=True)
class PileOptions:
    """`fewest`, `most`: how many stones the pile may have at the start."""

    players: int = 3
    fewest: int = 7
    most: int = 14
    reward: Literal["stones"] = "stones"

    def __post_init__(self) -> None:
        checked_integer("players", self.players, 2, SEATS)
        checked_integer("most", self.most, 1, 40)
        checked_integer("fewest", self.fewest, 1, self.most)
        checked_choice("reward", self.reward, ("stones",))


STATE = np.dtype(
    (
        np.record,
        [
            *HEADER,
            ("players", np.int8),
            ("fewest", np.int8),
            ("most", np.int8),
            ("pile", np.int8),
            ("turn", np.int8),
            ("points", np.int16, SEATS),
            ("gains", np.int16, SEATS),
        ],
    )
)
RESULT = np.dtype((np.record, [(name, np.float64, SEATS) for name in ("scores", "winners", "ranks")]))
LAYOUT = Layout(
    game="pile",
    version=1,
    blocks=(
        Block("pile", (1,), 0, 40, "stones left"),
        Block("points", (SEATS,), -60, 60, "points of each seat, oneself first"),
        Block("turn", (SEATS,), 0, 1, "1 at the seat whose turn it is"),
        Block("present", (SEATS,), 0, 1, "1 for each seat at the table"),
    ),
)


def initial(options: PileOptions) -> np.ndarray:
    state = np.zeros(1, STATE)
    state["players"], state["fewest"], state["most"] = options.players, options.fewest, options.most
    return state


@kernel
def deal(state):
    key = combine(combine(state.seed, DEAL), state.episode)
    fewest = np.int64(state.fewest)
    state.pile = fewest + below(key, 0, np.int64(state.most) - fewest + 1)
    state.turn = below(key, 1, np.int64(state.players))
    state.points[:] = 0
    state.gains[:] = 0


@kernel
def acting(state, out):
    out[0] = state.turn


@kernel
def alive(state, seat):
    return state.ended == 0


@kernel
def legal(state, seat, mask):
    for action in range(WAIT):
        mask[action] = seat == state.turn and action < state.pile
    mask[WAIT] = seat != state.turn


@kernel
def apply(state, actions):
    taken = actions[0] + 1
    state.pile -= taken
    for seat in range(state.players):
        state.gains[seat] = -1
    state.gains[state.turn] = taken
    if state.pile == 0:
        state.gains[state.turn] -= LAST
        state.ended = 1
    for seat in range(state.players):
        state.points[seat] += state.gains[seat]
    state.turn = (np.int64(state.turn) + 1) % np.int64(state.players)


@kernel
def payoff(state, out):
    for seat in range(state.players):
        out[seat] = state.gains[seat]


@kernel
def observe(state, seat, out):
    out[:] = 0.0
    players = np.int64(state.players)
    out[0] = state.pile
    for distance in range(players):
        other = (seat + distance) % players
        out[1 + distance] = state.points[other]
        out[1 + SEATS + distance] = other == state.turn
        out[1 + 2 * SEATS + distance] = 1.0


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
    name="pile",
    options=PileOptions,
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
    actions=("one", "two", "three", "wait"),
    simultaneous=False,
    folder=Path(__file__).parent,
    text=words(LAYOUT, observe),
    players={},
)
