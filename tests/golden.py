"""Recorded games as readable text: what the records of all games share. Each game's `write_golden` says the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np


class Recorded(NamedTuple):
    """A game to be played and kept: what it is kept for, its options, and the seed of its deal."""

    title: str
    options: Any
    seed: int


def heading(recorded: Recorded, **said: str) -> Iterator[str]:
    """The lines that a record begins with; `said` are options besides the number of players: ham_split="4 4 4"."""
    yield f"# {recorded.title}"
    yield f"players: {recorded.options.players}"
    yield from (f"{option.replace('_', ' ')}: {words}" for option, words in said.items())
    yield f"seed: {recorded.seed}"


def read_heading(text: str) -> tuple[str, dict[str, str], int]:
    """The title, the options in words and the seed that `heading` wrote."""
    title, *lines = text.split("\n\n")[0].splitlines()
    said = dict(line.split(": ") for line in lines)
    return title.removeprefix("# "), {option.replace(" ", "_"): said[option] for option in said}, int(said["seed"])


def winners(result: np.record) -> str:
    """The line that says who has won."""
    return f"winners: {', '.join(f'player_{seat}' for seat in np.flatnonzero(result.winners))}"


def keep(folder: Path, transcripts: Mapping[str, str]) -> None:
    """Write the records, by name."""
    folder.mkdir(exist_ok=True)
    for name, text in transcripts.items():
        (folder / f"{name}.txt").write_text(text)


def kept(folder: Path) -> list[Path]:
    """The files of all records."""
    return sorted(folder.glob("*.txt"))
