"""Placings of policies in the games of a match, and the ratings made from them."""

from __future__ import annotations

from itertools import combinations, permutations
from math import exp, log

import numpy as np
import pytest

from card_envs.arena.matches import play_games
from card_envs.arena.placings import placings
from card_envs.arena.plan import Plan
from card_envs.arena.ratings import Rating, confidence, confidence_text, ratings
from card_envs.arena.seating import line_up
from card_envs.core.game import get_game
from card_envs.policies import make_policy

SCALE = 2**0.5 * 25 / 6  # of the odds between two policies, on OpenSkill's scale


def plan_of(game: str, policies: list[str], players: int, laps: int) -> Plan:
    rules = get_game(game)
    return Plan(game, rules.options(players=players), line_up(rules, policies, players), 0, laps, True)


def results_with(plan: Plan, ranks: np.ndarray) -> np.ndarray:
    results = np.zeros(len(ranks), get_game(plan.game).result)
    results["ranks"][:, : ranks.shape[1]] = ranks
    return results


# --- placings --------------------------------------------------------------------------------------------------


def test_different_policies_are_placed_as_their_seats_are() -> None:
    plan = plan_of("tapeo", ["a", "b", "c"], 3, 1)
    ranks = np.array([[1, 2, 2]] * plan.games)  # seat 0 wins whatever is played
    assert placings(plan, results_with(plan, ranks)) == [((1, 2, 2), 2), ((2, 1, 2), 2), ((2, 2, 1), 2)]


def test_of_copies_one_stands_for_all_each_in_turn() -> None:
    """Every seat of the one policy is held against every seat of the other, equally often."""
    plan = plan_of("tapeo", ["a", "b"], 4, 3)
    ranks = np.array([[1, 2, 3, 4]] * plan.games)
    assert placings(plan, results_with(plan, ranks)) == [((1, 2), 6), ((2, 1), 6)]
    for a, b in permutations(range(4), 2):
        ranks = np.full((plan.games, 4), 2)
        ranks[:, a], ranks[:, b] = 1, 3  # better is the one in seat a, 3 of 12 games, or against seat b, another 3
        assert dict(placings(plan, results_with(plan, ranks)))[1, 2] == 3 + 3 - 1


def test_teams_are_placed_as_teams() -> None:
    plan = plan_of("envite", ["a", "b"], 6, 2)
    ranks = np.array([[1, 2] * 3] * plan.games)
    assert placings(plan, results_with(plan, ranks)) == [((1, 2), 2), ((2, 1), 2)]


def test_one_against_copies_of_itself_is_placed_better_as_often_as_worse() -> None:
    plan, results = play_games("tapeo", ["greedy", make_policy("tapeo", "greedy")], 2000, 5, players=4)
    counts = dict(placings(plan, results))
    better, worse = counts[1, 2], counts[2, 1]
    assert better + worse + counts.get((1, 1), 0) == 2000
    assert abs(better - worse) < 2.6 * (better + worse) ** 0.5


# --- ratings ---------------------------------------------------------------------------------------------------


def test_two_policies_are_rated_by_their_odds() -> None:
    better, worse = ratings([(["weak", "strong"], [((1, 2), 900), ((2, 1), 2100)])])
    assert (better.policy, worse.policy) == ("strong", "weak")
    assert better.mean - worse.mean == pytest.approx(SCALE * log(0.7 / 0.3), rel=0.02)
    assert better.mean + worse.mean == pytest.approx(50)
    assert better.deviation == pytest.approx(SCALE / (3000 * 0.7 * 0.3) ** 0.5, rel=0.03)


def test_ties_say_that_policies_are_equal() -> None:
    a, b = ratings([(["a", "b"], [((1, 1), 500)])])
    assert (a.mean, b.mean) == (25, 25)
    assert a.deviation < 1


def test_the_order_of_matches_does_not_matter() -> None:
    played = [
        (["a", "b"], [((1, 2), 300), ((2, 1), 200)]),
        (["b", "c"], [((1, 2), 350), ((2, 1), 150)]),
        (["a", "b", "c"], [((1, 2, 3), 300), ((2, 3, 1), 100), ((3, 1, 2), 100)]),
    ]
    found = ratings(played)
    assert [rating.policy for rating in found] == ["a", "b", "c"]
    for order in permutations(played):
        assert ratings(order) == found


def test_names_do_not_matter_to_differences() -> None:
    """What the policies are called decides which of the first games comes first, and so the common level alone."""
    counts = [((1, 2), 300), ((2, 1), 200)]
    for x, y, z in permutations("abc"):
        found = {rating.policy: rating for rating in ratings([([x, y], counts), ([y, z], counts)])}
        for better, worse in ((x, y), (y, z)):
            difference = found[better].mean - found[worse].mean
            assert difference == pytest.approx(SCALE * log(300 / 200), abs=0.2 * found[x].deviation)
            assert difference == pytest.approx(2.462, abs=0.001)


def test_a_known_better_policy_ranks_above_with_the_stated_confidence() -> None:
    plan, results = play_games("tapeo", ["greedy", "expert"], 400, 0, players=4)
    best, next_best = ratings([(["greedy", "expert"], placings(plan, results))])
    assert best.policy == "expert"
    assert confidence(best, next_best) > 0.999


def test_confidence_and_intervals_are_what_they_say() -> None:
    """Simulated: the difference of two ratings, in its own standard deviations, is about standard normal.

    The deviations of the ratings leave out what they have in common, which makes their difference a little surer than
    it is told to be: never less sure.
    """
    rng = np.random.default_rng(1)
    true = {"a": 26.0, "b": 25.5, "c": 24.0}
    errors, right, stated = [], 0, 0.0
    for _ in range(120):
        played = []
        for one, other in combinations(true, 2):
            wins = int(rng.binomial(100, 1 / (1 + exp((true[other] - true[one]) / SCALE))))
            played.append(([one, other], [((1, 2), wins), ((2, 1), 100 - wins)]))
        found = {rating.policy: rating for rating in ratings(played)}
        for one, other in combinations(true, 2):
            a, b = found[one], found[other]
            spread = (a.deviation**2 + b.deviation**2) ** 0.5
            errors.append((a.mean - b.mean - true[one] + true[other]) / spread)
            stated += max(confidence(a, b), confidence(b, a))
            right += a.mean > b.mean
    assert abs(np.mean(errors)) < 0.15
    assert 0.7 < np.std(errors) < 1.05
    assert right / len(errors) > stated / len(errors) - 0.04


def test_confidence_of_two_ratings() -> None:
    assert confidence(Rating("a", 25, 3), Rating("b", 25, 4)) == 0.5
    assert confidence(Rating("a", 30, 3), Rating("b", 25, 4)) == pytest.approx(0.841345, abs=1e-6)
    assert confidence_text(0.841345) == "84.1% sure"
    assert confidence_text(1.0) == "over 99.9% sure"
    assert Rating("a", 25, 1).interval == pytest.approx((23.04, 26.96), abs=0.001)
