"""95% intervals: they cover, with laps whose games go together and with laps whose games do not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from card_envs.arena.duplicates import variance_reduction
from card_envs.arena.intervals import mean_interval, share_interval, standard_error, t95

SIMULATED = 3_000


def covered(interval: Callable[[NDArray[np.float64]], tuple[float, float] | None], many, truth: float) -> float:
    """In what part of the simulated matches the interval holds the true value."""
    found = [interval(values) for values in many]
    assert None not in found
    return float(np.mean([low <= truth <= high for low, high in found]))


@pytest.mark.parametrize("laps", [8, 40, 400])
@pytest.mark.parametrize("deal", [0.0, 1.0, 3.0])
def test_intervals_of_means_cover(laps: int, deal: float) -> None:
    """Games of a lap share what their deal brings, and skewed luck of their own."""
    rng = np.random.default_rng(laps)
    many = (deal * rng.normal(size=(SIMULATED, laps, 1)) + rng.gamma(4.0, 1.0, (SIMULATED, laps, 4))).astype(float)
    assert 0.93 <= covered(mean_interval, many, 4.0) <= 0.97


def test_intervals_of_means_cover_where_seats_take_from_each_other() -> None:
    """What one seat of a deal has, the others lack: what duplicate deals cancel."""
    rng = np.random.default_rng(1)
    luck = rng.normal(size=(SIMULATED, 50, 4))
    many = 3 * (luck - luck.mean(axis=2, keepdims=True)) + rng.normal(size=(SIMULATED, 50, 4))
    assert 0.93 <= covered(mean_interval, many, 0.0) <= 0.97


@pytest.mark.parametrize("together", [0.0, 0.5])
@pytest.mark.parametrize("truth", [0.1, 0.5])
def test_intervals_of_shares_cover(truth: float, together: float) -> None:
    """Games won or lost; in part of the laps all games go as the first."""
    rng = np.random.default_rng(int(100 * truth + together))
    won = rng.random((SIMULATED, 100, 4)) < truth
    same = rng.random((SIMULATED, 100, 1)) < together
    many = np.where(same, won[:, :, :1], won).astype(float)
    assert 0.93 <= covered(share_interval, many, truth) <= 0.97


def test_intervals_of_shares_cover_where_one_seat_of_a_deal_wins() -> None:
    """Whoever sits there: a policy gets the winning seat in one of four games, and sometimes wins elsewhere too."""
    rng = np.random.default_rng(2)
    best = rng.integers(4, size=(SIMULATED, 100, 1)) == np.arange(4)
    many = np.where(best, rng.random((SIMULATED, 100, 4)) < 0.9, rng.random((SIMULATED, 100, 4)) < 0.1).astype(float)
    assert 0.93 <= covered(share_interval, many, 0.3) <= 0.97


def test_intervals_by_hand() -> None:
    """The mean of 1, 2, 3: variance 1, and 2/3 from the games as one lap more: (2·1 + 2/3)/3 / 3."""
    assert standard_error(np.array([1.0, 2.0, 3.0])) == pytest.approx((8 / 27) ** 0.5)
    assert mean_interval(np.array([1.0, 2.0, 3.0])) == pytest.approx((2 - 2.3421, 2 + 2.3421), abs=1e-3)
    # 10 of 100 won: Wilson's with Student's 1.98422 in place of 1.95996.
    low, high = share_interval(np.array([1.0] * 10 + [0.0] * 90))
    assert (low, high) == (pytest.approx(0.0547, abs=1e-4), pytest.approx(0.1759, abs=1e-4))
    low, high = share_interval(np.zeros(10))
    assert low == 0.0
    assert high == pytest.approx(t95(9) ** 2 / (10 + t95(9) ** 2))


def test_two_laps_that_agree_are_no_proof() -> None:
    """Each a win and a loss: the laps have no spread, the games have."""
    low, high = mean_interval(np.array([[1.0, 0.0], [1.0, 0.0]]))
    assert low < 0 < 1 < high
    low, high = share_interval(np.array([[1.0, 0.0], [1.0, 0.0]]))
    assert 0 <= low < 0.1
    assert 0.9 < high <= 1


def test_a_share_that_never_varies_is_sure() -> None:
    low, high = share_interval(np.full((50, 3), 1 / 3))
    assert (low, high) == (pytest.approx(1 / 3, abs=1e-9), pytest.approx(1 / 3, abs=1e-9))
    assert share_interval(np.full((50, 2), 0.5)) == (0.5, 0.5)


def test_one_lap_gives_none() -> None:
    assert mean_interval(np.array([[1.0, 2.0]])) is None
    assert share_interval(np.array([[1.0, 0.0]])) is None
    assert variance_reduction(np.array([[1.0, 0.0]])) is None


def test_students_quantiles() -> None:
    for freedom in (*range(1, 40), 60, 100, 1_000, 10**6):
        assert t95(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), abs=2e-4)


# --- what duplicate deals are good for -------------------------------------------------------------------------


def test_variance_reduction_by_hand() -> None:
    """Columns vary by 1/3, so apart (1/3)/2; means 1/2, 1/2, 1 by 1/12."""
    assert variance_reduction(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])) == pytest.approx(2.0)


def test_variance_reduction_is_that_of_the_model() -> None:
    """Luck of variance 9 that seats take from each other, and 1 of each game's own: (9·3/4 + 1) / 1."""
    rng = np.random.default_rng(3)
    luck = 3 * rng.normal(size=(20_000, 4))
    values = luck - luck.mean(axis=1, keepdims=True) + rng.normal(size=luck.shape)
    assert variance_reduction(values) == pytest.approx(7.75, rel=0.05)
    assert variance_reduction(rng.normal(size=luck.shape)) == pytest.approx(1.0, rel=0.05)
    same = np.repeat(rng.normal(size=(20_000, 1)), 4, axis=1)
    assert variance_reduction(same) == pytest.approx(0.25)  # games that only repeat each other are worth one


def test_variance_reduction_agrees_with_what_it_is_said_to_be() -> None:
    """Means of matches with duplicate deals against means of as many games with deals of their own."""
    rng = np.random.default_rng(4)
    matches, laps = 4_000, 20
    luck = rng.normal(size=(2, matches, laps, 4))
    own = rng.normal(size=(2, matches, laps, 4))
    duplicate = luck[0] - luck[0].mean(axis=2, keepdims=True) + own[0]
    apart = (3 / 4) ** 0.5 * luck[1] + own[1]  # the same spread, but no seat's luck has to do with another's
    true = apart.mean(axis=(1, 2)).var() / duplicate.mean(axis=(1, 2)).var()
    assert np.mean([variance_reduction(values) for values in duplicate[:400]]) == pytest.approx(true, rel=0.15)


def test_nothing_varies() -> None:
    assert variance_reduction(np.full((10, 3), 1 / 3)) is None
    assert variance_reduction(np.tile([1.0, 0.0], (10, 1))) is None
    assert variance_reduction(np.arange(10.0)[:, None]) is None
