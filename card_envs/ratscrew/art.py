"""The French deck of Egyptian ratscrew, drawn: 52 cards and their back, each a symbol of 100 by 150."""

from __future__ import annotations

from functools import cache

from card_envs.drawing.cards import FACE, OVER, card, panel
from card_envs.drawing.lettering import lettering
from card_envs.drawing.palette import AMBER, BROWN, GOLD, INK, NIGHT, PAPER, RED, ROSE, SKIN, TAN, WINE
from card_envs.drawing.svg import Box, circle, group, here, path, put, rectangle, star, symbol
from card_envs.ratscrew.cards import ACE, JACK, KING, LETTERS, QUEEN, RANKS, SUITS

COLOURS = {"clubs": NIGHT, "diamonds": RED, "hearts": RED, "spades": NIGHT}
LINEN = "#f8e6bf"
ROUND = {"stroke_linecap": "round"}

# Where the pips stand of which another stands upside down at the other end of the card, and those in the middle.
FOUR, EIGHT = [(35, 36), (65, 36)], [(35, 30), (65, 30), (35, 60), (65, 60)]
ENDS = {
    2: [(50, 33)],
    3: [(50, 33)],
    4: FOUR,
    5: FOUR,
    6: FOUR,
    7: FOUR,
    8: [*FOUR, (50, 55)],
    9: EIGHT,
    10: [*EIGHT, (50, 45)],
}
ONE, TWO = [(50, 75)], [(35, 75), (65, 75)]
MIDDLES = {3: ONE, 5: ONE, 6: TWO, 7: [*TWO, (50, 55)], 8: TWO, 9: ONE}


@cache
def symbols() -> tuple[str, ...]:
    """Cards `card-<suit>-<rank>`, those of an unknown suit `card-rank-<rank>`, backs, suits, a hand, shared parts."""
    suits = [symbol(f"suit-{suit}", 40, 40, path(PIPS[suit], COLOURS[suit])) for suit in SUITS]
    cards = [_card(suit, rank) for suit in SUITS for rank in range(1, RANKS + 1)]
    plain = [_plain(rank) for rank in range(1, RANKS + 1)]
    backs = [card("card-back-ratscrew", FACE, *BACK), card("card-blank", FACE)]
    return (*_shared(), *suits, *cards, *plain, *backs, symbol("hand-slap", 100, 100, *HAND))


def _shared() -> list[str]:
    """What cards are made of: pips about (0, 0), faces with the suit in their corners, ranks, and courts."""
    parts = []
    for suit in SUITS:
        pip = path(PIPS[suit], COLOURS[suit], transform="translate(-11.5 -11.5)scale(.575)")
        corners = put(f"fr-{suit}", 14, 38, 0.6) + put(f"fr-{suit}", 86, 112, -0.6)
        parts += [group(pip, id=f"fr-{suit}"), group(put(f"fr-{suit}", 0, 0, -1), id=f"fr-{suit}-down")]
        parts += [group(FACE, corners, id=f"fr-face-{suit}")]
    for rank, letter in enumerate(LETTERS, 1):
        corner = group(lettering(letter, 14, 27, 16, "currentColor", 0.5, 1.9), id=f"fr-corner-{rank}")
        parts.append(group(corner, here(f"fr-corner-{rank}", transform=OVER), id=f"fr-{rank}"))
    for rank, drawn in COURTS.items():
        frame = rectangle(Box(23, 11, 54, 128), LINEN, 4, stroke="currentColor", stroke_width=1.4)
        half = group(*drawn, id=f"fr-half-{rank}")
        parts.append(group(frame, half, here(f"fr-half-{rank}", transform=OVER), id=f"fr-court-{rank}"))
    return parts


def _card(suit: str, rank: int) -> str:
    face = here(f"fr-face-{suit}") + here(f"fr-{rank}", color=COLOURS[suit])
    middle = [here(f"fr-court-{rank}", color=COLOURS[suit])] if rank in COURTS else _pips(suit, rank)
    return card(f"card-{suit}-{rank}", face, *middle)


def _pips(suit: str, rank: int) -> list[str]:
    if rank == ACE:
        return [put(f"fr-{suit}", 50, 75, 2.1)]
    upright = [put(f"fr-{suit}", x, y) for x, y in ENDS[rank] + MIDDLES.get(rank, [])]
    return upright + [put(f"fr-{suit}-down", 100 - x, 150 - y) for x, y in ENDS[rank]]


def _plain(rank: int) -> str:
    """A card of which only the rank is known."""
    large = here(f"fr-corner-{rank}", transform="translate(11.5 22.8)scale(2.75)")
    return card(f"card-rank-{rank}", FACE, group(here(f"fr-{rank}"), large, color=BROWN))


# --- shapes ----------------------------------------------------------------------------------------------------

PIPS = {  # within 40 by 40
    "clubs": "M20 2a8.5 8.5 0 0 1 7 13.5A8.5 8.5 0 1 1 23 27c.5 5 2 8 6 10v1H11v-1c4-2 5.5-5 6-10"
    "A8.5 8.5 0 1 1 13 15.5 8.5 8.5 0 0 1 20 2z",
    "diamonds": "M20 1c4 7 9 14 15 19-6 5-11 12-15 19C16 32 11 25 5 20 11 15 16 8 20 1z",
    "hearts": "M20 38C13 29 2 22 2 12 2 1 16-1 20 9 24-1 38 1 38 12c0 10-11 17-18 26z",
    "spades": "M20 1c7 9 18 15 18 24 0 9-10 11-15 4 .5 4 2 7 6 9v1H11v-1c4-2 5.5-5 6-9-5 7-15 5-15-4C2 16 13 10 20 1z",
}

_COLLAR = [
    path("M25 75.3V75c0-11 9-15 25-15s25 4 25 15v.3z", "currentColor"),
    path("M33 75.3V75c0-9 7-13 17-13s17 4 17 13v.3z", GOLD),
    path("M39 75.3V75c0-6 4-9 11-9s11 3 11 9v.3z", "currentColor"),
    path("M44 75.3V75c0-4 2-6 6-6s6 2 6 6v.3z", GOLD),
]
COURTS = {  # the upper halves, after the Egyptians: a jackal, a queen in her wig, a pharaoh
    JACK: [
        *_COLLAR,
        path("M52 32h14l5 31c-5 3-11 3-15 0z", GOLD),
        path("M58 41l10-2M58.5 47.5l10.5-2M59 54l11-2M60 61l11-2", stroke="currentColor", stroke_width=3),
        path(
            "M37 33V14c5 2 8 7 9 13h6c1-6 4-11 9-13l3 22c1 10-1 19-6 24l-2 7H44l-1-7c-7 0-15-1-20-4-2-2-1-5 1-6l12-5z",
            INK,
        ),
        path("M39.5 27.5l.3-8.5c2.5 2.5 4 5 4.4 8.5zM55 27.5c.5-3.5 2-6 4.3-8.5l1.2 9z", ROSE),
        path("M24 52l9 2", stroke=LINEN, stroke_width=1.2, **ROUND),
        path("M40 40c3-3 7-3 9 0-3 2-6 2-9 0z", GOLD),
        circle(44.6, 40, 1.5, INK),
        circle(24, 50.5, 1.6, BROWN),
        path("M43 61h14v5H43z", GOLD),
    ],
    QUEEN: [
        *_COLLAR,
        path("M50 19c15 0 20 10 20 23l1 21c-5 3-10 3-13 1V44H42v20c-3 2-8 2-13-1l1-21c0-13 5-23 20-23z", INK),
        path("M46 52h8v12c-2 2-6 2-8 0z", TAN),
        path("M40 38c0-4 20-4 20 0v9c0 7-5 12-10 12s-10-5-10-12z", SKIN),
        path("M39 32h22v8c-6 2-16 2-22 0z", INK),
        path("M31 33c10-5 28-5 38 0v4.5c-10-5-28-5-38 0z", GOLD),
        path("M50 13c3 4 4 8 4 11l6-6c1 7-3 12-10 13-7-1-11-6-10-13l6 6c0-3 1-7 4-11z", ROSE),
        path("M50 13c3 4 4 8 4 11 0 3-2 5-4 7-2-2-4-4-4-7 0-3 1-7 4-11z", RED),
        path("M29 59h12M59 59h12", stroke=GOLD, stroke_width=3),
        path("M42.5 44.5H48l-2 .8M57.5 44.5H52l2 .8", stroke=INK, stroke_width=1.8, **ROUND),
        path("M47 53.5c2 1.4 4 1.4 6 0-1-1.4-5-1.4-6 0z", WINE),
    ],
    KING: [
        *_COLLAR,
        path(
            "M50 17c14 0 18 8 19 18l6 27c-5 4-12 4-15 2l-1-20H41l-1 20c-3 2-10 2-15-2l6-27c1-10 5-18 19-18z",
            GOLD,
        ),
        path(
            "M33 30c9-7 25-7 34 0M31 38l8-3M69 38l-8-3M30 45l9-2M70 45l-9-2M28 52l12-1M72 52l-12-1"
            "M27 59l13 1M73 59l-13 1",
            stroke="currentColor",
            stroke_width=3.2,
        ),
        path("M40 36c0-3 20-3 20 0v11c0 7-5 12-10 12s-10-5-10-12z", TAN),
        path("M37 33c8-5 18-5 26 0v4.5c-8-4-18-4-26 0z", AMBER),
        path("M50 18c4 2 4 7 2 10v6h-4v-6c-2-3-2-8 2-10z", "currentColor"),
        circle(50, 22.5, 1.5, GOLD),
        path("M42 43h6l-2 1M58 43h-6l2 1", stroke=INK, stroke_width=1.8, **ROUND),
        path("M46.5 53h7", stroke=WINE, stroke_width=1.8, **ROUND),
        path("M47 58h6l1 14c-2 2-6 2-8 0z", "currentColor"),
        path("M47 62h6M46.6 66h6.8", stroke=GOLD, stroke_width=1.6),
    ],
}
BACK = [  # a rat in the sun, over pyramids
    panel(NIGHT),
    path(star(50, 68, 29, 37, 20), GOLD),
    circle(50, 68, 28, NIGHT),
    circle(50, 68, 25.5, GOLD),
    path("M34 82c-4-14 6-24 17-22 6 1 8 5 12 6l7 5c1 2 0 3-2 3-5 0-7 3-8 8z", NIGHT),
    circle(59, 61, 4.5, NIGHT),
    circle(59, 61, 2.4, ROSE),
    circle(63.5, 68, 1.1, PAPER),
    path("M36 80c-10 1-13-8-8-12", stroke=NIGHT, stroke_width=2.2, **ROUND),
    path("M12 134l17-26 17 26zM54 134l17-26 17 26zM33 134l17-26 17 26z", AMBER),
    path("M29 108l17 26H34zM71 108l17 26H76zM50 108l17 26H55z", BROWN),
    path("M14 14l5 8h-10zM86 14l5 8h-10z", GOLD),
]
HAND = [
    path(
        "M34 96c-8-8-16-22-20-32-2-6 6-9 10-4l8 11V22c0-7 10-7 11 0l1 24 3-34c1-7 10-6 10 0v34l5-30c1-7 11-5 10 2l-4 32"
        " 6-18c3-6 11-3 9 4-3 14-5 26-8 38-1 8-5 16-10 22z",
        SKIN,
    ),
    path("M34 96c-3-3-6-7-9-11h60c-2 4-5 8-7 11z", RED),
    path("M38 66c8-4 20-4 30 0", stroke=TAN, stroke_width=2.4, **ROUND),
]
