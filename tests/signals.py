"""Processes that tests send signals to."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from subprocess import DEVNULL, PIPE, Popen
from typing import Any


def started(command: Sequence[str], **more: Any) -> Popen[str]:
    """A process that Ctrl-C interrupts, even where these tests run in a shell's background, which ignores it."""
    return Popen(command, stdout=DEVNULL, stderr=PIPE, text=True, preexec_fn=heed_interrupts, **more)


def heed_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
