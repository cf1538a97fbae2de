"""The presets of each game, one file a game, each with `PRESETS`, name → settings."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from card_envs.core.game import get_game
from training.settings import Settings


def presets(game: str) -> Mapping[str, Settings]:
    """All presets of a game, by name.

    Raises:
        ValueError: no such game.
    """
    made: Mapping[str, Settings] = import_module(f"{__name__}.{get_game(game).name}").PRESETS
    return made


def preset(game: str, name: str) -> Settings:
    """The preset of that name.

    Raises:
        ValueError: there is none; the message lists what there is.
    """
    there = presets(game)
    if name not in there:
        raise ValueError(f"{game} has no preset {name!r}; there are {', '.join(there)}")
    return there[name]
