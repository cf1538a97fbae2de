"""Ratings of policies from how they were placed, by OpenSkill's Plackett-Luce model (Weng and Lin, 2011).

Two choices fit it to policies, which do not learn between games. Nothing is forgotten (`tau` is 0), and a rating gets
surer by all that a game tells (`gamma` is 1), so that the deviation is that of an estimate from so many games. And the
games are rated evenly mixed, however they were played, so the ratings depend on the games alone.

Games count as independent. Those of one deal are not; with every seating played of each, that makes ratings surer
than they are told to be, if anything. Only differences between ratings mean something; their common level is not
measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from card_envs.arena.intervals import Z95, Interval
from card_envs.arena.placings import Placings


@dataclass(frozen=True)
class Rating:
    """How good a policy is thought to be, on OpenSkill's scale.

    Attributes:
        policy: its name.
        mean: 25 before any game.
        deviation: the standard deviation, 25/3 before any game.
    """

    policy: str
    mean: float
    deviation: float

    @property
    def interval(self) -> Interval:
        """The 95% interval."""
        return (self.mean - Z95 * self.deviation, self.mean + Z95 * self.deviation)


def ratings(played: Sequence[tuple[Sequence[str], Placings]]) -> list[Rating]:
    """The ratings of all policies that played, the best first.

    Args:
        played: the policies and the placings of each match.

    Raises:
        ImportError: OpenSkill is not installed.
    """
    model = rating_model()
    names = sorted({name for policies, _ in played for name in policies})
    rated = {name: model.rating(name=name) for name in names}
    for policies, places in _evenly_mixed(played):
        new = model.rate([[rated[name]] for name in policies], ranks=[float(place) for place in places])
        rated.update({name: rating for name, (rating,) in zip(policies, new, strict=True)})
    found = [Rating(name, rated[name].mu, rated[name].sigma) for name in names]
    return sorted(found, key=lambda rating: -rating.mean)


def confidence(rating: Rating, other: Rating) -> float:
    """How sure it is that a policy is better than another: a probability."""
    spread = (rating.deviation**2 + other.deviation**2) ** 0.5
    return NormalDist().cdf((rating.mean - other.mean) / spread)


def confidence_text(probability: float) -> str:
    """In words; nothing is certain."""
    return "over 99.9% sure" if probability > 0.999 else f"{probability:.1%} sure"


def rating_model() -> Any:
    """OpenSkill's model, as ratings use it.

    Raises:
        ImportError: it is not installed; the message says how to get it.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        raise ImportError("ratings need openskill: pip install 'card-envs[cli]'") from error
    return PlackettLuce(tau=0.0, gamma=_all_that_a_game_tells)


def _all_that_a_game_tells(*_: Any) -> float:
    return 1.0


def _evenly_mixed(
    played: Sequence[tuple[Sequence[str], Placings]],
) -> list[tuple[Sequence[str], tuple[int, ...]]]:
    """All games, one after another: each placing of each match at even distances from the first to the last."""
    kinds = sorted((tuple(policies), places, count) for policies, counted in played for places, count in counted)
    counts = [count for _, _, count in kinds]
    if not counts:
        return []
    when = np.concatenate([(np.arange(count) + 0.5) / count for count in counts])
    kind = np.repeat(np.arange(len(counts)), counts)
    return [kinds[index][:2] for index in kind[np.argsort(when, kind="stable")]]
