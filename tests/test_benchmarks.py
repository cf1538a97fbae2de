"""The tables that `make bench` prints; nothing here is timed and no other library is needed."""

from __future__ import annotations

import itertools
import sys
import time

import pytest

from benchmarks.faces import goals, load, main, reached
from benchmarks.measure import medians, random_element, rates
from benchmarks.ours import batch
from benchmarks.rows import REFERENCES, ROWS, SPEED_GOALS, Goal, Row
from benchmarks.search import ladder, table
from benchmarks.startup import StartUp
from benchmarks.tables import goals_table, rates_table, ratio
from card_envs.core.game import GAMES
from tests.toy import TOYS


def test_rates_table_shows_ratios_to_the_references_and_what_is_missing():
    rows = [
        ("batch", "card_envs", "batch"),
        ("one", "card_envs", "one game"),
        ("peer", "Peer", "x"),
        ("no", "Gone", "y"),
    ]
    text = rates_table(rows, {"batch": 9_000_000.4, "one": 50_000.0, "peer": 10_000.0}, {"a ×": "batch", "b ×": "one"})
    assert text.splitlines() == [
        "| library   | what is played |   decisions/s |  a × |  b × |",
        "| --------- | -------------- | ------------: | ---: | ---: |",
        "| card_envs | batch          |     9,000,000 | 1.00 | 0.01 |",
        "| card_envs | one game       |        50,000 |  180 | 1.00 |",
        "| Peer      | x              |        10,000 |  900 | 5.00 |",
        "| Gone      | y              | not installed |      |      |",
    ]


def test_goals_are_least_or_most_by_their_unit():
    goals = [
        ("speed", 8.0, "M/s", 8.0),
        ("wait", 1.5, "s", 1.51),
        ("memory", 50.0, "MB", 29.2),
        ("ratio", 25.0, "×", None),
    ]
    assert goals_table(goals).splitlines() == [
        "| goal   |      bound | measured |      reached |",
        "| ------ | ---------: | -------: | -----------: |",
        "| speed  | ≥ 8.00 M/s | 8.00 M/s |          yes |",
        "| wait   |   ≤ 1.50 s |   1.51 s |           no |",
        "| memory |  ≤ 50.0 MB |  29.2 MB |          yes |",
        "| ratio  |   ≥ 25.0 × |          | not measured |",
    ]


def test_a_ratio_needs_both_numbers():
    assert ratio(12.0, 4.0) == 3.0
    assert ratio(None, 4.0) is None
    assert ratio(12.0, None) is None


def test_goals_without_peers_are_measured_where_they_need_none():
    ours = {row.key: 3e6 for row in ROWS if row.library == "card_envs"}
    speed = {**ours, "tapeo batch": 9e6, "tapeo parallel": 106e3}
    found = goals(speed, StartUp(15.0, 1.25, True), 29.2)
    measured = {what: value for what, _, _, value in found}
    assert measured["Tapeo, batch with observations and masks"] == 9.0
    assert measured["Tapeo, parallel_env(), picking not counted"] == 106_000
    assert measured["Envite, the same with 12 players"] == 3.0
    assert measured["later process, import to first step"] == 1.25
    assert [what for what, _, _, value in found if value is None] == [
        "… against OpenSpiel spades, no mask",
        "… against OpenSpiel spades, mask",
        "… against PettingZoo leduc_holdem_v4",
        "Tapeo, env() against PettingZoo tictactoe_v3",
        "… against OpenSpiel spades, no mask",
        "… against OpenSpiel spades, mask",
        "… against PettingZoo texas_holdem_v4",
        "Envite, env() against PettingZoo texas_holdem_v4",
    ]


def test_a_goal_against_a_peer_is_the_ratio_of_the_two():
    goal = Goal("against texas", 200, "×", "envite batch", "zoo texas")
    assert reached(goal, {"envite batch": 5e6, "zoo texas": 1e4}) == 500
    assert reached(goal, {"envite batch": 5e6}) is None


def test_goals_and_references_are_of_rows():
    keys = [row.key for row in ROWS]
    assert len(set(keys)) == len(keys)
    named = [goal.key for goal in SPEED_GOALS] + [goal.against for goal in SPEED_GOALS if goal.against]
    assert {*named, *REFERENCES.values()} <= set(keys)


# Decisions between two looks at the clock: steps × games × seats that act at once.
DECISIONS = {
    "tapeo batch": 8 * 1024 * 4,
    "tapeo unobserved": 8 * 1024 * 4,
    "tapeo rules": 8 * 1024 * 4,
    "tapeo greedy": 8 * 1024 * 4,
    "tapeo expert": 8 * 1024 * 4,
    "tapeo parallel": 32 * 3 * 7 * 4,  # whole games: three rounds of eight tapas, of which the last goes by itself
    "tapeo aec": 3 * 7 * 4,
    "envite batch": 8 * 1024,
    "envite batch 12": 8 * 1024,
}


@pytest.mark.parametrize("row", [row for row in ROWS if row.key in DECISIONS], ids=lambda row: row.key)
def test_decisions_of_agents_are_counted(row):
    play = load(row)
    assert play() == DECISIONS[row.key]
    assert play() == DECISIONS[row.key]


def test_a_seat_that_is_out_makes_no_decision(monkeypatch):
    monkeypatch.setitem(GAMES, "stamina", TOYS["stamina"])
    play = batch("stamina", players=4)
    counts = [play() for _ in range(20)]
    assert all(0 < count <= 8 * 1024 * 4 for count in counts)
    assert min(counts) < 8 * 1024 * 4


@pytest.mark.parametrize("row", [row for row in ROWS if row.library != "card_envs"], ids=lambda row: row.key)
def test_a_library_that_is_not_installed_leaves_its_row_out(row, monkeypatch):
    for name in ("pettingzoo.classic", "rlcard", "pyspiel", "pgx"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "benchmarks." + row.subject.partition(":")[0], raising=False)
    assert load(row) is None


def test_a_row_that_names_no_module_of_ours_is_an_error():
    with pytest.raises(ModuleNotFoundError, match="nothing"):
        load(Row("nothing", "Peer", "x", "peers.nothing:leduc", {}))


def test_every_subject_is_measured_in_every_round(monkeypatch):
    clock = itertools.count()  # one second later at each look
    monkeypatch.setattr(time, "process_time", lambda: float(next(clock)))
    turns = []

    def plays(name, decisions):
        def play():
            turns.append(name)
            return decisions

        return play

    measured = rates({"a": plays("a", 10), "b": plays("b", 7)}, rounds=3, seconds=2.0)
    assert measured == {"a": [10.0] * 3, "b": [7.0] * 3}
    assert turns == ["a", "b"] + ["a", "a", "b", "b"] * 3  # once before the clock starts
    assert medians({"a": [3.0, 1.0, 2.0]}) == {"a": 2.0}


@pytest.mark.parametrize("wrong", [["--seconds", "0"], ["--rounds", "0"], ["--seconds", "fast"]])
def test_wrong_arguments_are_refused_before_anything_runs(wrong, capsys):
    with pytest.raises(SystemExit):
        main(wrong)
    assert wrong[0] in capsys.readouterr().err


def test_random_elements_are_legal_and_all_occur():
    assert {random_element([3, 5, 8]) for _ in range(200)} == {3, 5, 8}


def test_each_number_of_simulations_meets_the_one_before(capsys):
    matches = list(ladder("tapeo", (1, 2, 20), 12, processes=1, players=3))
    assert [match.policies for match in matches] == [["search:2", "search:1"], ["search:20", "search:2"]]
    assert "search:20 against search:2: 12 of 12" in capsys.readouterr().out
    titles, first, second = table(matches).splitlines()
    assert titles.split()[:2] == ["policy", "against"]
    assert first.split()[:4] == ["search:2", "search:1", "12", f"{matches[0].win_share[0]:.1%}"]
    assert second.split()[-4] == f"{matches[1].differences[0].mean_points:+.2f}"
