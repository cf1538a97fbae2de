"""Zero-sum matrix games: two choose at once, and the matrix says what the second then pays the first. Needs scipy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

KEPT = 2**16  # solved games that are remembered


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """What best play is worth, and a way to play it.

    Attributes:
        value: what the row player gets; the column player gets its negative.
        rows, columns: float64 [rows], [columns], each side's probabilities: whatever the other does, they are good
            for the value. Not to be written to.
    """

    value: float
    rows: NDArray[np.float64]
    columns: NDArray[np.float64]


def solve(payoffs: NDArray[np.float64]) -> Equilibrium:
    """Solve one game by linear programming.

    Args:
        payoffs: float64 [rows, columns], what the row player gets. The same game is solved only once.

    Raises:
        ValueError: no matrix, an empty one, or one with payoffs that are not finite.
    """
    matrix = np.ascontiguousarray(payoffs, np.float64)
    if matrix.ndim != 2 or matrix.size == 0 or not np.isfinite(matrix).all():
        raise ValueError(f"a matrix game takes finite payoffs [rows, columns], at least one, not {payoffs!r}")
    return _solved(matrix.shape[0], matrix.tobytes())


def values(payoffs: NDArray[np.float64]) -> NDArray[np.float64]:
    """The values of many games of one size: float64 [games, rows, columns] → float64 [games]."""
    least, most = payoffs.min(axis=2).max(axis=1), payoffs.max(axis=1).min(axis=1)
    worth = least.copy()
    for game in np.flatnonzero(least < most):  # elsewhere each side has one choice that is good for the value
        worth[game] = solve(payoffs[game]).value
    return worth


@lru_cache(KEPT)
def _solved(rows: int, payoffs: bytes) -> Equilibrium:
    matrix = np.frombuffer(payoffs).reshape(rows, -1)
    columns = matrix.shape[1]
    # Of all (probabilities of the rows, value) take the greatest value that no column takes the rows below.
    program = linprog(
        c=np.append(np.zeros(rows), -1.0),
        A_ub=np.column_stack([-matrix.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None],
        b_eq=[1.0],
        bounds=[*[(0, None)] * rows, (None, None)],
        method="highs",
    )
    if not program.success:
        raise RuntimeError(f"the linear program of {matrix.tolist()} was not solved: {program.message}")
    # The duals of the columns' constraints are the column player's probabilities.
    return Equilibrium(-program.fun, _probabilities(program.x[:rows]), _probabilities(-program.ineqlin.marginals))


def _probabilities(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights without the solver's rounding: none negative, together 1."""
    clipped = np.maximum(weights, 0.0)
    shares: NDArray[np.float64] = clipped / clipped.sum()
    shares.flags.writeable = False
    return shares
