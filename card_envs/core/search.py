"""Information-set Monte Carlo tree search from what one seat sees, written once and bound to each game's kernels.

The single-observer form of Cowling, Powley and Whitehouse (2012, Information Set Monte Carlo Tree Search). Each
simulation draws a state that fits the observation, in which the observer is seat 0, and walks down the tree as far
as it reaches; in each node every seat that acts chooses among what is legal in that state, by its own statistics
and for its own value, not knowing what the others choose (decoupled selection). One node is added, the rest of the
stage is played by a scripted player, and every choice on the way is credited with what came of it. Nothing is
discounted: only the end of the stage is valued.

A node stands for what the observer has lived through since the root: its own actions and, after each decision point,
its observation. So states that the observer cannot tell apart share a node, and no others do. Its key is a 64-bit
hash of that history. Where chance shows the observer much at once, such as a whole new hand, nodes are seldom met
again: there the first choice alone is weighed, and the playouts must tell what comes of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from card_envs.core.compile import bound, entry_point, fingerprint, kernel
from card_envs.core.loops import RUNNING, unbound, uniform
from card_envs.core.masks import count, pick
from card_envs.core.random import Keys, below, combine

# How much an action that was seldom tried draws, against values of which one decision moves about one. By matches.
EXPLORATION = 0.7
# Memory: a tree that has so many nodes grows no more, simulations go on through it.
MOST_NODES = 1 << 17
# Decision points below the root to which a tree may reach.
MOST_DEPTH = 64

ROOT, OUTSIDE = 0, -1

Edge = np.dtype(
    (
        np.record,
        [
            ("total", np.float64),  # of the values of the simulations that chose it
            ("visits", np.int32),  # how many did
            ("available", np.int32),  # how often it could have been chosen
        ],
    )
)


class Tree(NamedTuple):
    """The nodes; number `ROOT` is the decision that is searched for."""

    size: NDArray[np.int64]  # [1], how many there are
    keys: Keys  # [nodes]
    edges: NDArray[Any]  # Edge [nodes, columns, actions]
    places: NDArray[np.int32]  # [a power of two]: where a key is looked up; 1 + the node, 0 where there is none


class Scratch(NamedTuple):
    """What one simulation writes on."""

    states: NDArray[Any]  # [1]
    actors: NDArray[np.int64]  # [columns]
    actions: NDArray[np.int64]  # [columns]
    mask: NDArray[np.int8]  # [actions]
    seen: NDArray[np.float32]  # [observation size]
    values: NDArray[np.float32]  # [seats]
    path_nodes: NDArray[np.int64]  # [MOST_DEPTH]: the nodes passed …
    path_actors: NDArray[np.int64]  # [MOST_DEPTH, columns]: … who acted there …
    path_actions: NDArray[np.int64]  # [MOST_DEPTH, columns]: … and chose what


def new_tree(simulations: int, columns: int, actions: int) -> Tree:
    """An empty tree with room for what so many simulations may add."""
    nodes = min(simulations, MOST_NODES) + 1
    places = 1 << (2 * nodes - 1).bit_length()
    return Tree(
        np.zeros(1, np.int64),
        np.zeros(nodes, np.uint64),
        np.zeros((nodes, columns, actions), Edge),
        np.zeros(places, np.int32),
    )


def new_scratch(state: NDArray[Any], columns: int, seats: int, actions: int, size: int) -> Scratch:
    """Room for one simulation, which starts from a copy of `state`, a record array [1] that holds the options."""
    return Scratch(
        state.copy(),
        np.zeros(columns, np.int64),
        np.zeros(columns, np.int64),
        np.zeros(actions, np.int8),
        np.zeros(size, np.float32),
        np.zeros(seats, np.float32),
        np.zeros(MOST_DEPTH, np.int64),
        np.zeros((MOST_DEPTH, columns), np.int64),
        np.zeros((MOST_DEPTH, columns), np.int64),
    )


# --- the tree --------------------------------------------------------------------------------------------------


@kernel
def clear(tree):
    """A root and nothing else."""
    tree.size[0] = 0
    tree.places[:] = 0
    add_node(tree, np.uint64(0), place_of(tree, np.uint64(0)))


@kernel
def place_of(tree, key):
    """Where the node of that key is looked up: its place, or the free one that it would have."""
    last = np.int64(tree.places.shape[0]) - 1
    place = np.int64(key & np.uint64(last))
    while tree.places[place] != 0 and tree.keys[tree.places[place] - 1] != key:
        place = (place + 1) & last
    return place


@kernel
def add_node(tree, key, place):
    node = tree.size[0]
    tree.size[0] = node + 1
    tree.keys[node] = key
    tree.places[place] = node + 1
    for column in range(tree.edges.shape[1]):
        for action in range(tree.edges.shape[2]):
            edge = tree.edges[node, column, action]
            edge.total = 0.0
            edge.visits = 0
            edge.available = 0


@kernel
def history(key, action, seen):
    """The key of the node after the node `key`, the observer's action (−1 where it did not act) and what it sees then.

    Zeros, most of an observation, cost nothing: each other number is hashed with its place.
    """
    key = combine(key, action + 1)
    bits = seen.view(np.uint32)
    for index in range(bits.shape[0]):
        if bits[index] != 0:
            key = combine(key, np.uint64(index) << np.uint64(32) | np.uint64(bits[index]))
    return key


# --- choosing --------------------------------------------------------------------------------------------------


@kernel
def select(edges, mask, key):
    """The legal action to try next: any that has not been tried, else that of the highest upper confidence bound.

    Where an action is legal in some of the states only, the bound counts when it could have been chosen, so that a
    rare action is not held for a neglected one.
    """
    untried = 0
    for action in range(mask.shape[0]):
        if mask[action] != 0:
            edge = edges[action]
            edge.available += 1
            untried += np.int64(edge.visits == 0)
    if untried > 0:
        return untried_action(edges, mask, below(key, 0, untried))
    best, highest = 0, -np.inf
    for action in range(mask.shape[0]):
        if mask[action] != 0:
            edge = edges[action]
            reach = EXPLORATION * math.sqrt(math.log(edge.available) / edge.visits)
            if edge.total / edge.visits + reach > highest:
                best, highest = action, edge.total / edge.visits + reach
    return best


@kernel
def untried_action(edges, mask, number):
    """The `number`-th legal action that has not been tried."""
    for action in range(mask.shape[0]):
        if mask[action] != 0 and edges[action].visits == 0:
            if number == 0:
                return action
            number -= 1
    return 0


@kernel
def most_visited(edges, mask):
    """The legal action that was chosen most often; of equals the one of the higher value."""
    best = -1
    for action in range(mask.shape[0]):
        if mask[action] != 0 and (best < 0 or leads(edges[action], edges[best])):
            best = action
    return best


@kernel
def leads(edge, other):
    return edge.visits > other.visits or (edge.visits == other.visits and edge.total > other.total)


# --- one simulation --------------------------------------------------------------------------------------------

determinize = acting = legal = apply = observe = stage = value = choose = playout_move = unbound
all_act = False  # whether the game is simultaneous: a column for each seat, else one alone


def scripted_move(state, seat, mask, key, settings, seen):
    """What a scripted player does in the playout."""
    observe(state, seat, seen)
    return choose(seen, mask, key, settings)


def uniform_move(state, seat, mask, key, settings, seen):
    """What `uniform` does, without a look at the table first."""
    return uniform(seen, mask, key, settings)


def simulate(observation, key, tree, scratch, settings):
    """Play one state that fits the observation to the end of its stage, and credit the choices made in the tree."""
    state = scratch.states[0]
    state.moves = 0
    state.ended = RUNNING
    determinize(observation, combine(key, 0), state)
    actors = scratch.actors[: np.int64(state.players) if all_act else 1]
    first, node, depth, moment = stage(state), ROOT, 0, 0
    while state.ended == RUNNING and stage(state) == first:
        moment += 1
        draws = combine(key, moment)
        own = -1
        acting(state, actors)
        for column in range(actors.shape[0]):
            seat = actors[column]
            if seat < 0:
                continue
            legal(state, seat, scratch.mask)
            if node != OUTSIDE:
                action = select(tree.edges[node, column], scratch.mask, combine(draws, column))
            elif count(scratch.mask) == 1:
                action = pick(scratch.mask, 0)
            else:
                action = playout_move(state, seat, scratch.mask, combine(draws, column), settings, scratch.seen)
            scratch.actions[column] = action
            if seat == 0:
                own = action
        apply(state, scratch.actions)
        state.moves += 1
        if node != OUTSIDE:
            keep_step(scratch, depth, node, actors)
            depth += 1
            node = step_down(state, tree, node, own, depth, scratch.seen)
    value(state, scratch.values)
    credit(tree, scratch, depth, actors.shape[0])


@kernel
def keep_step(scratch, depth, node, actors):
    scratch.path_nodes[depth] = node
    for column in range(actors.shape[0]):
        scratch.path_actors[depth, column] = actors[column]
        scratch.path_actions[depth, column] = scratch.actions[column]


def step_down(state, tree, node, own, depth, seen):
    """The node that the observer is in now; `OUTSIDE` where there was none, or there can be none.

    A node that was missing is added, but chosen in only the next time: the playout starts there.
    """
    if depth == MOST_DEPTH:
        return OUTSIDE
    observe(state, 0, seen)
    key = history(tree.keys[node], own, seen)
    place = place_of(tree, key)
    if tree.places[place] != 0:
        return np.int64(tree.places[place]) - 1
    if tree.size[0] < tree.keys.shape[0]:
        add_node(tree, key, place)
    return OUTSIDE


@kernel
def credit(tree, scratch, depth, columns):
    """Each choice in the tree gets what it was worth to the seat that made it."""
    for step in range(depth):
        for column in range(columns):
            seat = scratch.path_actors[step, column]
            if seat >= 0:
                edge = tree.edges[scratch.path_nodes[step], column, scratch.path_actions[step, column]]
                edge.visits += 1
                edge.total += scratch.values[seat]


def search_rows(observations, masks, keys, simulations, tree, scratch, settings, actions):
    """The choice of the seat that sees each row, after so many simulations; one that has no choice is not searched.

    Each row's tree is its own, and its randomness comes from its key alone.
    """
    for row in range(observations.shape[0]):
        if count(masks[row]) == 1:
            actions[row] = pick(masks[row], 0)
            continue
        clear(tree)
        for simulation in range(simulations):
            simulate(observations[row], combine(keys[row], simulation), tree, scratch, settings)
        actions[row] = most_visited(tree.edges[ROOT, 0], masks[row])


def bind_search(kernels: Mapping[str, Any], simultaneous: bool, player: Any, name: str, folder: Path) -> Any:
    """`search_rows`, compiled for one game.

    Args:
        kernels: the game's of `loops.Protocol`, and `stage` and `value` of `core.game.Lookahead`.
        simultaneous: whether all its seats act at once.
        player: the kernel of the scripted player that plays playouts; None for uniform legal actions.
        name: the player's.
        folder: where the sources of all these kernels lie.
    """
    names = {**kernels, "all_act": simultaneous, "choose": player}
    names["playout_move"] = kernel(bound(uniform_move if player is None else scripted_move, names))
    names["step_down"] = kernel(bound(step_down, names))
    names["simulate"] = kernel(bound(simulate, names))
    return entry_point(search_rows, key=f"{name}_{fingerprint(folder)}", names=names)
