"""A table seen from above: ground and headline, seats round it, cards side by side, plates with names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from card_envs.drawing.lettering import lettering, width
from card_envs.drawing.palette import BROWN, DEEP, GOLD, INK, NIGHT, PAPER, SEA, WOOD
from card_envs.drawing.svg import Box, group, path, rectangle, standing, use

WIDTH, HEIGHT, HEAD = 960, 640, 52  # even, as video wants it; the headline's part of the height
UNCLIPPED = "<style>symbol{overflow:visible}</style>"  # nothing is drawn outside its box, and clipping takes long


def table(headline: str, note: str, symbols: Iterable[str], parts: Iterable[str]) -> str:
    """A whole picture: what is on the table, under a headline, with a note at its right end."""
    size = min(15.0, 15.0 * 400 / max(width(note, 15.0), 1.0))
    head = [
        rectangle(Box(0, 0, WIDTH, HEAD), NIGHT),
        rectangle(Box(0, HEAD, WIDTH, 4), GOLD),
        lettering(headline, 20, 34, 17, PAPER),
        lettering(note, WIDTH - 20, 33, size, GOLD, anchor=1),
    ]
    title = f"{headline} · {note}" if note else headline
    return standing(WIDTH, HEIGHT, title, [f"<defs>{UNCLIPPED}{''.join(symbols)}</defs>", *parts, *head])


def counter() -> str:
    """The wooden counter of a bar."""
    gaps = "".join(f"M0 {y}h{WIDTH}" for y in range(HEAD + 60, HEIGHT, 118))
    grain = "".join(f"M{(y * 37) % 700} {y}h{120 + y % 90}" for y in range(HEAD + 24, HEIGHT, 43))
    return group(
        rectangle(Box(0, 0, WIDTH, HEIGHT), BROWN),
        path(gaps, stroke=WOOD, stroke_width=3),
        path(grain, stroke=WOOD, stroke_width=1.5, stroke_linecap="round", opacity=0.6),
    )


def cloth() -> str:
    """A table with a green cloth in a wooden rim."""
    middle, rim = (WIDTH / 2, (HEIGHT + HEAD) / 2), '<ellipse cx="{}" cy="{}" rx="{}" ry="{}" fill="{}"/>'
    rims = [
        rim.format(*middle, *radii, colour) for *radii, colour in ((462, 276, WOOD), (450, 264, BROWN), (438, 252, SEA))
    ]
    return group(rectangle(Box(0, 0, WIDTH, HEIGHT), DEEP), *rims)


def around(players: int, wide: float, high: float) -> list[tuple[float, float]]:
    """Where seats are, their middles: the first at the bottom, the others in the order of play, to its left first.

    Args:
        players: how many.
        wide, high: how far the seats at the sides, and those at the ends, are from the table's middle.
    """
    turns = [math.tau * (0.25 + seat / players) for seat in range(players)]
    return [(WIDTH / 2 + wide * math.cos(turn), (HEIGHT + HEAD) / 2 + high * math.sin(turn)) for turn in turns]


def fan(names: Sequence[str], box: Box, anchor: float = 0.0) -> str:
    """Cards side by side in a box, one over another where there is no room.

    Args:
        names: of the cards' symbols.
        box: as high as a card.
        anchor: where they stand if there is room: 0 at its left, 0.5 in its middle.
    """
    card = box.height / 1.5
    step = min(card * 1.08, (box.width - card) / max(len(names) - 1, 1))
    left = box.x + anchor * (box.width - card - step * (len(names) - 1))
    return "".join(use(name, Box(left + at * step, box.y, card, box.height)) for at, name in enumerate(names))


def tilted(name: str, x: float, y: float, height: float, degrees: float) -> str:
    """A card about a middle, turned."""
    box = Box(x - height / 3, y - height / 2, height / 1.5, height)
    return use(name, box, transform=f"rotate({degrees:g} {x:.1f} {y:.1f})") if degrees else use(name, box)


def plate(name: str, x: float, y: float, colour: str, lit: bool = False, size: float = 11.0) -> str:
    """A seat's name on a plate about a middle; lit where it is that seat's turn."""
    wide, high = width(name, size) + 2 * size, 2 * size
    edge = {"stroke": GOLD, "stroke_width": 3} if lit else {"stroke": INK, "stroke_width": 1}
    box = Box(x - wide / 2, y - high / 2, wide, high)
    return rectangle(box, colour, size, **edge) + lettering(name, x, y + size / 2, size, PAPER, anchor=0.5)


def badge(text: str, x: float, y: float, colour: str, size: float = 10.0) -> str:
    """A short text in a disc, or in a pill if it is longer."""
    wide = max(width(text, size) + size, 2 * size)
    box = Box(x - wide / 2, y - size, wide, 2 * size)
    edge = {"stroke": INK, "stroke_width": 1.5}
    return rectangle(box, colour, size, **edge) + lettering(text, x, y + size / 2, size, INK, anchor=0.5, pen=1.7)
