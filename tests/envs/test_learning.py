"""MaskablePPO learns Tapeo through both interfaces, and without masks learns nothing: it never ends a game legally."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv

from card_envs.envs import SeatEnv, SeatVecEnv

TABLE: dict[str, Any] = {"players": 2}
GAMES = 50


def single_environments() -> VecEnv:
    return DummyVecEnv([lambda: SeatEnv("tapeo", reward="round", **TABLE)] * 8)


def one_vec_env() -> VecEnv:
    return SeatVecEnv("tapeo", 8, reward="round", seed=0, **TABLE)


def trained(env: VecEnv, masks: bool) -> MaskablePPO:
    """6,144 decisions against random players: some seconds."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    settings: dict[str, Any] = {"n_steps": 256, "batch_size": 512, "n_epochs": 4, "learning_rate": 2e-3, "gamma": 1.0}
    model = MaskablePPO("MlpPolicy", env, seed=0, policy_kwargs={"net_arch": [64]}, device="cpu", **settings)
    model.learn(6144, use_masking=masks)
    torch.set_num_threads(threads)
    return model


def judged(model: MaskablePPO, masks: bool) -> tuple[float, float]:
    """Shares of games won alone and of games ended without an illegal action, against a random player."""
    env = SeatEnv("tapeo", **TABLE)
    won = legal = 0
    for game in range(GAMES):
        seen, info = env.reset(seed=1000 + game)
        done = False
        while not done:
            action, _ = model.predict(seen, action_masks=info["action_mask"] if masks else None, deterministic=True)
            seen, reward, terminated, truncated, info = env.step(action)
            done = terminated or truncated
        won += reward > 0
        legal += "illegal_action" not in info
    return won / GAMES, legal / GAMES


@pytest.mark.parametrize("make", [single_environments, one_vec_env])
def test_with_masks(make: Any) -> None:
    """A fair share is a half."""
    won, legal = judged(trained(make(), masks=True), masks=True)
    assert legal == 1
    assert won > 0.8


def test_without_masks() -> None:
    won, legal = judged(trained(single_environments(), masks=False), masks=False)
    assert (won, legal) == (0, 0)
