"""The exported file: it is the trained policy, it plays legally, and it needs no code of ours."""

from __future__ import annotations

import copy
import json
import pickle

import numpy as np
import onnx
import onnxruntime
import pytest
import torch

from card_envs import tapeo_v0
from card_envs.core.game import get_game
from card_envs.envs import SeatEnv
from card_envs.policies import make_policy
from card_envs.policies.onnx import layout_facts
from training.export import write

POSITIONS = 10_000


@pytest.fixture(scope="module")
def positions():
    """Observations float32 [10000, size] and masks int8 [10000, actions] from random games of every table size."""
    observations, masks = [], []
    for players in range(2, 7):
        batch = tapeo_v0.batch(num_games=40, players=players, seed=players)
        while sum(map(len, observations)) < POSITIONS // 5 * (players - 1):
            observations.append(batch.observations.reshape(-1, batch.observations.shape[-1]).copy())
            masks.append(batch.action_masks.reshape(-1, batch.action_masks.shape[-1]).copy())
            batch.step(batch.sample())
    return np.concatenate(observations)[:POSITIONS], np.concatenate(masks)[:POSITIONS]


def test_file_agrees_with_sb3_policy(tiny, positions):
    run, folder = tiny
    observations, masks = positions
    assert len(observations) == POSITIONS
    actions, probabilities, values = make_policy("tapeo", str(folder / "policy.onnx")).evaluate(observations, masks)
    with torch.no_grad():
        tensor = torch.as_tensor(observations)
        theirs = run.policy.get_distribution(tensor, action_masks=masks.astype(bool)).distribution.probs.numpy()
        their_values = run.policy.predict_values(tensor).numpy()[:, 0]
    assert np.abs(probabilities - theirs).max() < 1e-5
    np.testing.assert_allclose(values, their_values, atol=1e-4)
    greedy, _ = run.policy.predict(observations, action_masks=masks.astype(bool), deterministic=True)
    ordered = np.sort(theirs, axis=1)
    clear = ordered[:, -1] - ordered[:, -2] > 1e-5
    assert clear.mean() > 0.9
    assert (actions == greedy)[clear].all()


def test_never_illegal(tiny, positions):
    observations, _ = positions
    rng = np.random.default_rng(0)
    masks = (rng.random((POSITIONS, 10)) < 0.3).astype(np.int8)  # not the game's: any mask must hold
    masks[np.arange(POSITIONS), rng.integers(0, 10, POSITIONS)] = 1
    actions, probabilities, _ = make_policy("tapeo", str(tiny[1] / "policy.onnx")).evaluate(observations, masks)
    assert masks[np.arange(POSITIONS), actions].all()
    assert (probabilities[masks == 0] == 0).all()
    np.testing.assert_allclose(probabilities.sum(axis=1), 1, atol=1e-5)


def test_sampling_fits_probabilities_and_is_legal(tiny, positions):
    observations, masks = positions
    policy = make_policy("tapeo", f"{tiny[1] / 'policy.onnx'}:choice=sample")
    first = np.repeat(observations[:1], 20_000, axis=0), np.repeat(masks[:1], 20_000, axis=0)
    drawn = policy.act(*first, 0)
    _, probabilities, _ = policy.evaluate(observations[:1], masks[:1])
    np.testing.assert_allclose(np.bincount(drawn, minlength=10) / 20_000, probabilities[0], atol=0.02)
    assert masks[np.arange(len(masks)), policy.act(observations, masks, 1)].all()


def test_plain_onnxruntime_plays_it_by_names(tiny):
    """A whole game with nothing but the file and the named quantities."""
    session = onnxruntime.InferenceSession(str(tiny[1] / "policy.onnx"))
    expected = {block.name: ["batch", *block.shape] for block in tapeo_v0.layout().blocks}
    expected["action_mask"] = ["batch", 10]
    assert {i.name: i.shape for i in session.get_inputs()} == expected
    assert {i.type for i in session.get_inputs() if i.name != "action_mask"} == {"tensor(float)"}
    assert [o.name for o in session.get_outputs()] == ["action", "probabilities", "value"]
    assert [o.type for o in session.get_outputs()] == ["tensor(int32)", "tensor(float)", "tensor(float)"]
    env = tapeo_v0.parallel_env(players=4)
    _, infos = env.reset(seed=5)
    while env.agents:
        actions = {}
        for agent in env.agents:
            inputs = {name: block[None] for name, block in env.view(agent).items()}
            action, _, value = session.run(None, {**inputs, "action_mask": infos[agent]["action_mask"][None]})
            assert value.shape == (1,)
            actions[agent] = int(action[0])
        infos = env.step(actions)[-1]
    assert infos["player_0"]["winners"]


def test_metadata_stand_in_file_and_json(tiny):
    folder = tiny[1]
    model = onnx.load(folder / "policy.onnx")
    inside = json.loads({p.key: p.value for p in model.metadata_props}["card_envs"])
    beside = json.loads((folder / "policy.json").read_text())
    assert inside == beside
    assert inside["game"] == "tapeo"
    assert inside["layout"]["version"] == 1
    assert inside["layout"]["actions"] == tapeo_v0.action_names()
    assert [b["name"] for b in inside["layout"]["blocks"]] == [b.name for b in tapeo_v0.layout().blocks]
    assert inside["options"] == [{"players": 4}]
    assert inside["budget"]["decisions"] >= 4_000
    assert 0 <= inside["results"]["random"]["win_share"] <= 1


def test_refused_files(tiny, tmp_path):
    """Not ONNX, not ours, another game's, another layout's, missing: each says what is wrong."""
    game = get_game("tapeo")
    good = onnx.load(tiny[1] / "policy.onnx")
    (tmp_path / "text.onnx").write_text("not a network")
    with pytest.raises(ValueError, match="not an ONNX file"):
        make_policy(game, str(tmp_path / "text.onnx"))
    whole = (tiny[1] / "policy.onnx").read_bytes()
    (tmp_path / "half.onnx").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ValueError, match=r"not an ONNX file|not a policy exported"):
        make_policy(game, str(tmp_path / "half.onnx"))
    with pytest.raises(ValueError, match="no file"):
        make_policy(game, str(tmp_path / "none.onnx"))
    write(good, game, tmp_path / "other.onnx", {"layout": {"version": 99}})
    with pytest.raises(ValueError, match=r"layout version 99 .* this library has version 1"):
        make_policy(game, str(tmp_path / "other.onnx"))
    write(good, game, tmp_path / "chess.onnx", {"game": "chess"})
    with pytest.raises(ValueError, match="plays chess, not tapeo"):
        make_policy(game, str(tmp_path / "chess.onnx"))
    for damaged in ("hello", "{}", "[]", '{"game": "tapeo", "layout": {}}'):
        onnx.helper.set_model_props(good, {"card_envs": damaged})
        onnx.save(good, tmp_path / "damaged.onnx")
        with pytest.raises(ValueError, match=r"metadata of .* are damaged"):
            make_policy(game, str(tmp_path / "damaged.onnx"))
    layout = {**layout_facts(game), "actions": ["other"]}
    write(good, game, tmp_path / "blocks.onnx", {"layout": layout})
    with pytest.raises(ValueError, match="has other blocks or actions than tapeo"):
        make_policy(game, str(tmp_path / "blocks.onnx"))
    del good.metadata_props[:]
    onnx.save(good, tmp_path / "plain.onnx")
    with pytest.raises(ValueError, match="not a policy exported by card_envs"):
        make_policy(game, str(tmp_path / "plain.onnx"))
    with pytest.raises(ValueError, match="choice=greedy or :choice=sample"):
        make_policy(game, f"{tiny[1] / 'policy.onnx'}:choice=worst")


def test_all_zero_mask_is_refused(tiny, positions):
    policy = make_policy("tapeo", str(tiny[1] / "policy.onnx"))
    observations, masks = positions[0][:3], positions[1][:3].copy()
    masks[1] = 0
    with pytest.raises(ValueError, match="allows nothing"):
        policy.act(observations, masks, 0)


def test_an_environment_with_an_exported_opponent_can_be_copied(tiny):
    env = SeatEnv("tapeo", opponents=str(tiny[1] / "policy.onnx"))
    _, info = env.reset(seed=0)
    twin = pickle.loads(pickle.dumps(copy.deepcopy(env)))
    action = int(info["action_mask"].argmax())
    np.testing.assert_array_equal(env.step(action)[0], twin.step(action)[0])
