"""Finished matches of a tournament as lines of JSON, each written whole or dropped when it is read again."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from card_envs.arena.fixtures import Fixture
from card_envs.arena.placings import Placings
from card_envs.arena.summary import Difference, MatchResult


@dataclass(frozen=True)
class Finished:
    """A match of a tournament that has been played.

    Attributes:
        fixture: which one.
        match: its result.
        placings: how the policies of the result were placed in its games.
    """

    fixture: Fixture
    match: MatchResult
    placings: Placings


def as_line(finished: Finished) -> str:
    """The match in a line, with its newline."""
    return json.dumps(asdict(finished), ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"


def from_line(line: str | bytes) -> Finished:
    """The match in a line.

    Raises:
        ValueError: it is none.
    """
    try:
        found = json.loads(line)
        match = found["match"]
        return Finished(
            Fixture(found["fixture"]["players"], tuple(found["fixture"]["policies"])),
            MatchResult(**{**match, "differences": [Difference(**one) for one in match["differences"]]}),
            [(tuple(places), count) for places, count in found["placings"]],
        )
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ValueError(f"this is no finished match ({type(error).__name__}: {error})") from error


def append(path: Path, finished: Finished) -> None:
    """Add a match to a file, on the disk when this returns."""
    with open(path, "ab", buffering=0) as file:
        file.write(as_line(finished).encode())
        os.fsync(file.fileno())


def read_finished(path: Path, planned: Sequence[Fixture]) -> list[Finished]:
    """The matches in a file, the first of those planned; a last line that was cut off is removed from it.

    Raises:
        ValueError: a damaged line before the last, or matches that are not those planned.
    """
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    found: list[Finished] = []
    for number, line in enumerate(lines, 1):
        try:
            if not line.endswith(b"\n"):
                raise ValueError("it is cut off")
            found.append(from_line(line))
        except ValueError as error:
            if number < len(lines):
                raise ValueError(f"line {number} of {path}: {error}") from error
            os.truncate(path, sum(map(len, lines[:-1])))
    if [finished.fixture for finished in found] != list(planned[: len(found)]):
        raise ValueError(f"{path} has other matches than the tournament")
    return found
