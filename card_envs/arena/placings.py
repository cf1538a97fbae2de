"""How the policies of a match are placed in its games: what ratings are made from."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.arena.plan import Plan

Placings = list[tuple[tuple[int, ...], int]]  # the place of each policy, 1 is best; and in how many games it was so


def placings(plan: Plan, results: NDArray[Any]) -> Placings:
    """Every placing that occurred, and how often, in the order of the places.

    In each game one seat stands for each policy, the next of its seats in each lap. So nobody gains by holding more
    seats or fewer, and equal policies are placed alike.

    Args:
        plan, results: the games of the match, and a record array [games] of their results.
    """
    holders = plan.seatings(range(plan.laps))
    ranks = results["ranks"][:, : plan.options.players].astype(np.int64)
    games = np.arange(len(holders))
    laps = games // plan.line_up.lap_size
    standing = np.empty((len(holders), len(plan.line_up.policies)), np.int64)
    for policy, count in enumerate(plan.line_up.counts):
        seats = np.argsort(holders != policy, axis=1, kind="stable")[:, :count]
        standing[:, policy] = ranks[games, seats[games, laps % count]]
    places = 1 + (standing[:, None, :] < standing[:, :, None]).sum(axis=2)
    found, counts = np.unique(places, axis=0, return_counts=True)
    return [(tuple(place), count) for place, count in zip(found.tolist(), counts.tolist(), strict=True)]
