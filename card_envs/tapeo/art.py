"""The tapas of Tapeo, drawn: each alone, 100 by 100, and as a card of 100 by 150 with its worth at the foot."""

from __future__ import annotations

from functools import cache

from card_envs.drawing.cards import FACE, card, panel
from card_envs.drawing.lettering import lettering, width
from card_envs.drawing.palette import (
    AMBER,
    BLUE,
    BROWN,
    DEEP,
    FOREST,
    GOLD,
    GREEN,
    INK,
    NIGHT,
    ORANGE,
    PAPER,
    RED,
    ROSE,
    SEA,
    SHADE,
    SKIN,
    STEEL,
    TAN,
    WINE,
    WOOD,
)
from card_envs.drawing.svg import Box, circle, group, here, path, put, rectangle, symbol, use
from card_envs.tapeo.rules import ACTIONS, HAM_1, HAM_3

CRUMB = "#fae3a3"
ROUND = {"stroke_linecap": "round"}

# What lies behind each tapa, and what stands at the foot of its card.
GROUNDS = {
    "tortilla": (SEA, "2→5"),
    "croqueta": (FOREST, "1 3 6 10 15"),
    "ham1": (GOLD, "6 / 3"),
    "ham2": (GOLD, "6 / 3"),
    "ham3": (GOLD, "6 / 3"),
    "prawns": (BLUE, "3"),
    "bread": (WINE, "×2"),
    "pepper": ("#e8cf9c", "2 / −6"),
    "freeloader": ("#6a4568", "←"),
    "churro": ("#4f9fa3", "+6 / −6"),
}
FOOT = 15.0  # height of what stands there, where it fits


@cache
def symbols() -> tuple[str, ...]:
    """Every tapa as `tapa-<kind>`, its card as `card-<kind>`, the back as `card-back-tapeo`, and what they share."""
    tapas = [symbol(f"tapa-{kind}", 100, 100, *TAPAS[kind]) for kind in ACTIONS]
    shared = [group(*drawn, id=f"ta-{name}") for name, drawn in PARTS.items()]
    return (*shared, *tapas, *map(_card, ACTIONS), card("card-back-tapeo", FACE, *BACK))


def _card(kind: str) -> str:
    ground, worth = GROUNDS[kind]
    size = FOOT * min(1.0, 82 / width(worth, FOOT))
    down = 31 if kind == "freeloader" else 20  # he leans on the edge
    parts = [FACE, panel(ground, 108), use(f"tapa-{kind}", Box(8, down, 84, 84))]
    slices = ACTIONS.index(kind) - HAM_1 + 1
    if HAM_1 <= ACTIONS.index(kind) <= HAM_3:
        parts += [circle(20, 21, 9, PAPER), lettering(str(slices), 20, 26, 10, INK, anchor=0.5, pen=2)]
    return card(f"card-{kind}", *parts, lettering(worth, 50, 129 + size / 2, size, INK, anchor=0.5, pen=1.7))


# --- parts, each about its own middle ----------------------------------------------------------------------------

PARTS = {
    "tile": [
        path("M0-7.6Q1.5-1.5 7.6 0 1.5 1.5 0 7.6-1.5 1.5-7.6 0-1.5-1.5 0-7.6z", PAPER),
        path("M-8.6-8.5h.1M8.6-8.5h.1M-8.6 8.5h.1M8.6 8.5h.1", stroke=GOLD, stroke_width=3.4, **ROUND),
    ],
    "olive": [
        circle(0, 0, 8.5, GREEN),
        path("M-5-3c1-2 3-3.5 5-3.5", stroke="#a9cc6a", stroke_width=1.8, **ROUND),
        circle(3, 3, 2.4, RED),
    ],
    "plate": [
        '<ellipse cx="50" cy="77" rx="47" ry="17" fill="#d8c6a3"/>',
        f'<ellipse cx="50" cy="75" rx="47" ry="17" fill="{PAPER}"/>',
        f'<ellipse cx="50" cy="75" rx="42" ry="14" fill="none" stroke="{BLUE}" stroke-width="1.6"/>',
        f'<ellipse cx="50" cy="75" rx="33" ry="10" fill="{SHADE}"/>',
    ],
    "slice": [
        path("M-13-31C-3-38 12-34 15-24c3 8-3 12-1 21s4 17-3 25c-6 8-18 9-23 2-5-8 2-13 0-23s-9-24-1-32z", WINE),
        path("M-10-29C-2-34 9-31 11-23c3 8-3 11-1 20s3 15-2 21c-5 6-13 7-17 2-4-6 3-12 1-21-2-10-8-22-2-28z", RED),
        path("M-13-31C-3-38 12-34 15-24l-4 1C9-31-2-34-10-29c-6 6 0 18 2 28l-4 2c-2-10-9-24-1-32z", "#fbe6cf"),
        path("M-3-23c4 8 0 14 3 22M5-22c2 8-2 12 0 20M-3 5c1 5-2 8-2 12", stroke=ROSE, stroke_width=2, **ROUND),
    ],
    "croqueta": [
        rectangle(Box(-20, -12, 40, 24), BROWN, 12),
        rectangle(Box(-20, -13, 40, 23), AMBER, 11.5),
        path("M-13-6c4-4 14-5 22-3", stroke=GOLD, stroke_width=3, **ROUND),
        path("M-10 3h.1M-2-1h.1M7 4h.1M12-3h.1M-1 6h.1", stroke=BROWN, stroke_width=2.4, **ROUND),
    ],
    "prawn": [
        path("M14-10C6-20-14-18-17-2c-2 12 10 19 20 14l-3-7c-6 2-11-2-10-8 2-8 12-9 17-2z", ORANGE),
        path("M-8-13l3 7M-15-5l8 2M-14 7l7-4M-5 13l2-7", stroke="#fbd0a4", stroke_width=2.2, **ROUND),
        path("M3 12c5-1 9 1 11 5-5 1-10 1-14-2zM3 8c4-4 9-4 12-1-4 3-8 5-12 4z", RED),
        circle(7, -11, 1.5, INK),
    ],
    "pepper": [
        path("M0-24c9-1 14 5 12 15C10 4 6 18 1 29c-3-3-4-6-5-10-4-9-9-20-8-30 1-8 5-13 12-13z", GREEN),
        path("M0-24c9-1 14 5 12 15C10 4 6 18 1 29c0-17 6-34-1-53z", FOREST),
        path("M-6-14c-1 8 1 15 4 22", stroke="#a9cc6a", stroke_width=2.6, **ROUND),
        path("M-7-22c3-4 11-4 14 0-4 4-10 4-14 0z", FOREST),
        path("M0-24c-1-5 1-9 5-11", stroke=FOREST, stroke_width=3.4, **ROUND),
    ],
}


def _ham(*places: tuple[float, float, float, float]) -> list[str]:
    """Slices on a board."""
    board = [
        rectangle(Box(8, 66, 84, 24), WOOD, 10),
        rectangle(Box(8, 62, 84, 24), TAN, 10),
        path("M20 70h26M40 79h38", stroke=BROWN, stroke_width=1.6, **ROUND),
    ]
    return [*board, *(put("ta-slice", x, y, size, turn) for x, y, size, turn in places)]


TAPAS = {
    "tortilla": [
        here("ta-plate"),
        path("M10 50 56 30c20 2 34 10 36 20L90 72c-24 4-54 4-78 0z", GOLD),
        path("M10 50 56 30c20 2 34 10 36 20-26 5-56 5-82 0z", AMBER),
        path("M30 47c6-4 14-6 22-6M62 37c8 1 14 4 18 8M48 47h8", stroke=BROWN, stroke_width=2.6, **ROUND),
        path(
            "M18 58l11 1-1 5-10-1zM36 64l13-2 1 5-13 2zM54 57l13-1v6l-13 1zM72 64l11-2-1 6-10 1zM33 56h8v4h-8z", CRUMB
        ),
        path("M10 50c26 5 56 5 82 0l-.3 3c-26 5-55 5-81.4 0z", "#f8c75c"),
        path("M57 12v28", stroke=SHADE, stroke_width=2.6, **ROUND),
        path("M47 20c0-12 20-12 20 0s-20 12-20 0z", GREEN),
        circle(60, 17, 2.6, RED),
    ],
    "croqueta": [
        here("ta-plate"),
        put("ta-croqueta", 30, 62, turn=-14),
        put("ta-croqueta", 70, 60, turn=16),
        put("ta-croqueta", 50, 40, turn=-4),
        path("M66 30c7 3 8 16 0 20-4 1-6-3-5-6-3-1-3-6 0-8-1-4 2-7 5-6z", CRUMB),
        path("M65 36h.1M66 43h.1", stroke=ROSE, stroke_width=3, **ROUND),
    ],
    "ham1": _ham((50, 46, 1.1, 20)),
    "ham2": _ham((34, 46, 1, 8), (67, 46, 1, 24)),
    "ham3": _ham((26, 49, 0.9, 0), (51, 44, 0.9, 14), (75, 49, 0.9, 28)),
    "prawns": [
        path("M2 50h8v10H6c-3 0-4-4-4-10zM98 50h-8v10h4c3 0 4-4 4-10z", BROWN),
        path("M6 48h88c0 26-16 38-44 38S6 74 6 48z", "#a9522f"),
        path("M50 86c28 0 44-12 44-38H82c0 22-12 34-32 38z", BROWN),
        '<ellipse cx="50" cy="48" rx="44" ry="17" fill="#c7693f"/>',
        f'<ellipse cx="50" cy="49" rx="38" ry="13" fill="{AMBER}"/>',
        f'<ellipse cx="50" cy="50" rx="34" ry="10.5" fill="{GOLD}"/>',
        put("ta-prawn", 30, 38, 1.25),
        put("ta-prawn", 69, 38, 1.25, 30),
        put("ta-prawn", 49, 50, 1.2, 160),
        path("M46 30c4-4 10-2 10 3-4 2-8 1-10-3zM80 52c4-3 8-1 8 3-4 1-7 0-8-3zM18 53c3-3 8-2 8 2-4 2-7 1-8-2z", PAPER),
        path("M38 57l4 3M70 57l-3 3M58 40l3-3", stroke=FOREST, stroke_width=3, **ROUND),
        '<circle cx="79" cy="46" r="3" fill="none" stroke="#c73e2e" stroke-width="2.4"/>',
    ],
    "bread": [
        path("M30 14c20-8 50-4 56 10 3 8-2 14-6 17l2 40c0 5-3 7-8 7H46z", BROWN),
        path("M22 18c18-9 48-7 54 8 3 9-2 14-6 17l2 39c0 5-3 7-8 7H25c-5 0-8-2-8-7l2-37c-9-6-9-21 3-27z", AMBER),
        path("M25 24c15-7 39-6 45 5 3 7-2 11-6 14l2 35c0 3-2 5-5 5H29c-3 0-5-2-5-5l1-34c-8-5-8-16 0-20z", CRUMB),
        path(
            "M34 35h.1M50 30h.1M42 50h.1M56 46h.1M35 64h.1M52 68h.1M60 60h.1M44 76h.1",
            stroke=SHADE,
            stroke_width=5,
            **ROUND,
        ),
        path("M36 48h.1M57 36h.1M46 60h.1M33 75h.1", stroke="#eac878", stroke_width=3.4, **ROUND),
    ],
    "pepper": [
        here("ta-plate"),
        put("ta-pepper", 24, 58, 0.95, 40),
        put("ta-pepper", 76, 56, 0.95, -38),
        put("ta-pepper", 50, 48, 1.15, 4),
        path("M30 72h.1M40 78h.1M62 76h.1M70 70h.1M52 82h.1M20 66h.1", stroke=PAPER, stroke_width=3, **ROUND),
    ],
    "freeloader": [
        path("M10 100c0-22 16-30 40-30s40 8 40 30z", NIGHT),
        path("M30 70c8 8 32 8 40 0l6 30H24z", PAPER),
        path("M36 78l5 22M64 78l-5 22", stroke=RED, stroke_width=3),
        path("M24 40c-8-2-8 14 1 14zM76 40c8-2 8 14-1 14z", TAN),
        path("M24 30c0-14 12-20 26-20s26 6 26 20v20c0 16-12 26-26 26S24 66 24 50z", SKIN),
        path("M20 32C18 8 34 2 50 2s32 6 30 30c-8-8-18-10-30-10s-22 2-30 10z", WINE),
        path("M16 33c18-12 50-12 68 0l-3 5c-16-9-46-9-62 0z", RED),
        circle(40, 44, 5.5, PAPER),
        circle(60, 44, 5.5, PAPER),
        circle(42, 45, 2.8, INK),
        circle(62, 45, 2.8, INK),
        path("M33 37l11 2M67 35l-11 4", stroke=WOOD, stroke_width=3, **ROUND),
        path("M50 46c6 4 6 9 0 9", stroke=TAN, stroke_width=2.6, **ROUND),
        path("M50 57c-6-5-16-2-20 6 7 1 14 0 20-3 6 3 13 4 20 3-4-8-14-11-20-6z", WOOD),
        path("M40 65c6 5 16 4 21-1-3 9-17 11-21 1z", PAPER),
        path("M12 96V62M5 56v10c0 6 14 6 14 0V56M12 56v10", stroke=STEEL, stroke_width=3.4, **ROUND),
        path("M88 98V56c6 4 8 16 4 24h-4", STEEL),
        circle(12, 86, 7, SKIN),
        circle(89, 88, 7, SKIN),
    ],
    "churro": [
        group(
            path("M34 66C16 44 12 18 26 12s22 12 22 54", stroke=BROWN, stroke_width=13),
            path("M34 66C16 44 12 18 26 12s22 12 22 54", stroke=AMBER, stroke_width=10),
            path("M34 66C16 44 12 18 26 12s22 12 22 54", stroke=GOLD, stroke_width=2.4),
            path("M56 66 74 14", stroke=BROWN, stroke_width=13),
            path("M56 66 74 14", stroke=AMBER, stroke_width=10),
            path("M56 66 74 14", stroke=GOLD, stroke_width=2.4),
            **ROUND,
        ),
        path(
            "M19 26h.1M32 16h.1M42 30h.1M24 46h.1M44 48h.1M66 44h.1M72 26h.1M62 58h.1",
            stroke=PAPER,
            stroke_width=3,
            **ROUND,
        ),
        path("M80 62c14-4 16 18-2 20", stroke=PAPER, stroke_width=6),
        path("M14 56h68c1 20-6 36-18 40H32C20 92 13 76 14 56z", PAPER),
        path("M82 56c1 20-6 36-18 40H52c14-6 20-22 20-40z", SHADE),
        f'<ellipse cx="48" cy="56" rx="34" ry="9" fill="{SHADE}"/>',
        f'<ellipse cx="48" cy="57" rx="29" ry="6.5" fill="{WOOD}"/>',
        path("M21 76c16 6 38 6 54 0", stroke=BLUE, stroke_width=3),
        path("M32 57c6 2 14 2 18 0", stroke=BROWN, stroke_width=2, **ROUND),
    ],
}

_MIDDLES = [(15.6 + 17.2 * column, 15.5 + 17 * row) for row in range(8) for column in range(5)]  # of tiles
BACK = [  # a tiled wall, and an olive on its stick
    panel(SEA),
    *(put("ta-tile", x, y) for x, y in _MIDDLES),
    circle(50, 75, 29, PAPER),
    circle(50, 75, 26, DEEP),
    path("M34 91l34-34", stroke=SHADE, stroke_width=2.6, **ROUND),
    *(put("ta-olive", x, 125 - x) for x in (42, 50, 58)),
]
