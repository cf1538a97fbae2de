"""Policies in the seats of many games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.core.game import Game
from card_envs.core.random import POLICY
from card_envs.core.tables import Rows, Tables, illegal_action
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

    Raises:
        ValueError: a policy gives something else than one legal action, an integer, for each row.
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
            mine = masks[game, column]
            chosen = np.asarray(policy.act(observations[game, column], mine, keys[game, column]))
            _check(tables.game, policy, chosen, mine)
            actions[game, column] = chosen


def _check(game: Game, policy: Policy, chosen: NDArray[Any], masks: NDArray[np.int8]) -> None:
    if chosen.shape != (len(masks),) or chosen.dtype.kind not in "iu":
        raise ValueError(
            f"{policy!r} must give one integer a row, shape ({len(masks)},), not {chosen.dtype} of shape {chosen.shape}"
        )
    outside = (chosen < 0) | (chosen >= masks.shape[1])
    wrong = outside | (masks[np.arange(len(masks)), np.where(outside, 0, chosen)] == 0)
    if wrong.any():
        row = int(wrong.argmax())
        raise ValueError(illegal_action(game, repr(policy), int(chosen[row]), masks[row]))
