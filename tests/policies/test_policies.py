"""Policies by name, their randomness, and who sits where."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from card_envs import arena, tapeo_v0
from card_envs.core.random import mix, uniforms
from card_envs.envs import SeatEnv
from card_envs.policies import Policy, make_policy, random_keys
from card_envs.policies.registry import parse_options
from card_envs.policies.sampling import sample_actions


@pytest.fixture(scope="module")
def rows():
    batch = tapeo_v0.batch(num_games=500, players=4, seed=0)
    for _ in range(3):
        batch.step(batch.sample())
    size = batch.observations.shape[-1]
    return batch.observations.reshape(-1, size).copy(), batch.action_masks.reshape(-1, 10).copy()


@pytest.mark.parametrize("name", ["random", "greedy", "expert"])
def test_choices_are_legal_and_belong_to_their_row(rows, name):
    """The same rows in another order, with their keys, get the same actions."""
    observations, masks = rows
    policy = make_policy("tapeo", name)
    assert isinstance(policy, Policy)
    keys = random_keys(5, len(masks))
    actions = policy.act(observations, masks, keys)
    assert actions.dtype == np.int64
    assert masks[np.arange(len(masks)), actions].all()
    order = np.random.default_rng(0).permutation(len(masks))
    np.testing.assert_array_equal(policy.act(observations[order], masks[order], keys[order]), actions[order])
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(policy)).act(observations, masks, keys), actions)


def test_random_is_uniform():
    mask = np.array([[1, 0, 1, 1, 0, 0, 0, 0, 0, 1]] * 40_000, np.int8)
    actions = make_policy("tapeo", "random").act(np.zeros((40_000, 211), np.float32), mask, 0)
    np.testing.assert_allclose(
        np.bincount(actions, minlength=10) / 40_000, [0.25, 0, 0.25, 0.25, 0, 0, 0, 0, 0, 0.25], atol=0.01
    )


def test_keys():
    given = np.array([1, 2, 3], np.uint64)
    assert random_keys(given, 3) is given
    np.testing.assert_array_equal(random_keys(7, 4), random_keys(np.random.default_rng(7), 4))
    assert (random_keys(None, 4) != random_keys(None, 4)).any()
    with pytest.raises(ValueError, match="4 rows take 4 keys"):
        random_keys(given, 4)


def test_uniforms_are_the_streams_first_numbers():
    """As SplitMix64 gives them: the first output of the state 0 is 0xE220A8397B1DCDAF."""
    assert uniforms(np.zeros(1, np.uint64))[0] == (0xE220A8397B1DCDAF >> 11) / 2**53
    assert mix(np.uint64(0x9E3779B97F4A7C15)) == 0xE220A8397B1DCDAF


def test_sampling_never_takes_probability_zero():
    probabilities = np.zeros((1000, 5), np.float32)
    probabilities[:, 1], probabilities[:, 3] = 0.2, 0.8
    drawn = sample_actions(probabilities, random_keys(0, 1000))
    assert set(drawn.tolist()) == {1, 3}
    assert (drawn == 3).mean() == pytest.approx(0.8, abs=0.05)


def test_wrong_names():
    with pytest.raises(ValueError, match="no policy is called 'best' for tapeo; there are random, greedy, expert"):
        make_policy("tapeo", "best")
    with pytest.raises(ValueError, match="policy 'greedy' takes no settings, not 'x'"):
        make_policy("tapeo", "greedy:x=1")
    with pytest.raises(ValueError, match="a name or an object with act"):
        make_policy("tapeo", 3)
    with pytest.raises(ValueError, match="no game is called 'mus'"):
        make_policy("mus", "random")


def test_options_in_names():
    assert parse_options("") == {}
    assert parse_options("a=1, b = x") == {"a": "1", "b": "x"}
    with pytest.raises(ValueError, match="key=value"):
        parse_options("a")


class Constant:
    """Answers whatever it was made with, cut or stretched to nothing."""

    def __init__(self, answer):
        self.answer = answer

    def act(self, observations, action_masks, rng):
        return self.answer(action_masks)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda masks: masks.argmax(axis=1) + 0.5, "one integer a row, .* not float64"),
        (lambda masks: masks.argmax(axis=1)[:-1], "one integer a row"),
        (lambda masks: None, "one integer a row"),
        (lambda masks: np.full(len(masks), 99), "chose 99, but actions are 0 to 9"),
        (lambda masks: np.full(len(masks), -1), "chose -1, but actions are 0 to 9"),
        (lambda masks: masks.argmin(axis=1), "may not choose .* legal are"),
    ],
)
def test_a_policy_that_answers_wrongly_is_named(answer, message):
    """In a match and as an opponent; nothing is cut down to a legal move."""
    with pytest.raises(ValueError, match=message):
        arena.play("tapeo", [Constant(answer), "random"], 8)
    env = SeatEnv("tapeo", opponents=Constant(answer))
    _, info = env.reset(seed=0)
    with pytest.raises(ValueError, match=message):
        env.step(int(info["action_mask"].argmax()))


def test_two_policies_that_look_alike_stay_two():
    class Bot:
        def __init__(self, name):
            self.policy = make_policy("tapeo", name)

        def act(self, observations, action_masks, rng):
            return self.policy.act(observations, action_masks, rng)

        def __repr__(self):
            return "Bot"

    match = arena.play("tapeo", [Bot("greedy"), Bot("random")], 400, players=2)
    assert match.policies == ["Bot", "Bot"]
    assert match.win_share[0] > 0.6


@pytest.mark.parametrize("name", ["random", "greedy", "expert"])
def test_scripted_players_refuse_what_compiled_code_could_not_bear(rows, name):
    observations, masks = rows[0][:16], rows[1][:16]
    policy = make_policy("tapeo", name)
    for wrong in (observations * np.float32(1000), observations * np.float32("nan"), observations - 100):
        with pytest.raises(ValueError, match="must be raw, within its observation space"):
            policy.act(wrong, masks, 0)
    for seen, allowed in ((observations, masks[:3]), (observations, masks[:, :3]), (observations[0], masks[0])):
        with pytest.raises(ValueError, match=r"takes observations \[B, 211\] and masks \[B, 10\], not"):
            policy.act(seen, allowed, 0)
    with pytest.raises(ValueError, match="allows nothing"):
        policy.act(observations, masks * 0, 0)
    with pytest.raises(ValueError, match=r"expert of envite takes observations \[B, 331\]"):
        make_policy("envite", "expert").act(observations, masks, 0)
    assert policy.act(observations, masks.astype(bool), 0).shape == (16,)
