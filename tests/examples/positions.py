"""Positions as the JavaScript example takes them: game, named inputs and legal moves; and where its files lie."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.core.game import Game, get_game
from card_envs.core.random import POLICY
from card_envs.envs.make import faces
from card_envs.policies import make_policy

ROOT = Path(__file__).resolve().parents[2]
JAVASCRIPT = ROOT / "examples" / "javascript"

OWN_VARIANT = {"base": 1, "rungs": (3, 5), "chico_stones": 21, "tumbo_from": None, "chicos_to_win": 1}
REPEATED, STEPS = 4, 200  # games at once at each table, and decision points that are looked at

# A new game adds its tables here: every size, with every option that a seat sees.
TABLES: dict[str, list[dict[str, Any]]] = {
    "tapeo": [
        {"players": players, **options}
        for players in (2, 3, 4, 5, 6)
        for options in ({}, {"split": "exact", "ham_split": (2, 4, 6)})
    ],
    "envite": [
        {"players": players, "variant": variant, **options}
        for players in (4, 6, 8, 10, 12)
        for variant in ("general", "gran_canaria", OWN_VARIANT)
        for options in ({}, {"episode": "round", "start_stones": "random"}, {"captains": (2, 3), "episode": "chico"})
    ],
    "ratscrew": [
        {"players": players, **options}
        for players in (2, 3, 4, 5, 6, 7, 8)
        for options in (
            {"ticks": players, "memory": True, "penalty": 1},
            {"slaps": ("double", "marriage", "tens"), "shuffle_won": True, "memory": [True] + [False] * (players - 1)},
        )
    ],
}


def worked(game: str) -> dict[str, Any]:
    """The worked position of a game: one of the JavaScript example's files."""
    return json.loads((JAVASCRIPT / "positions" / f"{game}.json").read_text())


def recorded(name: str, number: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """Decisions with a choice, from games played by `expert` and at random in turns, each table equally often.

    Returns:
        observations float32 [number, size], action masks int8 [number, actions]
    """
    tables = TABLES[name]
    each = -(-number // len(tables))
    parts = [_at_one_table(get_game(name), each, options) for options in tables]
    observations, masks = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return observations[:number], masks[:number]


def _at_one_table(game: Game, number: int, options: dict[str, Any]) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """That many decisions, drawn evenly from those of whole games."""
    batch = faces(game.name).batch(REPEATED, seed=0, **options)
    expert, generator = make_policy(game, "expert"), np.random.default_rng(0)
    observations, masks = [], []
    for _ in range(STEPS):
        acts = batch.actors >= 0
        seen, allowed = batch.observations[acts], batch.action_masks[acts]
        choice = np.count_nonzero(allowed, axis=1) > 1
        observations.append(seen[choice])
        masks.append(allowed[choice])
        actions = batch.sample()
        by_expert = generator.random(len(seen)) < 0.5
        actions[acts] = np.where(by_expert, expert.act(seen, allowed, batch.keys(POLICY)[acts]), actions[acts])
        batch.step(actions)
    drawn = generator.choice(sum(map(len, masks)), number, replace=False)
    return np.concatenate(observations)[drawn], np.concatenate(masks)[drawn]


def position(game: Game, observation: NDArray[np.float32], mask: NDArray[np.int8]) -> dict[str, Any]:
    """One decision by names."""
    return {
        "game": game.name,
        "inputs": {name: block.tolist() for name, block in game.layout.split(observation).items()},
        "legal": [game.actions[action] for action in np.flatnonzero(mask)],
    }


def arrays(game: Game, position: dict[str, Any]) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """A position as an observation float32 [1, size] and its mask int8 [1, actions]: the way back from `position`."""
    blocks = [np.ravel(position["inputs"][block.name]) for block in game.layout.blocks]
    mask = [name in position["legal"] for name in game.actions]
    return np.concatenate(blocks).astype(np.float32)[None], np.array([mask], np.int8)
