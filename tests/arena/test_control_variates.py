"""Control variates: nothing but luck is taken out of means, and their intervals cover."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from card_envs import arena
from card_envs.arena.control_variates import LAPS_EACH, LAPS_MORE, ControlVariates
from card_envs.arena.duplicates import variance_reduction
from card_envs.arena.intervals import mean_interval
from card_envs.core.options import made_options
from card_envs.core.random import slot_seeds
from tests.conformance import ROWS

TELLING = [row for row in ROWS[:-3] if row.record.controls is not None]  # the last three are toys

SIMULATED, CONTROLS = 800, 12


def simulated(rng: np.random.Generator, laps: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Numbers of deals, and points of which the expectation is 3: luck goes with the numbers, and not only straight."""
    numbers = rng.normal(size=(laps, CONTROLS))
    numbers[:, -1] = numbers[:, 0] ** 2 - 1
    numbers[:, -2] = -numbers[:, :2].sum(axis=1)  # as counts that always sum to the same
    luck = 2 * numbers[:, 0] + numbers[:, 1] ** 2 * np.exp(numbers[:, 2] / 2) - np.exp(1 / 8)
    own = (1 + np.abs(numbers[:, :1])) * (rng.gamma(2.0, 1.0, (laps, 4)) - 2)
    return numbers, 3 + luck[:, None] + own


def test_each_lap_is_corrected_by_the_slopes_of_the_others() -> None:
    numbers, values = simulated(np.random.default_rng(1), 60)
    corrected = ControlVariates(numbers).corrected(values)
    penalty = LAPS_MORE * np.diag([0.0] + [1.0] * CONTROLS)
    for lap in range(60):
        design = np.column_stack([np.ones(59), np.delete(numbers, lap, axis=0)])
        means = np.delete(values, lap, axis=0).mean(axis=1)
        slopes = np.linalg.solve(design.T @ design + penalty, design.T @ means)
        np.testing.assert_allclose(corrected[lap], values[lap] - numbers[lap] @ slopes[1:], atol=1e-9)


@pytest.mark.parametrize("laps", [LAPS_EACH * CONTROLS, 500])
def test_corrected_means_are_unbiased_and_their_intervals_cover(laps: int) -> None:
    rng = np.random.default_rng(laps)
    means, covered = np.zeros(SIMULATED), 0
    for match in range(SIMULATED):
        numbers, values = simulated(rng, laps)
        corrected = ControlVariates(numbers).corrected(values)
        low, high = mean_interval(corrected)  # type: ignore[misc]
        means[match] = corrected.mean()
        covered += low <= 3 <= high
    assert abs(means.mean() - 3) < 4 * means.std() / SIMULATED**0.5
    assert 0.93 <= covered / SIMULATED <= 0.97


def test_the_measured_reduction_is_the_true_one() -> None:
    """Against means of matches of as many games with deals of their own, nothing corrected."""
    rng = np.random.default_rng(5)
    matches, laps = 400, LAPS_EACH * CONTROLS
    corrected, apart, measured = np.zeros((3, matches))
    for match in range(matches):
        numbers, values = simulated(rng, laps)
        controls = ControlVariates(numbers)
        corrected[match] = controls.corrected(values).mean()
        measured[match] = variance_reduction(values, controls.corrected(values))
        apart[match] = simulated(rng, 4 * laps)[1][:, 0].mean()
    assert np.median(measured) == pytest.approx(apart.var() / corrected.var(), rel=0.2)


def test_a_number_that_one_lap_alone_has_does_no_harm() -> None:
    numbers, values = np.zeros((20, 2)), np.arange(40.0).reshape(20, 2)
    numbers[3, 0] = 5.0
    np.testing.assert_allclose(ControlVariates(numbers).corrected(values), values)


# --- in matches ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", TELLING, ids=str)
def test_the_expectation_of_every_number_is_0(row) -> None:
    deals = 20_000
    game, options = row.record, made_options(row.record.options, row.options)
    states = np.repeat(game.initial(options), deals)
    states["seed"] = slot_seeds(1, deals)
    game.loops.deal_rows(states, np.arange(deals))
    numbers = np.full((deals, game.controls.size), np.nan)
    game.control_rows(states, numbers)
    spread = numbers.std(axis=0)
    assert (np.abs(numbers.mean(axis=0)) <= 4.5 * spread / deals**0.5 + 1e-9).all()
    assert (spread > 0).sum() > game.controls.size / 2


def test_they_save_games_in_tapeo() -> None:
    """The measured factor, and the interval that is narrower for it; in a game whose tapas go round to everybody."""
    with_them = arena.play("tapeo", ["greedy", "expert"], 8_000, seed=3, players=4)
    without = arena.play("tapeo", ["greedy", "expert"], 8_000, seed=3, duplicate=False, players=4)
    assert (with_them.controls, without.controls) == (31, 0)
    for policy, least in enumerate((1.3, 2.0)):
        factor = with_them.mean_points_variance_reduction[policy]
        assert factor > least
        width = [high - low for low, high in (m.mean_points_interval[policy] for m in (without, with_them))]
        assert (width[0] / width[1]) ** 2 == pytest.approx(factor, rel=0.15)
        middle = [(high + low) / 2 for low, high in (m.mean_points_interval[policy] for m in (without, with_them))]
        assert middle == pytest.approx([without.mean_points[policy], with_them.mean_points[policy]])
        assert abs(middle[0] - middle[1]) < width[0]  # three standard errors of the difference


def test_what_adds_up_still_does() -> None:
    match = arena.play("tapeo", ["greedy", "random"], 1_240, players=4)
    assert match.controls == 31
    for policy in range(2):
        sources = [means[policy] for name, means in match.figures.items() if name.endswith("_points")]
        assert sum(sources) == pytest.approx(match.mean_points[policy])
    assert match.differences[0].mean_points == pytest.approx(match.mean_points[0] - match.mean_points[1])


def test_few_laps_are_left_as_they_are() -> None:
    assert arena.play("tapeo", ["greedy", "random"], 1_236, players=4).controls == 0
    assert arena.play("envite", ["greedy", "random"], 100).controls == 0
