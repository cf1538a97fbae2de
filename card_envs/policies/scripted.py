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
        self._space = game.layout.space
        self._choose = bind_player(name, uniform if name == "random" else game.players[name], game.folder)

    def act(self, observations: NDArray[np.float32], action_masks: NDArray[np.int8], rng: Any) -> NDArray[np.int64]:
        """See `Policy.act`.

        Raises:
            ValueError: other shapes, observations outside the game's space, or a mask without a legal action.
        """
        seen = np.ascontiguousarray(observations, np.float32)
        masks = np.ascontiguousarray(action_masks, np.int8)
        self._check(seen, masks)
        actions = np.empty(len(seen), np.int64)
        self._choose(seen, masks, random_keys(rng, len(seen)), actions)
        return actions

    def _check(self, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> None:
        """Compiled code looks at no bounds: what it is given must be what it expects."""
        wanted = (self.game.layout.size, len(self.game.actions))
        if (
            observations.ndim != 2
            or masks.shape != (len(observations), wanted[1])
            or observations.shape[1] != wanted[0]
        ):
            raise ValueError(
                f"{self.name} of {self.game.name} takes observations [B, {wanted[0]}] and masks [B, {wanted[1]}], "
                f"not {list(observations.shape)} and {list(masks.shape)}"
            )
        if not ((observations >= self._space.low) & (observations <= self._space.high)).all():
            raise ValueError(f"observations of {self.game.name} must be raw, within its observation space")
        if not masks.any(axis=1).all():
            raise ValueError("an action mask allows nothing; a policy is asked only where a seat acts")

    def __reduce__(self) -> tuple[Any, ...]:
        return ScriptedPolicy, (self.game, self.name)

    def __repr__(self) -> str:
        return self.name
