"""`pile`: one seat acts at a time. The tests of `tests/envs` play it too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from card_envs.envs import SeatEnv, SeatVecEnv, SeatVectorEnv
from tests.conformance import Row
from tests.envs.stubs import Hashed

ONE, TWO, THREE, WAIT = range(4)
THREE_PLAYERS = Row("pile", {"players": 3, "fewest": 10, "most": 10})
SHORT: dict[str, Any] = {"players": 3, "fewest": 1, "most": 6}


class Taking(Hashed):
    """Takes as many stones as it may."""

    def act(self, observations: Any, action_masks: Any, rng: Any) -> Any:
        super().act(observations, action_masks, rng)
        return np.array([np.flatnonzero(mask)[-1] for mask in action_masks])


def test_those_whose_turn_it_is_not_have_one_action_to_wait() -> None:
    env = THREE_PLAYERS.parallel_env()
    observations, _ = env.reset(seed=0)
    for _ in range(3):
        turn = int(env.table.state.turn)
        for seat, agent in enumerate(env.agents):
            expected = [1, 1, 1, 0] if seat == turn else [0, 0, 0, 1]
            assert observations[agent]["action_mask"].tolist() == expected
        actions = {agent: TWO if seat == turn else WAIT for seat, agent in enumerate(env.agents)}
        with pytest.raises(ValueError, match=r"player_\d may not choose 0 \(one\) now; legal are 3 \(wait\)$"):
            env.step(dict.fromkeys(actions, ONE))
        with pytest.raises(ValueError, match=rf"player_{turn} may not choose 3 \(wait\) now; legal are 0 \(one\), 1"):
            env.step(dict.fromkeys(actions, WAIT))
        observations, rewards, *_ = env.step(actions)
        assert rewards == {agent: 2.0 if seat == turn else -1.0 for seat, agent in enumerate(env.agents)}


def test_aec_asks_in_turn_and_pays_since_ones_last_action() -> None:
    env = THREE_PLAYERS.env()
    env.reset(seed=0)
    first = int(env.table.state.turn)
    order = [f"player_{(first + place) % 3}" for place in range(3)]
    paid: dict[str, list[float]] = {agent: [] for agent in order}
    asked = []
    for agent in env.agent_iter():
        _, reward, terminated, _, info = env.last()
        asked.append(agent)
        paid[agent].append(reward)
        env.step(None if terminated else THREE if info["action_mask"][THREE] else ONE)
    assert asked[:4] == [*order, order[0]]  # 3, 3, 3 and the last stone
    assert sorted(asked[4:]) == sorted(order)
    assert paid[order[0]] == [0, 3 - 1 - 1, 1 - 8]
    assert paid[order[1]] == [-1, 3 - 1 - 1]
    assert paid[order[2]] == [-1 - 1, 3 - 1]


def test_the_learner_is_paid_what_came_since_its_own_last_action() -> None:
    """What was paid before its first one, its own, the others' after it, and an end that it does not make."""
    expected = {  # by how many play before it; ten stones, the others take three, it takes one
        0: [1 - 1 - 1, 1 - 1],
        1: [-1 + 1 - 1 - 1],
        2: [-1 - 1 + 1 - 1],
    }
    found = set()
    for seed in range(12):
        env = SeatEnv("pile", opponents=Taking(), seat=0, **THREE_PLAYERS.options)
        env.reset(seed=seed)
        before = int(10 - env.seats.tables.states["pile"][0]) // 3
        rewards, done = [], False
        while not done:
            _, reward, done, _, info = env.step(ONE)
            rewards.append(reward)
        assert rewards == expected[before]
        assert sum(rewards) == info["scores"]["player_0"]
        found.add(before)
    assert found == {0, 1, 2}


def test_an_episode_that_ends_before_the_learner_acts_is_dealt_again() -> None:
    """`skipped` counts them, once, where the next game of the sequence starts; what they paid is not paid then."""
    found = 0
    for seed in range(30):
        env, table = SeatEnv("pile", opponents=Taking(), seat=0, **SHORT), Row("pile", SHORT).parallel_env()
        _, info = env.reset(seed=seed)
        skipped = info.get("skipped", 0)
        assert skipped == env.seats.tables.states["episode"][0]
        table.reset(seed=seed)
        for _ in range(skipped):
            play_taking(table)
            assert not table.agents
            table.reset()
        owed = play_taking(table)
        assert table.agents
        action = int(info["action_mask"].argmax())
        _, reward, *_, info = env.step(action)
        assert reward == owed + step_taking(table, {"player_0": action}) + play_taking(table)
        assert "skipped" not in info
        found += skipped > 0
    assert 3 <= found < 30


def step_taking(table: Any, given: dict[str, int]) -> float:
    """Play one decision point, as `Taking` but for what is given: what player_0 is paid."""
    masks = {agent: table._observation(table.seat_of(agent))["action_mask"] for agent in table.agents}
    return table.step({agent: int(np.flatnonzero(mask)[-1]) for agent, mask in masks.items()} | given)[1]["player_0"]


def play_taking(table: Any) -> float:
    """Play until it is the turn of player_0 or the game is over: what it is paid meanwhile."""
    paid = 0.0
    while table.agents and table.table.acting != [0]:
        paid += step_taking(table, {})
    return paid


def test_seats_are_those_of_the_game_that_is_dealt_in_the_end() -> None:
    """Random seats belong to the episode: after k skipped games they are those of the k-th reset of long ones."""
    seated = set()
    for seed in range(30):
        env, long = SeatEnv("pile", opponents=Taking(), **SHORT), SeatEnv("pile", **THREE_PLAYERS.options)
        _, info = env.reset(seed=seed)
        _, there = long.reset(seed=seed)
        for _ in range(info.get("skipped", 0)):
            _, there = long.reset()
        assert info["seat"] == there["seat"]
        seated.add((info["seat"], "skipped" in info))
    assert len(seated) == 6


def test_skipped_games_in_vectors_and_vec_envs() -> None:
    """The figures of single environments, in the info of the call in which the game was dealt, and in no other."""
    count = 12
    ones = [SeatEnv("pile", opponents=Taking(), **SHORT) for _ in range(count)]
    same = SeatVectorEnv("pile", count, opponents=Taking(), autoreset_mode="same_step", **SHORT)
    rows = SeatVecEnv("pile", count, opponents=Taking(), seed=0, **SHORT)
    starts = [one.reset(seed=slot)[1].get("skipped", 0) for slot, one in enumerate(ones)]
    _, infos = same.reset(seed=0)
    rows.reset()
    assert any(starts)
    total = 0
    for _ in range(8):
        assert infos.get("skipped", np.zeros(count)).tolist() == starts
        assert infos.get("_skipped", np.zeros(count)).tolist() == [number > 0 for number in starts]
        assert [info.get("skipped", 0) for info in rows.reset_infos] == starts
        total += sum(starts)
        actions = np.array([one.action_masks().argmax() for one in ones])
        *_, infos = same.step(actions)
        *_, rows.reset_infos = rows.step(actions)
        starts = []
        for one, action in zip(ones, actions, strict=True):
            _, _, terminated, truncated, info = one.step(action)
            assert "skipped" not in info
            starts.append(one.reset()[1].get("skipped", 0) if terminated or truncated else 0)
    assert total > sum(info.get("skipped", 0) for info in rows.reset_infos)


def test_a_table_has_one_learner() -> None:
    for learners in (2, [1, 2], 0):
        with pytest.raises(ValueError, match="learners takes an integer from 1 to 1, not "):
            SeatVecEnv("pile", 2, learners=learners, **THREE_PLAYERS.options)
    with pytest.raises(ValueError, match="learners='all' needs a game in which all seats act at once, not pile"):
        SeatVecEnv("pile", 2, learners="all", **THREE_PLAYERS.options)


def test_a_turn_based_batch_has_one_column() -> None:
    batch = THREE_PLAYERS.batch(5, 0)
    assert batch.actors.shape == (5, 1)
    assert batch.observations.shape == (5, 1, THREE_PLAYERS.record.layout.size)
    assert batch.action_masks.shape == (5, 1, 4)
    turns = batch.actors[:, 0].copy()
    batch.step(np.full((5, 1), THREE))
    assert batch.actors[:, 0].tolist() == ((turns + 1) % 3).tolist()
    expected = np.full((5, 3), -1.0)
    expected[range(5), turns] = 3.0
    np.testing.assert_array_equal(batch.rewards, expected)
