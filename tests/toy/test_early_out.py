"""`stamina`: seats go out before the game ends, and games are cut. The tests of `tests/envs` play it too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from card_envs.envs import SeatEnv, SeatVecEnv, SeatVectorEnv
from tests.conformance import Row
from tests.envs.stubs import Hashed

REST, WALK, RUN, SPRINT = range(4)
FOUR = Row("stamina", {"players": 4})
CUT = Row("stamina", {"players": 3, "limit": 2})


def with_energy(env: Any, energies: list[list[int]]) -> Any:
    """The environment just dealt, with the energy given by hand, game by game and seat by seat."""
    tables = env.seats.tables if hasattr(env, "seats") else env.table
    for game, energy in enumerate(energies):
        tables.states["energy"][game, : len(energy)] = energy
    tables.look()
    if hasattr(env, "_ask"):
        env._ask()
    return env


def names(*seats: int) -> list[str]:
    return [f"player_{seat}" for seat in seats]


def test_parallel_agents_shrink() -> None:
    """Seat 0 goes out, then 2 and 3 in one step: the game ends with seat 1 alone, who is paid 2 for it."""
    env = FOUR.parallel_env()
    env.reset(seed=0)
    with_energy(env, [[1, 4, 3, 3]])
    _, rewards, ends, cuts, infos = env.step(dict(zip(names(0, 1, 2, 3), [WALK, REST, WALK, WALK], strict=True)))
    assert rewards == dict(zip(names(0, 1, 2, 3), [0.0, 0.0, 1.0, 1.0], strict=True))
    assert ends == dict(zip(names(0, 1, 2, 3), [True, False, False, False], strict=True))
    assert not any(cuts.values())
    assert env.agents == names(1, 2, 3)
    assert set(infos["player_0"]) == {"action_mask"}  # the result is not known yet
    observations, rewards, ends, cuts, infos = env.step(dict(zip(names(1, 2, 3), [WALK, RUN, RUN], strict=True)))
    assert rewards == dict(zip(names(1, 2, 3), [3.0, 2.0, 2.0], strict=True))
    assert ends == dict.fromkeys(names(1, 2, 3), True)
    assert env.agents == []
    assert list(observations) == names(1, 2, 3)
    for agent in names(1, 2, 3):
        scores = {"player_0": 0.0, "player_1": 3.0, "player_2": 3.0, "player_3": 3.0}
        assert infos[agent]["scores"] == scores
        assert infos[agent]["winners"] == names(1, 2, 3)
        assert infos[agent]["rank"] == 1


@pytest.mark.parametrize("kind", ["env", "raw_env"])
def test_aec_lets_the_dead_step_in_mid_episode(kind: str) -> None:
    """They come next, take None, get their last reward, and are never asked again."""
    env = getattr(FOUR, kind)()
    env.reset(seed=0)
    with_energy(env, [[4, 1, 4, 1]])
    for action in (REST, WALK, RUN, WALK):
        env.step(action)
    assert env.agent_selection == "player_1"
    assert env.agents == names(0, 1, 2, 3)
    for agent in names(1, 3):
        assert env.agent_selection == agent
        seen, *rest, info = env.last()
        assert rest == [0.0, True, False]  # 1 for walking, less 1 for going out
        assert seen["action_mask"].tolist() == info["action_mask"].tolist() == [1, 0, 0, 0]
        env.step(None)
    assert env.agents == names(0, 2)
    assert set(env.rewards) == set(env.terminations) == set(env.infos) == set(names(0, 2))
    for agent, reward in (("player_0", 0.0), ("player_2", 3.0)):
        assert env.agent_selection == agent
        assert env.last()[1:4] == (reward, False, False)
        env.step(RUN)
    assert env.last()[1:4] == (5.0, True, False)  # the last one left
    assert env.agent_selection == "player_0"
    assert env.terminations == dict.fromkeys(names(0, 2), True)


def test_a_cut_is_a_truncation() -> None:
    """Of all who are still in; who went out before keeps its termination."""
    env = CUT.parallel_env()
    env.reset(seed=0)
    with_energy(env, [[4, 4, 1]])
    *_, ends, cuts, _ = env.step(dict(zip(names(0, 1, 2), [REST, REST, WALK], strict=True)))
    assert ends["player_2"]
    assert not any(cuts.values())
    _, rewards, ends, cuts, infos = env.step(dict(zip(names(0, 1), [SPRINT, REST], strict=True)))
    assert rewards == {"player_0": 5.0, "player_1": 0.0}
    assert ends == dict.fromkeys(names(0, 1), False)
    assert cuts == dict.fromkeys(names(0, 1), True)
    assert env.agents == []
    assert infos["player_1"]["rank"] == 2


def test_who_goes_out_in_the_step_of_the_cut_is_terminated() -> None:
    """Only those who were still in are cut, through every face."""
    energy, actions = [1, 4, 4], [WALK, REST, REST]
    env = Row("stamina", {"players": 3, "limit": 1}).parallel_env()
    env.reset(seed=0)
    with_energy(env, [energy])
    *_, ends, cuts, _ = env.step(dict(zip(names(0, 1, 2), actions, strict=True)))
    assert list(ends.values()) == [True, False, False]
    assert list(cuts.values()) == [False, True, True]
    aec = Row("stamina", {"players": 3, "limit": 1}).env()
    aec.reset(seed=0)
    with_energy(aec, [energy])
    for action in actions:
        aec.step(action)
    assert list(aec.terminations.values()) == [True, False, False]
    assert list(aec.truncations.values()) == [False, True, True]
    many = SeatVecEnv("stamina", 1, learners="all", seed=0, players=3, limit=1)
    many.reset()
    with_energy(many, [energy])
    _, _, dones, infos = many.step(np.array(actions))
    assert dones.tolist() == [True, True, True]
    assert [info["TimeLimit.truncated"] for info in infos] == [False, True, True]


def test_a_cut_in_aec_single_and_vector_form() -> None:
    aec = CUT.env()
    aec.reset(seed=0)
    with_energy(aec, [[4, 4, 4]])
    for _ in range(6):
        aec.step(REST)
    assert aec.last()[1:4] == (0.0, False, True)
    one = SeatEnv("stamina", opponents=Resting(), seat=0, **CUT.options)
    one.reset(seed=0)
    with_energy(one, [[4, 4, 4]])
    assert one.step(WALK)[1:4] == (1.0, False, False)
    *_, terminated, truncated, info = one.step(REST)
    assert (terminated, truncated, info["rank"]) == (False, True, 1)
    many = SeatVectorEnv("stamina", 2, opponents=Resting(), seat=0, **CUT.options)
    many.reset(seed=0)
    with_energy(many, [[4, 4, 4], [1, 4, 4]])
    _, _, terminated, truncated, _ = many.step([REST, WALK])
    assert (terminated.tolist(), truncated.tolist()) == ([False, True], [False, False])
    _, _, terminated, truncated, _ = many.step([REST, REST])
    assert (terminated.tolist(), truncated.tolist()) == ([False, False], [True, False])


class Resting(Hashed):
    """Never goes out."""

    def act(self, observations: Any, action_masks: Any, rng: Any) -> Any:
        super().act(observations, action_masks, rng)
        return np.zeros(len(observations), int)


def test_a_single_learner_who_goes_out_is_done() -> None:
    """At once, with what it sees then, and without a result; the rest of the game is not played."""
    env = SeatEnv("stamina", opponents=Resting(), seat=1, **FOUR.options)
    env.reset(seed=0)
    env.step(REST)
    env.reset(seed=0)
    with_energy(env, [[4, 3, 2, 1]])
    assert env.step(RUN)[1:4] == (3.0, False, False)
    seen, reward, terminated, truncated, info = env.step(WALK)
    assert (reward, terminated, truncated) == (0.0, True, False)
    blocks = env.game.layout.split(seen)
    assert blocks["energy"].tolist() == [0, 2, 1, 4]
    assert blocks["points"].tolist() == [3, 0, 0, 0]
    assert set(info) == {"action_mask", "seat"}
    assert env.seats.tables.states["ended"][0] == 0


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_in_a_vector_environment_too(mode: str) -> None:
    """After a whole game, whose result and last observation must not be taken for those of the game left early."""
    env = SeatVectorEnv("stamina", 2, opponents=Resting(), seat=0, autoreset_mode=mode, players=2)
    env.reset(seed=0)
    with_energy(env, [[1, 2], [4, 4]])
    _, _, terminated, _, infos = env.step([WALK, REST])
    assert terminated.tolist() == [True, False]
    final = infos["final_info"] if mode == "same_step" else infos
    assert final["_rank"].tolist() == [True, False]  # of two seats one is left: the game has ended

    env = SeatVectorEnv("stamina", 2, opponents=Resting(), seat=0, autoreset_mode=mode, **FOUR.options)
    env.reset(seed=0)
    env.seats.tables.final_observations[:] = 77.0
    with_energy(env, [[1, 2, 3, 4], [4, 4, 4, 4]])
    seen, rewards, terminated, truncated, infos = env.step([WALK, REST])
    assert (rewards.tolist(), terminated.tolist(), truncated.tolist()) == ([0, 0], [True, False], [False, False])
    last = infos["final_obs"][0] if mode == "same_step" else seen[0]
    assert env.game.layout.split(last)["energy"].tolist() == [0, 2, 3, 4]
    assert "rank" not in infos.get("final_info", infos)


def test_rows_of_self_play_are_done_then_padded() -> None:
    """Zero observation, one idle action, reward 0 and `padding`, until the game is over for all; then all sit again."""
    env = SeatVecEnv("stamina", 1, learners="all", seed=0, **FOUR.options)
    env.reset()
    env.seats.tables.final_observations[:] = 77.0
    with_energy(env, [[1, 4, 2, 4]])
    seen, rewards, dones, infos = env.step(np.array([WALK, REST, REST, WALK]))
    assert rewards.tolist() == [0, 0, 0, 1]
    assert dones.tolist() == [True, False, False, False]
    assert set(infos[0]) == {"terminal_observation", "TimeLimit.truncated"}
    assert not infos[0]["TimeLimit.truncated"]
    last = env.game.layout.split(infos[0]["terminal_observation"])
    assert last["energy"].tolist() == [0, 4, 2, 3]
    assert last["points"].tolist() == [0, 0, 0, 1]
    assert infos[1:] == [{}, {}, {}]
    assert not seen[0].any()
    assert env.action_masks()[0].tolist() == [True, False, False, False]
    with pytest.raises(ValueError, match="row 0 chose 99; actions are 0 to 3"):
        env.step(np.array([99, REST, REST, REST]))
    seen, rewards, dones, infos = env.step(np.array([RUN, REST, REST, REST]))  # what it chose is not looked at
    assert (rewards[0], dones[0], infos[0]) == (0, False, {"padding": True})
    assert not seen[0].any()
    seen, rewards, dones, infos = env.step(np.array([REST, REST, RUN, SPRINT]))
    assert rewards.tolist() == [0, 2, 2, 4]  # 3 and 5 less 1 for going out; 2 for who is left
    assert dones.tolist() == [False, True, True, True]
    assert infos[0] == {"padding": True}
    assert infos[3]["scores"] == dict(zip(names(0, 1, 2, 3), [0.0, 2.0, 2.0, 5.0], strict=True))
    assert [info.get("rank") for info in infos] == [None, 2, 2, 1]
    assert seen.any(axis=1).all()  # the next game
    _, _, _, infos = env.step(env.action_masks().argmax(axis=1))
    assert not any("padding" in info for info in infos)


def test_a_table_is_dealt_anew_when_all_its_learners_are_out() -> None:
    """Two of four seats learn; what the opponents would still play teaches nobody."""
    env = SeatVecEnv("stamina", 1, learners=2, opponents=Resting(), seed=0, **FOUR.options)
    env.reset()
    energy = [4, 4, 4, 4]
    first, second = env.seats.row_seat.tolist()
    energy[first], energy[second] = 1, 3
    with_energy(env, [energy])
    _, rewards, dones, infos = env.step(np.array([WALK, RUN]))
    assert (rewards.tolist(), dones.tolist()) == ([0, 3], [True, False])
    seen, rewards, dones, infos = env.step(np.array([REST, WALK]))
    assert (rewards.tolist(), dones.tolist()) == ([0, 0], [False, True])
    assert infos[0] == {"padding": True}
    assert set(infos[1]) == {"terminal_observation", "TimeLimit.truncated"}
    assert env.seats.tables.states["episode"][0] == 1
    assert seen.any(axis=1).all()


def test_truncated_rows() -> None:
    env = SeatVecEnv("stamina", 1, learners="all", seed=0, **CUT.options)
    env.reset()
    with_energy(env, [[4, 4, 1]])
    env.step(np.array([REST, WALK, WALK]))
    _, _, dones, infos = env.step(np.array([REST, REST, REST]))
    assert dones.tolist() == [True, True, False]
    assert [info.get("TimeLimit.truncated") for info in infos] == [True, True, None]
    assert [info.get("rank") for info in infos] == [2, 1, None]
