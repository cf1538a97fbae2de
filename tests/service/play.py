"""Positions for the service's tests: what seats see in games that are played at random."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from card_envs.core.game import Game, get_game
from card_envs.core.options import made_options
from card_envs.core.table import Table

# A few tables of each game that differ in all that a view has to tell.
TABLES: dict[str, list[dict[str, Any]]] = {
    "tapeo": [{"players": 2}, {"players": 4, "split": "exact"}, {"players": 6, "ham_split": (0, 0, 12)}],
    "envite": [
        {"players": 4, "variant": "gran_canaria", "episode": "chico", "start_stones": (8, 8)},
        {"players": 6, "variant": {"rungs": (3, 5), "tumbo_from": None}},
        {"players": 12, "captains": (4, 7)},
    ],
    "ratscrew": [
        {"players": 2, "ticks": 8, "penalty": 1, "slaps": ()},
        {"players": 4, "memory": True, "slaps": ("tens", "marriage")},
        {"players": 8, "memory": True, "shuffle_won": True, "ticks": 2},
    ],
}
GAMES = tuple(TABLES)


def tables(game: str, seed: int, points: int) -> Iterator[Table]:
    """The tables of a game, each at up to `points` decision points of one game played at random."""
    for number, options in enumerate(TABLES[game]):
        yield from _played(get_game(game), options, seed + number, points)


def _played(game: Game, options: dict[str, Any], seed: int, points: int) -> Iterator[Table]:
    table, random = Table(game, made_options(game.options, options)), np.random.default_rng(seed)
    table.restart(seed)
    for _ in range(points):
        yield table
        rows = table.sample()
        if game.name == "ratscrew":  # slaps by chance alone would soon put everybody out
            rows = np.where(random.random(rows.shape) < 0.9, 0, rows)
        table.play(rows)
        if table.state.ended:
            return
