"""Policies in the seats of many games."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from card_envs.core.random import POLICY
from card_envs.core.tables import Rows, Tables
from card_envs.policies.base import Policy


def choose_actions(
    tables: Tables, policies: Sequence[Policy], holders: NDArray[np.int64], rows: Rows, actions: NDArray[np.int64]
) -> None:
    """Let the policies choose for the seats they hold.

    Args:
        tables: the games.
        policies: whose turn it may be.
        holders: int64 [B, seats], which policy holds each seat; −1 where none of them does.
        rows: int64 [k], the games to look at.
        actions: int64 [B, columns], filled in for the acting seats that policies hold.
    """
    actors = tables.actors[rows]
    held = np.where(actors >= 0, np.take_along_axis(holders[rows], np.maximum(actors, 0), axis=1), -1)
    if (held < 0).all():
        return
    observations, masks, keys = tables.observations, tables.action_masks, tables.keys(POLICY, rows)
    for index, policy in enumerate(policies):
        place, column = np.nonzero(held == index)
        if len(place):
            game = rows[place]
            actions[game, column] = policy.act(observations[game, column], masks[game, column], keys[game, column])
