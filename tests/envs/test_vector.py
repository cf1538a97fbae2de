"""The vector environment: declared mode, spaces, and the same as Gymnasium's own vector of single environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.vector.utils import batch_space

from tests.conformance import Row, masked, per_row, some_each
from tests.envs.stubs import Hashed

pytestmark = pytest.mark.filterwarnings("error")
MODES = {"next_step": AutoresetMode.NEXT_STEP, "same_step": AutoresetMode.SAME_STEP}
modes = pytest.mark.parametrize("mode", MODES)


@modes
def test_the_mode_is_declared(mode: str) -> None:
    for given in (mode, MODES[mode]):
        env = Row("pile", {"players": 2}).vector_env(2, autoreset_mode=given)
        assert env.metadata["autoreset_mode"] is MODES[mode]
    assert Row("pile", {"players": 2}).vector_env(2).metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


@per_row
def test_spaces(row: Row) -> None:
    env, one = row.vector_env(3), row.seat_env()
    assert env.num_envs == 3
    assert env.single_observation_space == one.observation_space
    assert env.single_action_space == one.action_space
    assert env.observation_space == batch_space(one.observation_space, 3)
    assert env.action_space == batch_space(one.action_space, 3)


@per_row
@modes
@pytest.mark.parametrize("illegal", [0.0, 0.1], ids=["legal", "some_illegal"])
def test_it_is_gymnasiums_vector_of_single_environments(row: Row, mode: str, illegal: float) -> None:
    """Returns, and of infos what Gymnasium writes for single figures: flags everywhere, figures where they are set."""
    opponents = {"random": 1.0, Hashed(): 1.0}
    ours = row.vector_env(4, autoreset_mode=mode, opponents=opponents)
    theirs = SyncVectorEnv([lambda: row.seat_env(opponents=opponents)] * 4, autoreset_mode=MODES[mode])
    rng, ends, offences = np.random.default_rng(0), 0, 0
    seen, infos = ours.reset(seed=9)
    seen_there, infos_there = theirs.reset(seed=9)
    np.testing.assert_array_equal(seen, seen_there)
    assert_same_infos(infos, infos_there)
    for _ in range(60):
        masks = infos["action_mask"]
        actions = some_each(masks, rng)
        for slot in np.flatnonzero(rng.random(4) < illegal):
            wrong = masked(masks[slot])
            actions[slot] = actions[slot] if wrong is None else wrong
        seen, *rest, infos = ours.step(actions)
        seen_there, *rest_there, infos_there = theirs.step(actions)
        np.testing.assert_array_equal(seen, seen_there)
        for value, value_there in zip(rest, rest_there, strict=True):
            assert value.dtype == value_there.dtype
            np.testing.assert_array_equal(value, value_there)
        assert_same_infos(infos, infos_there)
        if mode == "same_step":
            assert ("final_obs" in infos) == ("final_obs" in infos_there) == bool((rest[1] | rest[2]).any())
            if "final_obs" in infos:
                np.testing.assert_array_equal(infos["_final_obs"], infos_there["_final_obs"])
                np.testing.assert_array_equal(infos["_final_info"], infos_there["_final_info"])
                for slot in np.flatnonzero(infos["_final_obs"]):
                    np.testing.assert_array_equal(infos["final_obs"][slot], infos_there["final_obs"][slot])
                assert_same_infos(infos["final_info"], infos_there["final_info"])
        offences += "illegal_action" in infos.get("final_info", infos)
        ends += (rest[1] | rest[2]).sum()
    assert ends >= 4
    assert (offences > 0) == (illegal > 0 and row.has_illegal)


def assert_same_infos(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    for name in ("action_mask", "seat", "rank", "illegal_action", "skipped"):
        assert (name in ours) == (name in theirs), name
        if name in ours:
            flags = ours[f"_{name}"]
            np.testing.assert_array_equal(flags, theirs[f"_{name}"])
            np.testing.assert_array_equal(ours[name][flags], theirs[name][flags])


@per_row
def test_what_a_resetting_step_is_given_is_not_looked_at(row: Row) -> None:
    """Masked and outside the space alike, with "raise" as with "lose"; the other games take theirs."""
    for illegal in ("lose", "raise"):
        one, two = (row.vector_env(2, illegal=illegal) for _ in range(2))
        rng, resets = np.random.default_rng(1), 0
        for env in (one, two):
            env.reset(seed=6)
        over = np.zeros(2, bool)
        for _ in range(60):
            actions = some_each(one.action_masks(), rng)
            wild = np.where(over, [-7, 99], actions)
            given, expected = two.step(wild), one.step(actions)
            for value, value_there in zip(given[:4], expected[:4], strict=True):
                np.testing.assert_array_equal(value, value_there)
            assert not (given[2] | given[3])[over].any()
            assert not given[1][over].any()
            resets += over.sum()
            over = given[2] | given[3]
        assert resets >= 2


@modes
def test_made_by_gymnasium(mode: str) -> None:
    """`make_vec` gives it by default and by name, and a `SyncVectorEnv` of single ones where that is asked for."""
    name = "card_envs/Tapeo-v0"
    for more in ({}, {"vectorization_mode": "vector_entry_point"}):
        env = gymnasium.make_vec(name, num_envs=3, players=2, opponents="random", autoreset_mode=mode, **more)
        assert type(env).__name__ == "SeatVectorEnv"
        assert env.num_envs == 3
        assert env.metadata["autoreset_mode"] is MODES[mode]
        assert env.spec is not None
        env.reset(seed=0)
    vector = {"autoreset_mode": MODES[mode]}
    there = gymnasium.make_vec(name, 3, vectorization_mode="sync", vector_kwargs=vector, players=2)
    np.testing.assert_array_equal(env.reset(seed=5)[0], there.reset(seed=5)[0])
