"""This library: Tapeo with four players, face by face."""

from __future__ import annotations

import numpy as np

from benchmarks.measure import Play, play_aec, random_legal
from card_envs import tapeo_v0
from card_envs.core.game import get_game
from card_envs.core.random import POLICY
from card_envs.policies.registry import make_policy

PLAYERS = 4
NUM_GAMES = 1024
STEPS = 8  # decision points between two looks at the clock
PARALLEL_GAMES = 32


def batch() -> Play:
    """The batch, every observation and mask written."""
    games = tapeo_v0.batch(num_games=NUM_GAMES, players=PLAYERS, seed=0)

    def play() -> int:
        for _ in range(STEPS):
            games.step(games.sample())
            _ = games.observations, games.action_masks
        return STEPS * games.actors.size

    return play


def batch_unobserved() -> Play:
    """The batch with masks; observations, which are written when asked for, are not."""
    games = tapeo_v0.batch(num_games=NUM_GAMES, players=PLAYERS, seed=0)

    def play() -> int:
        for _ in range(STEPS):
            games.step(games.sample())
        return STEPS * games.actors.size

    return play


def rules() -> Play:
    """The rules alone: the compiled loop that deals, picks legal actions, plays and pays."""
    games = tapeo_v0.batch(num_games=NUM_GAMES, players=PLAYERS, seed=0)
    mask = np.zeros(games.action_masks.shape[-1], np.int8)
    actions, seats = np.zeros((2, PLAYERS), np.int64)

    def play() -> int:
        return games.game.loops.play_random(games.states, STEPS, games.rewards, mask, actions, seats)

    return play


def parallel() -> Play:
    """One game at a time, its actions picked from the masks beforehand, so that picking is not counted."""
    env = tapeo_v0.parallel_env(players=PLAYERS)
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


def aec() -> Play:
    return play_aec(tapeo_v0.env(players=PLAYERS))


def greedy() -> Play:
    return _scripted("greedy")


def expert() -> Play:
    return _scripted("expert")


def _scripted(name: str) -> Play:
    """The batch played by a scripted policy in every seat: observing, choosing and stepping."""
    games = tapeo_v0.batch(num_games=NUM_GAMES, players=PLAYERS, seed=0)
    policy = make_policy(get_game("tapeo"), name)
    rows = games.actors.size

    def play() -> int:
        for _ in range(STEPS):
            observations, masks = games.observations.reshape(rows, -1), games.action_masks.reshape(rows, -1)
            actions = policy.act(observations, masks, games.keys(POLICY).reshape(rows))
            games.step(actions.reshape(games.actors.shape))
        return STEPS * rows

    return play


def batch_bytes(num_games: int = 4096) -> int:
    """Bytes of all arrays of a batch."""
    games = tapeo_v0.batch(num_games=num_games, players=PLAYERS, seed=0)
    return sum(value.nbytes for value in vars(games).values() if isinstance(value, np.ndarray))
