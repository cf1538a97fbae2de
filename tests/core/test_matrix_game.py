"""Matrix games: known ones, and what every solution must satisfy."""

from __future__ import annotations

import numpy as np
import pytest

from card_envs.core.matrix_game import solve, values

ROCK_PAPER_SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]

# (payoffs, value, probabilities of the rows, of the columns), each worked out by hand
KNOWN = {
    "rock, paper, scissors": (ROCK_PAPER_SCISSORS, 0, [1 / 3] * 3, [1 / 3] * 3),
    "matching pennies, two for heads": ([[2, -1], [-1, 1]], 1 / 5, [2 / 5, 3 / 5], [2 / 5, 3 / 5]),
    "nothing to choose": ([[-3]], -3, [1], [1]),
    "one row": ([[4, 2, 7]], 2, [1], [0, 1, 0]),
    "one column": ([[4], [9], [7]], 9, [0, 1, 0], [1]),
    "a row that is better whatever the column": ([[3, 5], [2, 4]], 3, [1, 0], [1, 0]),
    "a dominated row beside pennies": ([[1, -1], [-1, 1], [-2, -2]], 0, [1 / 2, 1 / 2, 0], [1 / 2, 1 / 2]),
    "a dominated column beside pennies": ([[1, -1, 3], [-1, 1, 2]], 0, [1 / 2, 1 / 2], [1 / 2, 1 / 2, 0]),
    "a saddle in the middle": ([[0, 1, 5], [3, 2, 4], [6, 1, 0]], 2, [0, 1, 0], [0, 1, 0]),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_games(name):
    payoffs, value, rows, columns = KNOWN[name]
    solved = solve(np.array(payoffs, float))
    assert solved.value == pytest.approx(value, abs=1e-9)
    np.testing.assert_allclose(solved.rows, rows, atol=1e-9)
    np.testing.assert_allclose(solved.columns, columns, atol=1e-9)


def games(number=200):
    """Random games of all small shapes, with few different payoffs (many equal best ones) and with many."""
    rng = np.random.default_rng(0)
    for _ in range(number):
        shape = rng.integers(1, 7, 2)
        yield rng.integers(-1, 2, shape).astype(float)
        yield rng.normal(size=shape)


def test_neither_side_can_do_better_than_the_value():
    """The rows are good for the value against every column, the columns against every row: so it is the value."""
    for payoffs in games():
        solved = solve(payoffs)
        for side in (solved.rows, solved.columns):
            assert side.min() >= 0
            assert side.sum() == pytest.approx(1, abs=1e-12)
        assert (solved.rows @ payoffs).min() == pytest.approx(solved.value, abs=1e-9)
        assert (payoffs @ solved.columns).max() == pytest.approx(solved.value, abs=1e-9)


def test_sides_changed_is_the_negative_value():
    for payoffs in games(50):
        assert solve(-payoffs.T).value == pytest.approx(-solve(payoffs).value, abs=1e-9)


def test_many_at_once_have_the_values_of_each():
    rng = np.random.default_rng(1)
    for shape in ((1, 1), (2, 2), (3, 2), (1, 5), (4, 4)):
        many = rng.integers(-1, 2, (40, *shape)).astype(float)
        np.testing.assert_allclose(values(many), [solve(payoffs).value for payoffs in many], atol=1e-9)


def test_solutions_are_shared_and_cannot_be_written_to():
    payoffs = np.array(ROCK_PAPER_SCISSORS, float)
    assert solve(payoffs) is solve(payoffs.copy())
    with pytest.raises(ValueError, match="read-only"):
        solve(payoffs).rows[0] = 1.0


def test_no_matrix_game():
    for wrong in (np.zeros(3), np.zeros((0, 2)), np.array([[0.0, np.nan]]), np.array([[np.inf]])):
        with pytest.raises(ValueError, match="a matrix game takes finite payoffs"):
            solve(wrong)
