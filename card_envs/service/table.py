"""One table as it is played: who may choose what, and what each seat is told. It knows no clock and no connection."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from card_envs.arena.plain import plain
from card_envs.arena.records import kept_result
from card_envs.core.game import get_game
from card_envs.core.loops import RUNNING
from card_envs.core.options import made_options
from card_envs.core.random import POLICY
from card_envs.core.table import Table
from card_envs.core.text import agent
from card_envs.service.sight import Sight
from card_envs.service.store import MadeTable

IDLE = 0  # the action of whoever lets a tick of real time pass
MOST_CLOSINGS = 2


class Past(NamedTuple):
    """A decision point that has been played.

    Attributes:
        point: its number.
        moves: seat → action of all that did more than let time pass.
        closings: float32 [k, seats, size], what every seat saw of a part of the game that closed with it.
    """

    point: int
    moves: dict[int, int]
    closings: NDArray[np.float32]


class PlayedTable:
    """A game with people and bots in its seats.

    Attributes:
        made: how the table was made.
        chosen: seat → action at this decision point; may be changed until it is played (T22).
        last: the last decision point played in which something happened; None before the first.

    Raises:
        ValueError: options that the game does not have any more.
    """

    def __init__(self, made: MadeTable) -> None:
        self.made = made
        self.game = get_game(made.game)
        self._table = Table(self.game, made_options(self.game.options, made.options))
        self._table.restart(made.seed)
        self.options = plain(self._table.options)
        hosting = self.game.hosting
        assert hosting is not None
        self.clock = hosting.clock
        self._closings = np.repeat(self._table.states, MOST_CLOSINGS) if hosting.closing else self._table.states[:0]
        self.chosen: dict[int, int] = {}
        self.last: Past | None = None
        self._history: list[tuple[int, dict[int, int]]] = []  # decision points and moves, as in `Past`
        self._since = 0  # from which decision point on a choice still counts

    @property
    def seats(self) -> int:
        return self._table.seats

    @property
    def point(self) -> int:
        """The number of the decision point that is next, from 0."""
        return int(self._table.state.moves)

    @property
    def over(self) -> bool:
        return bool(self._table.state.ended != RUNNING)

    @property
    def waiting(self) -> list[int]:
        """The seats that have still to choose."""
        return [seat for seat in self._table.acting if seat not in self.chosen]

    def bots(self) -> dict[int, tuple[Sight, int]]:
        """What to ask the bots whose turn it is: by seat, what it sees, and the key of its decision."""
        keys = self._table.keys(POLICY)[0].tolist()
        asked = {}
        for column, seat in enumerate(self._table.actors[0].tolist()):
            if seat >= 0 and self.made.bots[seat] is not None:
                asked[seat] = self.sight(seat), keys[column]
        return asked

    def acts(self, seat: int) -> bool:
        """Whether the seat has something to choose now."""
        return seat in self._table.acting

    def sight(self, seat: int) -> Sight:
        """What a seat sees and may do; copies."""
        return Sight(self._table.seat_observations[seat].copy(), self._table.seat_masks[seat].copy())

    # --- playing -----------------------------------------------------------------------------------------------

    def choose(self, seat: int, move: str, point: int) -> None:
        """A person's choice, by the name of the action and the decision point that it is meant for.

        Raises:
            ValueError: another point, not its turn, or not legal; the message says what is.
        """
        if self.over:
            raise ValueError("the game is over")
        if not self._since <= point <= self.point:
            raise ValueError(f"this is for decision point {point}, which is past; the table is at {self.point}")
        if not self.acts(seat):
            raise ValueError("it is not your turn")
        if move not in self.game.actions:
            raise ValueError(f"{self.game.name} has no move {move!r}; there are {', '.join(self.game.actions)}")
        self.chosen[seat] = self._table.check(seat, self.game.actions.index(move))

    def play(self) -> list[int]:
        """Play this decision point, and return the actions of the seats that act, in their order.

        Whoever has not chosen lets it pass, which is for games in real time.
        """
        acting, past = self._table.acting, self._past()
        window = self.clock and self.clock.window(self._table.state)
        actions = [self.chosen.get(seat, IDLE) for seat in acting]
        self._table.act(dict(zip(acting, actions, strict=True)))
        self.chosen = {}
        moved_on = self.clock is None or self.clock.window(self._table.state) != window
        if moved_on:
            self._since = self.point
        if past.moves:
            self._history.append((past.point, past.moves))
        if moved_on or past.moves or self.over:
            self.last = past
        return actions

    def replay(self, played: list[list[int]]) -> None:
        """Play what was played before.

        Raises:
            ValueError: it is not what this game can have been.
        """
        for actions in played:
            self.chosen = dict(zip(self._table.acting, actions, strict=True))
            self.play()

    def _past(self) -> Past:
        """This decision point, about to be played."""
        actions = np.zeros(self._table.actors.shape, np.int64)
        for column, seat in enumerate(self._table.actors[0].tolist()):
            actions[0, column] = self.chosen.get(seat, IDLE)
        count = self.game.close_row(self._table.states, 0, actions, self._closings) if len(self._closings) else 0
        observations = np.zeros((count, self.seats, self.game.layout.size), np.float32)
        for place in range(count):
            nobody, masks = np.zeros(self.seats, np.bool_), np.zeros_like(self._table.seat_masks)
            self.game.loops.observe_seats(self._closings, place, nobody, observations[place], masks)
        moves = {seat: action for seat, action in sorted(self.chosen.items()) if not (self.clock and action == IDLE)}
        return Past(self.point, moves, observations)

    # --- what a seat is told -----------------------------------------------------------------------------------

    def told(self, seat: int, gathered: bool) -> dict[str, Any]:
        """The table as one seat knows it, seats relative to it; nothing can be chosen before all have gathered."""
        layout, names = self.game.layout, self.game.actions
        asked = gathered and self.acts(seat)
        chosen = self.chosen.get(seat)
        return {
            "game": self.game.name,
            "options": self.options,
            "status": "over" if self.over else "playing" if gathered else "gathering",
            "point": self.point,
            "view": layout.say(self._table.seat_observations[seat]),
            "legal": [names[action] for action in np.flatnonzero(self._table.seat_masks[seat])] if asked else [],
            "waiting": sorted(self.distance(seat, other) for other in self.waiting),
            "chosen": None if chosen is None else names[chosen],
            "last": self.last
            and {
                "point": self.last.point,
                "moves": self._moves(self.last.moves, seat),
                "closing": [layout.say(looks[seat]) for looks in self.last.closings],
            },
            "result": self._result(seat) if self.over else None,
        }

    def moves(self, seat: int) -> list[dict[str, Any]]:
        """All moves of the game so far, seats relative to one."""
        return [{"point": point} | move for point, moves in self._history for move in self._moves(moves, seat)]

    def text(self, seat: int, language: str) -> str:
        """The table as the seat knows it, in words."""
        return self.game.text.describe(self._table.state, seat, language)

    def agents(self, seat: int) -> list[dict[str, Any]]:
        """Who sits where, from one seat on in the order of play: the name that `text` has for each, and its bot."""
        order = [(seat + distance) % self.seats for distance in range(self.seats)]
        return [{"agent": agent(other), "bot": self.made.bots[other]} for other in order]

    def distance(self, seat: int, other: int) -> int:
        """How far another seat is from one, in the order of play."""
        return (other - seat) % self.seats

    def _moves(self, moves: dict[int, int], seat: int) -> list[dict[str, Any]]:
        by_distance = sorted((self.distance(seat, other), action) for other, action in moves.items())
        return [{"seat": distance, "move": self.game.actions[action]} for distance, action in by_distance]

    def _result(self, seat: int) -> dict[str, Any]:
        """The figures of the game, each a list by seat; `winners` are seats."""
        figures = kept_result(self._table, 0)
        told = {
            name: values[seat:] + values[:seat] if isinstance(values, list) else values
            for name, values in figures.items()
        }
        return told | {"winners": [distance for distance, won in enumerate(told["winners"]) if won]}
