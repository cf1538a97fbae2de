"""Several kinds of tables as one `VecEnv`: its rows are those of the parts on their own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor

from card_envs.envs import SeatVecEnv
from tests.conformance import frozen, some_each
from tests.envs.stubs import Hashed
from training.mixed import MixedVecEnv

# Parts of several sizes: teams and single learners of Envite, with rounds that may be dealt again, and self-play.
KINDS: dict[str, list[dict[str, Any]]] = {
    "envite": [
        {"num_games": 2, "learners": "team", "players": 4, "reward": "stones"},
        {"num_games": 3, "seat": 2, "players": 6, "variant": "gran_canaria", "episode": "round"},
        {"num_games": 1, "learners": "team", "players": 12, "episode": "round", "start_stones": "random"},
    ],
    "tapeo": [
        {"num_games": 3, "learners": [1, 4, 2], "players": 4},
        {"num_games": 2, "learners": "all", "players": 3, "reward": "round"},
    ],
}
ROWS = {"envite": [2, 3, 1], "tapeo": [7, 6]}
TABLES = {"envite": [2, 3, 1], "tapeo": [3, 2]}
TABLE_OF_ROW = {"envite": [0, 1, 2, 3, 4, 5], "tapeo": [0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4]}
per_game = pytest.mark.parametrize("game", KINDS)


def parts_of(game: str, seed: int = 0, **more: Any) -> list[SeatVecEnv]:
    """The parts, with the seeds that `MixedVecEnv.seed` gives them."""
    starts = np.cumsum([0, *TABLES[game]]).tolist()
    return [
        SeatVecEnv(game, seed=seed + start, **kind, **more) for start, kind in zip(starts, KINDS[game], strict=False)
    ]


def every(parts: list[SeatVecEnv]) -> list[Any]:
    """What each row of the parts was told when they were reset."""
    return [info for part in parts for info in part.reset_infos]


@per_game
def test_rows_are_those_of_the_parts_in_order(game: str) -> None:
    """Observations, masks, rewards, dones and infos, from the deal through the ends of games and the next reset."""
    mixed, parts = MixedVecEnv(parts_of(game, opponents=Hashed())), parts_of(game, opponents=Hashed())
    assert [part.num_envs for part in parts] == ROWS[game]
    assert mixed.num_envs == sum(ROWS[game])
    assert mixed.observation_space == parts[0].observation_space
    assert mixed.action_space == parts[0].action_space
    ends, rng = np.cumsum(ROWS[game]), np.random.default_rng(0)
    over = np.zeros(mixed.num_envs, int)
    for _ in range(2):
        np.testing.assert_array_equal(mixed.reset(), np.concatenate([part.reset() for part in parts]))
        assert mixed.reset_infos == every(parts)
        for _ in range(80):
            masks = mixed.action_masks()
            np.testing.assert_array_equal(masks, np.concatenate([part.action_masks() for part in parts]))
            actions = some_each(masks, rng)
            expected = [part.step(mine) for part, mine in zip(parts, np.split(actions, ends[:-1]), strict=True)]
            seen, rewards, dones, infos = mixed.step(actions)
            assert frozen([seen, rewards, dones]) == frozen(
                [np.concatenate([e[i] for e in expected]) for i in range(3)]
            )
            assert frozen(infos) == frozen([info for e in expected for info in e[3]])
            over += dones
    assert (over > 0).all()


def test_skipped_rounds_are_told_at_the_reset() -> None:
    skipped = 0
    for seed in range(10):
        mixed, parts = (
            MixedVecEnv(parts_of("envite", seed, opponents=Hashed())),
            parts_of("envite", seed, opponents=Hashed()),
        )
        mixed.reset()
        for part in parts:
            part.reset()
        assert mixed.reset_infos == every(parts)
        skipped += any(mixed.reset_infos)
    assert skipped >= 3


@per_game
def test_seeds(game: str) -> None:
    """One for each table through all parts, for the next reset alone; then and without a seed it goes on."""
    mixed, parts = MixedVecEnv(parts_of(game, 90)), parts_of(game, 7)
    assert mixed.seed(7) == [7 + table for table in TABLE_OF_ROW[game]]
    for _ in range(2):
        np.testing.assert_array_equal(mixed.reset(), np.concatenate([part.reset() for part in parts]))
    assert mixed.seed() == [None] * mixed.num_envs
    second = mixed.reset()
    np.testing.assert_array_equal(second, np.concatenate([part.reset() for part in parts]))
    mixed.seed(7)
    first = mixed.reset()
    np.testing.assert_array_equal(first, np.concatenate([part.reset() for part in parts_of(game, 7)]))
    assert (first != second).any()
    with pytest.raises(ValueError, match="a seed is an integer from 0 up, not -1"):
        mixed.seed(-1)


@per_game
def test_new_opponents_sit_down_in_every_part(game: str) -> None:
    old, new, rng = Hashed(), Hashed(), np.random.default_rng(0)
    mixed = MixedVecEnv(parts_of(game, opponents=old)[:2])
    mixed.reset()
    mixed.step(some_each(mixed.action_masks(), rng))
    assert old.seen
    mixed.set_opponents(new)
    assert not new.seen
    old.seen.clear()
    mixed.reset()
    asked = len(new.seen)
    for _ in range(5):
        mixed.step(some_each(mixed.action_masks(), rng))
    assert len(new.seen) > asked
    assert not old.seen


@per_game
def test_masks_as_maskable_ppo_asks_for_them(game: str) -> None:
    mixed, rng = MixedVecEnv(parts_of(game)), np.random.default_rng(0)
    last = mixed.num_envs - 1
    assert is_masking_supported(mixed)
    mixed.reset()
    for _ in range(10):
        masks = mixed.action_masks()
        assert (masks.shape, masks.dtype) == ((mixed.num_envs, mixed.action_space.n), np.bool_)
        np.testing.assert_array_equal(get_action_masks(mixed), masks)
        np.testing.assert_array_equal(mixed.env_method("action_masks", indices=[last, 0]), masks[[last, 0]])
        mixed.step(some_each(masks, rng))


def test_rows_have_nothing_of_their_own() -> None:
    mixed = MixedVecEnv(parts_of("tapeo"))
    with pytest.raises(AttributeError, match="no method 'render' for single rows; it has 'action_masks'"):
        mixed.env_method("render")
    with pytest.raises(AttributeError, match="'seed' neither"):
        mixed.set_attr("seed", 1)
    assert mixed.get_attr("num_envs", [0, 5]) == [13, 13]
    assert mixed.env_is_wrapped(VecMonitor) == [False] * 13
    mixed.close()


@per_game
def test_actions_outside_the_space_change_nothing(game: str) -> None:
    """Of any row, in the first part or the last; of another number; and before the first reset."""
    mixed, twin = (MixedVecEnv(parts_of(game)) for _ in range(2))
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        mixed.step(np.zeros(mixed.num_envs, int))
    mixed.reset()
    twin.reset()
    legal = mixed.action_masks().argmax(axis=1)
    for row in (0, mixed.num_envs - 1):
        wrong = legal.copy()
        wrong[row] = 99
        with pytest.raises(ValueError, match=rf"chose 99; actions are 0 to {mixed.action_space.n - 1}"):
            mixed.step(wrong)
    for wrong in (legal[:-1], np.append(legal, 0), legal.astype(float)):
        with pytest.raises(ValueError, match=r"actions are integers from 0 to \d+ of shape "):
            mixed.step(wrong)
    assert frozen(mixed.step(legal)) == frozen(twin.step(legal))
