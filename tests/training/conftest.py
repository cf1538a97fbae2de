"""One tiny finished run, shared by the tests of training and export."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from training.settings import Settings, preset
from training.train import finish, start, train

TINY = replace(
    preset("tapeo", "smoke"),
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


def run_in(folder: Path, settings: Settings):
    """A whole run of these settings."""
    run = start(settings)
    train(run, settings, folder)
    finish(run, settings, folder)
    return run


@pytest.fixture(scope="session")
def tiny(tmp_path_factory):
    """(run, folder) of a run that is over."""
    folder = tmp_path_factory.mktemp("tiny")
    return run_in(folder, TINY), folder
