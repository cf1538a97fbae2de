"""95% intervals for what a match measures.

`values` are float64 [laps] or [laps, games of a lap]: laps are independent, the games of a lap need not be, so a lap's
mean is one observation.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Interval = tuple[float, float]

Z95 = 1.959963984540054  # the normal distribution's 97.5% quantile
# Student's t distribution's, with 1, 2, … degrees of freedom.
T95 = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)


def mean_interval(values: NDArray[np.float64]) -> Interval | None:
    """Student's 95% interval of a mean; None from a single lap, which says nothing of how laps differ."""
    laps = _laps(values)
    if len(laps) < 2:
        return None
    mean = float(laps.mean())
    half = t95(len(laps) - 1) * standard_error(laps)
    return (mean - half, mean + half)


def share_interval(values: NDArray[np.float64]) -> Interval | None:
    """Wilson's 95% interval (1927) of a mean share, from shares in [0, 1]; None from a single lap.

    Wilson's counts games that are won or lost independently. Taken is the number of such games that would leave the
    same standard error; where all shares are 0, or all 1, the number of laps.
    """
    laps = _laps(values)
    if len(laps) < 2:
        return None
    mean, error = float(laps.mean()), standard_error(laps)
    spread = mean * (1 - mean)
    if error == 0 and spread > 0:
        return (mean, mean)
    number = spread / error**2 if error > 0 and spread > 0 else float(len(laps))
    t = t95(len(laps) - 1)
    centre = mean + t**2 / (2 * number)
    half = t * (spread / number + t**2 / (4 * number**2)) ** 0.5
    scale = 1 + t**2 / number
    return (max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale))


def standard_error(values: NDArray[np.float64]) -> float:
    """Of the mean, from at least two laps.

    The variance of a lap's mean is taken from the laps and, as from one lap more, from all games as if they were
    independent: a few laps that happen to agree are no proof that all do.
    """
    laps = _laps(values)
    number, games = laps.shape
    variance = ((number - 1) * float(laps.mean(axis=1).var(ddof=1)) + float(laps.var()) / games) / number
    return (variance / number) ** 0.5


def t95(freedom: int) -> float:
    """Student's 97.5% quantile: from a table, then by Cornish and Fisher's expansion; right to three decimals."""
    if freedom <= len(T95):
        return T95[freedom - 1]
    z = Z95
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def _laps(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return values.reshape(len(values), -1)
