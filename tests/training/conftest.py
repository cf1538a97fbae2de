"""One tiny finished run of each game, shared by the tests of training and export."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from training.checkpoint import Run
from training.presets import preset
from training.settings import Settings
from training.train import finish, start, train


@dataclass(frozen=True)
class Trial:
    """How training and export are tried with a game.

    Attributes:
        settings: of its tiny run.
        tables: the options of the tables at which the exported file is compared with the trained policy.
    """

    settings: Settings
    tables: list[dict[str, Any]]


def tiny_settings(game: str) -> Settings:
    """The preset `smoke` made so small that a run takes seconds."""
    return replace(
        preset(game, "smoke"),
        decisions=4_000,
        tables=16,
        league_tables=4,
        snapshot_every=1_000,
        steps=21,
        minibatch=147,
        widths=(32, 32),
        evaluate_every=2_000,
        evaluate_games=40,
        final_games=40,
        checkpoint_every=1_000,
    )


TINY = tiny_settings("tapeo")
VARIANTS = ("general", "gran_canaria")

# A new game adds its row here, and nothing else.
TRIALS = {
    "tapeo": Trial(TINY, [{"players": players} for players in (2, 3, 4, 5, 6)]),
    "envite": Trial(
        tiny_settings("envite"),
        [{"players": players, "variant": variant} for players in (4, 6, 8, 10, 12) for variant in VARIANTS],
    ),
    "ratscrew": Trial(
        tiny_settings("ratscrew"),
        [
            {"players": 2, "ticks": 1, "reflexes": (1.0, 0.0)},
            {"players": 4, "memory": True},
            {"players": 8, "ticks": 8, "slaps": ("double", "tens"), "memory": True, "shuffle_won": True},
        ],
    ),
}


def run_in(folder: Path, settings: Settings) -> Run:
    """A whole run of these settings."""
    run = start(settings)
    train(run, settings, folder)
    finish(run, settings, folder)
    return run


@pytest.fixture(scope="session")
def tiny_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Run, Path]]:
    """Game → (run, folder) of its tiny run, which is over; made when first asked for."""

    @cache
    def tiny_of(game: str) -> tuple[Run, Path]:
        folder = tmp_path_factory.mktemp(game)
        return run_in(folder, TRIALS[game].settings), folder

    return tiny_of


@pytest.fixture(scope="session")
def tiny(tiny_of: Callable[[str], tuple[Run, Path]]) -> tuple[Run, Path]:
    """(run, folder) of the tiny run of Tapeo."""
    return tiny_of("tapeo")
