"""The measured numbers as tables of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

COSTS = ("s", "ms", "MB", "errors")


def ratio(numerator: float | None, denominator: float | None) -> float | None:
    """How many times the second the first is; None where either was not measured."""
    if numerator is None or denominator is None:
        return None
    return numerator / denominator


def rates_table(rows: Sequence[tuple[str, str, str]], rates: Mapping[str, float], references: Mapping[str, str]) -> str:
    """Decisions a second of every subject, and how many times faster each reference is.

    Args:
        rows: (key, library, what is played), in the order to show.
        rates: key → decisions a second; a key without one is shown as not installed.
        references: column title → key of the subject compared with all others.
    """
    lines = [["library", "what is played", "decisions/s", *references]]
    for key, library, what in rows:
        rate = rates.get(key)
        shown = "not installed" if rate is None else f"{rate:,.0f}"
        lines.append([library, what, shown, *(times(ratio(rates.get(ref), rate)) for ref in references.values())])
    return aligned(lines, left=2)


def goals_table(goals: Sequence[tuple[str, float, str, float | None]]) -> str:
    """What is to be reached beside what was measured.

    Args:
        goals: (what, bound, unit, measured). The bound is the least, or with a unit of `COSTS` the most; measured is
            None where it could not be.
    """
    lines = [["goal", "bound", "measured", "reached"]]
    for what, bound, unit, measured in goals:
        most = unit in COSTS
        sign = "≤" if most else "≥"
        if measured is None:
            lines.append([what, f"{sign} {amount(bound)} {unit}", "", "not measured"])
        else:
            reached = measured <= bound if most else measured >= bound
            values = [f"{sign} {amount(bound)} {unit}", f"{amount(measured)} {unit}"]
            lines.append([what, *values, "yes" if reached else "no"])
    return aligned(lines, left=1)


def times(value: float | None) -> str:
    """A ratio in three digits or more: "0.42", "7.31", "25.1", "1,234"; nothing for None."""
    return "" if value is None else amount(value)


def amount(value: float) -> str:
    digits = 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0
    return f"{value:,.{digits}f}"


def aligned(lines: Sequence[Sequence[str]], left: int) -> str:
    """A Markdown table, readable as it stands; the first `left` columns are flush left, the others flush right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rule = ["-" * width if place < left else "-" * (width - 1) + ":" for place, width in enumerate(widths)]
    return "\n".join(
        "| "
        + " | ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        + " |"
        for line in (lines[0], rule, *lines[1:])
    )
