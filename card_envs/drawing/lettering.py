"""Letters of our own, drawn as strokes, so that a picture reads the same wherever it is shown: it needs no font.

Every glyph is a line drawn with a round pen, capitals from y = 0 down to the baseline at y = 10, as SVG path data that
is relative but for where each stroke starts.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

from card_envs.drawing.svg import number, path

CAPITAL, SMALL, GAP, PEN = 10.0, 6.6, 2.0, 1.25  # heights of letters, room between them, width of the pen
ACCENT = 3.2  # how much higher an accent stands over a capital

# The width of each glyph, and its strokes.
GLYPHS = {
    "0": (6, "M3 0c-4 0-4 10 0 10s4-10 0-10z"),
    "1": (3.6, "M.6 2.2l2.5-2.2v10"),
    "2": (6, "M.4 2.6c.2-3.5 5.4-3.4 5.2 .2c-.1 2.2-3.6 4.6-5.2 7.2h5.4"),
    "3": (6, "M.6 1.2c1.8-2.1 4.8-1.1 4.6 1.3c-.1 1.8-1.4 2.2-2.8 2.2c1.8 0 3.4 .7 3.3 2.6c-.2 3.3-3.9 3.5-5.4 1.3"),
    "4": (6.2, "M4.6 10v-10l-4.4 7h5.8"),
    "5": (6, "M5.3 0h-4.1l-.4 4.6c1.6-1.3 5-1 4.9 2.2c-.1 3.7-3.7 4.1-5.4 1.9"),
    "6": (6, "M4.8 .4c-3.2 .2-4.8 3.6-4.6 6.7c.3 3.9 5.6 3.9 5.5-.2c-.1-3.3-4.3-3.6-5.4-.5"),
    "7": (6, "M.3 0h5.4c-1.7 2.6-3.1 6-3.4 10"),
    "8": (6, "M3 4.6c-3.3-.4-2.8-4.6 0-4.6s3.3 4.2 0 4.6c-4 .4-3.8 5.4 0 5.4s4-5 0-5.4z"),
    "9": (6, "M1.2 9.6c3.2-.2 4.8-3.6 4.6-6.7c-.3-3.9-5.6-3.9-5.5 .2c.1 3.3 4.3 3.6 5.4 .5"),
    "A": (7, "M0 10l3.5-10l3.5 10M1.2 6.6h4.6"),
    "B": (6, "M.5 0v10h2.5c3.8 0 3.8-5.2 .2-5.2h-2.7M3 4.8c2.9-.2 2.9-4.8 0-4.8h-2.5"),
    "C": (6.4, "M6.3 1.8c-1.7-2.8-6.3-2.2-6.3 3.2s4.6 6 6.3 3.2"),
    "D": (6.8, "M.5 0v10h2c5.9 0 5.9-10 0-10z"),
    "E": (5, "M5 0h-4.5v10h4.5M.5 4.8h3.8"),
    "F": (5, "M5 0h-4.5v10M.5 4.8h3.8"),
    "G": (6.8, "M6.4 1.8c-1.8-2.8-6.4-2.2-6.4 3.2s5 6 6.6 3.4v-2.8h-2.6"),
    "H": (6.5, "M.5 0v10M6 0v10M.5 4.8h5.5"),
    "I": (1, "M.5 0v10"),
    "J": (5, "M4.5 0v7c0 3.6-3.5 4-4.5 1.4"),
    "K": (6, "M.5 0v10M5.6 0l-5.1 5.8M2.2 4.2l3.8 5.8"),
    "L": (5, "M.5 0v10h4.5"),
    "M": (8, "M.5 10v-10l3.5 6.4l3.5-6.4v10"),
    "N": (6.5, "M.5 10v-10l5.5 10v-10"),
    "O": (7.4, "M3.7 0c-4.9 0-4.9 10 0 10s4.9-10 0-10z"),
    "P": (5.8, "M.5 10v-10h2.5c3.8 0 3.8 5.4 0 5.4h-2.5"),
    "Q": (7.4, "M3.7 0c-4.9 0-4.9 10 0 10s4.9-10 0-10zM4.6 7.2l2.6 3.4"),
    "R": (6.2, "M.5 10v-10h2.5c3.8 0 3.8 5.4 0 5.4h-2.5M3 5.4l3 4.6"),
    "S": (5.6, "M5.2 1.4c-1.6-2.2-4.8-1.6-4.7 1c.1 3 4.9 2 4.9 5c0 3.2-4 3.4-5.2 1"),
    "T": (6, "M0 0h6M3 0v10"),
    "U": (6.5, "M.5 0v6.5c0 4.7 5.5 4.7 5.5 0v-6.5"),
    "V": (6.5, "M0 0l3.25 10l3.25-10"),
    "W": (9.5, "M0 0l2.3 10l2.45-7.6l2.45 7.6l2.3-10"),
    "X": (6, "M.2 0l5.6 10M5.8 0l-5.6 10"),
    "Y": (6, "M0 0l3 5v5M6 0l-3 5"),
    "Z": (6, "M.3 0h5.5l-5.6 10h5.7"),
    "a": (4.8, "M4.6 3.6v6.4M4.6 5c-1.2-2.4-4.6-1.8-4.6 1.8s3.4 4.2 4.6 1.8"),
    "b": (5, "M.4 0v10M.4 5c1.2-2.4 4.6-1.8 4.6 1.8s-3.4 4.2-4.6 1.8"),
    "c": (4.4, "M4.4 4.6c-1.4-2-4.4-1.2-4.4 2.2s3 4.2 4.4 2.2"),
    "d": (4.8, "M4.6 0v10M4.6 5c-1.2-2.4-4.6-1.8-4.6 1.8s3.4 4.2 4.6 1.8"),
    "e": (4.7, "M.1 6.6h4.6c.1-4.2-4.7-4-4.7 .2s3.4 4.2 4.5 2.1"),
    "f": (3.2, "M3.4 .3c-1.4-.7-2.2 .3-2.2 1.7v8M0 3.8h3"),
    "g": (4.8, "M4.6 3.6v7c0 3-3.2 3.2-4.2 1.6M4.6 5c-1.2-2.4-4.6-1.8-4.6 1.6s3.4 4 4.6 1.6"),
    "h": (5, "M.4 0v10M.4 5.6c1-2.8 4.2-2.8 4.2 .4v4"),
    "i": (0.8, "M.4 3.6v6.4M.4 .9v.1"),
    "ı": (0.8, "M.4 3.6v6.4"),
    "j": (1.8, "M1.4 3.6v7.4c0 1.8-.8 2.2-1.8 2M1.4 .9v.1"),
    "k": (4.6, "M.4 0v10M4.2 3.6l-3.8 3.6M1.8 6l2.8 4"),
    "l": (0.8, "M.4 0v10"),
    "m": (8, "M.4 3.6v6.4M.4 5.4c.8-2.4 3.6-2.4 3.6 .4v4.2M4 5.4c.8-2.4 3.6-2.4 3.6 .4v4.2"),
    "n": (5, "M.4 3.6v6.4M.4 5.6c1-2.8 4.2-2.8 4.2 .4v4"),
    "o": (5, "M2.5 3.4c-3.3 0-3.3 6.6 0 6.6s3.3-6.6 0-6.6z"),
    "p": (5, "M.4 3.6v9.4M.4 5c1.2-2.4 4.6-1.8 4.6 1.8s-3.4 4.2-4.6 1.8"),
    "q": (4.8, "M4.6 3.6v9.4M4.6 5c-1.2-2.4-4.6-1.8-4.6 1.8s3.4 4.2 4.6 1.8"),
    "r": (3.1, "M.4 3.6v6.4M.4 6c.4-2 1.6-2.8 2.8-2.4"),
    "s": (4, "M3.8 4.4c-1.2-1.6-3.6-1.2-3.5 .6c.1 2.2 3.7 1.2 3.7 3.2c0 2.2-2.8 2.4-4 .8"),
    "t": (3.2, "M1.2 1v7.4c0 1.6 1.2 1.8 2 1.2M0 3.8h3"),
    "u": (5, "M.4 3.6v3.8c0 3.4 3.2 3.2 4.2 .6M4.6 3.6v6.4"),
    "v": (4.8, "M.2 3.6l2.2 6.4l2.2-6.4"),
    "w": (7.6, "M.2 3.6l1.7 6.4l1.9-5.6l1.9 5.6l1.7-6.4"),
    "x": (4.6, "M.3 3.6l4 6.4M4.3 3.6l-4 6.4"),
    "y": (5, "M.2 3.6l2.3 6M4.8 3.6l-2.6 7c-.6 1.8-1.2 2.6-2.4 2.3"),
    "z": (4.5, "M.3 3.6h3.9l-4 6.4h4.2"),
    " ": (2.4, ""),
    ".": (0.8, "M.4 9.9v.1"),
    ",": (0.8, "M.6 9.6l-.4 1.8"),
    ":": (0.8, "M.4 4.6v.1M.4 9.3v.1"),
    ";": (0.8, "M.4 4.6v.1M.6 9.2l-.4 1.8"),
    "-": (3.4, "M.2 6.2h3"),
    "−": (5, "M.2 6h4.6"),
    "–": (5, "M.2 6h4.6"),
    "_": (5, "M0 11.4h5"),
    "/": (4.4, "M.2 11l4-11.6"),
    "·": (0.8, "M.4 5.8v.1"),
    "(": (2.4, "M2.2-.8c-2.5 3.2-2.5 9.2 0 12.4"),
    ")": (2.4, "M.2-.8c2.5 3.2 2.5 9.2 0 12.4"),
    "+": (5.2, "M.2 6h4.8M2.6 3.6v4.8"),
    "×": (4.4, "M.4 4l3.6 4M4 4l-3.6 4"),
    "←": (6.8, "M.2 6h6.4M2.6 3.6l-2.4 2.4l2.4 2.4"),
    "→": (6.8, "M0 6h6.4M4.2 3.6l2.4 2.4l-2.4 2.4"),
    "…": (4.8, "M.4 9.9v.1M2.4 9.9v.1M4.4 9.9v.1"),
    "!": (0.8, "M.4 0v6.6M.4 9.9v.1"),
    "?": (5, "M.3 2.2c.3-3 4.7-2.8 4.5 .2c-.1 2.2-2.4 2-2.4 4.6M2.4 9.9v.1"),
    "¡": (0.8, "M.4 13v-6.6M.4 3.5v.1"),
    "¿": (5, "M4.7 10.8c-.3 3-4.7 2.8-4.5-.2c.1-2.2 2.4-2 2.4-4.6M2.6 3.1v-.1"),
    "%": (7.6, "M1.9 0c-2.2 0-2.2 4.4 0 4.4s2.2-4.4 0-4.4zM6.4 0l-5.2 10M5.7 5.6c-2.2 0-2.2 4.4 0 4.4s2.2-4.4 0-4.4z"),
    "'": (0.8, "M.4 0v2.2"),
    "=": (5.2, "M.2 4.8h4.8M.2 7.6h4.8"),
    "★": (7, "M3.5 1l.9 3h2.6l-2 1.8l.7 3.2l-2.2-1.8l-2.2 1.8l.7-3.2l-2-1.8h2.6z"),
}
MARKS = {  # combining accents, about the middle of a small letter
    "\u0301": "M-.6 1.4l1.4-1.6",
    "\u0303": "M-1.8 1.2c1-1.4 2.2 .4 3.5-.8",
    "\u0308": "M-1.2 .7v.1M1.2 .7v.1",
}
UNKNOWN = (5.0, "M.5 0v10h4v-10z")


def lettering(text: str, x: float, y: float, size: float, colour: str, anchor: float = 0.0, pen: float = PEN) -> str:
    """A line of text.

    Args:
        text: what is written; a character without a glyph is shown as a box.
        x, y: where the text's `anchor` stands: 0 is its left end, 0.5 its middle, 1 its right end; y is the baseline.
        size: height of the capitals.
        colour: of the pen.
        pen: how wide it is where capitals are 10 high.
    """
    scale = size / CAPITAL
    left = x - anchor * width(text, size)
    place = f"translate({number(left)} {number(y - size)}) scale({round(scale, 4):g})"
    pen_of: dict[str, Any] = {"stroke_linecap": "round", "stroke_linejoin": "round", "stroke_width": pen}
    return path(_strokes(text), stroke=colour, transform=place, **pen_of)


def width(text: str, size: float) -> float:
    """How wide a line of text is whose capitals are `size` high."""
    return (sum(_glyph(letter)[0] + GAP for letter in text) - GAP) * size / CAPITAL if text else 0.0


@cache
def _strokes(text: str) -> str:
    at, parts = 0.0, []
    for letter in text:
        wide, strokes = _glyph(letter)
        parts.append(_moved(strokes, at, 0.0))
        at += wide + GAP
    return "".join(parts)


@cache
def _glyph(letter: str) -> tuple[float, str]:
    """Width and strokes of one character, with its accents."""
    if letter in GLYPHS:
        return GLYPHS[letter]
    base, *marks = list(unicodedata.normalize("NFD", letter))
    if base not in GLYPHS or any(mark not in MARKS for mark in marks):
        return UNKNOWN
    wide, strokes = GLYPHS["ı" if base == "i" else base]
    lift = -ACCENT if base.isupper() else 0.0
    return wide, strokes + "".join(_moved(MARKS[mark], wide / 2, lift) for mark in marks)


def _moved(strokes: str, right: float, down: float) -> str:
    """Strokes elsewhere: all is relative but for their starts."""

    def start(found: re.Match[str]) -> str:
        return f"M{number(float(found[1]) + right)} {number(float(found[2]) + down)}"

    return re.sub(r"M(-?[\d.]+) ?(-?[\d.]+)", start, strokes)
