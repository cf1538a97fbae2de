"""The exact end of two-player Tapeo, against enumeration by the referee and what every solution must satisfy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
import pytest

from card_envs.core import matrix_game
from card_envs.tapeo import rules
from card_envs.tapeo.endgame import MOST_CHOICES, Endgame, solve
from tests.tapeo.hand_made import POINT, counts, names, with_hands
from tests.tapeo.referee import Referee
from tests.uncompiled import printed_uncompiled

DECK = [
    name
    for kind, name in enumerate(rules.ACTIONS)
    for _ in range(4 if name.startswith("ham") else rules.CARD_COUNTS[kind])
]


def ending(
    hands: Sequence[Sequence[str]],
    bars: Sequence[Sequence[str]] = ((), ()),
    scores: Sequence[int] = (0, 0),
    churros: Sequence[int] = (0, 0),
    **options: str,
) -> np.record:
    """A state in the last round with these tapas, points and kept churros."""
    state = with_hands([list(hand) for hand in hands], **options)
    state.round_index = rules.ROUNDS - 1
    for seat in range(2):
        state.bars[seat] = counts(bars[seat])
        state.scores[seat] = POINT * scores[seat]
        state.churros[seat] = churros[seat]
    return state


def endings(number: int, choices: int, reward: str, seed: int = 0) -> Iterator[np.record]:
    """Random states with so many choices left to each, and points by which perfect play ends about level."""
    rng = np.random.default_rng(seed)
    size = choices + 1
    for _ in range(number):
        dealt = rng.permutation(DECK)[:20].tolist()
        cut = (20 - 2 * size) // 2
        hands, bars = (dealt[:size], dealt[size : 2 * size]), (dealt[2 * size :][:cut], dealt[2 * size :][cut:])
        state = ending(hands, bars, (25, 25), rng.integers(0, 4, 2).tolist(), reward="score")
        state.scores[1] += POINT * round(20 * solve(state).value)
        state.reward = rules.REWARDS.index(reward)
        yield state


def swapped(state: np.record) -> np.record:
    """The same position with the seats changed."""
    other = state.copy()
    for field in ("hands", "bars", "scores", "churros"):
        other[field][:2] = state[field][1::-1]
    return other


def reward_of(state: np.record, picks: Sequence[tuple[str, str]]) -> float:
    """What seat 0 gets when the rest of the game is picked like this, as the referee has it."""
    referee = Referee(2, tuple(state.ham_split.tolist()), "exact" if state.exact else "whole")
    referee.round = 3
    referee.picks = int(state.picks)
    referee.hands = [names(state.hands[seat]) for seat in range(2)]
    referee.bars = [names(state.bars[seat]) for seat in range(2)]
    referee.totals = [referee.totals[seat] + int(state.scores[seat]) // POINT for seat in range(2)]
    referee.tally = state.churros[:2].tolist()
    referee.memory = [{}, {}]
    over = [referee.pick(list(pair)) for pair in picks]
    assert over == [False] * (len(picks) - 1) + [True]
    return float(referee.rewards(rules.REWARDS[state.reward], True)[0])


def kinds(hand: Sequence[str]) -> list[str]:
    return [name for name in rules.ACTIONS if name in hand]


def without(hand: Sequence[str], tapa: str) -> list[str]:
    rest = list(hand)
    rest.remove(tapa)
    return rest


def test_a_freeloader_that_decides_the_last_choice():
    """By hand. Who takes it now gets prawns and bread, 6 points to nothing; who leaves it hands it over with them."""
    state = ending([["freeloader", "bread"], ["prawns", "bread"]], reward="score")
    solved = solve(state)
    assert [[rules.ACTIONS[kind] for kind in held] for held in solved.kinds] == [
        ["bread", "freeloader"],
        ["prawns", "bread"],
    ]
    np.testing.assert_allclose(solved.payoffs, [[-0.3, -0.3], [0.3, 0.3]], atol=1e-12)
    assert solved.value == pytest.approx(0.3)
    assert solved.strategy(0).tolist() == counts(["freeloader"]).tolist()
    assert solved.regret(0, counts(["bread"])) == pytest.approx(0.6)
    assert solved.regret(0, counts(["freeloader"])) == 0
    assert solved.regret(0, (counts(["bread"]) + counts(["freeloader"])) / 2) == pytest.approx(0.3)
    assert solved.regret(1, counts(["prawns"])) == solved.regret(1, counts(["bread"])) == 0


def test_rewards_are_those_of_the_option():
    """By hand, on other scores: seat 0 gains six points more than seat 1, and level points go by churros (T21)."""
    hands = [["freeloader", "bread"], ["prawns", "bread"]]
    assert solve(ending(hands, reward="win")).value == 1
    assert solve(ending(hands, scores=(0, 6), reward="win")).value == 0
    assert solve(ending(hands, scores=(0, 12), churros=(2, 1), reward="win")).value == 1  # T19 gives the first six more
    assert solve(ending(hands, scores=(0, 12), churros=(1, 1), reward="win")).value == -1
    assert solve(ending(hands, scores=(0, 12), reward="score")).value == pytest.approx(-6 / 20)


@pytest.mark.parametrize("reward", ["win", "score"])
@pytest.mark.parametrize("split", ["whole", "exact"])
def test_equal_to_every_pure_plan_against_every_other(reward, split):
    """Two choices left: the value is that of the matrix of all plans, and no plan beats the solution's strategies.

    A plan says what to pick first, and what to pick after each first pick of the other.
    """
    states = list(endings(60, choices=2, reward=reward, seed=2))
    for state in states:
        state.exact = split == "exact"
    states.sort(key=lambda state: not is_mixed(solve(state)))  # those in which chance is needed come first
    assert is_mixed(solve(states[0]))
    for state in states[:8]:
        hands = [names(state.hands[seat]) for seat in range(2)]
        plans = [list(all_plans(hands, seat)) for seat in range(2)]
        payoffs = np.array([[played(state, mine, theirs) for theirs in plans[1]] for mine in plans[0]])
        solved = solve(state)
        assert matrix_game.solve(payoffs).value == pytest.approx(solved.value, abs=1e-7)
        weights = [np.array([weight(state, solved, seat, plan) for plan in plans[seat]]) for seat in range(2)]
        assert [each.sum() for each in weights] == pytest.approx([1, 1])
        assert (weights[0] @ payoffs).min() == pytest.approx(solved.value, abs=1e-7)
        assert (payoffs @ weights[1]).max() == pytest.approx(solved.value, abs=1e-7)


def is_mixed(solved: Endgame) -> bool:
    """Whether no choice without chance is good for the value."""
    return solved.payoffs.min(axis=1).max() < solved.payoffs.max(axis=0).min() - 1e-6


Plan = tuple[str, dict[str, str]]


def all_plans(hands: list[list[str]], seat: int) -> Iterator[Plan]:
    """All that a seat can do: the second pick is from what the other leaves of its hand (T7)."""
    theirs = hands[1 - seat]
    for first in kinds(hands[seat]):
        for seconds in product(*(kinds(without(theirs, shown)) for shown in kinds(theirs))):
            yield first, dict(zip(kinds(theirs), seconds, strict=True))


def played(state: np.record, mine: Plan, theirs: Plan) -> float:
    return reward_of(state, [(mine[0], theirs[0]), (mine[1][theirs[0]], theirs[1][mine[0]])])


def after(state: np.record, *picks: str) -> np.record:
    """The state one joint pick later."""
    later = np.array([state.copy()])[0]
    rules.apply(later, np.array([rules.ACTIONS.index(pick) for pick in picks]))
    return later


def weight(state: np.record, solved: Endgame, seat: int, plan: Plan) -> float:
    """How likely the solution's strategies make a plan."""
    first, seconds = plan
    chance = solved.strategy(seat)[rules.ACTIONS.index(first)]
    for shown, second in seconds.items():
        pair = (first, shown) if seat == 0 else (shown, first)
        chance *= solve(after(state, *pair)).strategy(seat)[rules.ACTIONS.index(second)]
    return chance


@pytest.mark.parametrize("choices", [2, 3, 4])
def test_payoffs_are_the_values_after_each_pick(choices):
    for state in endings(3, choices, "win", seed=7):
        solved = solve(state)
        for row, first in enumerate(solved.kinds[0]):
            for column, second in enumerate(solved.kinds[1]):
                later = after(state, rules.ACTIONS[first], rules.ACTIONS[second])
                assert solved.payoffs[row, column] == pytest.approx(solve(later).value, abs=1e-7)


@pytest.mark.parametrize("reward", ["win", "score"])
def test_seats_changed_is_the_negative_value(reward):
    found = []
    for state in endings(15, 3, reward, seed=3):
        solved, other = solve(state), solve(swapped(state))
        np.testing.assert_allclose(other.payoffs, -solved.payoffs.T, atol=1e-7)
        assert other.value == pytest.approx(-solved.value, abs=1e-7)
        found.append(solved.value)
    assert len(set(np.round(found, 6))) > 2


def test_regret():
    """None for the solution's own choice; for others never below zero, and a mixture's is at most its parts' mean."""
    uniform = []
    for state in endings(15, 3, "score", seed=5):
        solved = solve(state)
        for seat in range(2):
            assert solved.regret(seat, solved.strategy(seat)) == 0
            held = solved.kinds[seat]
            each = [solved.regret(seat, np.eye(rules.KINDS)[kind]) for kind in held]
            assert min(each) >= 0
            uniform.append(solved.regret(seat, np.eye(rules.KINDS)[held].mean(axis=0)))
            assert uniform[-1] <= np.mean(each) + 1e-9
    assert np.mean(uniform) > 0.01


def test_a_state_is_left_as_it_was():
    state = next(endings(1, 3, "win"))
    before = state.tobytes()
    solve(state)
    assert state.tobytes() == before


def test_what_cannot_be_solved():
    state = next(endings(1, 3, "win"))
    for field, value in (("round_index", 1), ("ended", 1), ("players", 3), ("picks", 9 - MOST_CHOICES - 1)):
        wrong = np.array([state.copy()])[0]
        wrong[field] = value
        with pytest.raises(ValueError, match="only games of 2 players in the last round with 1 to 5 choices left"):
            solve(wrong)
    solved = solve(state)
    short, foreign = np.ones(3) / 3, np.ones(rules.KINDS) / rules.KINDS
    for wrong in (short, foreign, -solved.strategy(0), 2 * solved.strategy(0)):
        with pytest.raises(ValueError, match="a choice takes 10 probabilities that sum to 1 over the kinds"):
            solved.regret(0, wrong)


def test_the_same_without_compiling():
    program = (
        "from tests.tapeo.test_endgame import endings, solve\n"
        "print(*(solve(state).value for state in endings(3, 2, 'score')))"
    )
    plain = printed_uncompiled(program)
    assert [float(value) for value in plain.split()] == [solve(state).value for state in endings(3, 2, "score")]
