"""The league: who sits in the seats that the learner leaves free."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from card_envs.core.game import get_game
from card_envs.policies import make_policy
from training.network import NetworkPolicy

NEWEST_SHARE = 0.5  # of the snapshots' weight goes to the newest, so that it is met mostly


class League:
    """Fixed policies by their weights, and snapshots of the learner, of which the newest weighs most.

    Args:
        game: name of the game.
        scripted: names of policies that stay as they are, and their weights.
        size: snapshots kept at most.
        weight: of the snapshots together; 0 lets none join, and the fixed policies are all there are.
    """

    def __init__(self, game: str, scripted: Mapping[str, float], size: int, weight: float) -> None:
        self._random = make_policy(get_game(game), "random")  # until there is anybody else
        self._scripted = {make_policy(get_game(game), name): weight for name, weight in scripted.items()}
        self._size, self._weight = size, weight
        self._snapshots: list[NetworkPolicy] = []

    def add(self, newest: NetworkPolicy) -> None:
        """Let a snapshot join, where snapshots have any weight; the oldest leaves where there would be too many."""
        if self._weight > 0:
            self._snapshots = [*self._snapshots, newest][-self._size :]

    def opponents(self) -> dict[Any, float]:
        """Policies and weights, as `set_opponents` takes them. Of the snapshots the newest weighs most."""
        scripted: dict[Any, float] = dict(self._scripted)
        if not self._snapshots:
            return scripted or {self._random: 1.0}
        older, newest = self._snapshots[:-1], self._snapshots[-1]
        share = NEWEST_SHARE if older else 1.0
        others = {snapshot: self._weight * (1 - share) / len(older) for snapshot in older}
        return {**scripted, **others, newest: self._weight * share}
