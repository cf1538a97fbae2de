"""`SeatVecEnv`: what Stable-Baselines3 expects of a `VecEnv`, learners and opponents. Its games: `test_equality`."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from scipy import stats
from stable_baselines3.common.vec_env import VecEnv, VecMonitor

from card_envs.envs import SeatVecEnv
from tests.conformance import Row, frozen, per_row, some_each
from tests.envs.stubs import Hashed

FOUR = Row("tapeo", {"players": 4})


def step_some(env: Any, rng: np.random.Generator) -> Any:
    return env.step(some_each(env.action_masks(), rng))


@per_row
def test_a_vec_env(row: Row) -> None:
    env = row.vec_env(3, seed=0)
    assert isinstance(env, SeatVecEnv)
    assert isinstance(env, VecEnv)
    assert env.num_envs == 3
    assert env.observation_space == row.record.layout.space
    assert env.action_space.n == len(row.record.actions)
    assert env.env_is_wrapped(VecMonitor) == [False] * 3
    assert env.get_attr("num_envs", [0, 2]) == [3, 3]
    env.reset()
    assert env.reset_infos == [{"skipped": skipped} if skipped else {} for skipped in env.seats.skipped.tolist()]
    env.close()


@per_row
def test_masks_as_maskable_ppo_asks_for_them(row: Row) -> None:
    env, rng = row.vec_env(3, seed=0), np.random.default_rng(0)
    assert is_masking_supported(env)
    env.reset()
    for _ in range(20):
        masks = env.action_masks()
        assert masks.shape == (3, len(row.record.actions))
        assert masks.dtype == np.bool_
        np.testing.assert_array_equal(get_action_masks(env), masks)
        np.testing.assert_array_equal(env.env_method("action_masks", indices=[2, 0]), masks[[2, 0]])
        np.testing.assert_array_equal(env.env_method("action_masks", indices=1), masks[[1]])
        step_some(env, rng)


def test_rows_have_nothing_of_their_own() -> None:
    env = FOUR.vec_env(2)
    with pytest.raises(AttributeError, match="no method 'render' for single rows; it has 'action_masks'"):
        env.env_method("render")
    with pytest.raises(AttributeError, match="'seed' neither"):
        env.set_attr("seed", 1)
    assert not env.has_attr("nothing")


@per_row
def test_monitor_adds_up_whole_episodes(row: Row) -> None:
    """Stable-Baselines3's own bookkeeping on top: returns are those that the parallel game pays (`test_gymnasium`)."""
    env = VecMonitor(row.vec_env(4, seed=0))
    rng, total, episodes = np.random.default_rng(0), np.zeros(4), 0
    env.reset()
    for _ in range(60):
        _, rewards, dones, infos = env.step(some_each(env.unwrapped.action_masks(), rng))
        total += rewards
        for row_index in np.flatnonzero(dones):
            assert infos[row_index]["episode"]["r"] == pytest.approx(total[row_index], abs=1e-5)
            total[row_index] = 0.0
            episodes += 1
    assert episodes >= 8


# --- seeds -----------------------------------------------------------------------------------------------------


@per_row
def test_seeds(row: Row) -> None:
    """In the constructor or by `seed`, for the next reset alone; the reset after it goes on; none is random."""
    env, twin = row.vec_env(2, seed=5), row.vec_env(2)
    first = env.reset()
    assert twin.seed(5) == [5, 6]
    np.testing.assert_array_equal(twin.reset(), first)
    second = env.reset()
    assert (second != first).any()
    assert twin.seed() == [None, None]
    np.testing.assert_array_equal(twin.reset(), second)
    env.seed(5)
    np.testing.assert_array_equal(env.reset(), first)
    starts = {row.vec_env(8).reset().tobytes() for _ in range(4)}
    assert len(starts) == 4


def test_the_rows_of_a_table_have_its_seed() -> None:
    env = FOUR.vec_env(3, learners=[2, 1, 4])
    assert env.seed(7) == [7, 7, 8, 9, 9, 9, 9]


# --- learners --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("learners", "rows"), [(1, [0, 1, 2]), (2, [0, 0, 1, 1, 2, 2]), ([1, 4, 2], [0, 1, 1, 1, 1, 2, 2])]
)
def test_numbers_of_learners(learners: Any, rows: list[int]) -> None:
    """Each row is one seat of its table, no two the same; opponents hold the others and no more."""
    stub, rng = Hashed(), np.random.default_rng(0)
    for given in (learners, np.array(learners) if isinstance(learners, list) else np.int64(learners)):
        env = FOUR.vec_env(3, learners=given, opponents=stub, seed=0)
        assert env.num_envs == len(rows)
        env.reset()
        drawn = set()
        for _ in range(100):
            stub.seen.clear()
            assert env.seats.row_game.tolist() == rows
            seats = list(zip(rows, env.seats.row_seat.tolist(), strict=True))
            assert len(set(seats)) == len(seats)
            drawn.add(tuple(seats))
            step_some(env, rng)
            assert len(stub.seen) == 12 - len(rows)
        assert len(drawn) > 1


def test_all_learners() -> None:
    env = FOUR.vec_env(2, learners="all", seed=0)
    env.reset()
    assert env.seats.row_game.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    assert env.seats.row_seat.tolist() == [0, 1, 2, 3, 0, 1, 2, 3]


@per_row
def test_a_fixed_seat_is_kept_and_a_random_one_drawn_anew(row: Row) -> None:
    for seat in range(row.seats):
        env, rng = row.vec_env(3, seat=seat, seed=0), np.random.default_rng(0)
        env.reset()
        for _ in range(60):
            assert (env.seats.row_seat == seat).all()
            step_some(env, rng)
    env = row.vec_env(60, seed=0)
    env.reset()
    first = env.seats.row_seat.copy()
    env.reset()
    assert (np.bincount(first, minlength=row.seats) > 0).all()
    assert (env.seats.row_seat != first).any()


# --- opponents -------------------------------------------------------------------------------------------------


def rows_asked(stubs: list[Hashed]) -> list[int]:
    """How many seats each was asked about since the last time."""
    asked = [len(stub.seen) for stub in stubs]
    for stub in stubs:
        stub.seen.clear()
    return asked


def test_a_dict_draws_each_seat_by_weight_in_each_episode() -> None:
    """Weights 1 and 3: the first holds 0, 1, 2 or 3 of three seats like three coins of a quarter, all episode long."""
    stubs, rng = [Hashed(), Hashed()], np.random.default_rng(0)
    env = FOUR.vec_env(1, opponents=dict(zip(stubs, [1, 3.0], strict=True)), seed=0)
    held = []
    for _ in range(400):
        env.reset()
        step_some(env, rng)
        first, other = rows_asked(stubs)
        assert first + other == 3
        step_some(env, rng)
        assert rows_asked(stubs) == [first, other]
        held.append(first)
    law = stats.binom(3, 1 / 4).pmf(range(4)) * 400
    assert stats.chisquare(np.bincount(held, minlength=4), law).pvalue > 0.01


def test_a_weight_of_zero_never_sits() -> None:
    stubs, rng = [Hashed(), Hashed(), Hashed()], np.random.default_rng(0)
    env = FOUR.vec_env(50, opponents=dict(zip(stubs, [0, 1, 0], strict=True)), seed=0)
    env.reset()
    step_some(env, rng)
    assert rows_asked(stubs) == [0, 150, 0]


def test_new_opponents_sit_down_at_the_next_episode() -> None:
    """Games in progress keep who sits there, changed once, twice, or to fewer; each table changes at its own end."""
    old, middle, new = [Hashed(), Hashed(), Hashed()], [Hashed(), Hashed()], [Hashed()]
    env, rng = FOUR.vec_env(20, opponents=old, seed=0), np.random.default_rng(0)
    env.reset()
    for _ in range(5):
        step_some(env, rng)
    assert rows_asked(old) == [100, 100, 100]
    env.set_opponents({middle[0]: 1, middle[1]: 1})
    step_some(env, rng)
    assert rows_asked([*old, *middle]) == [20, 20, 20, 0, 0]
    env.set_opponents(new[0])
    for _ in range(21 - 6):
        *_, dones, _ = step_some(env, rng)
    assert dones.all()
    assert rows_asked([*old, *middle, *new]) == [300, 300, 300, 0, 0, 0]
    step_some(env, rng)
    assert rows_asked([*old, *middle, *new]) == [0, 0, 0, 0, 0, 60]
    env.set_opponents(old)  # whoever left may come back
    env.reset()
    step_some(env, rng)
    assert rows_asked([*old, *new]) == [20, 20, 20, 0]


def test_a_list_of_opponents_that_is_refused_changes_nothing() -> None:
    stub, rng = Hashed(), np.random.default_rng(0)
    env = FOUR.vec_env(2, learners=[1, 2], opponents=stub, seed=0)
    env.reset()
    for wrong in (["random"] * 3, ["random"], {stub: -1.0}, "nobody"):
        with pytest.raises(ValueError, match=r"opponents|nobody"):
            env.set_opponents(wrong)
    for _ in range(30):
        step_some(env, rng)
    assert rows_asked([stub]) == [30 * 5]


# --- wrong use -------------------------------------------------------------------------------------------------


def test_before_reset() -> None:
    env = FOUR.vec_env(2)
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        env.step(np.zeros(2, int))


@per_row
def test_an_illegal_action_raises_and_changes_nothing(row: Row) -> None:
    if not row.has_illegal:
        pytest.skip("every action is always legal in this game")
    env, rng = row.vec_env(3, seed=0), np.random.default_rng(0)
    env.reset()
    step_some(env, rng)
    masks = env.action_masks()
    while masks[2].all():
        step_some(env, rng)
        masks = env.action_masks()
    wrong = int(np.flatnonzero(~masks[2])[-1])
    actions = some_each(masks, rng)
    untouched = copy.deepcopy(env)
    name = row.record.actions[wrong]
    with pytest.raises(ValueError, match=rf"player_\d+ of game 2 may not choose {wrong} \({name}\) now; legal are \d"):
        env.step(np.array([actions[0], actions[1], wrong]))
    assert env.seats.tables.states.tobytes() == untouched.seats.tables.states.tobytes()
    np.testing.assert_array_equal(env.action_masks(), masks)
    assert frozen(env.step(actions)) == frozen(untouched.step(actions))
