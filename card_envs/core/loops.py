"""The loops over many games, written once against the kernels of the protocol and bound to each game's own.

`deal`, `acting`, `legal`, `apply`, `alive`, `payoff`, `observe`, `report` and `determinize` are declared here as
names only; `bind` compiles a copy of every loop in which they are one game's kernels. `Protocol` says what each
must do.

In all loops `states` is a record array [B], `rows` int64 [k] the games to work on, and a *column* is a place in
the arrays of one decision point: the seat itself where all seats act at once, the one acting seat in turn-based
games.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from typing import Protocol as Typed

import numpy as np

from card_envs.core.compile import entry_point, fingerprint, kernel
from card_envs.core.masks import count, pick
from card_envs.core.random import SEATING, below, combine, unit


class Protocol(Typed):
    """The kernels a game gives. A state is one record; `HEADER` says which fields every state starts with."""

    def deal(self, state) -> None:
        """Start the episode `state.episode` of the game seeded `state.seed`, from the options in the state."""

    def acting(self, state, out) -> None:
        """Write the seats that act now into `out` int64 [columns], −1 where a column has none."""

    def alive(self, state, seat) -> bool:
        """Whether the seat is still in the game, or was when it was cut; all are out once a game has terminated."""

    def legal(self, state, seat, mask) -> None:
        """Write the legal actions of a living seat into `mask` int8 [actions]: never all zero."""

    def apply(self, state, actions) -> None:
        """Play one decision point: `actions` int64 [columns], legal, looked at only where a seat acts."""

    def payoff(self, state, out) -> None:
        """Write what the last `apply` paid into `out` float32 [seats]."""

    def observe(self, state, seat, out) -> None:
        """Write what the seat sees into `out` float32 [layout size], all of it."""

    def report(self, state, out) -> None:
        """Write the result of an ended game into the record `out`."""

    def determinize(self, observation, key, state) -> None:
        """Fill `state` with a random state that fits the observation of a seat, which becomes seat 0.

        Options that the observation does not hold (the reward) are left as they stand in `state`.
        """


# Every game's state begins with these.
HEADER = [
    ("seed", np.uint64),  # of the slot: all deals follow from it and the episode
    ("episode", np.uint32),  # which game of the slot, from 0
    ("moves", np.uint32),  # decision points played in this episode
    ("ended", np.int8),  # 0 running, 1 terminated, 2 truncated
]
RUNNING, TERMINATED, TRUNCATED = 0, 1, 2

# What `check_rows` says in place of a column.
ALL_LEGAL, NOBODY_ACTS = -1, -2


def unbound(*_: Any) -> Any:
    """Stands for a kernel of a game until `bind` puts it in."""
    raise NotImplementedError("this loop has not been bound to a game")


deal = acting = alive = legal = apply = payoff = observe = report = determinize = unbound
choose = unbound  # a scripted player: (observation, mask, key, settings) -> action
closing = unbound  # of `game.Hosting`
tell_controls = unbound  # as in `core.game.Controls`


def deal_rows(states, rows):
    """Start the episode that each state's header names."""
    for row in rows:
        state = states[row]
        state.moves = 0
        state.ended = RUNNING
        deal(state)


def look_rows(states, rows, actors, masks):
    """Who acts now, and what each may do; rows of an ended game are −1 and zero."""
    for row in rows:
        state = states[row]
        if state.ended != RUNNING:
            actors[row] = -1
            masks[row] = 0
            continue
        acting(state, actors[row])
        for column in range(actors.shape[1]):
            seat = actors[row, column]
            if seat < 0:
                masks[row, column] = 0
            else:
                legal(state, seat, masks[row, column])


def check_rows(rows, actors, masks, actions):
    """The first wrong action as (row, column, action); or with column `ALL_LEGAL`, or `NOBODY_ACTS` in the row."""
    for row in rows:
        acts = False
        for column in range(actors.shape[1]):
            if actors[row, column] >= 0:
                acts = True
                action = actions[row, column]
                if action < 0 or action >= masks.shape[2] or masks[row, column, action] == 0:
                    return row, column, action
        if not acts:
            return row, NOBODY_ACTS, 0
    return 0, ALL_LEGAL, 0


def advance_rows(states, rows, actions, rewards, terminated, truncated, cut, results, final_observations):
    """Play one decision point in each game; where one ends, write its result, last observations and who was cut."""
    for row in rows:
        state = states[row]
        apply(state, actions[row])
        state.moves += 1
        payoff(state, rewards[row])
        terminated[row] = state.ended == TERMINATED
        truncated[row] = state.ended == TRUNCATED
        if state.ended != RUNNING:
            report(state, results[row])
            for seat in range(final_observations.shape[1]):
                observe(state, seat, final_observations[row, seat])
                cut[row, seat] = state.ended == TRUNCATED and alive(state, seat)


def observe_rows(states, stale, actors, observations):
    """What each acting seat sees, in the games marked stale; the marks are cleared."""
    for row in range(states.shape[0]):
        if stale[row]:
            stale[row] = False
            for column in range(actors.shape[1]):
                seat = actors[row, column]
                if seat < 0:
                    observations[row, column] = 0.0
                else:
                    observe(states[row], seat, observations[row, column])


def observe_seats(states, row, alive_seats, observations, masks):
    """What every seat of one game sees, whoever acts; a seat that is out has one idle action, 0."""
    for seat in range(observations.shape[0]):
        observe(states[row], seat, observations[seat])
        alive_seats[seat] = states[row].ended == RUNNING and alive(states[row], seat)
        if alive_seats[seat]:
            legal(states[row], seat, masks[seat])
        else:
            masks[seat] = 0
            masks[seat, 0] = 1


def key_rows(states, rows, actors, purpose, keys):
    """One random key for each acting seat of each game, from the game's seed and the decision it is for."""
    for row in rows:
        state = states[row]
        key = combine(combine(combine(state.seed, purpose), state.episode), state.moves)
        for column in range(actors.shape[1]):
            keys[row, column] = combine(key, actors[row, column] + 1)


def seat_rows(states, rows, learners, first_seat, teams, weights, partner_weights, holders):
    """Draw who sits where in the episode that each game starts.

    `learners` int64 [B] seats a game are for learners: the one seat `first_seat`, or where that is −1 random ones;
    more than one where there are `teams` (seat modulo teams) are a team. The others are held by opponents: with
    `weights` (cumulative, float64) each is drawn by its weight, a learner's partners by `partner_weights`; without
    any, opponent k sits k + 1 places to the learner's left. `holders` int64 [B, seats] gets −1 for a learner, else
    the opponent's number.
    """
    seats = holders.shape[1]
    order = np.empty(seats, np.int64)
    for row in rows:
        key = combine(combine(states[row].seed, SEATING), states[row].episode)
        for seat in range(seats):
            order[seat] = seat
        for place in range(learners[row]):
            other = place + below(key, place, seats - place)
            order[place], order[other] = order[other], order[place]
        if first_seat >= 0:
            order[0] = first_seat
        for seat in range(seats):
            partner = teams > 0 and (seat - order[0]) % teams == 0
            if partner and learners[row] > 1:
                holders[row, seat] = -1
            elif weights.shape[0] == 0:
                holders[row, seat] = (seat - order[0] + seats) % seats - 1
            else:
                among = partner_weights if partner else weights
                drawn = np.searchsorted(among, unit(key, seats + seat) * among[-1], "right")
                holders[row, seat] = min(drawn, among.shape[0] - 1)
        for place in range(learners[row] if teams == 0 else 1):
            holders[row, order[place]] = -1


def sample_rows(actors, masks, streams, actions):
    """A uniform legal action for each acting seat (0 elsewhere); each game's own stream moves on by one."""
    for row in range(actors.shape[0]):
        stream = streams[row]
        for column in range(actors.shape[1]):
            actions[row, column] = 0
            if actors[row, column] >= 0:
                actions[row, column] = pick(masks[row, column], below(stream, column, count(masks[row, column])))
        streams[row] = combine(stream, 0)


def play_random(states, steps, rewards, mask, actions, seats):
    """Play `steps` decision points of every game by uniform legal actions, dealing anew at each end.

    The rules alone: nothing is observed. Returns the number of decisions that seats made.
    """
    decisions = 0
    for row in range(states.shape[0]):
        state = states[row]
        for _ in range(steps):
            acting(state, seats)
            key = combine(state.seed, state.moves + np.uint64(state.episode) * np.uint64(65536))
            for column in range(seats.shape[0]):
                if seats[column] >= 0:
                    legal(state, seats[column], mask)
                    actions[column] = pick(mask, below(key, column, count(mask)))
                    decisions += 1
            apply(state, actions)
            state.moves += 1
            payoff(state, rewards[row])
            if state.ended != RUNNING:
                state.episode += 1
                state.moves = 0
                state.ended = RUNNING
                deal(state)
    return decisions


def determinize_rows(observations, keys, states):
    """A random state for each observation."""
    for row in range(states.shape[0]):
        states[row].moves = 0
        states[row].ended = RUNNING
        determinize(observations[row], keys[row], states[row])


def choose_rows(observations, masks, keys, settings, actions):
    """The choice of one scripted player with its settings float64 [k], for each row."""
    for row in range(observations.shape[0]):
        actions[row] = choose(observations[row], masks[row], keys[row], settings)


def control_rows(states, numbers):
    """The controls of each game that has just been dealt, float64 [B, size]; the states are of no use afterwards."""
    for row in range(states.shape[0]):
        tell_controls(states[row], numbers[row])


def close_row(states, row, actions, out):
    """How one table looks when a part of its game closes with these actions; how many such looks `out` has got."""
    return closing(states[row], actions[row], out)


@kernel
def uniform(observation, mask, key, settings):
    """The scripted player "random", which every game has: any legal action, all equally likely."""
    return pick(mask, below(key, 0, count(mask)))


LOOPS = (
    deal_rows,
    look_rows,
    check_rows,
    advance_rows,
    observe_rows,
    observe_seats,
    key_rows,
    seat_rows,
    sample_rows,
    play_random,
    determinize_rows,
)


def kernels_of(*modules: ModuleType) -> dict[str, Any]:
    """The kernels of `Protocol` by name, each from the first of a game's modules that has it."""
    names = [name for name in vars(Protocol) if not name.startswith("_")]
    return {name: next(vars(module)[name] for module in modules if name in vars(module)) for name in names}


def bind(kernels: Mapping[str, Any], folder: Path) -> SimpleNamespace:
    """Every loop, compiled with one game's kernels; `folder` holds their sources."""
    key = fingerprint(folder)
    return SimpleNamespace(**{loop.__name__: entry_point(loop, key=key, names=kernels) for loop in LOOPS})


@cache
def bind_player(name: str, player: Any, folder: Path) -> Any:
    """`choose_rows`, compiled with one scripted player of the game whose kernels lie in `folder`."""
    return entry_point(choose_rows, key=f"{name}_{fingerprint(folder)}", names={"choose": player})


def bind_controls(controls: Any, folder: Path) -> Any:
    """`control_rows`, compiled with the controls of the game whose kernels lie in `folder`."""
    return entry_point(control_rows, key=fingerprint(folder), names={"tell_controls": controls})


def bind_closing(kernel: Any, folder: Path) -> Any:
    """`close_row`, compiled with the kernel `closing` of the game whose sources lie in `folder`."""
    return entry_point(close_row, key=fingerprint(folder), names={"closing": kernel})
