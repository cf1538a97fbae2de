"""Playing a record again, move by move, to the result that it tells of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from card_envs.arena.records import Record, kept_result
from card_envs.core.game import get_game
from card_envs.core.loops import RUNNING
from card_envs.core.options import made_options
from card_envs.core.random import slot_seeds
from card_envs.core.tables import Tables, illegal_action


class Departure(ValueError):  # noqa: N818  # no mistake of the program: the record and the game part
    """Where a record and the game part.

    Attributes:
        move: the number of the decision point, from 1; None where all moves agree and the result does not.
    """

    def __init__(self, message: str, move: int | None = None) -> None:
        super().__init__(message)
        self.move = move

    def __reduce__(self) -> tuple[Any, ...]:
        return Departure, (self.args[0], self.move)


class Position(NamedTuple):
    """A game before one of its moves, or at its end.

    Attributes:
        move: the number of the decision point, from 1.
        state: the record of the game; the next move writes over it.
        chosen: the action that each acting seat is about to play, by seat; none at the end.
    """

    move: int
    state: Any
    chosen: dict[int, int]


def replay(record: Record) -> Iterator[Position]:
    """Play a record again: every position before a move, then the end.

    Raises:
        Departure: a move that cannot be played, another number of moves, or another result.
        ValueError: this library has no such game, or other options or another layout for it.
    """
    tables = _dealt(record)
    for move, names in enumerate(record.actions, 1):
        if tables.states["ended"][0] != RUNNING:
            raise Departure(f"the game ends with move {move - 1}, but the record goes on", move)
        chosen = _chosen(tables, move, names)
        yield Position(move, tables.states[0], chosen)
        actions = np.zeros_like(tables.actors)
        actions[0, tables.actors[0] >= 0] = list(chosen.values())
        tables.play(actions)
    if tables.states["ended"][0] == RUNNING:
        move = len(record.actions) + 1
        raise Departure(f"the record ends before move {move}, but the game goes on", move)
    yield Position(len(record.actions) + 1, tables.states[0], {})
    _compare(kept_result(tables, 0), record.result)


def _dealt(record: Record) -> Tables:
    """The table of a record before the first move."""
    game = get_game(record.game)
    if record.layout != game.layout.version:
        raise ValueError(
            f"the record was made with layout version {record.layout} of {game.name}, "
            f"this library has version {game.layout.version}"
        )
    tables = Tables(game, made_options(game.options, record.options), 1)
    if len(record.policies) != tables.seats:
        raise ValueError(f"the record names {len(record.policies)} policies for {tables.seats} seats")
    tables.reset(slot_seeds(record.seed, 1))
    tables.states["episode"] = record.episode
    tables.deal(tables.all_rows)
    return tables


def _chosen(tables: Tables, move: int, names: list[str]) -> dict[int, int]:
    """The actions of a decision point by seat, all of them legal."""
    game, masks = tables.game, tables.action_masks[0]
    acting = [(column, seat) for column, seat in enumerate(tables.actors[0].tolist()) if seat >= 0]
    if len(names) != len(acting):
        raise Departure(f"move {move}: {len(acting)} seats act, but the record has {len(names)} actions", move)
    chosen = {}
    for (column, seat), name in zip(acting, names, strict=True):
        if name not in game.actions:
            raise Departure(f"move {move}: {game.name} has no action {name!r}", move)
        chosen[seat] = game.actions.index(name)
        if not masks[column, chosen[seat]]:
            wrong = illegal_action(game, f"player_{seat}", chosen[seat], masks[column])
            raise Departure(f"move {move}: {wrong}", move)
    return chosen


def _compare(played: dict[str, Any], recorded: dict[str, Any]) -> None:
    """Raise where the results differ."""
    for name in sorted(set(played) ^ set(recorded)):
        where = "the record has no" if name in played else "the game has no"
        raise Departure(f"the result differs: {where} {name!r}")
    for name, value in played.items():
        if value != recorded[name]:
            raise Departure(f"the result differs: {name} is {value}, the record says {recorded[name]}")
