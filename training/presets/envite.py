"""Presets of Envite Canario."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from training.presets.smoke import smoke
from training.settings import Settings, several

CHICO = {"episode": "chico"}
BEGUN = {"episode": "chico", "start_stones": "random"}


def begun(players: int, variant: str) -> dict[str, Any]:
    """A single chico begun in the middle, at another table than 2 v 2 of the General variant."""
    return {"players": players, "variant": variant, **BEGUN}


# About ten minutes on two cores. Single chicos, many of them begun in the middle, teach what bets are worth with less
# noise than whole matches; five of eight tables are 2 v 2 of the General variant.
QUICK = Settings(
    "envite",
    {"players": 4},
    mix=several(
        (2, CHICO),
        (2, BEGUN),
        (1, {}),
        (1, {"variant": "gran_canaria", **BEGUN}),
        (1, {"players": 6, **BEGUN}),
        (1, begun(12, "gran_canaria")),
    ),
    decisions=7_500_000,
    tables=2048,
    league_tables=0,
    snapshot_every=500_000,
    league_size=1,
    snapshots=0.4,
    scripted={"greedy": 0.3, "expert": 4.0},
    steps=10,
    minibatch=4096,
    epochs=3,
    learning_rate=1.2e-3,
    gae_lambda=0.9,
    entropy=0.02,
    threads=2,
    evaluate_games=1_000,
)

# Towards the bot that ships: half an hour on one core, at every table size and in both variants.
LONG = replace(
    QUICK,
    mix=several(
        (4, CHICO),
        (3, BEGUN),
        (1, {}),
        (1, {"variant": "gran_canaria", **BEGUN}),
        (1, begun(6, "general")),
        (1, begun(6, "gran_canaria")),
        (1, begun(8, "general")),
        (1, begun(8, "gran_canaria")),
        (1, begun(10, "gran_canaria")),
        (1, begun(12, "general")),
        (1, begun(12, "gran_canaria")),
    ),
    decisions=14_000_000,
    snapshot_every=1_000_000,
    league_size=3,
    snapshots=0.0,  # asked in many small batches, they would take half of the time
    widths=(384, 384),
    epochs=2,
    threads=1,
    evaluate_every=3_000_000,
)

# What `long` learnt, taken on (`--begin`) with smaller steps: more at the larger tables, and against itself.
FINE = replace(
    LONG,
    mix=several(
        (3, CHICO),
        (1, BEGUN),
        (1, {}),
        (1, begun(4, "gran_canaria")),
        (2, begun(6, "general")),
        (1, begun(6, "gran_canaria")),
        (1, begun(8, "general")),
        (1, begun(8, "gran_canaria")),
        (1, begun(10, "general")),
        (1, begun(10, "gran_canaria")),
        (2, begun(12, "general")),
        (1, begun(12, "gran_canaria")),
    ),
    decisions=5_000_000,
    tables=4096,
    league_size=1,
    snapshots=2.0,
    scripted={"greedy": 0.3, "expert": 3.0},
    minibatch=8192,
    learning_rate=6e-4,
    entropy=0.005,
)

SMOKE = smoke(
    "envite",
    20_000,
    every=8_000,
    games=50,
    mix=({}, {"players": 6, "variant": "gran_canaria"}),
    tables=64,
    league_tables=0,
)

PRESETS = {"quick": QUICK, "long": LONG, "fine": FINE, "smoke": SMOKE}
