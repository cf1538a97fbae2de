"""Tables on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from card_envs.arena.intervals import Interval

NONE = "–"  # where a figure cannot be told


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Rows of equally many cells as lines: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    )


def interval_text(interval: Interval | None, form: str) -> str:
    """ "12.00% – 14.00%" with the form ".2%"."""
    return NONE if interval is None else f"{interval[0]:{form}} – {interval[1]:{form}}"


def number_text(value: float | None, form: str) -> str:
    """A number, or `NONE`."""
    return NONE if value is None else f"{value:{form}}"
