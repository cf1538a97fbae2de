"""This library, interface by interface: each function takes a game's name and the options of its tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.measure import Play, play_aec, random_legal
from card_envs.core.game import get_game
from card_envs.core.random import POLICY
from card_envs.core.tables import Batch
from card_envs.envs.make import faces
from card_envs.policies.registry import make_policy

NUM_GAMES = 1024
SEARCHED = 8  # decisions between two looks at the clock, each of them with …
SIMULATIONS = 1000
STEPS = 8  # decision points between two looks at the clock
PARALLEL_GAMES = 32


def batch(game: str, **options: Any) -> Play:
    """The batch, the observation and the mask of every acting seat written."""
    games = _batch(game, options)

    def play() -> int:
        decisions = 0
        for _ in range(STEPS):
            decisions += _acting(games)
            games.step(games.sample())
            _ = games.observations, games.action_masks
        return decisions

    return play


def batch_unobserved(game: str, **options: Any) -> Play:
    """The batch with masks; observations, which are written when asked for, are not."""
    games = _batch(game, options)

    def play() -> int:
        decisions = 0
        for _ in range(STEPS):
            decisions += _acting(games)
            games.step(games.sample())
        return decisions

    return play


def rules(game: str, **options: Any) -> Play:
    """The rules alone: the compiled loop that deals, picks legal actions, plays and pays."""
    games = _batch(game, options)
    mask = np.zeros(games.action_masks.shape[-1], np.int8)
    actions, seats = np.zeros((2, games.actors.shape[1]), np.int64)

    def play() -> int:
        return games.game.loops.play_random(games.states, STEPS, games.rewards, mask, actions, seats)

    return play


def scripted(game: str, policy: str, **options: Any) -> Play:
    """The batch played by a scripted policy in every seat, none of which goes out early: observe, choose, step."""
    games = _batch(game, options)
    player = make_policy(get_game(game), policy)
    rows = games.actors.size

    def play() -> int:
        for _ in range(STEPS):
            observations, masks = games.observations.reshape(rows, -1), games.action_masks.reshape(rows, -1)
            actions = player.act(observations, masks, games.keys(POLICY).reshape(rows))
            games.step(actions.reshape(games.actors.shape))
        return STEPS * rows

    return play


def playouts(game: str, **options: Any) -> Play:
    """Searched decisions of fresh deals, the longest there are; what is counted is playouts to the end of the stage."""
    games = _batch(game, options, SEARCHED)
    player = make_policy(get_game(game), f"search:{SIMULATIONS}")
    observations, masks, keys = games.observations[:, 0], games.action_masks[:, 0], games.keys(POLICY)[:, 0]

    def play() -> int:
        player.act(observations, masks, keys)
        return SEARCHED * SIMULATIONS

    return play


def parallel(game: str, **options: Any) -> Play:
    """One simultaneous game at a time, its actions picked from the masks beforehand, so that picking is not counted."""
    env = faces(game).parallel_env(**options)
    games = []
    for seed in range(PARALLEL_GAMES):
        observations, _ = env.reset(seed=seed)
        picks = []
        while env.agents:
            picks.append({agent: random_legal(observations[agent]["action_mask"]) for agent in env.agents})
            observations, *_ = env.step(picks[-1])
        games.append((seed, picks))
    decisions = sum(len(actions) for _, picks in games for actions in picks)

    def play() -> int:
        for seed, picks in games:
            env.reset(seed=seed)
            for actions in picks:
                env.step(actions)
        return decisions

    return play


def aec(game: str, **options: Any) -> Play:
    """One game at a time, as PettingZoo's documentation loops over it."""
    return play_aec(faces(game).env(**options))


def batch_bytes(game: str, num_games: int, **options: Any) -> int:
    """Bytes of all arrays of a batch."""
    games = _batch(game, options, num_games)
    return sum(value.nbytes for value in vars(games).values() if isinstance(value, np.ndarray))


def _batch(game: str, options: dict[str, Any], num_games: int = NUM_GAMES) -> Batch:
    return faces(game).batch(num_games, seed=0, **options)


def _acting(games: Batch) -> int:
    """How many seats decide now; those that are out do not."""
    return int(np.count_nonzero(games.actors >= 0))
