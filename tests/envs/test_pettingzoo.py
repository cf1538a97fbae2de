"""PettingZoo's own conformance tests, with every warning an error but the two that any dict observation gets."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.state_test import state_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from tests.conformance import Row, masked, per_row, some

pytestmark = pytest.mark.filterwarnings(
    "error",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)
both = pytest.mark.parametrize("kind", ["env", "raw_env"])


class LegalActions(gymnasium.spaces.Discrete):
    """A space whose samples are legal for one seat now, whether or not a mask is given."""

    def __init__(self, env: Any, seat: int) -> None:
        super().__init__(len(env.game.actions))
        self.env, self.seat = env, seat

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        return super().sample(self.env.table.seat_masks[self.seat] if mask is None else mask)


def legally_sampled(env: Any) -> Any:
    """PettingZoo's seed and state tests sample without a mask."""
    env.action_spaces = {agent: LegalActions(env, seat) for seat, agent in enumerate(env.possible_agents)}
    return env


@per_row
@both
def test_api(row: Row, kind: str) -> None:
    api_test(getattr(row, kind)(), num_cycles=1000)


@per_row
def test_parallel_api(row: Row) -> None:
    parallel_api_test(row.parallel_env(), num_cycles=1000)


@per_row
@both
def test_seed(row: Row, kind: str) -> None:
    seed_test(getattr(row, kind))


@per_row
def test_parallel_seed(row: Row) -> None:
    parallel_seed_test(lambda: legally_sampled(row.parallel_env()))


@per_row
@both
def test_state(row: Row, kind: str) -> None:
    state_test(legally_sampled(getattr(row, kind)()), row.parallel_env(), num_cycles=100)


@per_row
def test_state_when_sampled_without_masks(row: Row) -> None:
    """`env()` alone takes illegal actions: it ends, and its state stays in the space."""
    state_test(row.env(), row.parallel_env())


@per_row
@both
def test_render(row: Row, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(getattr(row, kind))
    assert capsys.readouterr().out


@per_row
def test_render_of_parallel(row: Row, capsys: pytest.CaptureFixture[str]) -> None:
    """ "human" prints each table once, what "ansi" gives as a string."""
    shown, printed = row.parallel_env(render_mode="ansi"), row.parallel_env(render_mode="human")
    rng = np.random.default_rng(0)
    for env in (shown, printed):
        env.reset(seed=1)
    while True:
        assert capsys.readouterr().out == shown.render() + "\n"
        if not shown.agents:
            break
        actions = {agent: some(shown.table.seat_masks[shown.seat_of(agent)], rng) for agent in shown.agents}
        shown.step(actions)
        printed.step(actions)


def whole_game(env: Any, seed: int | None, rng: np.random.Generator) -> list[Any]:
    """Everything an AEC game gives to its agents, from the deal to the last dead step."""
    env.reset(seed=seed)
    given = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        action = None if terminated or truncated else some(observation["action_mask"], rng)
        given.append((agent, observation, reward, terminated, truncated, info, action, env.state()))
        env.step(action)
    return given


def whole_parallel_game(env: Any, seed: int | None, rng: np.random.Generator) -> list[Any]:
    given: list[Any] = [env.reset(seed=seed)]
    while env.agents:
        observations = given[-1][0]
        actions = {agent: some(observations[agent]["action_mask"], rng) for agent in env.agents}
        given.append((*env.step(actions), actions, env.state()))
    return given


@per_row
@pytest.mark.parametrize("kind", ["env", "raw_env", "parallel_env"])
def test_a_seed_is_a_whole_sequence_of_games(row: Row, kind: str) -> None:
    """Three games on one seed are the same in two environments, are all different, and differ from another seed's."""
    play = whole_parallel_game if kind == "parallel_env" else whole_game

    def games(env: Any, seed: int) -> list[Any]:
        return [play(env, start, np.random.default_rng(0)) for start in (seed, None, None)]

    used = getattr(row, kind)()
    games(used, 3)  # what was played before a seed leaves no trace
    first, again, other = games(getattr(row, kind)(), 7), games(used, 7), games(getattr(row, kind)(), 8)
    assert data_equivalence(first, again, exact=True)
    different = [*first, *other]
    for index, game in enumerate(different):
        assert not any(data_equivalence(game, later, exact=True) for later in different[index + 1 :])


@per_row
def test_illegal_actions_are_what_terminate_illegal_wrapper_makes_of_them(row: Row) -> None:
    """After 0 to 3 legal actions the first illegal one: all attributes and all that `last` gives, to the last step."""
    offences = 0
    for seed in range(8):
        ours, theirs = row.env(), TerminateIllegalWrapper(row.raw_env(), illegal_reward=-1)
        for env in (ours, theirs):
            env.reset(seed=seed)
        rng, offender = np.random.default_rng(seed), None
        for step, agent in enumerate(ours.agent_iter()):
            assert_same_standing(ours, theirs)
            assert data_equivalence(ours.last(), theirs.last(), exact=True)
            observation, reward, terminated, truncated, _ = ours.last()
            wrong = masked(observation["action_mask"])
            if terminated or truncated:
                action = None
                if offender is not None:
                    assert terminated
                    assert reward == -1.0 or agent != offender
            elif step >= seed % 4 and wrong is not None:
                assert offender is None  # nobody acts after the first
                offender, action = agent, wrong
            else:
                action = some(observation["action_mask"], rng)
            ours.step(action)
            theirs.step(action)
        assert not theirs.agents
        offences += offender is not None
    assert (offences >= 4) == row.has_illegal


def assert_same_standing(ours: Any, theirs: Any) -> None:
    for name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "_cumulative_rewards"):
        assert getattr(ours, name) == getattr(theirs.unwrapped, name)


@per_row
def test_spaces_of_agents_are_their_own(row: Row) -> None:
    """The same object at each call, another for each agent, equal for all."""
    for env in (row.env(), row.parallel_env()):
        for space in (env.observation_space, env.action_space):
            spaces = [space(agent) for agent in env.possible_agents]
            assert all(space(agent) is one for agent, one in zip(env.possible_agents, spaces, strict=True))
            assert len({id(one) for one in spaces}) == row.seats
            assert all(one == spaces[0] for one in spaces)
        assert env.observation_space("player_0")["observation"] == row.record.layout.space
        assert env.action_space("player_0").n == len(row.record.actions)
        assert env.metadata["name"] == str(env.unwrapped) == f"{row.game}_v0"
        drawn = ["rgb_array"] if row.record.drawing is not None else []
        assert env.metadata["render_modes"] == ["ansi", "human", *drawn]
