"""The scripted players of a game, and the uniform one that every game has; compiled, for any number of rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.core.compile import kernel
from card_envs.core.game import Game, Player
from card_envs.core.loops import bind_player
from card_envs.core.masks import count, pick
from card_envs.core.random import below
from card_envs.policies.base import random_keys


@kernel
def uniform(observation, mask, key, settings):
    """Any legal action, all equally likely."""
    return pick(mask, below(key, 0, count(mask)))


def scripted_players(game: Game) -> dict[str, Player]:
    """Those of the game, and "random"."""
    return {"random": Player(uniform), **game.players}


class ScriptedPolicy:
    """One of `scripted_players`.

    Args:
        game, name: which one.
        settings: numbers that differ from its own, by name.

    Raises:
        ValueError: it has no such setting, or the number is out of bounds.
    """

    def __init__(self, game: Game, name: str, settings: Mapping[str, float] | None = None) -> None:
        self.game, self.name = game, name
        self.settings = dict(settings or {})
        player = scripted_players(game)[name]
        self._settings = _checked_settings(name, player, self.settings)
        self._space = game.layout.space
        self._choose = bind_player(name, player.kernel, game.folder)

    def act(self, observations: NDArray[np.float32], action_masks: NDArray[np.int8], rng: Any) -> NDArray[np.int64]:
        """See `Policy.act`.

        Raises:
            ValueError: other shapes, observations outside the game's space, or a mask without a legal action.
        """
        seen = np.ascontiguousarray(observations, np.float32)
        masks = np.ascontiguousarray(action_masks, np.int8)
        self._check(seen, masks)
        actions = np.empty(len(seen), np.int64)
        self._choose(seen, masks, random_keys(rng, len(seen)), self._settings, actions)
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
        return ScriptedPolicy, (self.game, self.name, self.settings)

    def __repr__(self) -> str:
        given = ",".join(f"{name}={value:g}" for name, value in self.settings.items())
        return f"{self.name}:{given}" if given else self.name


def _checked_settings(name: str, player: Player, given: Mapping[str, float]) -> NDArray[np.float64]:
    """All settings of a player, float64 [k]."""
    for key, value in given.items():
        if key not in player.settings:
            has = f"has {', '.join(player.settings)}" if player.settings else "takes no settings"
            raise ValueError(f"policy {name!r} {has}, not {key!r}")
        low, high = player.settings[key].low, player.settings[key].high
        if not low <= value <= high:
            raise ValueError(f"{key} of policy {name!r} takes a number from {low:g} to {high:g}, not {value:g}")
    return np.array([given.get(key, setting.default) for key, setting in player.settings.items()], np.float64)
