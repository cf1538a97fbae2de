"""The exported file: it is the trained policy, it plays legally, and it needs no code of ours."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
import torch

from card_envs.core.game import Game, get_game
from card_envs.envs import SeatEnv
from card_envs.envs.make import faces
from card_envs.policies import make_policy
from card_envs.policies.onnx import layout_facts
from tests.training.conftest import TRIALS
from training.export import write
from training.network import Network, split

POSITIONS = 10_000
GAMES_AT_ONCE = 10


@pytest.fixture(scope="module", params=TRIALS)
def game(request: pytest.FixtureRequest) -> Game:
    return get_game(request.param)


@pytest.fixture(scope="module")
def trained(game: Game, tiny_of: Any) -> tuple[Any, str]:
    """The trained policy as Stable-Baselines3 has it, and the path of its file."""
    run, folder = tiny_of(game.name)
    return run.policy, str(folder / "policy.onnx")


@pytest.fixture(scope="module")
def positions(game: Game) -> tuple[np.ndarray, np.ndarray]:
    """Observations float32 [10000, size] and masks int8 [10000, actions] from random games, each table equally often.

    Only of seats that act.
    """
    tables = TRIALS[game.name].tables
    each = -(-POSITIONS // len(tables))
    parts = [acting(game.name, each, **options) for options in tables]
    observations, masks = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return observations[:POSITIONS], masks[:POSITIONS]


def acting(game: str, number: int, **options: Any) -> tuple[np.ndarray, np.ndarray]:
    """Observations and masks of that many decisions in random games at one table."""
    batch = faces(game).batch(GAMES_AT_ONCE, seed=0, **options)
    observations, masks = [], []
    while sum(map(len, observations)) < number:
        acts = batch.actors >= 0
        observations.append(batch.observations[acts])
        masks.append(batch.action_masks[acts])
        batch.step(batch.sample())
    return np.concatenate(observations)[:number], np.concatenate(masks)[:number]


def test_file_agrees_with_sb3_policy(game, trained, positions):
    policy, path = trained
    observations, masks = positions
    assert len(observations) == POSITIONS
    actions, probabilities, values = make_policy(game, path).evaluate(observations, masks)
    with torch.no_grad():
        tensor = torch.as_tensor(observations)
        greedy, theirs, their_values = Network(policy)(split(game.layout, tensor), torch.as_tensor(masks))
        trained_with = policy.get_distribution(tensor, action_masks=masks.astype(bool)).distribution.probs.numpy()
    assert np.abs(probabilities - theirs.numpy()).max() < 1e-5
    assert np.abs(probabilities - trained_with).max() < 0.01  # Stable-Baselines3 multiplies in bfloat16
    np.testing.assert_allclose(values, their_values.numpy(), atol=1e-4)
    ordered = np.sort(theirs.numpy(), axis=1)
    clear = ordered[:, -1] - ordered[:, -2] > 1e-5
    assert clear.mean() > 0.9
    assert (actions == greedy.numpy())[clear].all()


def test_never_illegal(game, trained, positions):
    observations, _ = positions
    rng, count = np.random.default_rng(0), len(game.actions)
    masks = (rng.random((POSITIONS, count)) < 0.3).astype(np.int8)  # not the game's: any mask must hold
    masks[np.arange(POSITIONS), rng.integers(0, count, POSITIONS)] = 1
    actions, probabilities, _ = make_policy(game, trained[1]).evaluate(observations, masks)
    assert masks[np.arange(POSITIONS), actions].all()
    assert (probabilities[masks == 0] == 0).all()
    np.testing.assert_allclose(probabilities.sum(axis=1), 1, atol=1e-5)


def test_sampling_fits_probabilities_and_is_legal(game, trained, positions):
    observations, masks = positions
    policy = make_policy(game, f"{trained[1]}:temperature=1")
    first = np.repeat(observations[:1], 20_000, axis=0), np.repeat(masks[:1], 20_000, axis=0)
    drawn = policy.act(*first, 0)
    _, probabilities, _ = policy.evaluate(observations[:1], masks[:1])
    assert (probabilities > 0.02).sum() > 1
    np.testing.assert_allclose(np.bincount(drawn, minlength=len(game.actions)) / 20_000, probabilities[0], atol=0.02)
    assert masks[np.arange(len(masks)), policy.act(observations, masks, 1)].all()


def test_plain_onnxruntime_plays_it_by_names(game, trained):
    """A whole game with nothing but the file and the named quantities."""
    session = onnxruntime.InferenceSession(trained[1])
    expected = {block.name: ["batch", *block.shape] for block in game.layout.blocks}
    expected["action_mask"] = ["batch", len(game.actions)]
    assert {i.name: i.shape for i in session.get_inputs()} == expected
    assert {i.type for i in session.get_inputs() if i.name != "action_mask"} == {"tensor(float)"}
    assert [o.name for o in session.get_outputs()] == ["action", "probabilities", "value"]
    assert [o.type for o in session.get_outputs()] == ["tensor(int32)", "tensor(float)", "tensor(float)"]
    env = faces(game.name).parallel_env(**TRIALS[game.name].settings.options)
    _, infos = env.reset(seed=5)
    while env.agents:
        actions = {}
        for agent in env.agents:
            inputs = {name: block[None] for name, block in env.view(agent).items()}
            action, _, value = session.run(None, {**inputs, "action_mask": infos[agent]["action_mask"][None]})
            assert value.shape == (1,)
            actions[agent] = int(action[0])
        infos = env.step(actions)[-1]
    assert all(info["winners"] for info in infos.values())  # of those who saw the end


def test_metadata_stand_in_file_and_json(game, trained):
    path, settings = Path(trained[1]), TRIALS[game.name].settings
    model = onnx.load(path)
    inside = json.loads({p.key: p.value for p in model.metadata_props}["card_envs"])
    beside = json.loads(path.with_suffix(".json").read_text())
    assert inside == beside
    assert inside["game"] == game.name
    assert inside["layout"]["version"] == game.layout.version
    assert inside["layout"]["actions"] == list(game.actions)
    assert [b["name"] for b in inside["layout"]["blocks"]] == [b.name for b in game.layout.blocks]
    assert inside["options"] == [kind for kind, _ in settings.parts]
    assert inside["training"][0]["decisions"] >= settings.decisions
    assert inside["results"].keys() == {"random"}
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
    with pytest.raises(ValueError, match="takes temperature=T after its name, not 'choice=sample'"):
        make_policy(game, f"{tiny[1] / 'policy.onnx'}:choice=sample")


def test_all_zero_mask_is_refused(tiny):
    policy = make_policy("tapeo", str(tiny[1] / "policy.onnx"))
    observations, masks = acting("tapeo", 3, players=4)
    masks[1] = 0
    with pytest.raises(ValueError, match="allows nothing"):
        policy.act(observations, masks, 0)


def test_an_environment_with_an_exported_opponent_can_be_copied(tiny):
    env = SeatEnv("tapeo", opponents=str(tiny[1] / "policy.onnx"))
    _, info = env.reset(seed=0)
    twin = pickle.loads(pickle.dumps(copy.deepcopy(env)))
    action = int(info["action_mask"].argmax())
    np.testing.assert_array_equal(env.step(action)[0], twin.step(action)[0])
