"""One seed and the same actions are the same games through every interface."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.conformance import Row, per_row, seat_of, some, some_each
from tests.envs.stubs import Hashed

SLOTS = 3
SEED = 11


@per_row
def test_parallel_and_aec_are_the_batch(row: Row) -> None:
    """Two games in each of three slots: observations, masks, rewards, ends, results, and the deals that follow."""
    batch = row.batch(SLOTS, SEED)
    parallel, aec = ([make() for _ in range(SLOTS)] for make in (row.parallel_env, row.env))
    for slot in range(SLOTS):
        parallel[slot].reset(seed=SEED + slot)
        aec[slot].reset(seed=SEED + slot)
    rng, ends = np.random.default_rng(0), np.zeros(SLOTS, int)
    while ends.min() < 2:
        observations, masks, actors = batch.observations.copy(), batch.action_masks.copy(), batch.actors.copy()
        actions = np.zeros_like(actors)
        played = []
        for slot in range(SLOTS):
            assert batch.states[slot].tobytes() == parallel[slot].table.state.tobytes()
            chosen = {}
            for column, seat in enumerate(actors[slot].tolist()):
                if seat >= 0:
                    agent = f"player_{seat}"
                    for seen in (parallel[slot]._observation(seat), aec[slot].observe(agent)):
                        np.testing.assert_array_equal(seen["observation"], observations[slot, column])
                        np.testing.assert_array_equal(seen["action_mask"], masks[slot, column])
                    chosen[agent] = actions[slot, column] = some(masks[slot, column], rng)
            played.append(play(row, parallel[slot], aec[slot], chosen))
        batch.step(actions)
        for slot, (rewards, over, cut, infos) in enumerate(played):
            for agent, reward in rewards.items():
                assert reward == batch.rewards[slot, seat_of(agent)]
            assert (over, cut) == (batch.terminated[slot], batch.truncated[slot])
            assert over + cut == (slot in batch.ended)
            if slot in batch.ended:
                result = batch.results[batch.ended.tolist().index(slot)]
                for agent, info in infos.items():
                    assert info["rank"] == result["ranks"][seat_of(agent)]
                    assert info["scores"] == {f"player_{seat}": result["scores"][seat] for seat in range(row.seats)}
                    assert info["winners"] == [f"player_{seat}" for seat in np.flatnonzero(result["winners"])]
                    seen = parallel[slot]._observation(seat_of(agent))["observation"]
                    np.testing.assert_array_equal(seen, batch.final_observations[slot, seat_of(agent)])
                parallel[slot].reset()
                aec[slot].reset()
                ends[slot] += 1


def play(row: Row, parallel: Any, aec: Any, chosen: dict[str, int]) -> tuple[dict[str, float], bool, bool, Any]:
    """The same decision point in both forms, which must agree: rewards, terminated, truncated and infos."""
    waiting = {agent: row.record.actions.index("wait") for agent in parallel.agents if agent not in chosen}
    for agent, wait in waiting.items():
        assert np.flatnonzero(parallel._observation(seat_of(agent))["action_mask"]).tolist() == [wait]
    observations, rewards, terminations, truncations, infos = parallel.step({**chosen, **waiting})
    for agent in chosen:
        assert aec.agent_selection == agent
        aec.step(chosen[agent])
    assert (aec.rewards, aec.terminations, aec.truncations) == (rewards, terminations, truncations)
    for agent, info in infos.items():
        np.testing.assert_array_equal(aec.infos[agent].pop("action_mask"), info.pop("action_mask"))
        assert aec.infos[agent] == info
        for name, seen in aec.observe(agent).items():
            np.testing.assert_array_equal(seen, observations[agent][name])
    np.testing.assert_array_equal(aec.state(), parallel.state())
    while aec.agents and (aec.terminations[aec.agent_selection] or aec.truncations[aec.agent_selection]):
        aec.step(None)
    assert aec.agents == parallel.agents
    ended = int(parallel.table.state.ended)
    return rewards, ended == 1, ended == 2, infos


def assert_same_position(many: Any, slot: int, one: Any) -> None:
    """The game itself, who sits where and what the learner may do."""
    assert many.seats.tables.states[slot].tobytes() == one.seats.tables.states[0].tobytes()
    assert many.seats.row_seat[slot] == one.seat
    np.testing.assert_array_equal(many.action_masks()[slot], one.action_masks())


def assert_same_result(infos: dict[str, Any], slot: int, info: dict[str, Any]) -> None:
    """The figures of an ended game in a vector environment's form against those of the single one."""
    flags = infos.get("_rank", np.zeros(SLOTS, bool))
    assert flags[slot] == ("rank" in info)
    if flags[slot]:
        assert infos["rank"][slot] == info["rank"]
        assert infos["scores"][slot].tolist() == list(info["scores"].values())
        assert [f"player_{seat}" for seat in np.flatnonzero(infos["winners"][slot])] == info["winners"]


opponents = pytest.mark.parametrize("opponents", ["random", {"random": 1.0, Hashed(): 2.0}], ids=["one", "drawn"])


@per_row
@opponents
def test_vector_in_next_step_mode_is_single_environments(row: Row, opponents: Any) -> None:
    """Opponents' moves and draws included; through restarts, a reset without a seed, and a reset in mid-game."""
    many = row.vector_env(SLOTS, opponents=opponents)
    ones = [row.seat_env(opponents=opponents) for _ in range(SLOTS)]
    rng, over = np.random.default_rng(0), np.zeros(SLOTS, bool)
    for start in (SEED, None, None, SEED + 50):
        seen, infos = many.reset(seed=start)
        for slot, one in enumerate(ones):
            alone, info = one.reset(seed=None if start is None else start + slot)
            np.testing.assert_array_equal(seen[slot], alone)
            np.testing.assert_array_equal(infos["action_mask"][slot], info["action_mask"])
            assert_same_position(many, slot, one)
        over[:] = False
        ends, steps = np.zeros(SLOTS, int), 0
        while steps < 25 or ends.min() == 0:
            steps += 1
            actions = some_each(many.action_masks(), rng)
            actions[over] = rng.integers(-5, 50, over.sum())  # not looked at
            seen, rewards, terminated, truncated, infos = many.step(actions)
            for slot, one in enumerate(ones):
                if over[slot]:
                    alone, info = one.reset()
                    expected: Any = (0.0, False, False)
                else:
                    alone, *expected, info = one.step(actions[slot])
                np.testing.assert_array_equal(seen[slot], alone)
                np.testing.assert_array_equal(infos["action_mask"][slot], info["action_mask"])
                assert infos["seat"][slot] == info["seat"]
                assert (rewards[slot], terminated[slot], truncated[slot]) == tuple(expected)
                if terminated[slot] or truncated[slot]:
                    assert_same_result(infos, slot, info)
                assert_same_position(many, slot, one)
            over = terminated | truncated
            ends += over


@per_row
@opponents
def test_vector_in_same_step_mode_and_vec_env_are_single_environments(row: Row, opponents: Any) -> None:
    """Both deal the next game within the step, and hand out the last observation and result beside it."""
    many = row.vector_env(SLOTS, opponents=opponents, autoreset_mode="same_step")
    rows = row.vec_env(SLOTS, opponents=opponents, seed=SEED)
    ones = [row.seat_env(opponents=opponents) for _ in range(SLOTS)]
    rng = np.random.default_rng(0)
    for start in (SEED, None, None, SEED + 50):
        seen, _ = many.reset(seed=start)
        if start == SEED + 50:
            assert rows.seed(start) == [start + slot for slot in range(SLOTS)]
        np.testing.assert_array_equal(rows.reset(), seen)
        for slot, one in enumerate(ones):
            np.testing.assert_array_equal(seen[slot], one.reset(seed=None if start is None else start + slot)[0])
        ends, steps = np.zeros(SLOTS, int), 0
        while steps < 25 or ends.min() == 0:
            steps += 1
            actions = some_each(many.action_masks(), rng)
            seen, rewards, terminated, truncated, infos = many.step(actions)
            row_seen, row_rewards, dones, row_infos = rows.step(actions)
            np.testing.assert_array_equal(row_seen, seen)
            np.testing.assert_array_equal(row_rewards, rewards)
            np.testing.assert_array_equal(dones, terminated | truncated)
            for slot, one in enumerate(ones):
                last, reward, over, cut, info = one.step(actions[slot])
                assert (rewards[slot], terminated[slot], truncated[slot]) == (reward, over, cut)
                if over or cut:
                    ends[slot] += 1
                    np.testing.assert_array_equal(infos["final_obs"][slot], last)
                    np.testing.assert_array_equal(row_infos[slot].pop("terminal_observation"), last)
                    assert row_infos[slot].pop("TimeLimit.truncated") == cut
                    final = infos["final_info"]
                    np.testing.assert_array_equal(final["action_mask"][slot], info.pop("action_mask"))
                    assert final["seat"][slot] == info.pop("seat")
                    assert_same_result(final, slot, info)
                    last, start_info = one.reset()
                    skipped = {"skipped": start_info["skipped"]} if "skipped" in start_info else {}
                    assert infos.get("_skipped", np.zeros(SLOTS, bool))[slot] == bool(skipped)
                    assert not skipped or infos["skipped"][slot] == start_info["skipped"]
                    assert row_infos[slot] == {**info, **skipped}
                else:
                    assert row_infos[slot] == {}
                np.testing.assert_array_equal(seen[slot], last)
                assert_same_position(many, slot, one)
                assert_same_position(rows, slot, one)


@per_row
def test_a_list_of_seeds_gives_one_to_each(row: Row) -> None:
    seeds = [70, 3, 70]
    many, rows = row.vector_env(SLOTS), row.vec_env(SLOTS, seed=seeds)
    seen, _ = many.reset(seed=seeds)
    np.testing.assert_array_equal(rows.reset(), seen)
    for slot, seed in enumerate(seeds):
        np.testing.assert_array_equal(seen[slot], row.seat_env().reset(seed=seed)[0])


@per_row
def test_every_learner_of_a_self_play_table_is_an_agent_of_the_parallel_game(row: Row) -> None:
    """All seats as rows: observations, masks, rewards, ends, padding, until the game is over and the next is dealt."""
    if not row.record.simultaneous:
        with pytest.raises(ValueError, match="learners='all' needs a game in which all seats act at once"):
            row.vec_env(1, learners="all")
        return
    rows, parallel, rng = row.vec_env(1, learners="all", seed=4), row.parallel_env(), np.random.default_rng(0)
    seen = rows.reset()
    agents = parallel.possible_agents
    for game in range(3):
        observations, _ = parallel.reset(seed=4 if game == 0 else None)
        while parallel.agents:
            living = [agent in parallel.agents for agent in agents]
            for seat, agent in enumerate(agents):
                mask = rows.action_masks()[seat]
                np.testing.assert_array_equal(mask, observations[agent]["action_mask"] == 1)
                assert seen[seat].any() == living[seat]
                if living[seat]:
                    np.testing.assert_array_equal(seen[seat], observations[agent]["observation"])
            actions = some_each(rows.action_masks(), rng)
            actions[~np.array(living)] = 0
            seen, rewards, dones, row_infos = rows.step(actions)
            given = parallel.step({agent: int(actions[seat_of(agent)]) for agent in parallel.agents})
            observations.update(given[0])
            for seat, agent in enumerate(agents):
                if not living[seat]:
                    assert (rewards[seat], dones[seat], row_infos[seat]) == (0.0, False, {"padding": True})
                    continue
                assert rewards[seat] == given[1][agent]
                assert dones[seat] == (given[2][agent] or given[3][agent])
                if dones[seat]:
                    last, info = row_infos[seat].pop("terminal_observation"), given[4][agent]
                    np.testing.assert_array_equal(last, given[0][agent]["observation"])
                    assert row_infos[seat].pop("TimeLimit.truncated") == given[3][agent]
                    info.pop("action_mask")
                    assert row_infos[seat] == info
                else:
                    assert row_infos[seat] == {}
