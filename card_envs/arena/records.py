"""Records: games kept as lines of JSON, each with all that it takes to play it again.

A line holds the fields of `Record`. Whoever wants the game elsewhere deals `reset(seed=seed)` with its options and
plays the actions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from card_envs.arena.plain import plain
from card_envs.core.loops import TRUNCATED
from card_envs.core.tables import Rows, Tables

FORMAT = 1


@dataclass(frozen=True)
class Record:
    """One game.

    Attributes:
        format: of the record, `FORMAT`.
        game: its name.
        layout: the version of the game's layout.
        options: all of them, by name.
        seed, episode: which deal: episode e of `reset(seed=seed)`, counted from 0.
        policies: who held each seat.
        actions: decision point by decision point, the names of the actions of the seats that acted, in seat order.
        result: every figure of the game's result, a list by seat each; and `truncated`, whether the game was cut.
    """

    format: int
    game: str
    layout: int
    options: dict[str, Any]
    seed: int
    episode: int
    policies: list[str]
    actions: list[list[str]]
    result: dict[str, Any]


# --- writing ---------------------------------------------------------------------------------------------------


class Transcripts:
    """What has been played at many tables.

    Attributes:
        actions: game by game, as in `Record`.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.actions: list[list[list[str]]] = [[] for _ in range(tables.num_games)]

    def note(self, rows: Rows, actions: NDArray[np.int64]) -> None:
        """Take down a decision point just before it is played: actions int64 [B, columns], in the games `rows`."""
        names = self._tables.game.actions
        acting = zip(rows.tolist(), self._tables.actors[rows].tolist(), actions[rows].tolist(), strict=True)
        for row, seats, chosen in acting:
            self.actions[row].append([names[action] for seat, action in zip(seats, chosen, strict=True) if seat >= 0])


def record_line(tables: Tables, row: int, seed: int, policies: list[str], actions: list[list[str]]) -> str:
    """The record of one game that has ended, with its newline."""
    game = tables.game
    record = Record(
        format=FORMAT,
        game=game.name,
        layout=game.layout.version,
        options=plain(tables.options),
        seed=seed,
        episode=int(tables.states["episode"][row]),
        policies=policies,
        actions=actions,
        result=kept_result(tables, row),
    )
    return json.dumps(asdict(record), ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"


def kept_result(tables: Tables, row: int) -> dict[str, Any]:
    """The result of a game that has ended, as records have it."""
    result = tables.final_results[row]
    figures = {name: result[name][: tables.seats].tolist() for name in result.dtype.names}
    return {**figures, "truncated": bool(tables.states["ended"][row] == TRUNCATED)}


class RecordFile:
    """A file of records being written, in the order of the chunks whatever order they are done in.

    Raises:
        OSError: when made, if there can be no such file; one that is there is written over.
    """

    def __init__(self, path: str | Path) -> None:
        self._file = open(path, "w", encoding="utf-8")  # noqa: SIM115  # closed by __exit__
        self._waiting: dict[int, Sequence[str]] = {}
        self._written = 0

    def add(self, chunk: int, lines: Sequence[str]) -> None:
        """Write the lines of a chunk, by its number, as soon as all before it are written."""
        self._waiting[chunk] = lines
        while self._written in self._waiting:
            self._file.writelines(self._waiting.pop(self._written))
            self._written += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()


# --- reading ---------------------------------------------------------------------------------------------------


def read_records(path: str | Path) -> Iterator[Record]:
    """The games of a file, one after another; empty lines are passed over.

    Raises:
        ValueError: a damaged line, by its number.
        OSError: the file cannot be read.
    """
    for number, line in numbered_lines(path):
        try:
            yield parsed(line)
        except ValueError as error:
            raise ValueError(f"line {number} of {path}: {error}") from error


def numbered_lines(path: str | Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not empty, with their numbers from 1."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, line


def parsed(line: str | bytes) -> Record:
    """The record in a line.

    Raises:
        ValueError: it is none; the message says what is wrong.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this is not JSON ({error}): the line is damaged or cut off") from error
    names = [field.name for field in fields(Record)]
    if not isinstance(found, dict):
        raise ValueError(f"a record is a JSON object with {', '.join(names)}, not {type(found).__name__}")
    if found.get("format", FORMAT) != FORMAT:
        raise ValueError(f"a record of format {found['format']!r}; this library reads format {FORMAT}")
    wrong = sorted(set(names) ^ set(found))
    if wrong:
        raise ValueError(f"a record has {', '.join(names)}; missing or too many are {', '.join(wrong)}")
    record = Record(**found)
    for name, fits, wanted in _CHECKS:
        if not fits(getattr(record, name)):
            raise ValueError(f"{name} of a record takes {wanted}, not {_shortened(getattr(record, name))}")
    return record


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


_CHECKS = (
    ("game", lambda value: isinstance(value, str), "a name"),
    ("layout", _is_count, "a version number"),
    ("options", lambda value: isinstance(value, dict), "the options by name"),
    ("seed", _is_count, "an integer from 0 up"),
    ("episode", lambda value: _is_count(value) and value < 2**32, "an integer from 0 to 4294967295"),
    ("policies", _is_names, "a list of names"),
    (
        "actions",
        lambda value: isinstance(value, list) and all(map(_is_names, value)),
        "a list of names for each decision point",
    ),
    ("result", lambda value: isinstance(value, dict), "the figures by name"),
)


def _shortened(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
