"""A copy of a game in progress plays on like the original, and neither touches the other."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.conformance import Row, frozen, per_row, some, some_each
from tests.envs.stubs import Hashed

COPIES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}
TABLE_COPIES = {**COPIES, "clone": lambda env: env.clone()}
STEPS = (1, 7)  # in AEC form in the middle of collecting picks, at most tables


def play_aec(env: Any, steps: int | None, rng: np.random.Generator) -> list[Any]:
    """So many steps; None: to the end, and the next game of the sequence to its end. What agents were given."""
    given: list[Any] = []
    for _ in range(1 if steps is not None else 2):
        for agent in env.agent_iter(2**63 if steps is None else steps):
            seen, *rest = env.last()
            action = None if rest[1] or rest[2] else some(seen["action_mask"], rng)
            env.step(action)
            given.append(frozen((agent, seen, rest, action, env.rewards, env.infos, env.agents, env.state())))
        if steps is None:
            env.reset()
    return given


def play_parallel(env: Any, steps: int | None, rng: np.random.Generator) -> list[Any]:
    given: list[Any] = []
    for _ in range(1 if steps is not None else 2):
        while env.agents and (steps is None or len(given) < steps):
            actions = {agent: some(env._observation(env.seat_of(agent))["action_mask"], rng) for agent in env.agents}
            given.append(frozen((actions, env.step(actions), env.state())))
        if steps is None:
            given.append(frozen(env.reset()))
    return given


def play_seat(env: Any, steps: int | None, rng: np.random.Generator) -> list[Any]:
    given: list[Any] = []
    while len(given) < (40 if steps is None else steps):
        over = bool(env.seats.over[0])
        given.append(frozen(env.reset() if over else env.step(some(env.action_masks(), rng))))
    return given


def play_rows(env: Any, steps: int | None, rng: np.random.Generator) -> list[Any]:
    return [frozen(env.step(some_each(env.action_masks(), rng))) for _ in range(40 if steps is None else steps)]


def assert_copies_play_alike(env: Any, play: Any, make: Callable[[Any], Any], steps: int) -> None:
    """A copy is played to the end before the original and another one after it."""
    play(env, steps, np.random.default_rng(0))
    first, second = make(env), make(env)
    expected = play(first, None, np.random.default_rng(1))
    assert len(expected) > 1
    assert play(env, None, np.random.default_rng(1)) == expected
    assert play(second, None, np.random.default_rng(1)) == expected


@per_row
@pytest.mark.parametrize("name", TABLE_COPIES)
@pytest.mark.parametrize("kind", ["env", "parallel_env"])
def test_copies_of_a_table(row: Row, kind: str, name: str) -> None:
    for steps in STEPS:
        env = getattr(row, kind)()
        env.reset(seed=steps)
        assert_copies_play_alike(env, play_parallel if kind == "parallel_env" else play_aec, TABLE_COPIES[name], steps)


@per_row
@pytest.mark.parametrize("kind", ["raw_env", "parallel_env"])
def test_get_state_and_set_state(row: Row, kind: str) -> None:
    """Put back in the same environment, in another in mid-game, and in one where nothing was dealt, more than once."""
    play = play_parallel if kind == "parallel_env" else play_aec
    for steps in STEPS:
        env, other, fresh = (getattr(row, kind)() for _ in range(3))
        env.reset(seed=steps)
        other.reset(seed=99)
        play(env, steps, np.random.default_rng(0))
        play(other, 3, np.random.default_rng(0))
        state = env.get_state()
        expected = play(env, None, np.random.default_rng(1))
        kept = pickle.loads(pickle.dumps(state))
        for again in (env, other, fresh, env):
            again.set_state(state)
            assert play(again, None, np.random.default_rng(1)) == expected
        env.set_state(kept)
        assert play(env, None, np.random.default_rng(1)) == expected


@per_row
@pytest.mark.parametrize("name", COPIES)
def test_copies_of_a_single_seat_environment(row: Row, name: str) -> None:
    for steps in STEPS:
        env = row.seat_env(opponents={"random": 1, Hashed(): 1})
        env.reset(seed=steps)
        assert_copies_play_alike(env, play_seat, COPIES[name], steps)


@per_row
@pytest.mark.parametrize("name", COPIES)
@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_copies_of_a_vector_environment(row: Row, mode: str, name: str) -> None:
    env = row.vector_env(3, autoreset_mode=mode, opponents={"random": 1, Hashed(): 1})
    env.reset(seed=1)
    assert_copies_play_alike(env, play_rows, COPIES[name], 7)


@per_row
@pytest.mark.parametrize("name", COPIES)
def test_copies_of_a_vec_env(row: Row, name: str) -> None:
    """With games of one learner, and where the game allows it with tables of one and of all; opponents just changed."""
    tables = [1, 1, row.seats] if row.record.simultaneous else 1
    env = row.vec_env(3, learners=tables, opponents={"random": 1, Hashed(): 1}, seed=1)
    env.reset()
    play_rows(env, 2, np.random.default_rng(0))
    env.set_opponents("random")
    assert_copies_play_alike(env, play_rows, COPIES[name], 1)


@per_row
def test_copies_of_what_was_not_reset_yet(row: Row) -> None:
    """They start like the original."""
    for make, play in ((row.env, play_aec), (row.parallel_env, play_parallel), (row.seat_env, play_seat)):
        env = make()
        for copied in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            fresh = make()
            for one in (copied, fresh):
                one.reset(seed=4)
            assert play(copied, None, np.random.default_rng(0)) == play(fresh, None, np.random.default_rng(0))
