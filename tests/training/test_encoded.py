"""Observations that come with features: the same network reads both, and users of the model need none."""

from __future__ import annotations

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from card_envs.core.game import get_game
from card_envs.envs import SeatVecEnv
from card_envs.policies import make_policy
from training.encoded import EncodedVecEnv
from training.mixed import MixedVecEnv
from training.network import encoding, split

OPTIONS = {"players": 3, "learners": "all", "seed": 4}


def features_of(observations: np.ndarray) -> np.ndarray:
    layout = get_game("tapeo").layout
    return encoding("tapeo").encode(split(layout, torch.from_numpy(observations))).numpy()


def test_observation_then_features() -> None:
    """At every step, and at the ends of episodes."""
    plain = MixedVecEnv([SeatVecEnv("tapeo", 2, **OPTIONS)])
    encoded = EncodedVecEnv([SeatVecEnv("tapeo", 2, **OPTIONS)])
    size, seen = plain.observation_space.shape[0], plain.reset()
    both, ended = encoded.reset(), 0
    for step in range(60):
        assert both.shape == (6, *encoded.observation_space.shape)
        np.testing.assert_array_equal(both[:, :size], seen)
        np.testing.assert_allclose(both[:, size:], features_of(seen), atol=1e-5)
        masks = plain.action_masks()
        actions = np.array([np.flatnonzero(mask)[step % mask.sum()] for mask in masks])
        seen, _, _, infos = plain.step(actions)
        both, _, _, others = encoded.step(actions)
        for info, other in zip(infos, others, strict=True):
            if "terminal_observation" in info:
                ended += 1
                last = info["terminal_observation"]
                np.testing.assert_array_equal(other["terminal_observation"][:size], last)
                np.testing.assert_allclose(other["terminal_observation"][size:], features_of(last[None])[0], atol=1e-5)
    assert ended >= 6


def test_the_saved_model_observes_the_game_itself(tiny) -> None:
    """It is trained on features, and plays from the environments' own observations, as the exported file does."""
    _, folder = tiny
    model = MaskablePPO.load(folder / "model.zip")
    assert model.observation_space == get_game("tapeo").layout.space
    env = MixedVecEnv([SeatVecEnv("tapeo", 40, players=4, seed=1)])
    seen, masks = env.reset(), env.action_masks()
    actions, _ = model.predict(seen, action_masks=masks, deterministic=True)
    exported = make_policy("tapeo", str(folder / "policy.onnx"))
    _, probabilities, _ = exported.evaluate(seen, masks)
    rows = np.arange(len(seen))
    assert np.allclose(probabilities[rows, actions], probabilities.max(axis=1), atol=0.01)  # bfloat16 in training
