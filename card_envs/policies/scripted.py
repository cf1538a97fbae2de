"""The scripted players of a game, and the uniform one that every game has; compiled, for any number of rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.core.compile import kernel
from card_envs.core.game import Game
from card_envs.core.loops import bind_player
from card_envs.core.masks import count, pick
from card_envs.core.random import below
from card_envs.policies.base import random_keys


@kernel
def uniform(observation, mask, key):
    """Any legal action, all equally likely."""
    return pick(mask, below(key, 0, count(mask)))


class ScriptedPolicy:
    """A player of `game.players`, or "random"."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.name = game, name
        self._choose = bind_player(name, uniform if name == "random" else game.players[name], game.folder)

    def act(self, observations: NDArray[np.float32], action_masks: NDArray[np.int8], rng: Any) -> NDArray[np.int64]:
        """See `Policy.act`."""
        actions = np.empty(len(observations), np.int64)
        self._choose(
            np.ascontiguousarray(observations),
            np.ascontiguousarray(action_masks),
            random_keys(rng, len(observations)),
            actions,
        )
        return actions

    def __reduce__(self) -> tuple[Any, ...]:
        return ScriptedPolicy, (self.game, self.name)

    def __repr__(self) -> str:
        return self.name
