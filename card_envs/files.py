"""Files that appear whole or not at all, and folders in which one process works at a time."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file, UTF-8 where it is text; one that is there is replaced, and kept if this is interrupted."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(content.encode() if isinstance(content, str) else content)
    os.replace(part, path)


def write_json(path: Path, value: Any) -> None:
    """The same of a value as JSON, indented."""
    write_whole(path, json.dumps(value, indent=2) + "\n")


@contextmanager
def alone_in(folder: Path, doing: str) -> Iterator[None]:
    """Keep other processes from doing the same in this folder; the lock ends with this process, however it ends.

    Raises:
        ValueError: another process is doing it.
    """
    import fcntl  # there is none on Windows, where the rest of the library runs

    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ValueError(f"another process is {doing} in {folder}") from error
        yield
    finally:
        os.close(handle)


def checked_place(path: Path) -> None:
    """Raise ValueError unless a file can be written there, so far as can be told before: its folder is there."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        why = "it is a folder" if path.is_dir() else "there is no such folder"
        raise ValueError(f"no file can be written at {str(path)!r}: {why}")
