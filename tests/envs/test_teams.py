"""Teams: a whole team as one learner, partners beside opponents, and rounds that end before a learner acts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from card_envs.core.game import GAMES, get_game
from card_envs.envs import SeatEnv, SeatVecEnv, SeatVectorEnv, seats
from tests.conformance import ROWS, Row, some, some_each
from tests.envs.stubs import Hashed
from tests.envs.twin import Twin

TEAMS = [row for row in ROWS if row.game in GAMES and row.record.teams]
SIX = Row("envite", {"players": 6, "episode": "round"})
MAKERS: list[Callable[..., Any]] = [SeatEnv, SeatVectorEnv, SeatVecEnv]


class Calm:
    """Envite without bets, so that every seat gets to play; notes which seats it was asked for.

    With the captains in seats 0 and 1, a seat is seen from how far away the one is whose neighbour is the other.
    """

    def __init__(self) -> None:
        self.sat: set[int] = set()

    def act(self, observations: NDArray[np.float32], action_masks: NDArray[np.int8], rng: Any) -> NDArray[np.int64]:
        blocks = get_game("envite").layout.split(observations)
        for captains, present in zip(blocks["captains"], blocks["present"], strict=True):
            players = int(present.sum())
            first = next(d for d in range(players) if captains[d] and captains[(d + 1) % players])
            self.sat.add(-first % players)
        return calm(action_masks)

    def stand_up(self) -> set[int]:
        """The seats since the last time."""
        sat, self.sat = self.sat, set()
        return sat


def calm(masks: NDArray[Any]) -> NDArray[np.int64]:
    """Pass where it may be, else whatever is last: a card, or to fold."""
    legal = masks != 0
    passing = get_game("envite").actions.index("pass")
    return np.where(legal[:, passing], passing, masks.shape[1] - 1 - legal[:, ::-1].argmax(axis=1))


def play_first_trick(env: Any) -> None:
    """Deal the next round and play it until all have acted and the learner leads or follows in the second trick."""
    seen = env.reset()
    while not env.game.layout.split(seen)["trick"][0, 1]:
        seen, *_ = env.step(calm(env.action_masks()))


def weighed(held: list[int], seats: int) -> float:
    """How well numbers of seats held fit each seat being held a quarter of the time, on its own: a p-value."""
    law = stats.binom(seats, 1 / 4).pmf(range(seats + 1)) * len(held)
    return stats.chisquare(np.bincount(held, minlength=seats + 1), law).pvalue


# --- a team as one learner ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", TEAMS, ids=str)
@pytest.mark.parametrize("seat", [0, 3, "random"])
def test_a_team_is_one_row_for_whoever_of_it_acts(row: Row, seat: Any) -> None:
    """Seat, observation, mask, the sum of rewards since the row's last action, and the result: as in the parallel game.

    The opponents are asked for every decision of the rivals, and for no other.
    """
    stub, teams, rng = Hashed(), row.record.teams, np.random.default_rng(0)
    env, twin = row.vec_env(1, learners="team", seat=seat, opponents=stub, seed=3), Twin(row, 3)
    assert env.num_envs == 1
    seen, info, asked, acted, sides = env.reset(), env.reset_infos[0], [], set(), set()
    for game in range(3 if row.options.get("episode") == "match" else 6):
        if game:
            twin.next_game()
        stub.seen, asked = stub.seen[len(asked) :], []
        for _ in range(info.get("skipped", 0)):
            twin.play_out()
            idle = {side for side in range(teams) if not any(list(twin.asked.values())[side::teams])}
            assert seat % teams in idle if seat != "random" else idle
            asked += [call for calls in twin.asked.values() for call in calls]
            twin.next_game()
        side = int(env.seats.row_seat[0]) % teams
        sides.add(side)
        members, done = range(side, row.seats, teams), False
        owed = twin.play_to(members, f"player_{side}", np.float32(0))
        while not done:
            agent = f"player_{env.seats.row_seat[0]}"
            assert twin.env.table.acting == env.seats.row_seat.tolist()
            acted.add(agent)
            there = twin.observations[agent]
            np.testing.assert_array_equal(seen[0], there["observation"])
            np.testing.assert_array_equal(env.action_masks()[0], there["action_mask"] == 1)
            action = some(there["action_mask"], rng)
            seen, rewards, dones, (info,) = env.step(np.array([action]))
            twin.step({agent: action})
            owed = twin.play_to(members, agent, owed + twin.rewards[agent])
            assert (rewards[0], dones[0]) == (owed, twin.ends[agent])
            owed, done = np.float32(0), bool(dones[0])
        np.testing.assert_array_equal(info["terminal_observation"], twin.observations[agent]["observation"])
        for name, figure in twin.infos[agent].items():
            assert name == "action_mask" or info[name] == figure
        asked += [call for calls in twin.asked.values() for call in calls]
        assert sorted(stub.seen[: len(asked)]) == sorted(asked)
        assert not any(list(twin.asked.values())[side::teams])
    assert len(acted) > 1
    assert sides == ({seat % teams} if seat != "random" else set(range(teams)))


def test_a_random_seat_draws_the_team() -> None:
    """Each half of the time; in one game whoever of the team acts is of that team."""
    env, rng = SIX.vec_env(200, learners="team", seed=0), np.random.default_rng(0)
    env.reset()
    side = env.seats.row_seat % 2
    assert stats.binomtest(int(side.sum()), 200).pvalue > 0.01
    going = np.ones(200, bool)
    acted = np.zeros((200, 6), bool)
    while going.any():
        assert (env.seats.row_seat % 2 == side)[going].all()
        acted[going, env.seats.row_seat[going]] = True
        _, _, dones, _ = env.step(some_each(env.action_masks(), rng))
        going &= ~dones
    assert acted.any(axis=0).all()
    assert acted.sum(axis=1).max() == 3


def test_rivals_of_a_team_are_drawn_by_weight() -> None:
    """Weights 1 and 3 for the three rivals, in each round anew."""
    stubs = [Calm(), Calm()]
    env = SIX.vec_env(1, learners="team", seat=4, opponents=dict(zip(stubs, [1, 3.0], strict=True)), seed=0)
    env.reset()
    held = []
    for _ in range(300):
        play_first_trick(env)
        first, other = (stub.stand_up() for stub in stubs)
        held.append(len(first))
        assert sorted([*first, *other]) == [1, 3, 5]
    assert weighed(held, 3) > 0.01


def test_a_team_has_one_row_at_each_table() -> None:
    env = SIX.vec_env(4, learners="team", seed=7)
    assert env.num_envs == 4
    assert env.seed(7) == [7, 8, 9, 10]
    for game in ("tapeo", "pile", "stamina"):
        with pytest.raises(ValueError, match=f"learners='team' needs a turn-based game with teams, not {game}"):
            SeatVecEnv(game, 2, learners="team")
    with pytest.raises(ValueError, match="learners='all' needs a game in which all seats act at once, not envite"):
        SIX.vec_env(2, learners="all")
    with pytest.raises(ValueError, match="learners takes an integer from 1 to 1, not 3"):
        SIX.vec_env(2, learners=3)
    with pytest.raises(ValueError, match="seat takes one of 'random', 0, 1, 2, 3, 4, 5, not 6"):
        SIX.vec_env(2, learners="team", seat=6)


# --- partners ----------------------------------------------------------------------------------------------------


def test_partners_sit_in_the_learners_team_alone() -> None:
    """Rivals are the opponents; of the partners, weights 1 and 3, each seat has its own draw, in each round anew."""
    rival, first, other = Calm(), Calm(), Calm()
    env = SIX.vec_env(1, seat=2, opponents=rival, partners={first: 1, other: 3.0}, seed=0)
    held = []
    for _ in range(300):
        play_first_trick(env)
        assert rival.stand_up() == {1, 3, 5}
        mine, others = first.stand_up(), other.stand_up()
        held.append(len(mine))
        assert sorted([*mine, *others]) == [0, 4]
    assert weighed(held, 2) > 0.01


def test_one_partner_and_rivals_by_weight() -> None:
    """The other way round, at a random seat: the partner is of the learner's team, wherever that sits."""
    partner, first, other = Calm(), Calm(), Calm()
    env = SIX.vec_env(1, opponents={first: 1, other: 3.0}, partners=partner, seed=0)
    held, sides = [], set()
    for _ in range(300):
        play_first_trick(env)
        seat = int(env.seats.row_seat[0])
        assert partner.stand_up() == set(range(seat % 2, 6, 2)) - {seat}
        mine, others = first.stand_up(), other.stand_up()
        held.append(len(mine))
        assert sorted([*mine, *others]) == list(range(1 - seat % 2, 6, 2))
        sides.add(seat)
    assert weighed(held, 3) > 0.01
    assert sides == set(range(6))


def test_without_partners_opponents_sit_everywhere() -> None:
    """In each of the other five seats by the same weights."""
    first, other = Calm(), Calm()
    env = SIX.vec_env(1, seat=2, opponents={first: 1, other: 3.0}, seed=0)
    held, partners_held = [], []
    for _ in range(300):
        play_first_trick(env)
        mine, others = first.stand_up(), other.stand_up()
        held.append(len(mine))
        partners_held.append(len(mine & {0, 4}))
        assert sorted([*mine, *others]) == [0, 1, 3, 4, 5]
    assert weighed(held, 5) > 0.01
    assert weighed(partners_held, 2) > 0.01


def test_partners_in_single_and_vector_environments() -> None:
    """The partner's choices are in the game: seat for seat as where a list says who sits there."""
    one, two = Hashed(), Calm()
    there = [two, one, two]  # rivals 2 and 4 seats on, the partner between them
    for seat in (0, 1, "random"):
        spoken, listed = (
            SeatEnv("envite", seat=seat, **more) for more in ({"opponents": two, "partners": one}, {"opponents": there})
        )
        many = SeatVectorEnv("envite", 1, seat=seat, opponents=two, partners=one, autoreset_mode="same_step")
        rng = np.random.default_rng(0)
        observation, _ = spoken.reset(seed=5)
        np.testing.assert_array_equal(listed.reset(seed=5)[0], observation)
        np.testing.assert_array_equal(many.reset(seed=5)[0][0], observation)
        for _ in range(20):
            action = some(spoken.action_masks(), rng)
            observation, *rest, _ = spoken.step(action)
            np.testing.assert_array_equal(listed.step(action)[0], observation)
            if rest[1] or rest[2]:
                break
            np.testing.assert_array_equal(many.step([action])[0][0], observation)
    assert one.seen


def test_new_partners_sit_down_at_the_next_round() -> None:
    rival, old, new = Calm(), Calm(), Calm()
    env = SIX.vec_env(1, seat=2, opponents=rival, partners=old, seed=0)
    env.reset()
    env.set_opponents(rival, new)
    dones = np.zeros(1, bool)
    while not dones.any():
        assert not new.sat
        _, _, dones, _ = env.step(calm(env.action_masks()))
    assert old.stand_up() == {0, 4}
    new.stand_up()
    for partners, expected in ((new, {0, 4}), (None, set())):
        env.set_opponents(rival, partners)
        rival.stand_up()
        play_first_trick(env)
        assert rival.stand_up() == {0, 1, 3, 4, 5} - expected
        assert new.stand_up() == expected
        assert not old.sat


@pytest.mark.parametrize("make", MAKERS)
def test_wrong_partners(make: Callable[..., Any]) -> None:
    beside = "a list of opponents says who sits in every seat; leave partners out"
    for opponents, partners, message in (
        (["random"] * 3, "random", beside),
        (["random"] * 3, {"random": 1}, beside),
        ("random", "nobody", "no policy is called 'nobody' for envite"),
        ("random", ["random"], r"partners are a policy or a dict policy → weight, not \['random'\]"),
        ("random", 5, "partners are a policy or a dict policy → weight, not 5"),
        ("random", {"random": 0}, r"partners are .*; weights are numbers from 0 up, not all zero, not \[0\]"),
        ("random", {"random": -1}, r"partners are .*; weights are numbers from 0 up, not all zero, not \[-1\]"),
        ("random", {}, "partners are .*; weights are numbers from 0 up"),
    ):
        with pytest.raises(ValueError, match=message):
            make("envite", opponents=opponents, partners=partners)
    for game in ("tapeo", "pile"):
        with pytest.raises(ValueError, match=f"partners are for games with teams, {game} has none"):
            make(game, partners="random")


def test_what_a_team_of_learners_cannot_have() -> None:
    for more, message in (
        ({"partners": "random"}, "partners sit beside exactly one learner in each game; a whole team has none"),
        ({"opponents": ["random"] * 5}, "a list of opponents, seat by seat, needs exactly one learner in each game"),
    ):
        with pytest.raises(ValueError, match=message):
            SIX.vec_env(2, learners="team", **more)
        env, twin = (SIX.vec_env(2, learners="team", seed=0) for _ in range(2))
        with pytest.raises(ValueError, match=message):
            env.set_opponents(**{"opponents": "random", **more})
        np.testing.assert_array_equal(env.reset(), twin.reset())


# --- rounds that end before the learner acts ---------------------------------------------------------------------


class Folding:
    """Raises, and folds when the other did; plays the last card it may."""

    def act(self, observations: NDArray[np.float32], action_masks: NDArray[np.int8], rng: Any) -> NDArray[np.int64]:
        fold, bet = (get_game("envite").actions.index(name) for name in ("fold", "raise"))
        return np.where(action_masks[:, fold], fold, np.where(action_masks[:, bet], bet, calm(action_masks)))


def test_rounds_that_end_before_the_learner_acts_are_dealt_again() -> None:
    """`skipped` counts them, in `reset` alone; what they paid is not paid in the next."""
    row = Row("envite", {"players": 4, "episode": "round", "start_stones": "random", "reward": "stones"})
    found = 0
    for seed in range(30):
        env, twin = row.seat_env(opponents=Hashed(), seat=2), Twin(row, seed)
        _, info = env.reset(seed=seed)
        skipped = info.get("skipped", 0)
        for _ in range(skipped):
            assert twin.play_to([2], "player_2", 0.0) != 0
            assert not twin.env.agents
            twin.next_game()
        assert twin.play_to([2], "player_2", 0.0) == 0
        assert twin.env.agents
        assert env.seats.tables.states[0].tobytes() == twin.env.table.state.tobytes()
        action = int(info["action_mask"].argmax())
        _, reward, *_, info = env.step(action)
        twin.step({"player_2": action})
        assert reward == twin.play_to([2], "player_2", np.float32(twin.rewards["player_2"]))
        assert "skipped" not in info
        found += skipped > 0
    assert 5 <= found < 30


def test_opponents_that_never_let_the_learner_act_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round ends between the captains; as soon as it could go on for ever, it says so."""
    monkeypatch.setattr(seats, "MOST_SKIPPED", 50)
    for make in MAKERS:
        env = make("envite", players=4, episode="round", seat=2, opponents=Folding())
        with pytest.raises(RuntimeError, match="more than 50 episodes in a row ended before a learner could act"):
            env.reset()
    env = SeatEnv("envite", players=4, episode="round", seat=0, opponents=Folding())
    assert "skipped" not in env.reset(seed=0)[1]
