"""A program in a pseudo-terminal, to which tests type."""

from __future__ import annotations

import os
import pty
import re
import select
import sys
import time
from types import TracebackType
from typing import Self

from tests.signals import heed_interrupts

LONGEST = 120.0  # seconds that anything may take: a first start compiles
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")  # of colours and of moving about


class Terminal:
    """`card-envs` with these arguments, on a terminal of 120 columns, where Ctrl-C interrupts it.

    Attributes:
        text: all that it has shown, without codes.
    """

    def __init__(self, *arguments: str) -> None:
        self.text = ""
        self._read = 0
        self._process, self._file = pty.fork()
        if self._process == 0:
            heed_interrupts()
            where = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"}
            os.execve(sys.executable, [sys.executable, "-m", "card_envs.cli", *arguments], where)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process:
            os.kill(self._process, 9)
            os.waitpid(self._process, 0)
        os.close(self._file)

    def until(self, *wanted: str) -> str:
        """Wait until one of these is shown after what was waited for before, and give it.

        Raises:
            AssertionError: the program ends, or nothing comes for long, before it is.
        """
        while True:
            places = {word: self.text.find(word, self._read) for word in wanted}
            found = {word: place for word, place in places.items() if place >= 0}
            if found:
                first = min(found, key=found.__getitem__)
                self._read = found[first] + len(first)
                return first
            assert self._more(), f"it ended before it said one of {wanted}:\n{self.text}"

    def type(self, keys: str) -> None:
        os.write(self._file, keys.encode())

    def interrupt(self, wanted: str) -> None:
        """Ctrl-C until this is shown: one between a prompt and the reading waits for the next key to be heeded."""
        while wanted not in self.text[self._read :]:
            self.type("\x03")
            latest = time.monotonic() + 3
            while wanted not in self.text[self._read :] and (left := latest - time.monotonic()) > 0:
                if select.select([self._file], [], [], left)[0]:
                    assert self._more(), f"it ended before it said {wanted}:\n{self.text}"

    def ended(self) -> int:
        """Wait for the end; the exit status."""
        while self._more():
            pass
        _, status = os.waitpid(self._process, 0)
        self._process = 0
        return os.waitstatus_to_exitcode(status)

    def _more(self) -> bool:
        """Take in what comes next; whether there was anything."""
        ready, _, _ = select.select([self._file], [], [], LONGEST)
        assert ready, f"nothing for {LONGEST:g} seconds after:\n{self.text}"
        try:
            shown = os.read(self._file, 65536)
        except OSError:  # Linux, once the program has closed its end
            return False
        self.text += CODES.sub("", shown.decode(errors="replace")).replace("\r", "")
        return bool(shown)
