"""Pictures for reports: inline SVG, coloured by the classes of the page's style sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import accumulate

from card_envs.arena.intervals import Interval

WIDTH = 480.0  # of every picture, in its own units; the page scales it
LABEL = 165.0  # of it for the names
ROW = 34.0
LONGEST = 22  # letters of a name that fit
COLOURS = 8  # classes s0 … s7 for the parts of bars


def heat_map(names: Sequence[str], cells: Mapping[tuple[int, int], tuple[float, str, str]]) -> str:
    """A square for each (row, column) that there is.

    Args:
        names: of the rows, and by their numbers of the columns.
        cells: how good, from −1 to 1; what stands in the square; what a pointer on it is told.
    """
    side = (WIDTH - LABEL - 2) / len(names)
    height = max(ROW, min(side, 50.0))
    size = min(17.0, side / 4)
    parts = [text(LABEL + (column + 0.5) * side, 20, str(column + 1), "middle", "note") for column in range(len(names))]
    for row, name in enumerate(names):
        top = ROW + row * height
        parts.append(label(f"{row + 1}  ", name, top + height / 2))
        for column in range(len(names)):
            left = LABEL + column * side
            if (row, column) not in cells:
                parts.append(rectangle(left, top, side, height, "none", 1.0))
                continue
            value, shown, told = cells[row, column]
            square = rectangle(
                left, top, side, height, "up" if value >= 0 else "down", 0.08 + 0.62 * min(1, abs(value))
            )
            inside = text(left + side / 2, top + height / 2, shown, "middle", "cell", size)
            parts.append(f"<g><title>{escape(told)}</title>{square}{inside}</g>")
    return picture("heat map", ROW + len(names) * height, parts)


def error_bars(rows: Sequence[tuple[str, float, Interval]]) -> str:
    """A dot and its interval for each (name, value, interval), over one scale."""
    low = min(interval[0] for _, _, interval in rows)
    high = max(interval[1] for _, _, interval in rows)
    scale = _Scale(low, high)
    parts = _axis(scale, len(rows))
    for row, (name, value, (start, end)) in enumerate(rows):
        middle = (row + 0.5) * ROW
        parts += [
            label("", name, middle),
            line(scale(start), middle, scale(end), middle, "bar"),
            *(line(scale(at), middle - 6, scale(at), middle + 6, "bar") for at in (start, end)),
            f'<circle class="dot" cx="{scale(value):.1f}" cy="{middle:.1f}" r="5"/>',
        ]
    return picture("ratings with their 95% intervals", (len(rows) + 1) * ROW, parts)


def stacked_bars(names: Sequence[str], parts_of: Mapping[str, Sequence[float]]) -> str:
    """A bar for each name, of parts by their own names: what is below zero goes to the left of it."""
    columns = list(zip(*parts_of.values(), strict=True))
    low = min(0.0, *(sum(min(value, 0.0) for value in values) for values in columns))
    high = max(0.0, *(sum(max(value, 0.0) for value in values) for values in columns))
    scale = _Scale(low, high)
    drawn = _axis(scale, len(names))
    for row, (name, values) in enumerate(zip(names, columns, strict=True)):
        drawn.append(label("", name, (row + 0.5) * ROW))
        for sign in (1.0, -1.0):
            lengths = [max(sign * value, 0.0) for value in values]
            starts = [0.0, *accumulate(lengths)]
            for part, (title, length) in enumerate(zip(parts_of, lengths, strict=True)):
                if length > 0:
                    ends = sorted((scale(sign * starts[part]), scale(sign * (starts[part] + length))))
                    drawn.append(
                        f"<g><title>{escape(f'{name}: {title} {sign * length:.2f}')}</title>"
                        + rectangle(ends[0], row * ROW + 6, ends[1] - ends[0], ROW - 12, f"s{part % COLOURS}", 1.0)
                        + "</g>"
                    )
    drawn.append(line(scale(0.0), 0, scale(0.0), len(names) * ROW, "axis"))
    return picture("where points come from", (len(names) + 1) * ROW, drawn)


# --- parts -----------------------------------------------------------------------------------------------------


def picture(title: str, height: float, parts: Sequence[str]) -> str:
    """The parts, one over another."""
    inside = "\n".join(parts)
    return f'<svg viewBox="0 0 {WIDTH:.0f} {height:.0f}" role="img" aria-label="{escape(title)}">\n{inside}\n</svg>'


def text(x: float, y: float, shown: str, anchor: str, kind: str, size: float = 14.0) -> str:
    """A line of text, centred on the height y."""
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" dy="0.35em" text-anchor="{anchor}" '
        f'font-size="{size:.1f}">{escape(shown)}</text>'
    )


def label(number: str, name: str, y: float) -> str:
    """A name at the left edge; of a long one its end, which tells files apart, and all of it under a pointer."""
    shown = name if len(name) <= LONGEST else "…" + name[1 - LONGEST :]
    return f"<g><title>{escape(name)}</title>{text(0, y, number + shown, 'start', 'name', 13.0)}</g>"


def rectangle(x: float, y: float, width: float, height: float, kind: str, opacity: float) -> str:
    """A filled one."""
    return (
        f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill-opacity="{opacity:.2f}"/>'
    )


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight one."""
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


class _Scale:
    """Values from left to right, with round numbers to be marked."""

    def __init__(self, low: float, high: float) -> None:
        span = high - low or 1.0
        step = 10.0 ** len(str(int(span))) / 100
        self.step = next(step * factor for factor in (1, 2, 5, 10, 20, 50, 100) if span / (step * factor) <= 6)
        self._low, self._unit = low, (WIDTH - LABEL - 30) / span
        first = int(-(-low // self.step))
        self.marks = [number * self.step for number in range(first, int((low + span) // self.step) + 1)]

    def __call__(self, value: float) -> float:
        return LABEL + 15 + (value - self._low) * self._unit


def _axis(scale: _Scale, rows: int) -> list[str]:
    """The marks under the rows, and their lines through them."""
    parts = []
    for mark in scale.marks:
        parts.append(line(scale(mark), 0, scale(mark), rows * ROW, "grid"))
        parts.append(text(scale(mark), (rows + 0.5) * ROW, f"{mark:g}", "middle", "note", 12.0))
    return parts
