"""How fast MaskablePPO trains end to end: over `SeatVecEnv`, and over `DummyVecEnv` of our single-seat environments.

    python -m benchmarks.training

Both collect rollouts of about the same size and learn from them with the same network, minibatches and epochs; the
settings are those of the preset `quick`. Times are of the clock.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from benchmarks.tables import aligned, amount
from card_envs.envs import SeatEnv
from training.presets import preset
from training.settings import Settings
from training.train import make_model, start

SINGLE_ENVIRONMENTS = 8


class _Clock(BaseCallback):
    """Notes when each rollout starts, that is when the update before it is done."""

    def __init__(self) -> None:
        super().__init__()
        self.starts: list[tuple[float, int]] = []

    def _on_rollout_start(self) -> None:
        self.starts.append((time.perf_counter(), self.model.num_timesteps))

    def _on_training_end(self) -> None:
        self._on_rollout_start()

    def _on_step(self) -> bool:
        return True


def decisions_per_second(model: Any, rollout: int, updates: int) -> float:
    """Learner decisions a second over whole rollouts with their updates, the first (which compiles) left out."""
    clock = _Clock()
    model.learn(rollout * (updates + 1), clock)
    (began, before), (ended, after) = clock.starts[1], clock.starts[-1]
    return (after - before) / (ended - began)


def over_seat_vec_env(settings: Settings, updates: int) -> float:
    """Every seat of the tables a row, as `make train` trains."""
    return decisions_per_second(start(settings).model, settings.rollout, updates)


def over_dummy_vec_env(settings: Settings, updates: int) -> float:
    """The usual way: a list of single-seat environments stepped one after another."""
    opponents = dict(settings.scripted)
    env = DummyVecEnv(
        [lambda: SeatEnv(settings.game, opponents=opponents, **settings.kinds[0]) for _ in range(SINGLE_ENVIRONMENTS)]
    )
    steps = -(-settings.rollout // SINGLE_ENVIRONMENTS)
    return decisions_per_second(make_model(replace(settings, steps=steps), env), steps * SINGLE_ENVIRONMENTS, updates)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="tapeo")
    parser.add_argument("--updates", type=int, default=8, help="updates measured over SeatVecEnv (default 8)")
    parser.add_argument("--json", type=Path, metavar="FILE")
    given = parser.parse_args()
    settings = preset(given.game, "quick")
    ours = over_seat_vec_env(settings, given.updates)
    usual = over_dummy_vec_env(settings, max(1, given.updates // 8))
    rows = [
        ["environment", "learner decisions/s", "ratio"],
        [f"SeatVecEnv, {settings.tables} tables", f"{ours:,.0f}", amount(ours / usual)],
        [f"DummyVecEnv, {SINGLE_ENVIRONMENTS} SeatEnv", f"{usual:,.0f}", amount(1.0)],
    ]
    print(aligned(rows, left=1))
    if given.json:
        given.json.write_text(json.dumps({"seat_vec_env": ours, "dummy_vec_env": usual}, indent=2) + "\n")


if __name__ == "__main__":
    main()
