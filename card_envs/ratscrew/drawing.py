"""Egyptian ratscrew as pictures: `symbols`, and the table as a spectator or one seat sees it.

Besides the cards there are cards of which only the rank is known, `card-rank-1` … `card-rank-13`, the suits alone,
`suit-clubs` …, 40 by 40, and a flat hand, `hand-slap`, 100 by 100.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from card_envs.core.loops import RUNNING
from card_envs.core.text import agent, checked_language, look, placed
from card_envs.drawing.lettering import lettering
from card_envs.drawing.palette import BLUE, GOLD, INK, PAPER, WINE
from card_envs.drawing.svg import Box, circle, group, use
from card_envs.drawing.table import HEAD, HEIGHT, WIDTH, around, badge, cloth, fan, plate, table, tilted
from card_envs.ratscrew.art import symbols
from card_envs.ratscrew.cards import RANKS, SUITS
from card_envs.ratscrew.observation import TOP
from card_envs.ratscrew.rules import RING, is_in, next_flipper
from card_envs.ratscrew.text import challenge, outcome, pile_size, title

__all__ = ["picture", "symbols"]

BACK = "card-back-ratscrew"
CARD, STACK, COMING = 128, 92, 58  # heights of cards in the pile, in stacks, and of those that are to come
MESS = (9, -14, 4, -7, 15, -3)  # degrees in which cards of a pile lie, over and over


class Place(NamedTuple):
    """A seat as it is drawn."""

    name: str
    held: int  # cards
    inside: bool
    flips: bool  # next, or has a card in the air
    challenges: bool
    wrong: int  # slaps in this window
    coming: Sequence[int]  # the next cards of its stack, to who may see them


class Pile(NamedTuple):
    """What lies in the middle; of the cards between the first and the top ones no faces: they are for memories."""

    first: Sequence[int]  # the first card played, unless it is one of the top ones
    top: Sequence[int]  # those that count in the patterns, the topmost last
    size: int
    burnt: int
    owed: int
    air: bool  # whether a card that is not seen yet is on its way


def picture(state: Any, seat: int | None = None, language: str = "en") -> str:
    """The table as SVG: the stacks round it in the order of play, the pile in its middle, ticks as lights.

    Args:
        state: one record of `rules.State`.
        seat: who sees it, drawn at the bottom; None for a spectator, to whom the next cards of all stacks are open.
        language: one of `core.text.LANGUAGES`.

    Raises:
        ValueError: no such seat or language.
    """
    checked_language(language)
    pile, places = _open(state) if seat is None else _seen(state, seat, language)
    spots = around(len(places), 372, 216)
    parts = [cloth(), *_pile(pile, language), *_ticks(state)]
    parts += [_seat(place, *spot) for place, spot in zip(places, spots, strict=True)]
    if pile.air:
        parts += [_flying(*spot) for place, spot in zip(places, spots, strict=True) if place.flips]
    waits = [challenge(place.name, pile.owed, language) for place in places if place.challenges]
    return table(title(state, language), outcome(state, language) or "".join(waits), symbols(), parts)


def _open(state: Any) -> tuple[Pile, list[Place]]:
    running = state.ended == RUNNING
    places = []
    for seat in range(int(state.players)):
        held, top = int(state.held[seat]), int(state.tops[seat])
        places.append(
            Place(
                agent(seat),
                held,
                bool(is_in(state, seat)),
                running and seat == next_flipper(state),
                seat == state.challenger,
                int(state.wrong[seat]),
                [int(state.stacks[seat, (top + at) % RING]) for at in range(min(TOP, held))],
            )
        )
    burnt = int(state.burnt_count)
    return Pile(*_shown(state, int(state.played)), int(state.played) + burnt, burnt, int(state.owed), False), places


def _seen(state: Any, seat: int, language: str) -> tuple[Pile, list[Place]]:
    """What the seat's observation tells, itself first; the suits of the cards that have been flipped for all to see."""
    seen, _, names = look("ratscrew", state, seat)
    size, burnt = int(seen["pile"][0]), int(seen["burnt"][0])
    places = [
        Place(
            placed(names, 0, language) if distance == 0 else name,
            int(seen["stacks"][distance]),
            bool(seen["in"][distance]),
            bool(seen["flipper"][distance]),
            bool(seen["challenger"][distance]),
            int(seen["wrong_slaps"][distance]),
            [],
        )
        for distance, name in enumerate(names)
    ]
    return Pile(*_shown(state, size - burnt), size, burnt, int(seen["owed"][0]), bool(seen["air"][0])), places


def _shown(state: Any, played: int) -> tuple[list[int], list[int]]:
    """The first and the top cards of a pile of the cards played first."""
    cards = state.pile[:played].tolist()
    return cards[:1] if played > TOP else [], cards[-TOP:]


def _seat(place: Place, x: float, y: float) -> str:
    """A stack with its number of cards, the cards to come beside it, the name, and a hand for each wrong slap."""
    beside = -118 if x > WIDTH * 0.75 else 40  # where there is room
    layers = range(min(4, 1 + place.held // 8) if place.held else 0)
    stack = [use(BACK, Box(x - 31 + 2.5 * at, y - 56 - 2.5 * at, STACK / 1.5, STACK)) for at in layers]
    parts = [*stack, fan([_card(card) for card in place.coming], Box(x + beside, y - 28, 78, COMING))]
    if place.held:
        parts.append(badge(str(place.held), x, y + 16, GOLD, 12))
    parts += [use("hand-slap", Box(x - 72 + 42 * at, y - 64, 54, 54)) for at in range(min(place.wrong, 3))]
    parts.append(plate(place.name, x, y + 50, WINE if place.challenges else BLUE, lit=place.flips))
    return group(*parts, **({} if place.inside else {"opacity": 0.35}))


def _pile(pile: Pile, language: str) -> list[str]:
    """What lies under, the first card played, and those that count in the patterns."""
    x, y = WIDTH / 2, (HEIGHT + HEAD) / 2
    between = pile.size - pile.burnt - len(pile.top) - len(pile.first)
    under = [tilted(BACK, x - 24, y, CARD, 2 * degrees) for degrees in MESS[: min(pile.burnt, 2)]]
    under += [tilted("card-blank", x - 16, y, CARD, 1.5 * degrees) for degrees in MESS[: min(between, 4)]]
    first = [tilted(_card(card), x - 98, y + 6, CARD, -14) for card in pile.first]
    below = pile.size - len(pile.top)
    top = [
        tilted(_card(card), x + 36 * at - 26, y, CARD, MESS[(below + at) % len(MESS)] / 2)
        for at, card in enumerate(pile.top)
    ]
    size = lettering(pile_size(pile.size, pile.burnt, language), x, y + CARD / 2 + 24, 11, PAPER, 0.5)
    return [*under, *first, *top, size]


def _flying(x: float, y: float) -> str:
    """A card on its way from a seat to the pile."""
    middle = WIDTH / 2, (HEIGHT + HEAD) / 2
    x, y = (0.64 * at + 0.36 * to for at, to in zip((x, y), middle, strict=True))
    return tilted(BACK, x, y, 0.8 * STACK, 24)


def _ticks(state: Any) -> list[str]:
    """A light for each tick of the window, on for those that have passed."""
    x, y = WIDTH / 2 - 9 * (int(state.ticks) - 1), (HEIGHT + HEAD) / 2 - CARD / 2 - 24
    colours = [GOLD if tick < state.tick else INK for tick in range(int(state.ticks))]
    return [circle(x + 18 * at, y, 6, colour, stroke=GOLD, stroke_width=1.5) for at, colour in enumerate(colours)]


def _card(card: int) -> str:
    return f"card-{SUITS[card // RANKS]}-{card % RANKS + 1}"
