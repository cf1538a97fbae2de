"""Presets of Egyptian ratscrew."""

from __future__ import annotations

from dataclasses import replace

from training.presets.smoke import smoke
from training.settings import Settings, several

SLAPS = ("double", "sandwich", "top_bottom", "marriage", "tens")  # all there are

# About five minutes on two cores.
QUICK = Settings(
    "ratscrew",
    {"players": 4},
    learning={"reward": "cards"},  # cards won and lost teach at once what a game teaches at its end
    mix=several(
        (2, {}),
        (1, {"players": 2, "ticks": 4}),
        (1, {"players": 3, "slaps": SLAPS, "shuffle_won": True}),
        (1, {"players": 4, "slaps": SLAPS, "penalty": 1}),
        (1, {"players": 4, "slaps": ("double", "sandwich"), "ticks": 2}),
        (1, {"players": 6, "ticks": 5}),
        (1, {"players": 8, "slaps": ("top_bottom", "marriage", "tens"), "ticks": 1}),
    ),
    decisions=6_000_000,
    tables=1024,
    league_tables=1024,
    scripted={"greedy": 1.0, "random:rate=0.05": 0.2},
    steps=32,
    minibatch=4096,
    discount=0.98,
    threads=2,
    evaluate_every=2_000_000,
    evaluate_games=600,
)

# About ten minutes on two cores: with a perfect memory it pays to slap before one sees.
MEMORY = replace(
    QUICK,
    options={"players": 4, "memory": True},
    mix=several(
        (3, {}),
        (1, {"players": 2}),
        (1, {"players": 3, "slaps": SLAPS, "penalty": 1}),
        (1, {"players": 6, "ticks": 5, "shuffle_won": True}),
        (1, {"players": 8, "slaps": ("top_bottom", "marriage", "tens")}),
        (1, {"memory": False}),
    ),
    decisions=8_000_000,
    scripted={"greedy": 1.0, "expert": 0.5},
)

# The bot that ships: ten minutes on one core; with a perfect memory at most tables, without at some.
LONG = replace(
    MEMORY,
    mix=several(
        (4, {}),
        (1, {"players": 2}),
        (1, {"players": 3, "slaps": SLAPS, "penalty": 1}),
        (1, {"players": 5, "ticks": 2, "slaps": ("double", "sandwich")}),
        (1, {"players": 6, "ticks": 5, "shuffle_won": True}),
        (1, {"players": 8, "slaps": ("top_bottom", "marriage", "tens")}),
        (1, {"ticks": 8, "slaps": SLAPS}),
        (2, {"memory": False}),
        (1, {"memory": False, "players": 2, "ticks": 4}),
        (1, {"memory": False, "players": 3, "slaps": SLAPS, "shuffle_won": True}),
        (1, {"memory": False, "players": 6, "ticks": 5, "penalty": 1}),
        (1, {"memory": False, "ticks": 8, "slaps": SLAPS}),
    ),
    league_tables=896,
    scripted={"greedy": 0.5, "expert": 3.0},
    snapshots=0.0,
    threads=1,
    evaluate_every=8_000_000,
    final_games=2_000,
)

SMOKE = smoke(
    "ratscrew",
    40_000,
    every=20_000,
    games=100,
    learning={"reward": "cards"},
    mix=({}, {"players": 2, "memory": True}),
    tables=32,
    league_tables=32,
)

PRESETS = {"quick": QUICK, "memory": MEMORY, "long": LONG, "smoke": SMOKE}
