"""Keys as they are pressed, without waiting for a line to be ended."""

from __future__ import annotations

import os
import select
import sys
from types import TracebackType
from typing import Self

INTERRUPT, END = "\x03", "\x04"


class Keys:
    """Reads single keys from the terminal while it is entered; afterwards the terminal is as it was.

    Raises:
        OSError: there is no terminal, or one that gives no single keys.
    """

    def __enter__(self) -> Self:
        try:
            import termios
            import tty

            self._file = sys.stdin.fileno()
            self._before = termios.tcgetattr(self._file)
            tty.setcbreak(self._file)
        except (ImportError, ValueError, termios.error) as error:
            raise OSError("no terminal that gives single keys") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        import termios

        termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)

    def within(self, seconds: float | None) -> str:
        """The next key; empty if none is pressed in time. END where nothing more can come."""
        ready, _, _ = select.select([self._file], [], [], seconds)
        if not ready:
            return ""
        return os.read(self._file, 1).decode(errors="replace") or END

    def drop(self) -> None:
        """Forget what has been pressed so far."""
        while self.within(0.0) not in ("", END):
            pass
