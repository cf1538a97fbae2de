"""Control variates: the luck of the deals, taken out of means (Lavenberg and Welch, 1981).

Some numbers of a deal have a known expectation, such as how many prawns come to the table. How points go with them
is seen in the games, and so what the points owe to deals that lay above or below expectation.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from card_envs.arena.plan import Plan
from card_envs.core.game import Game

LAPS_EACH = 10  # laps for each control from which they are used: slopes found from fewer bring errors of their own
LAPS_MORE = 1.0  # as from so many laps more that show no slope: it settles the slopes of controls that go together


class ControlVariates:
    """Numbers of the deals of a match, and what figures owe to them.

    Each lap is corrected by the slopes that the other laps show (least squares). They do not depend on its own deal,
    so the correction's expectation is 0 and corrected means are unbiased, however points go with the numbers; and a
    lap shows what is left of it with slopes from elsewhere, so intervals allow for the slopes' own errors.

    Args:
        numbers: float64 [laps, k], each with the expectation 0; with k = 0 nothing is corrected.
    """

    def __init__(self, numbers: NDArray[np.float64]) -> None:
        laps, self.count = numbers.shape
        self._design = np.column_stack([np.ones(laps), numbers])
        penalty = np.diag([0.0] + [LAPS_MORE] * self.count)
        # By einsum, for a BLAS adds in another order at another number of threads.
        inverse = np.linalg.inv(np.einsum("li,lj->ij", self._design, self._design) + penalty)
        self._pulls = np.einsum("li,ij->lj", self._design, inverse)  # of a unit of each lap on the slopes
        self._leverages = np.einsum("li,li->l", self._pulls, self._design)

    def corrected(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Figures of games less what they owe to their deals: float64 [laps, games of a lap]."""
        if not self.count:
            return values
        means = values.mean(axis=1)
        slopes = np.einsum("l,li->i", means, self._pulls)
        errors = (means - np.einsum("li,i->l", self._design, slopes)) / (1 - self._leverages)
        slopes_of_others = slopes - self._pulls * errors[:, None]
        owed = np.einsum("li,li->l", self._design[:, 1:], slopes_of_others[:, 1:])
        return values - owed[:, None]


def control_variates(plan: Plan, game: Game) -> ControlVariates:
    """Those of a match: none where the game has none, without duplicate deals, and in few laps."""
    size = 0 if game.controls is None or not plan.duplicate else game.controls.size
    numbers = np.zeros((plan.laps, size if plan.laps >= LAPS_EACH * size else 0))
    if numbers.size:
        states = np.repeat(game.initial(plan.options), plan.laps)
        states["seed"] = plan.keys(range(plan.laps))[:: plan.line_up.lap_size]
        game.loops.deal_rows(states, np.arange(plan.laps))
        game.control_rows(states, numbers)
    return ControlVariates(numbers)
