"""A game as the rest of the library knows it: one record of kernels, data and words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.core.layout import Layout
from card_envs.core.loops import bind


@dataclass(frozen=True)
class Setting:
    """A number that a scripted player can be given by name, as in "expert:reaction=0.35"."""

    default: float
    low: float
    high: float


@dataclass(frozen=True)
class Player:
    """A scripted player.

    Attributes:
        kernel: (observation float32 [size], mask int8 [actions], key uint64, settings float64 [k]) -> action.
        settings: by name, in the order in which the kernel gets them.
    """

    kernel: Any
    settings: Mapping[str, Setting] = field(default_factory=dict)


@dataclass(frozen=True)
class Lookahead:
    """What a search of the game asks besides its rules.

    Attributes:
        stage: kernel (state) -> int64, a number of the part of the game that is played, such as its round. A search
            plays on from a state that `determinize` made until the number changes or the game ends.
        value: kernel (state, out float32 [seats]), which writes how well each seat stands then: any numbers of
            which one decision moves about one at most.
        playout: the name of the scripted player that plays on below the search tree.
    """

    stage: Any
    value: Any
    playout: str = "random"


@dataclass(frozen=True)
class Game:
    """All that a game brings; every interface is derived from this and knows no game.

    Attributes:
        name: as users type it, "tapeo".
        options: the frozen dataclass of its options; every one has a field `players`, and `reward`.
        state: dtype of one state, starting with the fields of `loops.HEADER`.
        result: dtype of the result of one game, with at least `scores`, `winners` and `ranks`, [max players] each.
        initial: options → record array [1] that holds them.
        kernels: the functions of `loops.Protocol` by name.
        layout: what a seat sees.
        actions: the names of the actions; the index is the action.
        simultaneous: whether all seats still in act at once.
        teams: how many teams there are, seat s being of team s modulo that; 0 where each plays for itself.
        lookahead: how far a search looks ahead, and for what; None for a game that cannot be searched.
        folder: where its kernels' sources lie.
        text: the module that says actions and tables in words: `action`, `describe`, `render`.
        players: scripted players by name; one called "random" stands in for the uniform one that every game has.
    """

    name: str
    options: type
    state: np.dtype
    result: np.dtype
    initial: Callable[[Any], NDArray[Any]]
    kernels: Mapping[str, Any]
    layout: Layout
    actions: tuple[str, ...]
    simultaneous: bool
    folder: Path
    text: Any
    players: Mapping[str, Player]
    teams: int = 0
    lookahead: Lookahead | None = None

    @cached_property
    def loops(self) -> SimpleNamespace:
        """The loops of `core.loops`, compiled for this game."""
        return bind(self.kernels, self.folder)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles of whatever holds a game hold the same one."""
        return get_game, (self.name,)

    def columns(self, seats: int) -> int:
        """Width of the arrays of one decision point: all seats, or the one that acts."""
        return seats if self.simultaneous else 1


# The one line that a game costs outside its own folder. A game is imported when it is first asked for.
GAMES = {
    "tapeo": "card_envs.tapeo",
    "envite": "card_envs.envite",
    "ratscrew": "card_envs.ratscrew",
}


def get_game(name: str) -> Game:
    """The game of that name.

    Raises:
        ValueError: no such game.
    """
    if name not in GAMES:
        raise ValueError(f"no game is called {name!r}; there are {', '.join(GAMES)}")
    return import_module(GAMES[name]).GAME
