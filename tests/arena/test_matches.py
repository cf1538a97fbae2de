"""Matches: fair to every seat, the same at any batch size, with intervals that cover."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest

from card_envs import arena
from card_envs.arena import matches
from card_envs.arena.intervals import mean_interval, share_interval


class Lowest:
    """Takes the first legal action; keeps what it was asked."""

    def __init__(self):
        self.asked = []

    def act(self, observations, action_masks, rng):
        self.asked.append((len(observations), rng.copy()))
        return action_masks.argmax(axis=1).astype(np.int64)


def test_equal_players_share_evenly():
    match = arena.play("tapeo", ["random"], 4_000, players=5)
    assert match.policies == ["random"]
    assert match.seats == [5]
    assert match.win_share[0] == pytest.approx(0.2)
    assert match.fair_share == 0.2
    for share in match.win_share_by_seat[0]:
        assert share == pytest.approx(0.2, abs=4 * (0.2 * 0.8 / 4_000) ** 0.5)


def test_planted_seat_bias_shows():
    """A policy that knows its seat and plays badly in seat 0 is caught."""

    class SeatZeroHandicap:
        """Random, but the rows of seat 0 (every fourth) take freeloaders and churros first."""

        def act(self, observations, action_masks, rng):
            draws = np.random.default_rng(int(rng[0])).random(action_masks.shape) * action_masks
            actions = draws.argmax(axis=1)
            actions[::4] = 9 - action_masks[::4, ::-1].argmax(axis=1)
            return actions.astype(np.int64)

    match = arena.play("tapeo", [SeatZeroHandicap()], 4_000, players=4)
    shares = match.win_share_by_seat[0]
    assert min(shares[1:]) - shares[0] > 0.05


def test_every_seating_equally_often():
    a, b, c = Lowest(), Lowest(), Lowest()
    seatings = matches._seatings(np.array([0, 1, 1, 2]))
    assert len(seatings) == 12
    assert len({tuple(s) for s in seatings.tolist()}) == 12
    assert (np.sort(seatings, axis=1) == [0, 1, 1, 2]).all()
    assert len(matches._seatings(np.zeros(6, int))) == 1
    assert len(matches._seatings(np.arange(6))) == 720
    many = matches._seatings(np.array([0] * 6 + [1] * 6 + [2]))
    assert len(many) == 13  # rotations alone where there are too many
    match = arena.play("tapeo", [a, b, c], 10, players=4)
    assert match.games == 12
    assert match.seats == [1, 1, 2]
    decisions = 12 * 21
    assert [sum(n for n, _ in p.asked) for p in (a, b, c)] == [decisions, decisions, 2 * decisions]


def test_the_same_at_any_batch_size(monkeypatch):
    whole = arena.play("tapeo", ["random", "greedy"], 300, seed=3, players=3)
    monkeypatch.setattr(matches, "BATCH", 7)
    assert asdict(arena.play("tapeo", ["random", "greedy"], 300, seed=3, players=3)) == asdict(whole)
    assert asdict(arena.play("tapeo", ["random", "greedy"], 300, seed=4, players=3)) != asdict(whole)


def test_better_policy_wins_and_counts_add_up():
    match = arena.play("tapeo", ["greedy", "random"], 2_000, players=4)
    assert match.win_share_interval[0][0] > 0.25
    assert match.win_share[0] + 3 * match.win_share[1] == pytest.approx(1)
    assert match.mean_points[0] > match.mean_points[1]
    low, high = match.win_share_interval[0]
    assert low < match.win_share[0] < high


def test_progress_is_told(monkeypatch):
    monkeypatch.setattr(matches, "BATCH", 40)
    told = []
    arena.play("tapeo", ["random"], 100, players=2, progress=lambda done, total: told.append((done, total)))
    assert told == [(40, 100), (80, 100), (100, 100)]


def test_wrong_matches():
    with pytest.raises(ValueError, match="a table of 3 takes 1 to 3 policies, not 4"):
        arena.play("tapeo", ["random"] * 4, 10, players=3)
    with pytest.raises(ValueError, match="1 to 4 policies, not 0"):
        arena.play("tapeo", [], 10)
    with pytest.raises(ValueError, match="games takes an integer from 1"):
        arena.play("tapeo", ["random"], 0)
    with pytest.raises(ValueError, match="a seed is an integer from 0 up, not -1"):
        arena.play("tapeo", ["random"], 10, seed=-1)
    with pytest.raises(ValueError, match="no policy is called 'genius' for tapeo; there are random, greedy, expert"):
        arena.play("tapeo", ["genius"], 10)
    with pytest.raises(ValueError, match="unknown option 'colour'"):
        arena.play("tapeo", ["random"], 10, colour="red")
    with pytest.raises(ValueError, match="no game is called 'chess'; there are tapeo"):
        arena.play("chess", ["random"], 10)


# --- teams -----------------------------------------------------------------------------------------------------


def test_two_policies_are_two_teams():
    """Swapped evenly: each is half of the games in the even seats and half in the odd ones, never in both."""
    for seats in (4, 6, 12):
        seatings = matches._seatings(np.array([0, 1] * (seats // 2)), teams=2)
        assert seatings.tolist() == [[0, 1] * (seats // 2), [1, 0] * (seats // 2)]
    match = arena.play("envite", ["expert", "random"], 301, players=6)
    assert match.policies == ["expert", "random"]
    assert match.seats == [3, 3]
    assert match.games == 302
    assert match.fair_share == 0.5
    assert match.win_share[0] > 0.8
    assert sum(match.win_share) == pytest.approx(1)
    low, high = match.win_share_interval[0]
    assert low < match.win_share[0] < high
    for share, by_seat in zip(match.win_share, match.win_share_by_seat, strict=True):  # those of a team win together
        assert by_seat[0] == by_seat[2] == by_seat[4]
        assert by_seat[1] == by_seat[3] == by_seat[5]
        assert share == pytest.approx((by_seat[0] + by_seat[1]) / 2)
    assert match.mean_points[0] > match.mean_points[1]


def test_equal_teams_win_half():
    """One policy at all seats exactly; of two alike, about half of the time."""
    match = arena.play("envite", "random", 50)
    assert (match.policies, match.seats, match.games) == (["random"], [4], 50)
    assert match.win_share == [0.5]
    assert match.fair_share == 0.5

    match = arena.play("envite", [Lowest(), Lowest()], 600, episode="round", start_stones="random")
    assert match.seats == [2, 2]
    assert match.win_share[0] == pytest.approx(0.5, abs=4 * 0.5 / 600**0.5)


def test_swapping_sides_cancels_what_a_seat_brings():
    """The team of seat 0 starts one round short of the chico; each policy sits there in half of the games."""
    match = arena.play("envite", ["random", "greedy"], 400, players=4, episode="chico", start_stones=(10, 0))
    even, odd = np.array(match.win_share_by_seat)[:, 0], np.array(match.win_share_by_seat)[:, 1]
    assert (even > odd).all()
    assert match.win_share == pytest.approx((even + odd) / 2)


def test_one_policy_a_seat_goes_round_the_table():
    """Partners stay together: 0 with 2, 1 with 3."""
    seatings = matches._seatings(np.arange(4), teams=2)
    assert sorted(seatings.tolist()) == [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]
    match = arena.play("envite", [Lowest(), Lowest(), Lowest(), "random"], 101)
    assert match.seats == [1, 1, 1, 1]
    assert match.games == 104
    assert match.win_share[0] == match.win_share[2]
    assert match.win_share[1] == match.win_share[3]
    assert match.win_share[0] + match.win_share[1] == pytest.approx(1)
    assert match.fair_share == 0.5
    teams = arena.play("envite", ["greedy", "random"], 100, seed=5)
    assert asdict(arena.play("envite", ["greedy", "random"] * 2, 100, seed=5)) == asdict(teams)


def test_wrong_numbers_of_policies_in_teams():
    for number in (0, 3, 5):
        with pytest.raises(
            ValueError, match=f"a table of 4 in 2 teams takes 2 policies, one a team, or 4, not {number}$"
        ):
            arena.play("envite", ["random"] * number, 10)
    with pytest.raises(ValueError, match=r"a table of 6 in 2 teams takes 2 policies, one a team, or 6, not 4$"):
        arena.play("envite", ["random"] * 4, 10, players=6)


# --- wrong choices, and what a match measures --------------------------------------------------------------------


def test_an_illegal_choice_is_no_move():
    class Wrong:
        def act(self, observations, action_masks, rng):
            return action_masks.argmin(axis=1).astype(np.int64)

    with pytest.raises(ValueError, match="may not choose"):
        arena.play("tapeo", [Wrong(), "random"], 10)


def test_intervals_cover():
    """95% intervals contain the true value in 93–97% of simulated matches."""
    rng = np.random.default_rng(0)
    shares = rng.random((2_000, 400)) < 0.3
    covered = [low <= 0.3 <= high for low, high in map(share_interval, shares.astype(float))]
    assert 0.93 <= np.mean(covered) <= 0.97
    points = rng.gamma(2.0, 3.0, (2_000, 400))
    covered = [low <= 6.0 <= high for low, high in map(mean_interval, points)]
    assert 0.93 <= np.mean(covered) <= 0.97


def test_intervals_by_hand():
    """Wilson, 10 of 100 wins: (0.05523, 0.17437); the mean of 1, 2, 3 with variance 1."""
    low, high = share_interval(np.array([1.0] * 10 + [0.0] * 90))
    assert (low, high) == (pytest.approx(0.05523, abs=1e-5), pytest.approx(0.17437, abs=1e-5))
    assert share_interval(np.zeros(10))[0] == 0.0
    assert mean_interval(np.array([1.0, 2.0, 3.0])) == pytest.approx((2 - 1.1316, 2 + 1.1316), abs=1e-4)
