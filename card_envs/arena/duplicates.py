"""What duplicate deals and control variates are good for, measured."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

NOTHING = 1e-12  # of a variance, below which it is what rounding leaves


def variance_reduction(values: NDArray[np.float64], corrected: NDArray[np.float64] | None = None) -> float | None:
    """How many times more games the same interval would take with a deal for each game and nothing corrected.

    That is the variance of such a plain mean, at the same number of games and the same seatings, divided by that of the
    mean that is used. With k games in a lap, s²(j) the variance over the laps of the j-th game of a lap, and s² that of
    a lap's mean as it is used, it is (Σ s²(j) / k²) / s²: games of different laps are independent, so for one place in
    the lap they show how games vary by themselves.

    Args:
        values: float64 [laps, games of a lap], a policy's figure in every game; the games of a lap share a deal.
        corrected: the same as `ControlVariates` corrects it, where that is used.

    Returns:
        None from a single lap, from laps of one game, and where nothing varies from lap to lap.
    """
    laps, games = values.shape
    if laps < 2 or games < 2:
        return None
    apart = float(values.var(axis=0, ddof=1).mean()) / games
    used = values if corrected is None else corrected
    together = float(used.mean(axis=1).var(ddof=1))
    return apart / together if together > NOTHING * max(apart, NOTHING) else None
