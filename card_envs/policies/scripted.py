"""The scripted players of a game, and the uniform one that every game has; compiled, for any number of rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from card_envs.core.game import Game, Player
from card_envs.core.loops import bind_player, uniform
from card_envs.policies.base import random_keys


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
        self._settings = checked_settings(name, player, self.settings)
        self._space = game.layout.space
        self._choose = bind_player(name, player.kernel, game.folder)

    def act(self, observations: NDArray[np.float32], action_masks: NDArray[np.int8], rng: Any) -> NDArray[np.int64]:
        """See `Policy.act`.

        Raises:
            ValueError: other shapes, observations outside the game's space, or a mask without a legal action.
        """
        seen, masks = checked_rows(self.game, self.name, self._space, observations, action_masks)
        actions = np.empty(len(seen), np.int64)
        self._choose(seen, masks, random_keys(rng, len(seen)), self._settings, actions)
        return actions

    def __reduce__(self) -> tuple[Any, ...]:
        return ScriptedPolicy, (self.game, self.name, self.settings)

    def __repr__(self) -> str:
        given = ",".join(f"{name}={value:g}" for name, value in self.settings.items())
        return f"{self.name}:{given}" if given else self.name


def checked_rows(
    game: Game, name: str, space: Box, observations: NDArray[np.float32], action_masks: NDArray[np.int8]
) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """Both arrays, each in one piece. Compiled code looks at no bounds: what it is given must be what it expects.

    Args:
        game, name: which policy of which game takes them.
        space: the game's observation space.
        observations, action_masks: as in `Policy.act`.

    Raises:
        ValueError: other shapes, observations outside the space, or a mask without a legal action.
    """
    seen = np.ascontiguousarray(observations, np.float32)
    masks = np.ascontiguousarray(action_masks, np.int8)
    size, actions = game.layout.size, len(game.actions)
    if seen.ndim != 2 or masks.shape != (len(seen), actions) or seen.shape[1] != size:
        raise ValueError(
            f"{name} of {game.name} takes observations [B, {size}] and masks [B, {actions}], "
            f"not {list(seen.shape)} and {list(masks.shape)}"
        )
    if not ((seen >= space.low) & (seen <= space.high)).all():
        raise ValueError(f"observations of {game.name} must be raw, within its observation space")
    if not masks.any(axis=1).all():
        raise ValueError("an action mask allows nothing; a policy is asked only where a seat acts")
    return seen, masks


def checked_settings(name: str, player: Player, given: Mapping[str, float]) -> NDArray[np.float64]:
    """All settings of a player, float64 [k]."""
    for key, value in given.items():
        if key not in player.settings:
            has = f"has {', '.join(player.settings)}" if player.settings else "takes no settings"
            raise ValueError(f"policy {name!r} {has}, not {key!r}")
        low, high = player.settings[key].low, player.settings[key].high
        if not low <= value <= high:
            raise ValueError(f"{key} of policy {name!r} takes a number from {low:g} to {high:g}, not {value:g}")
    return np.array([given.get(key, setting.default) for key, setting in player.settings.items()], np.float64)
