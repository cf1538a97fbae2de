"""What the cards of every game have in common: their size, their paper and the field in its middle."""

from __future__ import annotations

from card_envs.drawing.palette import PAPER
from card_envs.drawing.svg import Box, rectangle, symbol

WIDTH, HEIGHT = 100, 150
EDGE = "#c9ae84"
OVER = "rotate(180 50 75)"  # to the other end of the card, upside down
FACE = rectangle(Box(1, 1, 98, 148), PAPER, 9, stroke=EDGE, stroke_width=1.5)


def card(name: str, *parts: str) -> str:
    """The symbol of a card; the first part is its face."""
    return symbol(name, WIDTH, HEIGHT, *parts)


def panel(colour: str, height: float = 136) -> str:
    """The field that leaves an edge of paper."""
    return rectangle(Box(7, 7, 86, height), colour, 5)
