"""Progress on screen: a bar with rate and time left on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from typing import Any, Self

LINE_EVERY = 15.0  # seconds


class Progress:
    """`with Progress("training", total, done) as progress: progress.update(done)`."""

    def __init__(self, what: str, total: int, done: int = 0, quiet: bool = False) -> None:
        self._what, self._total, self._start, self._quiet = what, total, done, quiet
        self._began = self._said = time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        rich = _rich_progress() if sys.stdout.isatty() and not self._quiet else None
        if rich is not None:
            self._bar = rich.Progress(
                "{task.description}",
                rich.BarColumn(),
                rich.MofNCompleteColumn(),
                rich.TextColumn("{task.fields[rate]}"),
                rich.TimeRemainingColumn(),
            )
            self._bar.start()
            self._task = self._bar.add_task(self._what, total=self._total, completed=self._start, rate="")
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, done: int, total: int | None = None) -> None:
        """Show how far it is; of how much, where that has turned out to be another number."""
        self._total = self._total if total is None else total
        now = time.monotonic()
        rate = (done - self._start) / max(now - self._began, 1e-9)
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=self._total, rate=pace(rate))
        elif not self._quiet and (now - self._said >= LINE_EVERY or done >= self._total):
            self._said = now
            left = (self._total - done) / rate if rate > 0 else 0.0
            text = f"{self._what}: {done:,} of {self._total:,}, {pace(rate)}, {clock(left)} left"
            print(text, flush=True)

    def say(self, text: str) -> None:
        """Print a line without breaking the bar."""
        if self._bar is not None:
            self._bar.console.print(text, highlight=False)
        else:
            print(text, flush=True)


def _rich_progress() -> Any:
    """rich's progress bars, where rich is installed."""
    try:
        from rich import progress
    except ImportError:
        return None
    return progress


def pace(rate: float) -> str:
    """ "1,234/s", and "0.25/s" where it is slow."""
    return f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.2g}/s"


def clock(seconds: float) -> str:
    """ "m:ss", or "h:mm:ss"."""
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
