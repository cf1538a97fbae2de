"""The argument `opponents=` of the training interfaces, checked and turned into policies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from card_envs.core.game import Game
from card_envs.policies import Policy, make_policy

OpponentsSpec = str | Policy | Sequence[str | Policy] | Mapping[str | Policy, float]


@dataclass(frozen=True)
class Opponents:
    """Policies for the seats that no learner holds.

    Attributes:
        policies: all that may sit.
        weights: cumulative float64 [policies] to draw each seat's by; empty: policy k sits k + 1 places to the left.
    """

    policies: tuple[Policy, ...]
    weights: NDArray[np.float64]


def make_opponents(game: Game, players: int, spec: OpponentsSpec) -> Opponents:
    """Read `opponents=`: one policy for all seats; a list of n − 1, seat by seat from the left; or a dict of weights.

    Raises:
        ValueError: an unknown policy, a list of another length, weights that are negative or all zero.
    """
    if isinstance(spec, Mapping):
        weights = list(spec.values())
        if not all(isinstance(w, Real) and 0 <= w < float("inf") for w in weights) or not any(weights):
            raise ValueError(f"weights of opponents are numbers from 0 up, not all zero, not {weights}")
        return Opponents(tuple(make_policy(game, name) for name in spec), np.cumsum(np.array(weights, float)))
    if isinstance(spec, (str, Policy)):
        return Opponents((make_policy(game, spec),), np.ones(1))
    if not isinstance(spec, Sequence):
        raise ValueError(f"opponents are a policy, a list of {players - 1} or a dict policy → weight, not {spec!r}")
    if len(spec) != players - 1:
        raise ValueError(f"{players} players take a list of {players - 1} opponents, not {len(spec)}: {list(spec)}")
    return Opponents(tuple(make_policy(game, name) for name in spec), np.zeros(0))
