"""The engine: batches, states, wrong actions and memory. Tapeo is the game it is tried with."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from scipy import stats

from card_envs.core.game import GAMES, get_game
from card_envs.core.random import POLICY, slot_seeds
from card_envs.core.table import Table
from card_envs.core.tables import Batch, Tables
from card_envs.tapeo import GAME, rules

SIZES = (2, 3, 4, 5, 6)
per_size = pytest.mark.parametrize("players", SIZES)


def batch(players: int, num_games: int, seed: Any, **options: Any) -> Batch:
    return Batch(GAME, rules.TapeoOptions(players=players, **options), num_games, seed)


def shown(games: Tables, row: int) -> dict[str, bytes]:
    """Everything a slot shows, as bytes."""
    return {
        "state": games.states[row].tobytes(),
        "actors": games.actors[row].tobytes(),
        "masks": games.action_masks[row].tobytes(),
        "observations": games.observations[row].tobytes(),
        "rewards": games.rewards[row].tobytes(),
        "ends": games.terminated[row].tobytes() + games.truncated[row].tobytes(),
        "result": games.final_results[row].tobytes(),
        "last observations": games.final_observations[row].tobytes(),
        "keys": games.keys(POLICY)[row].tobytes(),
    }


# --- seeds and slots -------------------------------------------------------------------------------------------


@per_size
@pytest.mark.parametrize("seed", [40, [3, 99, 3, 2**70, 0]], ids=["one seed", "a list of seeds"])
def test_batch_of_n_is_n_batches_of_one(players: int, seed: int | list[int]) -> None:
    """Through two whole games and into the third: slot i of seed s is slot 0 of seed s + i, or of the i-th listed."""
    together = batch(players, 5, seed)
    alone = [batch(players, 1, seed[i] if isinstance(seed, list) else seed + i) for i in range(5)]
    ends = 0
    for _ in range(60):
        for row, one in enumerate(alone):
            assert shown(together, row) == shown(one, 0)
            assert (row in together.ended) == (0 in one.ended)
        assert together.results.tobytes() == b"".join(one.results.tobytes() for one in alone)
        ends += len(together.ended)
        actions = together.sample()
        for row, one in enumerate(alone):
            np.testing.assert_array_equal(one.sample()[0], actions[row])
            one.step(actions[[row]])
        together.step(actions)
    assert ends >= 10


def test_same_seed_in_two_slots_is_the_same_game() -> None:
    games = batch(3, 2, [8, 8])
    for _ in range(30):
        games.step(games.sample())
    assert shown(games, 0) == shown(games, 1)


def test_same_seed_same_games_and_other_seed_other_games() -> None:
    one, two, other = batch(4, 3, 5), batch(4, 3, 5), batch(4, 3, 6)
    assert one.states.tobytes() == two.states.tobytes()
    assert one.states["hands"].tobytes() != other.states["hands"].tobytes()
    for _ in range(50):
        for games in (one, two):
            games.step(games.sample())
    assert [shown(one, row) for row in range(3)] == [shown(two, row) for row in range(3)]


def test_restart_is_a_new_batch() -> None:
    games = batch(4, 3, 5)
    for _ in range(25):
        games.step(games.sample())
    games.restart(5)
    fresh = batch(4, 3, 5)
    for _ in range(25):
        assert games.states.tobytes() == fresh.states.tobytes()
        actions = games.sample()
        np.testing.assert_array_equal(actions, fresh.sample())
        games.step(actions)
        fresh.step(actions)


def test_without_a_seed_every_batch_is_another() -> None:
    one, two = batch(4, 2, None), batch(4, 2, None)
    assert len({games.states["hands"][row].tobytes() for games in (one, two) for row in range(2)}) == 4


@per_size
def test_deals_do_not_depend_on_what_is_played(players: int) -> None:
    """The same hands at the start of every round of two games, whether picks are random or always the first kind."""
    random, first = batch(players, 4, 11), batch(players, 4, 11)
    for _ in range(2 * 3 * (rules.HAND_SIZES[players] - 1)):
        if (random.states["picks"] == 0).all():
            assert random.states["hands"].tobytes() == first.states["hands"].tobytes()
        random.step(random.sample())
        first.step(first.action_masks.argmax(axis=2))
    assert (random.states["episode"] == 2).all()


def test_games_of_a_slot_differ() -> None:
    games = batch(6, 1, 0)
    deals = set()
    for _ in range(18 * 5):
        if games.states["moves"][0] == 0:
            deals.add(games.states["hands"][0].tobytes())
        games.step(games.sample())
    assert len(deals) == 5


@per_size
def test_every_seat_is_dealt_every_kind_evenly(players: int) -> None:
    """In each round the count of a kind in a seat's hand is hypergeometric, all 84 tapas being equal.

    One chi-square for each round, seat and kind; the least p-value of all must fit its number.
    """
    number, size = 20_000, int(rules.HAND_SIZES[players])
    seeds = np.random.default_rng(players).integers(2**64, size=number, dtype=np.uint64)
    tables = Tables(GAME, rules.TapeoOptions(players=players), number)
    tables.reset(seeds)
    p_values = []
    for round_index in range(3):
        assert (tables.states["round_index"] == round_index).all()
        for kind, in_deck in enumerate([14, 14, 4, 4, 4, 10, 8, 10, 6, 10]):
            law = stats.hypergeom(84, in_deck, size).pmf(range(size + 1)) * number
            wide = law >= 10
            for seat in range(players):
                found = np.bincount(tables.states["hands"][:, seat, kind], minlength=size + 1)
                cells = np.append(found[wide], found[~wide].sum()), np.append(law[wide], law[~wide].sum())
                p_values.append(stats.chisquare(*cells).pvalue)
        for _ in range(size - 1):
            tables.play(tables.action_masks.argmax(axis=2))
    assert len(p_values) == 30 * players
    assert min(p_values) * len(p_values) > 1e-3


# --- play ------------------------------------------------------------------------------------------------------


@per_size
def test_samples_are_legal_and_uniform(players: int) -> None:
    games = batch(players, 20_000, 0)
    first = games.action_masks[0]
    games.states["hands"] = games.states["hands"][0]  # the same hands everywhere
    games.look()
    actions = games.sample()
    for seat in range(players):
        legal = np.flatnonzero(first[seat])
        found = np.bincount(actions[:, seat], minlength=10)
        assert found.sum() == found[legal].sum() == 20_000
        assert stats.chisquare(found[legal]).pvalue > 1e-3


def test_an_ended_game_stays_ended_in_tables() -> None:
    """Until it is dealt again: nobody acts, no action is legal and nothing is seen."""
    tables = Tables(GAME, rules.TapeoOptions(players=5), 2)
    tables.reset(slot_seeds(0, 2))
    while not tables.terminated[0]:
        tables.play(tables.sample())
    assert (tables.actors == -1).all()
    assert not tables.action_masks.any()
    assert not tables.observations.any()
    tables.deal_next(np.array([1]))
    assert tables.states["ended"].tolist() == [1, 0]
    assert tables.states["episode"].tolist() == [0, 1]
    assert tables.actors.tolist() == [[-1] * 5, [0, 1, 2, 3, 4]]
    assert not tables.observations[0].any()
    assert tables.observations[1].any()


def test_playing_some_rows_leaves_the_others() -> None:
    tables = Tables(GAME, rules.TapeoOptions(players=4), 4)
    tables.reset(slot_seeds(0, 4))
    before = [shown(tables, row) for row in range(4)]
    tables.play(tables.sample(), np.array([1, 3]))
    after = [shown(tables, row) for row in range(4)]
    assert [before[row] == after[row] for row in range(4)] == [True, False, True, False]
    assert tables.states["moves"].tolist() == [0, 1, 0, 1]


def test_a_batch_deals_anew_within_the_step() -> None:
    games = batch(6, 3, 0)
    for _ in range(18):
        assert len(games.ended) == 0
        games.step(games.sample())
    assert games.ended.tolist() == [0, 1, 2]
    assert games.terminated.all()
    assert games.states["episode"].tolist() == [1, 1, 1]
    assert not games.states["ended"].any()
    assert (games.action_masks.sum(axis=2) > 0).all()
    assert games.results["winners"].any(axis=1).all()
    games.step(games.sample())
    assert len(games.ended) == len(games.results) == 0
    assert not games.terminated.any()


def test_random_play_counts_decisions_and_is_legal() -> None:
    """The loop of the rules alone: after a whole game everywhere the slots stand at the start of their second."""
    states = batch(4, 3, 0).states
    rewards = np.zeros((3, 4), np.float32)
    scratch = np.zeros(10, np.int8), np.zeros(4, np.int64), np.zeros(4, np.int64)
    assert GAME.loops.play_random(states, 21, rewards, *scratch) == 3 * 21 * 4
    assert states["episode"].tolist() == [1, 1, 1]
    assert states["moves"].tolist() == [0, 0, 0]
    np.testing.assert_allclose(rewards.sum(axis=1), 0, atol=1e-6)
    assert np.abs(rewards).max(axis=1).tolist() != [0, 0, 0]


# --- states ----------------------------------------------------------------------------------------------------


@per_size
@pytest.mark.parametrize("steps", [0, 5, 17, 30])
def test_set_state_then_play_is_play(players: int, steps: int) -> None:
    """Restored in another batch of other seeds, and in the same one later, through ends and new deals."""
    games = batch(players, 3, 1)
    for _ in range(steps):
        games.step(games.sample())
    saved = games.get_state()
    elsewhere = batch(players, 3, 77)
    elsewhere.set_state(pickle.loads(pickle.dumps(saved)))
    played, seen = [], []
    for _ in range(30):
        played.append(games.sample())
        games.step(played[-1])
        seen.append([shown(games, row) for row in range(3)])
    for again in (elsewhere, games):
        again.set_state(saved)
        assert again.states.tobytes() == saved.states.tobytes()
        # A result or an end of an earlier step is no part of a state.
        for actions, expected in zip(played, seen, strict=True):
            np.testing.assert_array_equal(again.sample(), actions)
            again.step(actions)
            for row in range(3):
                now = shown(again, row)
                for part in ("state", "actors", "masks", "observations", "rewards", "ends", "keys"):
                    assert now[part] == expected[row][part]


def test_get_state_is_a_copy() -> None:
    games = batch(4, 2, 1)
    saved = games.get_state()
    bytes_then = saved.states.tobytes()
    games.step(games.sample())
    assert saved.states.tobytes() == bytes_then != games.states.tobytes()
    games.set_state(saved)
    games.step(games.sample())
    assert saved.states.tobytes() == bytes_then


def test_set_state_refuses_others() -> None:
    games = batch(4, 2, 1)
    before = games.states.tobytes()
    wrong: list[tuple[Any, str]] = [
        (batch(4, 3, 1).get_state(), "of 3 games .* plays 2"),
        (batch(3, 2, 1).get_state(), r"players=3.* plays 2 with .*players=4"),
        (batch(4, 2, 1, split="exact").get_state(), "split='exact'"),
        (batch(4, 2, 1, reward="score").get_state(), "reward='score'"),
        (games.states, "not ndarray"),
        (None, "not NoneType"),
    ]
    for states, message in wrong:
        with pytest.raises(ValueError, match=message):
            games.set_state(states)
        assert games.states.tobytes() == before


# --- ended games -----------------------------------------------------------------------------------------------


def test_an_ended_game_is_not_played_on() -> None:
    """`Tables` deal nothing by themselves; playing on is refused and changes nothing."""
    games = Tables(GAME, rules.TapeoOptions(players=2), 2)
    games.reset(slot_seeds(0, 2))
    while not games.terminated.all():
        games.play(games.sample())
    before = [a.tobytes() for a in (games.states, games.rewards, games.final_results)]
    with pytest.raises(ResetNeeded, match="game 0 has ended"):
        games.play(np.zeros((2, 2), np.int64))
    assert [a.tobytes() for a in (games.states, games.rewards, games.final_results)] == before


@pytest.mark.parametrize("number", [0, -1, 2.5, True, "3"])
def test_wrong_numbers_of_games(number: Any) -> None:
    with pytest.raises(ValueError, match="the number of games takes an integer from 1"):
        Batch(GAME, rules.TapeoOptions(), number)


# --- wrong actions ---------------------------------------------------------------------------------------------


def hand_of_two_kinds(num_games: int) -> Batch:
    """Seat 1 of the last game holds prawns and bread only."""
    games = batch(3, num_games, 0)
    games.states["hands"][-1, 1] = 0
    games.states["hands"][-1, 1, [rules.PRAWNS, rules.BREAD]] = 4, 5
    games.look()
    return games


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (0, r"player_1 of game 3 may not choose 0 \(tortilla\) now; legal are 5 \(prawns\), 6 \(bread\)"),
        (9, r"player_1 of game 3 may not choose 9 \(churro\) now; legal are 5 \(prawns\), 6 \(bread\)"),
        (10, r"player_1 of game 3 chose 10, but actions are 0 to 9; legal now are 5 \(prawns\), 6 \(bread\)"),
        (-1, r"player_1 of game 3 chose -1, but actions are 0 to 9; legal now are 5 \(prawns\), 6 \(bread\)"),
        (-5, r"player_1 of game 3 chose -5, but actions are 0 to 9"),
        (2**40, r"player_1 of game 3 chose 1099511627776, but actions are 0 to 9"),
    ],
)
def test_an_illegal_action_is_named_and_changes_nothing(action: int, message: str) -> None:
    """All rows are looked at before any is played: the wrong one is in the last."""
    games = hand_of_two_kinds(4)
    actions = games.sample()
    before = [shown(games, row) for row in range(4)]
    wrong = actions.copy()
    wrong[3, 1] = action
    with pytest.raises(ValueError, match=message):
        games.step(wrong)
    assert [shown(games, row) for row in range(4)] == before
    games.step(actions)
    assert games.states["moves"].tolist() == [1, 1, 1, 1]


def test_a_single_game_names_the_player_alone() -> None:
    games = hand_of_two_kinds(1)
    actions = games.sample()
    actions[0, 1] = rules.PEPPER
    with pytest.raises(ValueError, match=r"^player_1 may not choose 7 \(pepper\) now; legal are 5"):
        games.step(actions)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda actions: actions.astype(np.float64), "actions must be integers, not float64"),
        (lambda actions: actions.astype(np.bool_), "actions must be integers, not bool"),
        (lambda actions: actions.astype(str), "actions must be integers"),
        (lambda actions: actions.astype(object), "actions must be integers, not object"),
        (lambda actions: None, r"actions must have shape \(2, 3\), not \(\)"),
        (lambda actions: actions[0], r"actions must have shape \(2, 3\), not \(3,\)"),
        (lambda actions: actions.T, r"actions must have shape \(2, 3\), not \(3, 2\)"),
        (lambda actions: actions[:, :2], r"actions must have shape \(2, 3\), not \(2, 2\)"),
        (lambda actions: 0, r"actions must have shape \(2, 3\), not \(\)"),
    ],
)
def test_actions_of_the_wrong_form_change_nothing(make: Any, message: str) -> None:
    games = batch(3, 2, 0)
    actions = games.sample()
    before = [shown(games, row) for row in range(2)]
    with pytest.raises(ValueError, match=message):
        games.step(make(actions))
    assert [shown(games, row) for row in range(2)] == before


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.uint8, np.uint64, np.int64])
def test_any_integers_will_do(dtype: type) -> None:
    """Lists too, and arrays that are not contiguous."""
    games, same, listed = batch(3, 2, 0), batch(3, 2, 0), batch(3, 2, 0)
    actions = games.sample()
    games.step(actions.astype(dtype))
    same.step(np.asfortranarray(actions))
    listed.step(actions.tolist())
    assert games.states.tobytes() == same.states.tobytes() == listed.states.tobytes()


def test_a_huge_unsigned_action_is_refused() -> None:
    games = batch(3, 1, 0)
    actions = games.sample().astype(np.uint64)
    actions[0, 2] = 2**64 - 1
    with pytest.raises(ValueError, match="actions are 0 to 9"):
        games.step(actions)


# --- one game --------------------------------------------------------------------------------------------------


def test_table_shows_every_seat_and_goes_on_in_its_sequence() -> None:
    """`restart` without a seed deals what the batch of that seed deals next."""
    table, games = Table(GAME, rules.TapeoOptions(players=4)), batch(4, 1, 6)
    table.restart(6)
    for _ in range(30):
        assert table.state.tobytes() == games.states[0].tobytes()
        np.testing.assert_array_equal(table.seat_observations, games.observations[0])
        np.testing.assert_array_equal(table.seat_masks, games.action_masks[0])
        assert table.acting == [0, 1, 2, 3]
        actions = games.sample()
        table.act(dict(enumerate(actions[0].tolist())))
        games.step(actions)
        if len(games.ended):
            assert table.result.tobytes() == games.results[0].tobytes()
            assert not table.alive.any()
            assert table.seat_masks.tolist() == [[1] + [0] * 9] * 4
            table.restart(None)


# --- the rest --------------------------------------------------------------------------------------------------


def test_memory_of_a_large_batch() -> None:
    """4,096 games of four players, the sum of all arrays."""
    games = batch(4, 4096, 0)
    games.step(games.sample())
    assert games.observations.shape == (4096, 4, 211)
    arrays = [value for value in vars(games).values() if isinstance(value, np.ndarray)]
    assert len(arrays) >= 12
    assert sum(array.nbytes for array in arrays) < 50e6


def test_state_is_packed() -> None:
    assert rules.State.itemsize == sum(rules.State.fields[name][0].itemsize for name in rules.State.names)


def test_games_by_name() -> None:
    assert get_game("tapeo") is GAME
    assert pickle.loads(pickle.dumps(GAME)) is GAME
    with pytest.raises(ValueError, match=f"no game is called 'mus'; there are {', '.join(GAMES)}"):
        get_game("mus")
