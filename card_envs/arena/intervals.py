"""95% intervals for what a match measures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Z95 = 1.959963984540054  # the normal distribution's 97.5% quantile


def mean_interval(values: NDArray[np.float64]) -> tuple[float, float]:
    """The normal 95% interval of a mean, from one value a game."""
    mean = float(values.mean())
    if len(values) < 2:
        return (-np.inf, np.inf)
    half = Z95 * float(values.std(ddof=1)) / len(values) ** 0.5
    return (mean - half, mean + half)


def share_interval(values: NDArray[np.float64]) -> tuple[float, float]:
    """Wilson's 95% interval (1927) of a mean share, from one share in [0, 1] a game.

    Shares between 0 and 1 (a win that is shared) vary less than wins and losses of the same mean, so for them
    the interval is on the safe side.
    """
    n, mean = len(values), float(values.mean())
    centre = mean + Z95**2 / (2 * n)
    half = Z95 * (mean * (1 - mean) / n + Z95**2 / (4 * n**2)) ** 0.5
    scale = 1 + Z95**2 / n
    return (max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale))
