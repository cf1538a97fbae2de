"""Tables on disk: how each was made, and every action since. A server that is killed finds them again."""

from __future__ import annotations

import json
import sqlite3
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

SIGNATURE = 0x63617264  # says "card" where SQLite files say whose they are
SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    name TEXT PRIMARY KEY,
    made TEXT NOT NULL,     -- a MadeTable, as JSON
    touched REAL NOT NULL   -- when a person last did something there, in seconds since 1970
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS actions (
    name TEXT NOT NULL,
    point INTEGER NOT NULL, -- the decision point, from 0
    chosen TEXT NOT NULL,   -- the actions of the seats that acted, in seat order, as a JSON list
    PRIMARY KEY (name, point)
) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class MadeTable:
    """How a table was made.

    Attributes:
        game: its name.
        layout: the version of the game's layout then.
        options: all of the game's options, by name.
        seed: of the deals; nobody is told.
        bots: by seat the name of the bot that sits there, None for a person.
        digests: by seat of a person, the SHA-256 of the token; "" for a bot.
        pause_ms: how long a bot takes to answer where time does not count.
        tick_ms: how long a tick lasts where it does; 0 elsewhere.
    """

    game: str
    layout: int
    options: dict[str, Any]
    seed: int
    bots: list[str | None]
    digests: list[str]
    pause_ms: int
    tick_ms: int


class Store:
    """The file. Whatever a method does is on its way to the disk when it returns: killing the process loses nothing.

    Raises:
        OSError: when made, if the file cannot be opened, is none of ours, or another server has it.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=1.0)
            self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._claim()
            self._file.executescript(SCHEMA)
            self.count: int = self._file.execute("SELECT count(*) FROM tables").fetchone()[0]
        except sqlite3.Error as error:
            raise OSError(f"cannot keep tables in {str(path)!r}: {error}") from error

    def _claim(self) -> None:
        """Sign the file, which also shows whether it can be written.

        Raises:
            sqlite3.Error: it cannot, or it is signed by others, or holds what is not ours.
        """
        (signed,) = self._file.execute("PRAGMA application_id").fetchone()
        (things,) = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if signed != SIGNATURE and (signed or things):
            raise sqlite3.DatabaseError("it is a database of another program")
        self._file.execute(f"PRAGMA application_id = {SIGNATURE}")

    def add(self, name: str, made: MadeTable) -> None:
        """Keep a new table."""
        row = (name, json.dumps(asdict(made)), time.time())
        self._file.execute("INSERT INTO tables VALUES (?, ?, ?)", row)
        self.count += 1

    def find(self, name: str) -> MadeTable | None:
        """How a table was made; None where there is none of that name."""
        row = self._file.execute("SELECT made FROM tables WHERE name = ?", (name,)).fetchone()
        return None if row is None else MadeTable(**json.loads(row[0]))

    def play(self, name: str, point: int, chosen: list[int]) -> None:
        """Keep the actions of a decision point."""
        self._file.execute("INSERT INTO actions VALUES (?, ?, ?)", (name, point, json.dumps(chosen)))

    def played(self, name: str) -> list[list[int]]:
        """The actions of all decision points, in order."""
        rows = self._file.execute("SELECT chosen FROM actions WHERE name = ? ORDER BY point", (name,))
        return [json.loads(chosen) for (chosen,) in rows]

    def touch(self, name: str) -> None:
        """A person has done something at the table."""
        self._file.execute("UPDATE tables SET touched = ? WHERE name = ?", (time.time(), name))

    def idle(self, seconds: float) -> list[str]:
        """The tables where nobody has done anything for so long."""
        rows = self._file.execute("SELECT name FROM tables WHERE touched < ?", (time.time() - seconds,))
        return [name for (name,) in rows]

    def remove(self, name: str) -> None:
        """Forget a table."""
        with self._file:
            self._file.execute("BEGIN")
            self._file.execute("DELETE FROM actions WHERE name = ?", (name,))
            self.count -= self._file.execute("DELETE FROM tables WHERE name = ?", (name,)).rowcount

    def close(self) -> None:
        self._file.close()
