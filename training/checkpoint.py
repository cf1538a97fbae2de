"""Keeping a run: one file holds all that is needed to go on exactly where it stood."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from training.league import League
from training.mixed import MixedVecEnv

NAME = "checkpoint.pt"


@dataclass
class Run:
    """A training in progress: all that changes while it runs.

    Attributes:
        model: MaskablePPO, with the environment it learns in.
        env: that environment.
        league: who sits in the free seats.
        history: one dict an evaluation.
        seconds: spent training so far.
    """

    model: MaskablePPO
    env: MixedVecEnv
    league: League
    history: list[dict[str, Any]]
    seconds: float = 0.0

    @property
    def policy(self) -> Any:
        """The model's `CardPolicy`."""
        return self.model.policy


def save(run: Run, folder: Path) -> None:
    """Write the checkpoint; a kill at any moment leaves either the old one or the new one, whole."""
    model = io.BytesIO()
    run.model.save(model)
    torch.save(
        {
            "model": model.getvalue(),
            "env": run.env,
            "league": run.league,
            "history": run.history,
            "seconds": run.seconds,
            "torch": torch.get_rng_state(),
            "numpy": np.random.get_state(),  # Stable-Baselines3 shuffles its minibatches by it
        },
        folder / f"{NAME}.new",
    )
    with (folder / f"{NAME}.new").open("rb") as file:
        os.fsync(file.fileno())
    os.replace(folder / f"{NAME}.new", folder / NAME)


def load(folder: Path) -> Run:
    """The run as `save` left it, random generators included.

    Raises:
        ValueError: no checkpoint there, or a damaged one.
    """
    path = folder / NAME
    if not path.is_file():
        raise ValueError(f"there is no checkpoint in {folder}; a run makes its first after some rollouts")
    try:
        kept = torch.load(path, weights_only=False)
        env = kept["env"]
        model = MaskablePPO.load(io.BytesIO(kept["model"]), env=env, force_reset=False)
    except Exception as error:  # pickle, zip and torch each have their own ways to fail on damaged bytes
        raise ValueError(f"{path} is damaged and cannot be resumed from: {error}") from error
    torch.set_rng_state(kept["torch"])
    np.random.set_state(kept["numpy"])
    return Run(model, env, kept["league"], kept["history"], kept["seconds"])
