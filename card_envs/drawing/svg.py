"""Pieces of SVG as text. Lengths are in the units of the `viewBox` that a piece ends up in."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from html import escape
from typing import NamedTuple

NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


class Box(NamedTuple):
    """A rectangle: its left top corner and its size."""

    x: float
    y: float
    width: float
    height: float


def sheet(symbols: Iterable[str]) -> str:
    """Symbols as one element to be put into a page once; it shows nothing and takes no room."""
    hidden = 'width="0" height="0" display="none" aria-hidden="true"'  # no style, which security policies refuse
    return f"<svg {NAMESPACE} {hidden}><defs>{''.join(symbols)}</defs></svg>"


def standing(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """A picture that stands alone: a whole SVG document."""
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    return f'<svg {NAMESPACE} {size} role="img"><title>{escape(title)}</title>{"".join(parts)}</svg>'


def symbol(name: str, width: float, height: float, *parts: str) -> str:
    """Something to be shown by `use`, drawn within 0 to `width` and 0 to `height`."""
    return f'<symbol id="{name}" viewBox="0 0 {number(width)} {number(height)}">{"".join(parts)}</symbol>'


def use(name: str, box: Box, **more: object) -> str:
    """A symbol, as large as fits into the box; `more` are attributes besides, such as `opacity` or `color`."""
    x, y, width, height = map(number, box)
    return f'<use href="#{name}" x="{x}" y="{y}" width="{width}" height="{height}"{attributes(more)}/>'


def path(data: str, fill: str = "none", **more: object) -> str:
    """A path, filled or with a `stroke` among `more`."""
    return f'<path d="{data}" fill="{fill}"{attributes(more)}/>'


def circle(x: float, y: float, radius: float, fill: str, **more: object) -> str:
    """A disc."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"{attributes(more)}/>'


def rectangle(box: Box, fill: str, corner: float = 0, **more: object) -> str:
    """A filled rectangle with round corners."""
    x, y, width, height = map(number, box)
    rounded = f' rx="{number(corner)}"' if corner else ""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{rounded} fill="{fill}"{attributes(more)}/>'


def group(*parts: str, **more: object) -> str:
    """Parts with attributes in common."""
    return f"<g{attributes(more)}>{''.join(parts)}</g>"


def put(name: str, x: float, y: float, size: float = 1, turn: float = 0, **more: object) -> str:
    """A group that is drawn about (0, 0), elsewhere: turned by degrees, and upside down where the size is negative."""
    if size == 1 and not turn:
        return f'<use href="#{name}" x="{number(x)}" y="{number(y)}"{attributes(more)}/>'
    turning = f"rotate({number(turn)})" if turn else ""
    sizing = f"scale({number(size)})" if size != 1 else ""
    return f'<use href="#{name}" transform="translate({number(x)} {number(y)}){turning}{sizing}"{attributes(more)}/>'


def here(name: str, **more: object) -> str:
    """A group where it was drawn."""
    return f'<use href="#{name}"{attributes(more)}/>'


def star(x: float, y: float, inner: float, outer: float, points: int) -> str:
    """The path of a star about (x, y), one of its points up."""
    turn = math.pi / points
    corners = [
        f"{number(x + radius * math.sin(at * turn))} {number(y - radius * math.cos(at * turn))}"
        for at in range(2 * points)
        for radius in [inner if at % 2 else outer]
    ]
    return "M" + "L".join(corners) + "z"


def attributes(more: Mapping[str, object]) -> str:
    """Attributes as they stand in a tag; `stroke_width` is written stroke-width, numbers short."""
    return "".join(f' {name.replace("_", "-")}="{_value(value)}"' for name, value in more.items())


def number(value: float) -> str:
    """At most two decimals."""
    return f"{round(float(value), 2):g}"


def _value(value: object) -> str:
    return number(value) if isinstance(value, (int, float)) else escape(str(value))
