"""A game as the rest of the library knows it: one record of kernels, data and words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.core.layout import Layout
from card_envs.core.loops import bind, bind_closing, bind_controls


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
class Controls:
    """Control variates: what the luck of a deal can be told by, to take it out of means over many games.

    Attributes:
        kernel: (state, out float64 [size]), which writes numbers of the deal that `state` has just been dealt, the
            deals of later rounds included that come whatever is played. The expectation of each is 0, with any
            options. Nothing is played in the state, so it may be written over.
        size: how many.
    """

    kernel: Any
    size: int


@dataclass(frozen=True)
class Clock:
    """How a game is played in real time, one decision point a tick: who has not chosen by its end idles, action 0.

    Attributes:
        tick_ms: how long a tick lasts, in milliseconds.
        reaction_ms: the median of the time in which bots see what has changed. People take their own.
        seated: (options, seats of people, tick_ms, reaction_ms) → the options with everybody's reactions in them.
        window: state → a number; a choice counts while it stays what it was when its chooser looked.
    """

    tick_ms: Setting
    reaction_ms: Setting
    seated: Callable[[Any, Collection[int], float, float], Any]
    window: Callable[[Any], int]


@dataclass(frozen=True)
class Hosting:
    """What is asked of a game besides its rules where people play it, or others ask for a bot's move.

    Attributes:
        check: raises `layout.BlockError` unless an acting seat can see these blocks, by name, in a game in progress,
            at least as far as `determinize` relies on it.
        closing: kernel (state, actions int64 [columns], out records [2]) -> int64. Of a decision point about to be
            played, it writes how the table looks when a part of the game closes with it, before it is cleared for the
            next; returns how many such looks there are. None where nothing is cleared.
        clock: of a game that is played in real time.
    """

    check: Callable[[Mapping[str, NDArray[np.float32]]], None]
    closing: Any = None
    clock: Clock | None = None


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
        hosting: what a table for people asks of it; None for a game that is not served to people.
        controls: by what the luck of its deals can be told, if it says so.
        folder: where its kernels' sources lie.
        text: the module that says actions and tables in words: `action`, `moves`, `describe`, `render`, and of a game
            in real time `glance`.
        drawing: the module that draws its things and tables: `symbols`, `picture`; None for a game that is not drawn.
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
    drawing: Any = None
    teams: int = 0
    lookahead: Lookahead | None = None
    hosting: Hosting | None = None
    controls: Controls | None = None

    @cached_property
    def loops(self) -> SimpleNamespace:
        """The loops of `core.loops`, compiled for this game."""
        return bind(self.kernels, self.folder)

    @cached_property
    def control_rows(self) -> Any:
        """`loops.control_rows`, compiled for this game, which has controls."""
        assert self.controls is not None
        return bind_controls(self.controls.kernel, self.folder)

    @cached_property
    def close_row(self) -> Any:
        """`loops.close_row`, compiled for this game, which has a closing."""
        assert self.hosting is not None
        return bind_closing(self.hosting.closing, self.folder)

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
