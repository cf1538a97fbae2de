"""What environments hand out: inside its space, of Python's own types, fresh, and silent about picks to come."""

from __future__ import annotations

from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from tests.conformance import Row, frozen, per_row, some, some_each

FACES = ("env", "raw_env", "parallel_env")


def spoil(given: Any) -> None:
    """Overwrite every array in what an environment has handed out."""
    if isinstance(given, np.ndarray) and given.dtype != object:
        given.fill(1)
    elif isinstance(given, np.ndarray):
        for item in given:
            spoil(item)
    elif isinstance(given, dict):
        for item in given.values():
            spoil(item)
    elif isinstance(given, (list, tuple)):
        for item in given:
            spoil(item)


def assert_fits(space: Any, mask: Any, observation: Any) -> None:
    assert space.contains(observation)
    assert mask.dtype == np.int8
    assert mask.any()


@per_row
def test_aec(row: Row) -> None:
    """Every agent at every step, to the last dead one, whoever's turn it is; two games."""
    for env in (row.env(), row.raw_env()):
        rng = np.random.default_rng(0)
        for seed in (1, None):
            env.reset(seed=seed)
            for agent in env.agent_iter():
                for other in env.possible_agents:
                    seen = env.observe(other)
                    assert_fits(env.observation_space(other), seen["action_mask"], seen)
                    assert other in env.agents or seen["action_mask"].tolist() == [1] + [0] * (
                        seen["action_mask"].size - 1
                    )
                assert env.state_space.contains(env.state())
                for values, kind in ((env.rewards, float), (env._cumulative_rewards, float)):
                    assert all(type(value) is kind for value in values.values())
                for values in (env.terminations, env.truncations):
                    assert all(type(value) is bool for value in values.values())
                seen, reward, terminated, truncated, info = env.last()
                assert type(reward) is float
                assert env.infos[agent] is info
                np.testing.assert_array_equal(info["action_mask"], seen["action_mask"])
                assert list(env.infos) == env.agents
                env.step(None if terminated or truncated else some(seen["action_mask"], rng))


@per_row
def test_parallel(row: Row) -> None:
    env, rng = row.parallel_env(), np.random.default_rng(0)
    for seed in (1, None):
        observations, infos = env.reset(seed=seed)
        given = env.agents
        while True:
            assert list(observations) == list(infos) == given
            for agent, seen in observations.items():
                assert_fits(env.observation_space(agent), seen["action_mask"], seen)
                np.testing.assert_array_equal(infos[agent]["action_mask"], seen["action_mask"])
                assert agent in env.agents or seen["action_mask"].tolist() == [1] + [0] * (seen["action_mask"].size - 1)
            assert env.state_space.contains(env.state())
            if not env.agents:
                break
            given = env.agents[:]
            actions = {agent: some(observations[agent]["action_mask"], rng) for agent in env.agents}
            observations, rewards, terminations, truncations, infos = env.step(actions)
            for values, kind in ((rewards, float), (terminations, bool), (truncations, bool)):
                assert list(values) == given
                assert all(type(value) is kind for value in values.values())
            assert env.agents == [agent for agent in given if not terminations[agent] and not truncations[agent]]


@per_row
def test_single_seat(row: Row) -> None:
    env, rng = row.seat_env(), np.random.default_rng(0)
    for seed in (1, None, None):
        seen, info = env.reset(seed=seed)
        done = False
        while not done:
            assert_fits(env.observation_space, info["action_mask"], seen)
            assert env.action_masks().dtype == np.bool_
            assert type(info["seat"]) is int
            seen, reward, terminated, truncated, info = env.step(some(info["action_mask"], rng))
            assert (type(reward), type(terminated), type(truncated)) == (float, bool, bool)
            done = terminated or truncated
        assert_fits(env.observation_space, info["action_mask"], seen)


@per_row
def test_vector(row: Row) -> None:
    for mode in ("next_step", "same_step"):
        env, rng = row.vector_env(3, autoreset_mode=mode), np.random.default_rng(0)
        seen, infos = env.reset(seed=1)
        for _ in range(60):
            assert_fits(env.observation_space, infos["action_mask"], seen)
            assert infos["action_mask"].any(axis=1).all()
            actions = some_each(infos["action_mask"], rng)
            assert env.action_space.contains(actions)
            seen, rewards, terminated, truncated, infos = env.step(actions)
            assert (rewards.dtype, terminated.dtype, truncated.dtype) == (np.float64, np.bool_, np.bool_)
            for value in infos.get("final_obs", []):
                assert value is None or env.single_observation_space.contains(value)


@per_row
def test_vec_env(row: Row) -> None:
    env, rng = row.vec_env(3, seed=1), np.random.default_rng(0)
    seen = env.reset()
    for _ in range(60):
        assert seen.shape == (3, *env.observation_space.shape)
        assert all(env.observation_space.contains(one) for one in seen)
        masks = env.env_method("action_masks")
        assert all(mask.dtype == np.bool_ and mask.any() for mask in masks)
        seen, rewards, dones, infos = env.step(some_each(np.stack(masks), rng))
        assert (seen.dtype, rewards.dtype, dones.dtype) == (np.float32, np.float32, np.bool_)
        for row_done, info in zip(dones, infos, strict=True):
            assert ("terminal_observation" in info) == row_done
            assert not row_done or env.observation_space.contains(info["terminal_observation"])


class Notes:
    """What an environment handed out: as it was then, and itself, spoiled at once if that is wanted."""

    def __init__(self, spoiled: bool) -> None:
        self.spoiled = spoiled
        self.given: list[Any] = []
        self.then: list[Any] = []

    def __call__(self, given: Any) -> None:
        self.given.append(given)
        self.then.append(frozen(given))
        if self.spoiled:
            spoil(given)


def played(env: Any, note: Notes) -> None:
    """Two games of any kind of environment, or sixty steps of many."""
    rng = np.random.default_rng(0)

    if hasattr(env, "agent_iter"):
        for seed in (2, None):
            env.reset(seed=seed)
            for agent in env.agent_iter():
                seen, reward, terminated, truncated, _ = env.last()
                action = None if terminated or truncated else some(seen["action_mask"], rng)
                note([seen, reward, env.observe(agent), env.state(), env.view(agent)])
                env.step(action)
    elif hasattr(env, "agents"):
        for seed in (2, None):
            given: Any = env.reset(seed=seed)
            while env.agents:
                actions = {agent: some(given[0][agent]["action_mask"], rng) for agent in env.agents}
                note([given, env.state(), env.view("player_0")])
                given = env.step(actions)
            note(given)
    else:
        note(env.reset() if isinstance(env, VecEnv) else env.reset(seed=2))
        done = np.False_
        for _ in range(60):
            if np.ndim(done) == 0 and done:
                note(env.reset())
            masks = env.action_masks()
            action = some(masks, rng) if masks.ndim == 1 else some_each(masks, rng)
            note(masks)
            given = env.step(action)
            done = given[2] if isinstance(env, VecEnv) else np.logical_or(given[2], given[3])
            note(given)


@per_row
def test_what_was_handed_out_is_the_callers(row: Row) -> None:
    """No later step changes it, and overwriting it changes nothing of what comes later."""
    makers = [getattr(row, face) for face in FACES]
    makers += [row.seat_env, lambda: row.vector_env(3), lambda: row.vector_env(3, autoreset_mode="same_step")]
    makers.append(lambda: row.vec_env(3, seed=2))
    for make in makers:
        plain, spoiled = Notes(spoiled=False), Notes(spoiled=True)
        played(make(), plain)
        played(make(), spoiled)
        assert frozen(plain.given) == plain.then
        assert spoiled.then == plain.then


def shown(env: Any) -> dict[str, Any]:
    """All that an AEC environment tells of its game, to anyone."""
    agents = env.possible_agents
    return {
        "observations": [
            (seen["observation"].tobytes(), seen["action_mask"].tobytes()) for seen in map(env.observe, agents)
        ],
        "state": env.state().tobytes(),
        "words": [env.describe(agent) for agent in agents],
        "views": [{name: block.tobytes() for name, block in env.view(agent).items()} for agent in agents],
        "table": env.render(),
        "infos": frozen(env.infos),
        "rewards": dict(env.rewards),
        "ends": (dict(env.terminations), dict(env.truncations)),
        "agents": env.agents[:],
    }


@per_row
def test_nothing_of_a_pick_shows_before_all_are_in(row: Row) -> None:
    """While actions are collected nothing that can be asked for changes but whose turn it is; then the game moves."""
    env, rng, collected, moves = row.env(render_mode="ansi"), np.random.default_rng(0), 0, 0
    env.reset(seed=3)
    while env.agents:
        acting = [f"player_{seat}" for seat in env.table.acting]
        before = {**shown(env), "rewards": dict.fromkeys(env.agents, 0.0)}
        for place, agent in enumerate(acting):
            assert env.agent_selection == agent
            if place:
                assert shown(env) == before
                collected += 1
            env.step(some(env.observe(agent)["action_mask"], rng))
        moves += 1
        assert env.table.state.moves == moves
        while env.agents and (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            env.step(None)
    assert (collected > 0) == row.record.simultaneous


@per_row
def test_looking_changes_nothing(row: Row) -> None:
    """`last`, `observe`, `render` … between the steps of a game leave infos and the rest as they are."""
    env, rng = row.env(render_mode="ansi"), np.random.default_rng(0)
    env.reset(seed=3)
    for _ in env.agent_iter():
        infos = dict(env.infos)
        before = shown(env)
        seen, _, terminated, truncated, _ = env.last()
        env.last(observe=False)
        env.clone().step(None if terminated or truncated else some(seen["action_mask"], np.random.default_rng(1)))
        assert shown(env) == before
        assert all(env.infos[other] is info for other, info in infos.items())
        env.step(None if terminated or truncated else some(seen["action_mask"], rng))
