"""How well counts fit exact probabilities."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy import stats


def chi_square(observed: Counter, probabilities: dict) -> float:
    """p-value of the counts against exact probabilities; outcomes expected less than five times are put together."""
    assert set(observed) <= set(probabilities)
    assert sum(probabilities.values()) == pytest.approx(1)
    total = sum(observed.values())
    cells, rest = [], [0.0, 0.0]
    for outcome, probability in probabilities.items():
        if probability * total < 5:
            rest = [rest[0] + observed[outcome], rest[1] + probability * total]
        else:
            cells.append((observed[outcome], probability * total))
    if rest[1] >= 5:
        cells.append(tuple(rest))
    else:
        cells[-1] = (cells[-1][0] + rest[0], cells[-1][1] + rest[1])
    found, expected = np.array(cells).T
    return stats.chisquare(found, expected).pvalue
