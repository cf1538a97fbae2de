"""The single-seat environment: Gymnasium's and Stable-Baselines3's checkers, and what they do not look at."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from stable_baselines3.common.env_checker import check_env as check_env_for_sb3

from tests.conformance import Row, masked, per_row, seat_of, some
from tests.envs.stubs import Hashed
from tests.envs.twin import Twin

pytestmark = pytest.mark.filterwarnings("error", "ignore:.*is different from the unwrapped version:UserWarning")
seats = pytest.mark.parametrize("seat", [0, "random"])


@per_row
@seats
def test_gymnasium_checker(row: Row, seat: Any) -> None:
    check_env(row.made(seat=seat).unwrapped)


@per_row
@seats
def test_gymnasium_checker_of_the_wrapped_environment(row: Row, seat: Any) -> None:
    check_env(row.made(seat=seat))


@per_row
@seats
def test_stable_baselines3_checker(row: Row, seat: Any) -> None:
    check_env_for_sb3(row.seat_env(seat=seat))


@per_row
@pytest.mark.parametrize("seat", [1, "random"])
def test_the_learner_sees_and_earns_what_the_parallel_game_gives_its_seat(row: Row, seat: Any) -> None:
    """Observation, mask, words, the sum of rewards since its own last action, and the result, in six games.

    Of the opponents, a list, each is asked about what the seat as far to the learner's left sees, and nothing else.
    Games that end before the learner acts are dealt again, and are games in which there was such a seat.
    """
    opponents = [Hashed() for _ in range(row.seats - 1)]
    env, twin, rng = row.seat_env(seat=seat, opponents=opponents), Twin(row, 3), np.random.default_rng(0)
    seats, busy = set(), np.zeros(row.seats - 1, bool)
    for game in range(6):
        seen, info = env.reset(seed=3 if game == 0 else None)
        if game > 0:
            twin.next_game()
        agent, done, asked_in_skipped = f"player_{info['seat']}", False, []
        seats.add(info["seat"])
        for _ in range(info.get("skipped", 0)):
            twin.play_out()
            idle = [other for other, calls in twin.asked.items() if not calls]
            assert agent in idle if seat == 1 else idle
            asked_in_skipped += [call for calls in twin.asked.values() for call in calls]
            twin.next_game()
        owed = twin.play_to([info["seat"]], agent, np.float32(0))
        while not done:
            there = twin.observations[agent]
            np.testing.assert_array_equal(seen, there["observation"])
            np.testing.assert_array_equal(info["action_mask"], there["action_mask"])
            np.testing.assert_array_equal(env.action_masks(), there["action_mask"] == 1)
            assert env.describe() == twin.env.describe(agent)
            action = some(info["action_mask"], rng)
            seen, reward, terminated, truncated, info = env.step(action)
            twin.step({agent: action})
            owed = twin.play_to([seat_of(agent)], agent, owed + twin.rewards[agent])
            assert (reward, terminated, truncated) == (owed, twin.ends[agent], twin.cuts[agent])
            owed, done = np.float32(0), terminated or truncated
        np.testing.assert_array_equal(seen, twin.observations[agent]["observation"])
        assert info.pop("seat") == seat_of(agent)
        mask, mask_there = info.pop("action_mask"), twin.infos[agent].pop("action_mask")
        assert mask.tolist() == mask_there.tolist() == [1] + [0] * (len(mask) - 1)
        assert info == twin.infos[agent]
        for place, opponent in enumerate(opponents):
            calls = twin.asked[f"player_{(seat_of(agent) + place + 1) % row.seats}"]
            before = len(opponent.seen) - len(calls)
            assert opponent.seen[before:] == calls
            busy[place] |= len(calls) > 0
            del opponent.seen[before:]
        assert sorted(call for opponent in opponents for call in opponent.seen) == sorted(asked_in_skipped)
        for opponent in opponents:
            opponent.seen.clear()
    assert busy.all()
    assert seats == {1} if seat == 1 else len(seats) > 1


@per_row
def test_an_illegal_action_loses(row: Row) -> None:
    """Reward −1 whatever the reward option, terminated, and named; the game and what the learner sees stay."""
    found = 0
    for seed in range(8):
        env, rng = row.seat_env(), np.random.default_rng(seed)
        seen, info = env.reset(seed=seed)
        done = False
        while not done and masked(info["action_mask"]) is None:
            seen, _, terminated, truncated, info = env.step(some(info["action_mask"], rng))
            done = terminated or truncated
        if done:
            continue
        found += 1
        state, wrong, seat = env.seats.tables.states.tobytes(), masked(info["action_mask"]), info["seat"]
        after, reward, terminated, truncated, info = env.step(wrong)
        assert (reward, terminated, truncated) == (-1.0, True, False)
        assert info["illegal_action"] == row.record.actions[wrong]
        assert info["seat"] == seat
        assert set(info) == {"illegal_action", "action_mask", "seat"}
        assert info["action_mask"].tolist() == [1] + [0] * (len(row.record.actions) - 1)
        np.testing.assert_array_equal(after, seen)
        assert env.seats.tables.states.tobytes() == state
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) first"):
            env.step(0)
        twin = row.seat_env()
        twin.reset(seed=seed)
        np.testing.assert_array_equal(env.reset()[0], twin.reset()[0])  # the sequence goes on as after any end
    assert (found >= 4) == row.has_illegal


@per_row
def test_render(row: Row, capsys: pytest.CaptureFixture[str]) -> None:
    """ "human" prints after reset and each step what "ansi" returns."""
    shown, printed = row.seat_env(render_mode="ansi"), row.seat_env(render_mode="human")
    _, info = shown.reset(seed=1)
    printed.reset(seed=1)
    done = False
    while not done:
        text = shown.render()
        assert isinstance(text, str)
        assert capsys.readouterr().out == text + "\n"
        action = int(info["action_mask"].argmax())
        *_, terminated, truncated, info = shown.step(action)
        printed.step(action)
        done = terminated or truncated
    assert capsys.readouterr().out == shown.render() + "\n"


def test_render_without_a_mode_says_so() -> None:
    for env in (Row("pile", {"players": 2}).seat_env(), Row("pile", {"players": 2}).parallel_env()):
        env.reset(seed=0)
        with pytest.warns(UserWarning, match="render\\(\\) does nothing without a render_mode"):
            assert env.render() is None
