"""Presets of Tapeo."""

from __future__ import annotations

from dataclasses import replace

from training.presets.smoke import smoke
from training.settings import Settings, several

OTHER_HAMS = {"ham_split": (2, 4, 6), "split": "exact"}
TWO, THREE, FIVE, SIX = ({"players": players} for players in (2, 3, 5, 6))

# About five minutes on two cores. The margin in points teaches faster than the win alone.
QUICK = Settings(
    "tapeo",
    {"players": 4},
    learning={"reward": "score"},
    decisions=8_000_000,
    tables=896,
    league_tables=768,
    scripted={"greedy": 0.5, "expert": 6.0},
    minibatch=2688,
    threads=2,
)

# Towards the bot that ships: an hour on one core, at every table size.
LONG = Settings(
    "tapeo",
    {"players": 4},
    learning={"reward": "score"},
    mix=several((5, {}), (1, OTHER_HAMS), (4, TWO), (2, THREE), (2, FIVE), (2, SIX)),
    decisions=32_000_000,
    tables=1792,
    league_tables=1664,
    scripted={"greedy": 0.3, "expert": 6.0},
    snapshots=0.0,
    widths=(512, 512),
    steps=12,
    minibatch=2573,
    learning_rate=1.5e-3,
    evaluate_every=3_000_000,
)

# What `long` learnt, taken on (`--begin`) by the win alone: who is behind must dare, who is ahead need not.
WIN = replace(
    LONG,
    learning={},
    decisions=8_000_000,
    self_play=(2,),
    steps=24,
    minibatch=5120,
    learning_rate=5e-4,
    gae_lambda=0.9,
    entropy=0.005,
    evaluate_every=1_500_000,
)

# What `win` learnt, taken on with more tables of two, where only oneself is strong enough, and of three.
FEW = replace(
    WIN,
    mix=several((4, {}), (1, OTHER_HAMS), (6, TWO), (3, THREE), (1, FIVE), (1, SIX)),
    decisions=20_000_000,
    evaluate_every=5_000_000,
)

SMOKE = smoke("tapeo", 60_000, every=20_000, games=100, tables=32, league_tables=8)

PRESETS = {"quick": QUICK, "long": LONG, "win": WIN, "few": FEW, "smoke": SMOKE}
