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
        weights: cumulative float64 [policies] to draw each rival's by; empty: policy k sits k + 1 places to the left.
        partner_weights: the same for the seats of a learner's own team.
    """

    policies: tuple[Policy, ...]
    weights: NDArray[np.float64]
    partner_weights: NDArray[np.float64]


def make_opponents(game: Game, players: int, spec: OpponentsSpec, partners: OpponentsSpec | None = None) -> Opponents:
    """Read `opponents=`: one policy for all seats; a list of n − 1, seat by seat from the left; or a dict of weights.

    Args:
        game, players: the table.
        spec: who may sit in the seats that no learner holds.
        partners: who may sit in those of a learner's own team, one policy or a dict of weights; by default as `spec`.

    Raises:
        ValueError: an unknown policy, a list of another length, weights that are negative or all zero, partners
            where there are no teams or beside a list.
    """
    if isinstance(spec, Sequence) and not isinstance(spec, str):
        if len(spec) != players - 1:
            raise ValueError(f"{players} players take a list of {players - 1} opponents, not {len(spec)}: {list(spec)}")
        if partners is not None:
            raise ValueError("a list of opponents says who sits in every seat; leave partners out")
        return Opponents(tuple(make_policy(game, name) for name in spec), np.zeros(0), np.zeros(0))
    rivals = _weights(game, spec, f"opponents are a policy, a list of {players - 1} or a dict policy → weight")
    if partners is None:
        weights = np.cumsum(list(rivals.values()))
        return Opponents(tuple(rivals), weights, weights)
    if not game.teams:
        raise ValueError(f"partners are for games with teams, {game.name} has none")
    own = _weights(game, partners, "partners are a policy or a dict policy → weight")
    return Opponents(
        (*rivals, *own),
        np.cumsum([*rivals.values(), *[0.0] * len(own)]),
        np.cumsum([*[0.0] * len(rivals), *own.values()]),
    )


def _weights(game: Game, spec: OpponentsSpec, allowed: str) -> dict[Policy, float]:
    """One policy, or a dict of them, as policies and weights; `allowed` says what may be given."""
    if isinstance(spec, (str, Policy)):
        return {make_policy(game, spec): 1.0}
    if not isinstance(spec, Mapping):
        raise ValueError(f"{allowed}, not {spec!r}")
    weights = list(spec.values())
    if not all(isinstance(w, Real) and 0 <= w < float("inf") for w in weights) or not any(weights):
        raise ValueError(f"{allowed}; weights are numbers from 0 up, not all zero, not {weights}")
    return {make_policy(game, policy): float(weight) for policy, weight in spec.items()}
