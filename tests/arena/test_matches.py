"""Matches: fair to every seat, the same in any chunks, and what their results say."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from card_envs import arena
from card_envs.arena import plan
from card_envs.arena.records import read_records
from card_envs.arena.replay import replay
from card_envs.envite.rules import EnviteVariant
from card_envs.policies import make_policy
from tests.arena.stand_ins import Lowest

SHORT: dict[str, dict[str, Any]] = {
    "tapeo": {"players": 4},
    "envite": {"players": 4, "episode": "round", "start_stones": "random"},
    "ratscrew": {"players": 3, "max_flips": 60},
}


@pytest.mark.parametrize("game", SHORT)
def test_a_policy_against_copies_of_itself_is_fair_at_every_seat(game: str) -> None:
    """Copies in one place, by name, and two objects that play alike in turn in all seats."""
    games = 3_000
    match = arena.play(game, "random", games, seed=7, **SHORT[game])
    assert match.policies == ["random"]
    assert match.win_share[0] == pytest.approx(match.fair_share)
    low, high = match.win_share_interval[0]
    assert low <= match.fair_share + 1e-9
    assert high >= match.fair_share - 1e-9
    spread = (match.fair_share * (1 - match.fair_share) / games) ** 0.5
    for share in match.win_share_by_seat[0]:
        assert share == pytest.approx(match.fair_share, abs=4 * spread)

    match = arena.play(game, [Lowest(), Lowest()], games, seed=8, duplicate=False, **SHORT[game])
    low, high = match.differences[0].win_share_interval
    assert abs(match.differences[0].win_share) <= high - low  # four standard errors


def test_equal_players_share_evenly() -> None:
    match = arena.play("tapeo", ["random"], 4_000, players=5)
    assert match.seats == [5]
    assert match.fair_share == 0.2
    assert match.deals == 4_000
    for share in match.win_share_by_seat[0]:
        assert share == pytest.approx(0.2, abs=4 * (0.2 * 0.8 / 4_000) ** 0.5)


def test_planted_seat_bias_shows() -> None:
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


@pytest.mark.parametrize("duplicate", [True, False])
def test_a_better_policy_is_found_better(duplicate: bool) -> None:
    match = arena.play("tapeo", ["greedy", "random"], 2_000, duplicate=duplicate, players=4)
    assert match.win_share_interval[0][0] > 0.25
    assert match.win_share[0] + 3 * match.win_share[1] == pytest.approx(1)
    assert match.mean_points[0] > match.mean_points[1]
    low, high = match.win_share_interval[0]
    assert low < match.win_share[0] < high
    assert match.duplicate is duplicate
    assert match.deals == (500 if duplicate else 2_000)
    difference = match.differences[0]
    assert (difference.policy, difference.other) == ("greedy", "random")
    assert difference.win_share == pytest.approx(match.win_share[0] - match.win_share[1])
    assert difference.mean_points == pytest.approx(match.mean_points[0] - match.mean_points[1])
    assert difference.win_share_interval[0] > 0
    assert difference.mean_points_interval[0] > 0


def test_the_same_in_any_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    options: dict[str, Any] = {"seed": 3, "players": 3}
    whole = asdict(arena.play("tapeo", ["random", "greedy"], 300, **options))
    monkeypatch.setattr(plan, "SMALLEST_CHUNK", 7)
    monkeypatch.setattr(plan, "LARGEST_CHUNK", 7)
    assert asdict(arena.play("tapeo", ["random", "greedy"], 300, **options)) == whole
    assert asdict(arena.play("tapeo", ["random", "greedy"], 300, **{**options, "seed": 4})) != whole


def test_progress_counts_what_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """In whole laps: 101 games of 4 seatings are 104."""
    monkeypatch.setattr(plan, "SMALLEST_CHUNK", 40)
    monkeypatch.setattr(plan, "LARGEST_CHUNK", 40)
    told: list[tuple[int, int]] = []
    match = arena.play("tapeo", ["random", "greedy"], 101, progress=lambda done, total: told.append((done, total)))
    assert told == [(40, 104), (80, 104), (104, 104)]
    assert match.games == 104


def test_slow_policies_are_played_in_small_pieces() -> None:
    """So that progress shows soon: as few games side by side as they ask for, but whole laps."""

    class Slow(Lowest):
        games_at_once = 9

    told: list[int] = []
    arena.play("tapeo", [Slow(), "greedy"], 24, progress=lambda done, _: told.append(done))
    assert told == [8, 16, 24]
    told.clear()
    arena.play("tapeo", ["search:3000", "greedy"], 8, players=4, progress=lambda done, _: told.append(done))
    assert told == [4, 8]
    assert [make_policy("tapeo", f"search:{number}").games_at_once for number in (10, 1_000, 10_000)] == [400, 4, 1]


def test_one_lap_has_no_intervals_and_its_json_is_sound() -> None:
    match = arena.play("tapeo", ["random"], 1, players=2)
    assert match.games == 1
    assert match.win_share_interval == match.mean_points_interval == [None]
    text = json.dumps(asdict(match), allow_nan=False)
    assert json.loads(text)["win_share_interval"] == [None]
    lap = arena.play("tapeo", ["random", "greedy"], 2, players=2)
    assert lap.games == 2
    assert lap.differences[0].win_share_interval is None
    assert lap.mean_points_variance_reduction == [None, None]


def test_all_options_are_told() -> None:
    match = arena.play("tapeo", "random", 1)
    assert match.options == {"players": 4, "ham_split": [4, 4, 4], "split": "whole", "reward": "win"}
    match = arena.play("envite", "random", 1, variant=EnviteVariant(base=3), episode="round")
    assert match.options["variant"]["base"] == 3
    assert match.options["variant"]["rungs"] == [4, 7, 9]
    assert json.loads(json.dumps(match.options)) == match.options
    match = arena.play("ratscrew", "random", 1, players=2, ticks=2, max_flips=5)
    assert match.options["reflexes"] == [[0.5, 0.5, 0.0]] * 2
    assert match.options["memory"] == [False, False]


def test_wrong_matches() -> None:
    with pytest.raises(ValueError, match="a table of 3 takes 1 to 3 policies, not 4"):
        arena.play("tapeo", ["random"] * 4, 10, players=3)
    with pytest.raises(ValueError, match="1 to 4 policies, not 0"):
        arena.play("tapeo", [], 10)
    with pytest.raises(ValueError, match="games takes an integer from 1"):
        arena.play("tapeo", ["random"], 0)
    with pytest.raises(ValueError, match="processes takes an integer from 1 to 1024, not 0"):
        arena.play("tapeo", ["random"], 10, processes=0)
    with pytest.raises(ValueError, match="duplicate takes one of False, True, not 1"):
        arena.play("tapeo", ["random"], 10, duplicate=1)
    with pytest.raises(ValueError, match="a seed is an integer from 0 up, not -1"):
        arena.play("tapeo", ["random"], 10, seed=-1)
    with pytest.raises(ValueError, match="no policy is called 'genius' for tapeo; there are random, greedy, expert"):
        arena.play("tapeo", ["genius"], 10)
    with pytest.raises(ValueError, match="unknown option 'colour'"):
        arena.play("tapeo", ["random"], 10, colour="red")
    with pytest.raises(ValueError, match="no game is called 'chess'; there are tapeo"):
        arena.play("chess", ["random"], 10)


def test_an_illegal_choice_is_no_move() -> None:
    class Wrong:
        def act(self, observations, action_masks, rng):
            return action_masks.argmin(axis=1).astype(np.int64)

    with pytest.raises(ValueError, match="may not choose"):
        arena.play("tapeo", [Wrong(), "random"], 10)


# --- duplicate deals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "policies", "size"), [
    ("tapeo", ["greedy", "random"], 4),
    ("envite", ["greedy", "random"], 2),
    ("ratscrew", ["greedy", "random", "expert"], 6),
])  # fmt: skip
def test_all_seatings_of_a_deal_have_the_same_cards(game: str, policies: list[str], size: int, tmp_path: Path) -> None:
    """Hands, stacks, vira, perception, everything: the states at the start are byte for byte the same."""
    first: dict[bool, list[bytes]] = {}
    for duplicate in (True, False):
        path = tmp_path / f"{duplicate}.jsonl"
        match = arena.play(game, policies, 5 * size, 11, duplicate=duplicate, record=path, **SHORT[game])
        records = list(read_records(path))
        first[duplicate] = [next(replay(record)).state.tobytes() for record in records]
        assert match.games == len(records) == 5 * size
        assert match.deals == (5 if duplicate else 5 * size) == len(set(first[duplicate]))
        seatings = {tuple(record.policies) for record in records[:size]}
        assert len(seatings) == size
        for lap in range(5):
            assert {tuple(record.policies) for record in records[lap * size : (lap + 1) * size]} == seatings
            assert duplicate == (len(set(first[duplicate][lap * size : (lap + 1) * size])) == 1)
    assert [record.seed for record in records] == list(range(11, 11 + 5 * size))


def test_a_round_of_envite_has_one_deal_per_seed_whatever_is_bet(tmp_path: Path) -> None:
    """The second round of a match is dealt alike too, though the first went otherwise."""
    path = tmp_path / "games.jsonl"
    arena.play("envite", ["greedy", "random"], 40, record=path)
    records = list(read_records(path))
    compared = 0
    for one, other in zip(records[::2], records[1::2], strict=True):
        hands = []
        for record in (one, other):
            deals = {p.state.round_index: p.state.hands.tobytes() + bytes([p.state.vira])
                     for p in reversed([p._replace(state=p.state.copy()) for p in replay(record)])}  # fmt: skip
            hands.append(deals)
        for round_index in hands[0].keys() & hands[1].keys():
            compared += round_index > 0
            assert hands[0][round_index] == hands[1][round_index]
    assert compared >= 20


def test_alike_players_draw_every_deal() -> None:
    """Two that play alike swap their cards from game to game: each deal comes out even."""
    match = arena.play("envite", [Lowest(), Lowest()], 200, episode="round", start_stones="random")
    assert match.win_share == [0.5, 0.5]
    assert match.differences[0].mean_points == pytest.approx(0, abs=1e-12)
    low, high = match.differences[0].mean_points_interval
    assert low == pytest.approx(0, abs=0.02)
    assert high == pytest.approx(0, abs=0.02)
    assert match.win_share_variance_reduction == [None, None]  # nothing is left to be reduced


def test_duplicates_save_games_where_cards_decide() -> None:
    """The measured factor, and the interval that is narrower for it, in stones of single rounds of Envite."""
    options: dict[str, Any] = {"episode": "round", "start_stones": (3, 3), "seed": 2}
    with_them = arena.play("envite", ["expert", "greedy"], 4_000, **options)
    without = arena.play("envite", ["expert", "greedy"], 4_000, duplicate=False, **options)
    factor = with_them.differences[0].mean_points_variance_reduction
    assert factor is not None
    assert factor > 1.5
    assert without.differences[0].mean_points_variance_reduction is None
    assert without.win_share_variance_reduction == without.mean_points_variance_reduction == [None, None]
    width = [high - low for low, high in (m.differences[0].mean_points_interval for m in (without, with_them))]
    assert (width[0] / width[1]) ** 2 == pytest.approx(factor, rel=0.15)


# --- teams -----------------------------------------------------------------------------------------------------


def test_two_policies_are_two_teams() -> None:
    """Swapped evenly: each is half of the games in the even seats and half in the odd ones, never in both."""
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


def test_one_policy_in_both_teams_wins_half() -> None:
    match = arena.play("envite", "random", 50)
    assert (match.policies, match.seats, match.games) == (["random"], [4], 50)
    assert match.win_share == [0.5]
    assert match.fair_share == 0.5
    assert match.differences == []


def test_swapping_sides_cancels_what_a_seat_brings() -> None:
    """The team of seat 0 starts one round short of the chico; each policy sits there in half of the games."""
    match = arena.play("envite", ["random", "greedy"], 400, players=4, episode="chico", start_stones=(10, 0))
    even, odd = np.array(match.win_share_by_seat)[:, 0], np.array(match.win_share_by_seat)[:, 1]
    assert (even > odd).all()
    assert match.win_share == pytest.approx((even + odd) / 2)


def test_one_policy_a_seat_goes_round_the_table() -> None:
    """Partners stay together: 0 with 2, 1 with 3."""
    match = arena.play("envite", [Lowest(), Lowest(), Lowest(), "random"], 101)
    assert match.seats == [1, 1, 1, 1]
    assert match.games == 104
    assert match.win_share[0] == match.win_share[2]
    assert match.win_share[1] == match.win_share[3]
    assert match.win_share[0] + match.win_share[1] == pytest.approx(1)
    assert match.fair_share == 0.5
    assert len(match.differences) == 6
    teams = arena.play("envite", ["greedy", "random"], 100, seed=5)
    assert asdict(arena.play("envite", ["greedy", "random"] * 2, 100, seed=5)) == asdict(teams)


def test_wrong_numbers_of_policies_in_teams() -> None:
    for number in (0, 3, 5):
        with pytest.raises(
            ValueError, match=f"a table of 4 in 2 teams takes 2 policies, one a team, or 4, not {number}$"
        ):
            arena.play("envite", ["random"] * number, 10)
    with pytest.raises(ValueError, match=r"a table of 6 in 2 teams takes 2 policies, one a team, or 6, not 4$"):
        arena.play("envite", ["random"] * 4, 10, players=6)
