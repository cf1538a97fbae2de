"""Wrong input on every interface: the right exception, a message that says what is allowed, and nothing changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from card_envs.envs import SeatEnv, SeatVecEnv, SeatVectorEnv
from tests.conformance import ROWS, Row, masked, per_row, some
from tests.envs.stubs import Hashed

FOUR = Row("tapeo", {"players": 4})
NOT_ACTIONS = [None, 1.0, np.float32(1), True, np.True_, "1", "tortilla", [1], np.array([1]), np.array(1.0), {}]
OUTSIDE = [-1, 10_000, np.int64(-3), np.uint64(2**63)]


def ids(values: list[Any]) -> list[str]:
    return [f"{type(value).__name__} {value!r}" for value in values]


def all_of(tables: Any) -> tuple[bytes, ...]:
    """The games of a `Tables`, and what their seats are shown."""
    return (
        tables.states.tobytes(),
        tables.actors.tobytes(),
        tables.action_masks.tobytes(),
        tables.observations.tobytes(),
    )


def standing(env: Any) -> tuple[Any, ...]:
    """All that a PettingZoo environment holds of its game."""
    names = ("agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "_chosen")
    return *all_of(env.table), *(repr(getattr(env, name, None)) for name in names)


def refuses(env: Any, message: str, call: Callable[..., Any], *args: Any, **named: Any) -> None:
    """The call raises a ValueError with such a message, and changes nothing of the environment's games."""
    refuses_by(ValueError, env, message, call, *args, **named)


def refuses_by(
    error: type[Exception], env: Any, message: str, call: Callable[..., Any], *args: Any, **named: Any
) -> None:
    def held() -> tuple[Any, ...]:
        return all_of(env.seats.tables) if hasattr(env, "seats") else standing(env)

    before = held()
    with pytest.raises(error, match=message):
        call(*args, **named)
    assert held() == before


# --- actions -------------------------------------------------------------------------------------------------------


@per_row
def test_an_action_that_is_not_in_the_space(row: Row) -> None:
    last = len(row.record.actions) - 1
    there_are = rf"(an action is an integer from|actions are|actions are integers from) 0 to {last}"
    aecs: list[Any] = [row.env(), row.raw_env()]
    parallel: Any = row.parallel_env()
    ones = [row.seat_env(illegal=illegal) for illegal in ("lose", "raise")]
    manys = [row.vector_env(2, illegal=illegal) for illegal in ("lose", "raise")]
    rows = row.vec_env(2, seed=1)
    rows.reset()
    for env in (*aecs, parallel, *ones, *manys):
        env.reset(seed=1)
    for action in NOT_ACTIONS + OUTSIDE:
        for env in aecs:
            refuses(env, f"{env.agent_selection} chose .*{there_are}", env.step, action)
        legal = {agent: int(parallel.table.seat_masks[seat].argmax()) for seat, agent in enumerate(parallel.agents)}
        for agent in parallel.agents:
            refuses(parallel, f"{agent} chose .*{there_are}", parallel.step, {**legal, agent: action})
        for one in ones:
            refuses(one, there_are, one.step, action)
        for many in (*manys, rows):
            refuses(many, there_are, many.step, [action, action])
    for env in aecs:  # at another agent's turn, where all act at once in the middle of collecting
        env.step(some(env.observe(env.agent_selection)["action_mask"], np.random.default_rng(0)))
        for action in NOT_ACTIONS + OUTSIDE:
            refuses(env, f"{env.agent_selection} chose .*{there_are}", env.step, action)


@per_row
@pytest.mark.parametrize("action", OUTSIDE, ids=ids(OUTSIDE))
def test_one_action_of_many_that_is_not_in_the_space(row: Row, action: Any) -> None:
    """None of the games is played."""
    rows, many = row.vec_env(2, seed=1), row.vector_env(2)
    rows.reset()
    many.reset(seed=1)
    actions = [int(rows.action_masks()[0].argmax()), action]
    if isinstance(action, np.uint64):
        actions = np.array(actions, np.uint64)
    message = rf"row 1 chose {action}; actions are 0 to {len(row.record.actions) - 1}"
    refuses(rows, message, rows.step, actions)
    refuses(many, message, many.step, actions)


@pytest.mark.parametrize("actions", [None, 0, [0], [0, 0, 0], [[0, 0]], [0.0, 0.0], [True, False], "00", ["0", "0"]])
def test_actions_of_another_shape_or_type(actions: Any) -> None:
    for env in (FOUR.vector_env(2), FOUR.vec_env(2)):
        env.reset()
        refuses(env, r"actions are integers from 0 to 9 of shape \(2,\), not ", env.step, actions)


@per_row
def test_a_masked_action(row: Row) -> None:
    """Named in words with the legal ones; by `raw_env` and Parallel, and where illegal="raise" by the others too."""
    names = row.record.actions
    for seed in range(3):
        for make in (row.raw_env, row.parallel_env):
            env: Any = make()
            env.reset(seed=seed)
            legal = {one: int(env._observation(env.seat_of(one))["action_mask"].argmax()) for one in env.agents}
            for agent in [f"player_{env.table.acting[0]}"] if make == row.raw_env else env.agents:
                mask = env._observation(env.seat_of(agent))["action_mask"]
                wrong = masked(mask)
                if wrong is None:
                    continue
                listed = ", ".join(f"{index} ({names[index]})" for index in np.flatnonzero(mask))
                message = re.escape(f"{agent} may not choose {wrong} ({names[wrong]}) now; legal are {listed}") + "$"
                refuses(env, message, env.step, wrong if make == row.raw_env else {**legal, agent: wrong})
        one, many = row.seat_env(illegal="raise"), row.vector_env(2, illegal="raise")
        one.reset(seed=seed)
        many.reset(seed=seed)
        wrongs = [masked(mask) for mask in many.action_masks()]
        if wrongs[0] is not None:
            message = rf"^player_\d+ may not choose {wrongs[0]} \({names[wrongs[0]]}\) now; legal are \d"
            refuses(one, message, one.step, wrongs[0])
        if wrongs[1] is not None:
            legal_one = int(many.action_masks()[0].argmax())
            message = rf"player_\d+ of game 1 may not choose {wrongs[1]} \({names[wrongs[1]]}\) now; legal are \d"
            refuses(many, message, many.step, [legal_one, wrongs[1]])


@per_row
def test_wrong_agents_in_parallel(row: Row) -> None:
    env = row.parallel_env()
    env.reset(seed=1)
    legal = {agent: int(env._observation(env.seat_of(agent))["action_mask"].argmax()) for agent in env.agents}
    nobody = f"player_{row.seats}"
    refuses(env, rf"step takes one action for each of .*unknown=\['{nobody}'\]", env.step, {**legal, nobody: 0})
    refuses(env, r"unknown=\[0\]", env.step, {**legal, 0: 0})
    missing = {agent: action for agent, action in legal.items() if agent != "player_1"}
    refuses(env, r"step takes one action for each of .*missing=\['player_1'\]", env.step, missing)
    refuses(env, "missing=.*'player_0', 'player_1'", env.step, {})
    for other in (None, 0, list(legal.items())):
        refuses(env, "step takes a dict of agent → action, not ", env.step, other)
    env.step(legal)


@per_row
def test_a_dead_agent_takes_none_alone(row: Row) -> None:
    for env in (row.env(), row.raw_env()):
        env.reset(seed=1)
        rng = np.random.default_rng(0)
        while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            env.step(some(env.observe(env.agent_selection)["action_mask"], rng))
        refuses(env, "when an agent is dead, the only valid action is None", env.step, 0)
        env.step(None)


@pytest.mark.parametrize("agent", ["player_4", "player_-1", "Player_0", "", 0, None])
def test_an_agent_that_is_not_at_the_table(agent: Any) -> None:
    env = FOUR.env()
    env.reset(seed=0)
    for call in (env.observe, env.view, env.describe):
        refuses(env, r"no agent .* at this table; agents are player_0, .*player_3$", call, agent)
    with pytest.raises(ValueError, match="language takes one of 'en', 'es', not 'fr'"):
        env.describe("player_0", "fr")


# --- before the deal and after the end ---------------------------------------------------------------------------


@per_row
def test_before_reset(row: Row) -> None:
    aec, parallel = row.env(render_mode="ansi"), row.parallel_env(render_mode="ansi")
    one, many = row.seat_env(render_mode="ansi"), row.vector_env(2)
    calls: list[Callable[[], Any]] = [
        lambda: aec.step(0),
        aec.last,
        lambda: aec.observe("player_0"),
        lambda: parallel.step(dict.fromkeys(parallel.possible_agents, 0)),
        lambda: one.step(0),
        one.render,
        one.describe,
        lambda: many.step([0, 0]),
    ]
    for env in (aec, parallel):
        calls += [env.render, env.state, env.get_state]
        calls += [lambda env=env: env.view("player_0"), lambda env=env: env.describe("player_0")]
        assert env.agents == []
    for call in calls:
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            call()
    assert list(aec.agent_iter()) == []


@per_row
def test_after_the_end(row: Row) -> None:
    """What can be looked at stays; acting needs a reset."""
    aec, parallel, one = row.env(render_mode="ansi"), row.parallel_env(render_mode="ansi"), row.seat_env()
    rng = np.random.default_rng(0)
    aec.reset(seed=1)
    for _ in aec.agent_iter():
        seen, _, terminated, truncated, _ = aec.last()
        aec.step(None if terminated or truncated else some(seen["action_mask"], rng))
    observations, _ = parallel.reset(seed=1)
    while parallel.agents:
        actions = {agent: some(observations[agent]["action_mask"], rng) for agent in parallel.agents}
        observations, *_ = parallel.step(actions)
    one.reset(seed=1)
    while not one.seats.over[0]:
        one.step(some(one.action_masks(), rng))
    for env, call, *args in ((aec, aec.step, None), (aec, aec.last), (parallel, parallel.step, {}), (one, one.step, 0)):
        refuses_by(ResetNeeded, env, r"call reset\(\) first", call, *args)
    for env in (aec, parallel):
        assert env.render()
        assert env.describe("player_0")
        assert env.state_space.contains(env.state())


# --- constructors --------------------------------------------------------------------------------------------------

MAKERS: dict[str, Callable[..., Any]] = {
    "env": lambda row, **more: Row(row.game, {**row.options, **more}).env(),
    "raw_env": lambda row, **more: Row(row.game, {**row.options, **more}).raw_env(),
    "parallel_env": lambda row, **more: Row(row.game, {**row.options, **more}).parallel_env(),
    "batch": lambda row, **more: Row(row.game, {**row.options, **more}).batch(2, 0),
    "seat": lambda row, **more: SeatEnv(row.game, **{**row.options, **more}),
    "vector": lambda row, **more: SeatVectorEnv(row.game, **{**row.options, **more}),
    "vec": lambda row, **more: SeatVecEnv(row.game, **{**row.options, **more}),
}
FIRST_ROWS = list({row.game: row for row in reversed(ROWS)}.values())


@pytest.mark.parametrize("row", FIRST_ROWS, ids=str)
@pytest.mark.parametrize("maker", MAKERS)
def test_wrong_options(row: Row, maker: str) -> None:
    takes = r"^players takes (an integer from (?P<low>\d+) to (?P<high>\d+)|one of (?P<list>\d+(, \d+)*)), not "
    for players in (1, 99, -2, "4", 4.0, True, None):
        with pytest.raises(ValueError, match=takes + re.escape(repr(players)) + "$") as raised:
            MAKERS[maker](row, players=players)
        said = re.match(takes, str(raised.value))
        assert said is not None
        low, high, listed = said.group("low", "high", "list")
        allowed = range(int(low), int(high) + 1) if low else [int(number) for number in listed.split(", ")]
        assert row.seats in allowed
        assert players not in allowed or type(players) is not int
    for wrong in ("money", 0, None):
        with pytest.raises(ValueError, match="reward takes one of '"):
            MAKERS[maker](row, reward=wrong)
    with pytest.raises(ValueError, match=r"unknown option 'player'; \w+Options has players, "):
        MAKERS[maker](row, player=3)


@pytest.mark.parametrize("maker", [name for name in MAKERS if name not in ("batch", "vec")])
def test_wrong_render_modes(maker: str) -> None:
    for mode in ("rgb", "Human", "", 1, True):
        with pytest.raises(ValueError, match=r"render_mode takes one of None"):
            MAKERS[maker](FOUR, render_mode=mode)


@pytest.mark.parametrize("make", [SeatEnv, SeatVectorEnv, SeatVecEnv])
def test_an_unknown_game(make: Any) -> None:
    with pytest.raises(ValueError, match="no game is called 'mus'; there are tapeo"):
        make("mus")


OPPONENTS: list[tuple[Any, str]] = [
    ("nobody", "no policy is called 'nobody' for tapeo; there are random"),
    (["random", "random", "nobody"], "no policy is called 'nobody'"),
    ({"nobody": 1}, "no policy is called 'nobody'"),
    (["random"] * 2, "4 players take a list of 3 opponents, not 2"),
    (["random"] * 4, "4 players take a list of 3 opponents, not 4"),
    ([], "4 players take a list of 3 opponents, not 0"),
    ({"random": -1.0}, r"opponents are .*; weights are numbers from 0 up, not all zero, not \[-1.0\]"),
    ({"random": 0}, "; weights are numbers from 0 up"),
    ({"random": float("nan")}, "; weights are numbers from 0 up"),
    ({"random": float("inf")}, "; weights are numbers from 0 up"),
    ({"random": "1"}, "; weights are numbers from 0 up"),
    ({"random": None}, "; weights are numbers from 0 up"),
    ({}, "; weights are numbers from 0 up"),
    (5, "opponents are a policy, a list of 3 or a dict policy → weight, not 5"),
    (None, "opponents are a policy"),
    ([None, "random", "random"], "a policy is a name or an object with act"),
]


@pytest.mark.parametrize("maker", ["seat", "vector", "vec"])
@pytest.mark.parametrize(("opponents", "message"), OPPONENTS, ids=[f"{spec!r:.30}" for spec, _ in OPPONENTS])
def test_wrong_opponents(maker: str, opponents: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        MAKERS[maker](FOUR, opponents=opponents)


@pytest.mark.parametrize("maker", ["seat", "vector", "vec"])
@pytest.mark.parametrize("seat", [4, -1, 1.0, True, None, "Random", "0", [0]], ids=repr)
def test_wrong_seats(maker: str, seat: Any) -> None:
    with pytest.raises(ValueError, match="seat takes one of 'random', 0, 1, 2, 3, not "):
        MAKERS[maker](FOUR, seat=seat)


def test_wrong_ways_of_illegal_and_autoreset() -> None:
    for maker in ("seat", "vector"):
        for illegal in ("x", None, True):
            with pytest.raises(ValueError, match="illegal takes one of 'lose', 'raise', not "):
                MAKERS[maker](FOUR, illegal=illegal)
    for mode in ("x", "NextStep", None, True, ["next_step"], AutoresetMode.DISABLED):
        with pytest.raises(ValueError, match="autoreset_mode takes one of 'next_step', 'same_step', not "):
            MAKERS["vector"](FOUR, autoreset_mode=mode)


def test_wrong_numbers_of_games() -> None:
    for number in (0, -1, 2.0, "2", True, None):
        for make in (FOUR.vector_env, FOUR.vec_env, lambda number: FOUR.batch(number, 0)):
            with pytest.raises(ValueError, match=r"(num_games|the number of games) takes an integer from 1 to "):
                make(number)


@pytest.mark.parametrize(
    ("learners", "message"),
    [
        (0, "learners takes an integer from 1 to 4, not 0"),
        (5, "learners takes an integer from 1 to 4, not 5"),
        (True, "learners takes an integer"),
        (1.0, "learners takes an integer"),
        (None, "learners takes an integer"),
        ("some", "learners takes one of 'all', 'team', not 'some'"),
        ([1, 2], "learners takes a number, 'all', .*one number for each of 3 games"),
        ([1, 2, 0], "learners takes an integer from 1 to 4, not 0"),
        ([1, 2, [1]], "learners takes an integer from 1 to 4"),
    ],
)
def test_wrong_numbers_of_learners(learners: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        FOUR.vec_env(3, learners=learners)


def test_what_one_learner_alone_may_have() -> None:
    for learners in (2, "all", [1, 2]):
        with pytest.raises(ValueError, match="a fixed seat needs exactly one learner in each game"):
            FOUR.vec_env(2, learners=learners, seat=0)
        with pytest.raises(ValueError, match="a list of opponents, seat by seat, needs exactly one learner"):
            FOUR.vec_env(2, learners=learners, opponents=["random"] * 3)


# --- seeds -----------------------------------------------------------------------------------------------------------

SEEDS = [-1, 1.0, np.float64(2), True, np.False_, "1", "seed"]


@pytest.mark.parametrize("seed", SEEDS, ids=ids(SEEDS))
def test_wrong_seeds(seed: Any) -> None:
    """Before and after the first deal; the game in progress goes on."""
    envs: list[Any] = [FOUR.env(), FOUR.raw_env(), FOUR.parallel_env(), FOUR.seat_env(), FOUR.vector_env(2)]
    for env in envs:
        refuses(env, "a seed is an integer from 0 up, not ", env.reset, seed=seed)
        env.reset(seed=3)
        refuses(env, "a seed is an integer from 0 up, not ", env.reset, seed=seed)
    with pytest.raises(ValueError, match="a seed is an integer from 0 up"):
        FOUR.vec_env(2, seed=seed)
    rows = FOUR.vec_env(2, seed=3)
    refuses(rows, "a seed is an integer from 0 up", rows.seed, seed)
    np.testing.assert_array_equal(rows.reset(), FOUR.vec_env(2, seed=3).reset())


def test_wrong_lists_of_seeds() -> None:
    env = FOUR.vector_env(2)
    env.reset(seed=1)
    for seeds, message in (
        ([1], "1 seeds for 2 games"),
        ([1, 2, 3], "3 seeds for 2"),
        ([1, -2], "a seed is an integer"),
    ):
        refuses(env, message, env.reset, seed=seeds)
        with pytest.raises(ValueError, match=message):
            FOUR.vec_env(2, seed=seeds)


@pytest.mark.parametrize("seed", [0, 2**80, np.int64(5), np.uint8(5)], ids=repr)
def test_any_integer_from_zero_up_is_a_seed(seed: Any) -> None:
    for env in (FOUR.env(), FOUR.parallel_env(), FOUR.seat_env(), FOUR.vector_env(1)):
        twin = type(env)("tapeo", **FOUR.options)
        env.reset(seed=seed)
        twin.reset(seed=int(seed))
        tables = [one.seats.tables if hasattr(one, "seats") else one.table for one in (env, twin)]
        assert tables[0].states.tobytes() == tables[1].states.tobytes()


# --- states ----------------------------------------------------------------------------------------------------------


@per_row
def test_set_state_of_something_else(row: Row) -> None:
    env, parallel = row.env(), row.parallel_env()
    env.reset(seed=1)
    parallel.reset(seed=1)
    other = next(one for one in ROWS if one.game != row.game).env()
    resized = row.of_another_size.env()
    for stranger in (other, resized):
        stranger.reset(seed=1)
    refuses(env, r"set_state takes what get_state\(\) of a CardEnv gave", env.set_state, parallel.get_state())
    refuses(parallel, "of a CardParallelEnv gave", parallel.set_state, env.get_state())
    for stranger in (other, resized):
        refuses(env, "this state is of a table with .*this", env.set_state, stranger.get_state())
    for wrong in (None, {}, env.table.states, row.batch(1, 0).get_state()):
        refuses(env, r"set_state takes what get_state\(\)", env.set_state, wrong)


# --- policies --------------------------------------------------------------------------------------------------------


def test_a_policy_that_plays_an_illegal_action_is_found_out() -> None:
    """An opponent's as well as a learner's: the policy is named, and nothing changed."""

    class Wrong(Hashed):
        def act(self, observations: Any, action_masks: Any, rng: Any) -> Any:
            return np.argmin(action_masks, axis=1)

    env = FOUR.seat_env(opponents=Wrong(), seat=0)
    env.reset(seed=0)
    refuses(
        env,
        r"<.*Wrong object.*> may not choose \d \(\w+\) now; legal are \d",
        env.step,
        int(env.action_masks().argmax()),
    )
