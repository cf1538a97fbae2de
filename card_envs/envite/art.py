"""The Spanish deck of Envite, drawn: forty cards and their back, each a symbol of 100 by 150."""

from __future__ import annotations

from functools import cache

from card_envs.drawing.cards import FACE, OVER, card, panel
from card_envs.drawing.lettering import lettering
from card_envs.drawing.palette import (
    AMBER,
    BLUE,
    BROWN,
    FOREST,
    GOLD,
    GREEN,
    INK,
    ORANGE,
    PAPER,
    RED,
    SEA,
    SKIN,
    STEEL,
    TAN,
    WINE,
    WOOD,
)
from card_envs.drawing.svg import Box, circle, group, here, path, put, rectangle, star, symbol
from card_envs.envite.cards import RANKS, SUITS

COLOURS = {"oros": AMBER, "copas": RED, "espadas": BLUE, "bastos": FOREST}
DRESS = {"oros": RED, "copas": BLUE, "espadas": SEA, "bastos": ORANGE}  # of the figures
SIZES = {"oros": (40, 40), "copas": (40, 40), "espadas": (20, 60), "bastos": (20, 60)}
FIGURES = {10: "sota", 11: "caballo", 12: "rey"}
HANDS = {"sota": (25, 84), "caballo": (82, 57), "rey": (25, 92)}  # where a figure holds up its suit
SMALLER = "translate(5 2)scale(.9)"  # figures, so that the corners have room
ROUND = {"stroke_linecap": "round"}

# Where pips stand: middle, height, and whether upside down. Coins and cups are square, swords and clubs tall.
SQUARE_PIPS = {
    1: [(50, 75, 60)],
    2: [(50, 46, 38), (50, 104, 38)],
    3: [(50, 39, 33), (50, 75, 33), (50, 111, 33)],
    4: [(32, 46, 31), (68, 46, 31), (32, 104, 31), (68, 104, 31)],
    5: [(31, 44, 30), (69, 44, 30), (50, 75, 30), (31, 106, 30), (69, 106, 30)],
    6: [(32, 41, 29), (68, 41, 29), (32, 75, 29), (68, 75, 29), (32, 109, 29), (68, 109, 29)],
    7: [(29, 41, 26), (71, 41, 26), (50, 58, 26), (29, 75, 26), (71, 75, 26), (29, 109, 26), (71, 109, 26)],
}
TALL_PIPS = {
    1: [(50, 75, 108)],
    2: [(35, 75, 88), (65, 75, -88)],
    3: [(27, 75, 72), (50, 75, -72), (73, 75, 72)],
    4: [(34, 46, 52), (66, 46, 52), (34, 104, -52), (66, 104, -52)],
    5: [(31, 46, 52), (71, 46, 52), (50, 75, 56), (29, 104, -52), (69, 104, -52)],
    6: [(30, 46, 52), (51, 46, 52), (72, 46, 52), (28, 104, -52), (49, 104, -52), (70, 104, -52)],
    7: [(31, 45, 50), (51, 45, 50), (71, 45, 50), (20, 105, -48), (37, 105, -48), (54, 105, -48), (71, 105, -48)],
}


@cache
def symbols() -> tuple[str, ...]:
    """Every card as `card-<suit>-<rank>`, the back, the suits, a stone to count with, and what they share."""
    suits = [symbol(f"suit-{suit}", *size, put(f"es-{suit}", size[0] / 2, size[1] / 2)) for suit, size in SIZES.items()]
    cards = [_card(suit, rank) for suit in SUITS for rank in RANKS]
    return (*_shared(), *suits, *cards, card("card-back-envite", FACE, *BACK), symbol("stone", 40, 40, *STONE))


def _shared() -> list[str]:
    """What cards are made of: suits about (0, 0), faces with the suit's line, ranks, figures."""
    parts = []
    for breaks, (suit, (wide, high)) in enumerate(SIZES.items()):
        parts.append(group(*PIPS[suit], transform=f"translate({-wide // 2} {-high // 2})", id=f"es-{suit}"))
        line = path(_line(breaks), stroke=COLOURS[suit], stroke_width=1.8, **ROUND)
        parts.append(group(FACE, line, id=f"es-face-{suit}"))
    for rank in RANKS:
        corner = group(lettering(str(rank), 14, 28, 13, INK, pen=1.9), id=f"es-corner-{rank}")
        parts.append(group(corner, here(f"es-corner-{rank}", transform=OVER), id=f"es-{rank}"))
    return parts + [group(*drawn, id=f"es-{name}") for name, drawn in DRESSED.items()]


def _line(breaks: int) -> str:
    """The line round a card; how often it is broken at its ends tells the suit of a closed hand."""
    sides = "M9 16v118M91 16v118M9 16q0-7 7-7M84 9q7 0 7 7M91 134q0 7-7 7M16 141q-7 0-7-7"
    gap = 5
    piece = (68 - breaks * gap) / (breaks + 1)
    starts = [16 + part * (piece + gap) for part in range(breaks + 1)]
    return sides + "".join(f"M{start:g} {y}h{piece:g}" for y in (9, 141) for start in starts)


def _card(suit: str, rank: int) -> str:
    face = here(f"es-face-{suit}") + here(f"es-{rank}")
    return card(f"card-{suit}-{rank}", face, *(_figure(suit, rank) if rank in FIGURES else _pips(suit, rank)))


def _pips(suit: str, rank: int) -> list[str]:
    high = SIZES[suit][1]
    places = (TALL_PIPS if high > 40 else SQUARE_PIPS)[rank]
    return [put(f"es-{suit}", x, y, height / high) for x, y, height in places]


def _figure(suit: str, rank: int) -> list[str]:
    """Sota, caballo or rey in the suit's dress, holding it up."""
    name, high = FIGURES[rank], SIZES[suit][1]
    x, y = HANDS[name]
    held = put(f"es-{suit}", x, y - 18, 58 / high) if high > 40 else put(f"es-{suit}", x, y - 16, 30 / high)
    return [group(here(f"es-{name}", color=DRESS[suit]), held, circle(x, y, 4.2, SKIN), transform=SMALLER)]


# --- shapes ----------------------------------------------------------------------------------------------------

PIPS = {  # within the sizes above
    "oros": [
        circle(20, 20, 19, AMBER),
        circle(20, 20, 17, GOLD),
        path(star(20, 20, 11, 15.5, 12), WINE),
        circle(20, 20, 9.2, RED),
        path(
            "M20 12.5c3 3 3 4.5 0 7.5 3-3 4.5-3 7.5 0-3 3-4.5 3-7.5 0 3 3 3 4.5 0 7.5-3-3-3-4.5 0-7.5"
            "-3 3-4.5 3-7.5 0 3-3 4.5-3 7.5 0-3-3-3-4.5 0-7.5z",
            GOLD,
        ),
    ],
    "copas": [
        path("M8 37c0-3 5-4 8.5-5v-7h7v7c3.5 1 8.5 2 8.5 5z", AMBER),
        path("M5 7h30c0 11-4 19-15 19S5 18 5 7z", RED),
        path("M20 26c11 0 15-8 15-19h-8c0 9-2 15-7 19z", WINE),
        path("M6 13.5h28l-1 5H7z", GOLD),
        rectangle(Box(3, 3, 34, 6), GOLD, 3),
        circle(20, 28, 3.4, GOLD),
    ],
    "espadas": [
        path("M10 0l4.5 7v37h-9V7z", STEEL),
        path("M10 0l4.5 7v37H10z", "#8fa6b5"),
        path("M10 6v36", stroke=BLUE, stroke_width=1.4, **ROUND),
        rectangle(Box(7.8, 44, 4.4, 12), WINE),
        path("M1 43c3 1.5 15 1.5 18 0v4c-3 1-15 1-18 0z", GOLD),
        circle(10, 57, 3, GOLD),
    ],
    "bastos": [
        path("M13 15c1-7 5-10 7-10-.5 5-2 8-6 11zM7 31c-1-6-5-8-7-8 .5 4 2 7 6 10z", GREEN),
        path("M6.5 59C6 44 3.5 22 4 9 4.5-.5 15.5-.5 16 9c.5 13-2 35-2.5 50z", TAN),
        path("M10 1.9c3.6 0 5.8 2.7 6 7.1.5 13-2 35-2.5 50H10z", BROWN),
        path("M16 22l3-2.5V25l-3.3 2.5zM4.3 17 1.5 15v5l3 2zM14.9 40l2.6-2v5l-3 2z", WOOD),
        circle(8, 14, 1.6, WOOD),
        circle(11.5, 31, 1.4, WOOD),
        circle(8.5, 44, 1.2, WOOD),
        path("M6.2 54h7.6l-.3 5h-7z", RED),
    ],
}

DRESSED = {  # the colour of the dress is left open
    "sota": [
        path("M41 100h8l-1 29h-7zM52 100h8v29h-7z", GOLD),
        path("M41 128h8v5H36c0-3 2-4 5-5zM53 128h7v5H48c0-3 2-4 5-5z", WOOD),
        path("M38 60h25c4 12 6 26 8 42-12 4-29 4-41 0 2-16 4-30 8-42z", "currentColor"),
        path("M46 60h9l2 44c-4 .6-9 .6-13 0z", GOLD),
        path("M34.5 84h32l.8 6H33.7z", WOOD),
        path("M38 61c-7 2-12 9-13 20l6 2c2-7 5-11 9-13zM62 61c7 3 11 11 11 22l-6 2c0-8-2-12-6-15z", "currentColor"),
        circle(69, 86, 4.2, SKIN),
        path("M38 44c-3 8-2 14 1 16h22c3-2 4-8 1-16z", BROWN),
        path("M44 52h12v9c-3 3-9 3-12 0z", TAN),
        circle(50, 45, 9.5, SKIN),
        path("M39.5 45c0-9 4-12 10.5-12s11 3 11 12c-3-1-4-4-5-7-5 3-10 3-12.5 2-1 2-2 4-4 5z", BROWN),
        path("M35 36c0-10 26-14 31-4 1 4-3 6-8 6H40c-3 0-5 0-5-2z", "currentColor"),
        path("M60 31c6-9 13-9 17-5-5-1-9 2-12 7z", PAPER),
        circle(60, 32, 2.2, GOLD),
        circle(46.5, 45.5, 1.1, INK),
        circle(53.5, 45.5, 1.1, INK),
        path("M47.5 50c1.5 1.5 3.5 1.5 5 0", stroke=WINE, stroke_width=1.3, **ROUND),
    ],
    "caballo": [
        path("M70 98l-3 34h-6l2-26zM37 98l-13 8 1 15h5l1-10 12-3z", WOOD),
        path("M78 84c6 2 9 12 8 30-4-4-7-12-9-20z", WOOD),
        path(
            "M12 84c-1-5 1-8 4-12l5-9 1-6 5 4c9 1 15 8 18 17h22c11-1 17 5 17 14 0 5-1 9-2 12l2 28h-7"
            "l-4-26c-3-1-6-3-10-3H46l-1 29h-7l-1-28c-5-4-8-10-9-16-1-5-3-6-5-6l-6 3c-3 1-4 1-5-1z",
            TAN,
        ),
        path("M22 57l5 4c9 1 15 8 18 17l-5 2c-3-7-9-12-16-14z", WOOD),
        circle(21, 68, 1.3, INK),
        path("M13 82l10-4M17 71l8 6", stroke=RED, stroke_width=1.6),
        path("M45 78h27v8c-8 3-20 3-27 0z", GOLD),
        path("M50 50h17c4 8 6 18 6 32H50c-3-10-3-22 0-32z", "currentColor"),
        path("M50 78h12c2 10-4 16-6 28h-7c0-12-1-18 1-28z", "currentColor"),
        path("M48 100h9l-1 13H44c0-3 2-5 4-5z", WOOD),
        path("M64 51c8 5 10 5 14 2l5 5c-6 7-13 8-21 4z", "currentColor"),
        path("M48 76h25v5H48z", WOOD),
        path("M48 32c-2 8-1 14 2 17h16c4-4 4-10 1-17z", WOOD),
        path("M53 42h10v9c-3 2-7 2-10 0z", AMBER),
        circle(57.5, 36, 9, SKIN),
        path("M47.5 36c0-8 4-11 10-11s10 3 10 11c-3-1-4-3-4-6-5 2-9 2-12 1-1 2-2 4-4 5z", WOOD),
        path("M45 27c3-9 22-9 26 0-8 3-18 3-26 0z", "currentColor"),
        path("M50 22c-5-8-12-8-16-4 5 0 9 3 12 7z", RED),
        circle(54, 36.5, 1.1, INK),
        circle(61, 36.5, 1.1, INK),
        path("M55 41c1.5 1.4 3.5 1.4 5 0", stroke=WINE, stroke_width=1.3, **ROUND),
    ],
    "rey": [
        path("M50 58c18 0 24 8 27 24 3 18 5 34 6 50H17c1-16 3-32 6-50 3-16 9-24 27-24z", "currentColor"),
        path("M41 64h18l4 62H37z", GOLD),
        path("M39 92h22l.4 6H38.6z", WOOD),
        path("M17.6 124h64.8l.6 8H17z", PAPER),
        path("M23 128h.1M33 128h.1M43 128h.1M53 128h.1M63 128h.1M73 128h.1", stroke=INK, stroke_width=2.6, **ROUND),
        path("M26 70c4-11 44-11 48 0 1 9-12 14-24 14S25 79 26 70z", PAPER),
        path("M33 73h.1M42 78h.1M58 78h.1M67 73h.1", stroke=INK, stroke_width=2.6, **ROUND),
        path("M66 80c5 3 7 12 5 22l-7-1c1-8 0-12-4-15z", "currentColor"),
        circle(67, 104, 4.2, SKIN),
        path("M67 92v32", stroke=AMBER, stroke_width=2.6, **ROUND),
        circle(67, 90, 3.4, GOLD),
        path("M37 44c-3 14 2 30 13 33 11-3 16-19 13-33z", BROWN),
        circle(50, 45, 10.5, SKIN),
        path("M39.5 46c0 13 3 20 10.5 23 7.5-3 10.5-10 10.5-23-2 6-6 7-10.5 7s-8.5-1-10.5-7z", BROWN),
        path("M45.5 55.5c3 1.6 6 1.6 9 0", stroke=PAPER, stroke_width=1.4, **ROUND),
        path("M36.5 38 34 19l8 8 8-13 8 13 8-8-2.5 19z", GOLD),
        path("M36.5 34h27l-.7 5H37.2z", AMBER),
        circle(50, 29, 2.2, RED),
        circle(41, 31, 1.5, BLUE),
        circle(59, 31, 1.5, BLUE),
        circle(46, 45, 1.2, INK),
        circle(54, 45, 1.2, INK),
    ],
}
BACK = [  # a stamp of the old Canarians: teeth about a sun
    panel(RED),
    path("".join(f"M{x} {y}l5.5 8h-11z" for y in (13, 25, 117, 129) for x in range(17, 84, 11)), GOLD),
    circle(50, 75, 31, WINE),
    path(star(50, 75, 20, 28, 12), GOLD),
    circle(50, 75, 14, RED),
    put("es-oros", 50, 75, 0.56),
]
STONE = [
    path("M6 22C4 12 14 6 23 7s14 9 12 17-11 11-18 10S7 30 6 22z", "#7f8a8c"),
    path("M6 22C4 12 14 6 23 7s13 8 11 14-12 9-18 8S7 26 6 22z", "#a9b4b4"),
    path("M14 14c3-3 7-4 10-3", stroke=PAPER, stroke_width=2, **ROUND),
]
