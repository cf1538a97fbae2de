"""Tapeo as pictures: `symbols`, and the table as a spectator or one seat sees it.

Besides the cards there are the tapas alone, `tapa-tortilla` … `tapa-churro`, 100 by 100.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from card_envs.core.text import agent, checked_language, look, number, placed
from card_envs.drawing.lettering import lettering, width
from card_envs.drawing.palette import GOLD, INK, PAPER, SHADE
from card_envs.drawing.svg import Box, rectangle, use
from card_envs.drawing.table import HEAD, HEIGHT, WIDTH, counter, fan, table
from card_envs.tapeo.art import symbols
from card_envs.tapeo.rules import ACTIONS, POINT
from card_envs.tapeo.text import PHRASES, outcome, title

__all__ = ["picture", "symbols"]

BACK = "card-back-tapeo"
TOP, FOOT, EDGE = HEAD + 26, 8, 14  # where rows begin, what is left under them and at their sides
REVEAL, BAR, HAND = Box(196, 0, 90, 0), Box(300, 0, 360, 0), Box(684, 0, 250, 0)  # columns


class Place(NamedTuple):
    """A seat as it is drawn: counts of tapas are by kind, [KINDS]; a hand that is not known is None."""

    name: str
    points: float
    churros: int
    revealed: int | None
    bar: Sequence[float]
    hand: Sequence[float] | None
    held: int


def picture(state: Any, seat: int | None = None, language: str = "en") -> str:
    """The table as SVG: a row for each seat, with points and churros kept, the last pick, bar and hand.

    Args:
        state: one record of `rules.State`.
        seat: who sees it, drawn last; None for a spectator, to whom all hands are open.
        language: one of `core.text.LANGUAGES`.

    Raises:
        ValueError: no such seat or language.
    """
    checked_language(language)
    places = _open(state) if seat is None else _seen(state, seat, language)
    high = (HEIGHT - TOP - FOOT) / len(places)
    rows = [
        _row(place, TOP + at * high, high, own=seat is not None and place is places[-1])
        for at, place in enumerate(places)
    ]
    parts = [counter(), *_columns(language), *rows]
    return table(title(state, language), outcome(state, language), symbols(), parts)


def _open(state: Any) -> list[Place]:
    return [
        Place(
            agent(seat),
            state.scores[seat] / POINT,
            int(state.churros[seat]),
            int(state.reveals[seat]) - 1 if state.reveals[seat] else None,
            state.bars[seat],
            state.hands[seat],
            int(state.hands[seat].sum()),
        )
        for seat in range(int(state.players))
    ]


def _seen(state: Any, seat: int, language: str) -> list[Place]:
    """What the seat's observation tells, itself last."""
    seen, _, names = look("tapeo", state, seat)
    hands: list[Any] = [seen["hand"]] + [
        hand if known else None for hand, known in zip(seen["known_hands"], seen["known"], strict=True)
    ]
    places = [
        Place(
            placed(names, 0, language) if distance == 0 else name,
            float(seen["scores"][distance]),
            int(seen["churros"][distance]),
            int(seen["reveals"][distance].argmax()) if seen["reveals"][distance].any() else None,
            seen["bars"][distance],
            hands[distance],
            int(seen["hand"].sum()),
        )
        for distance, name in enumerate(names)
    ]
    return places[1:] + places[:1]


def _columns(language: str) -> list[str]:
    phrases = PHRASES[language]
    titles = ((REVEAL, "list_revealed"), (BAR, "column_bar"), (HAND, "column_hand"))
    return [lettering(phrases[key], box.x, TOP - 6, 10, SHADE) for box, key in titles]


def _row(place: Place, y: float, high: float, own: bool) -> str:
    middle, card = y + high / 2, min(high - 18, 150.0)
    plate = Box(EDGE, y + 3, WIDTH - 2 * EDGE, high - 6)
    edge = {"stroke": GOLD, "stroke_width": 3} if own else {}
    parts = [
        rectangle(plate, INK, 10, opacity=0.35),
        rectangle(plate, "none", 10, **edge),
        lettering(place.name, EDGE + 14, middle - 10, min(13.0, 13.0 * 150 / width(place.name, 13.0)), PAPER),
        lettering(number(place.points, "en"), EDGE + 14, middle + 24, 24, GOLD, pen=1.6),
        use("tapa-churro", Box(EDGE + 96, middle - 6, 34, 34)),
        lettering(f"×{place.churros}", EDGE + 132, middle + 18, 11, PAPER),
    ]
    if place.revealed is not None:
        parts.append(fan([_card(place.revealed)], _in(REVEAL, middle, card)))
    hand = [BACK] * place.held if place.hand is None else _cards(place.hand)
    return "".join([*parts, fan(_cards(place.bar), _in(BAR, middle, card)), fan(hand, _in(HAND, middle, card))])


def _in(column: Box, middle: float, height: float) -> Box:
    return Box(column.x, middle - height / 2, column.width, height)


def _cards(counts: Sequence[float]) -> list[str]:
    return [_card(kind) for kind, count in enumerate(counts) for _ in range(int(count))]


def _card(kind: int) -> str:
    return f"card-{ACTIONS[kind]}"
