"""Envite as pictures: `symbols`, and the table as a spectator or one seat sees it.

Besides the cards there are the suits alone, `suit-oros` and `suit-copas`, 40 by 40, `suit-espadas` and `suit-bastos`,
20 by 60, and a `stone`, 40 by 40.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from card_envs.core.loops import RUNNING
from card_envs.core.text import agent, checked_language, look, placed
from card_envs.drawing.lettering import lettering, width
from card_envs.drawing.palette import BLUE, GOLD, INK, PAPER, WINE
from card_envs.drawing.svg import Box, rectangle, use
from card_envs.drawing.table import HEAD, HEIGHT, WIDTH, around, cloth, fan, plate, table, tilted
from card_envs.envite.art import symbols
from card_envs.envite.cards import CARD_NAMES
from card_envs.envite.rules import HAND, NOBODY, actor
from card_envs.envite.text import leading, outcome, score, title

__all__ = ["picture", "symbols"]

BACK = "card-back-envite"
TEAMS = (WINE, BLUE)
CARD_HEIGHTS = {4: 102, 6: 92, 8: 80, 10: 70, 12: 64}
MOST_STONES = 12  # that are shown one by one


class Place(NamedTuple):
    """A seat as it is drawn: numbers of cards, NOBODY for one that is face down."""

    name: str
    team: int
    captain: bool
    acts: bool
    hand: Sequence[int]
    played: int  # to the trick; NOBODY before


def picture(state: Any, seat: int | None = None, language: str = "en") -> str:
    """The table as SVG: the seats round it in the order of play, the vira and the trick in its middle, the stones.

    Args:
        state: one record of `rules.State`.
        seat: who sees it, drawn at the bottom; None for a spectator, to whom all hands are open.
        language: one of `core.text.LANGUAGES`.

    Raises:
        ValueError: no such seat or language.
    """
    checked_language(language)
    places = _open(state) if seat is None else _seen(state, seat, language)
    leader, vira, card = (int(state.leader) - (seat or 0)) % len(places), int(state.vira), CARD_HEIGHTS[len(places)]
    parts = [cloth(), *_middle(vira), *_trick(places, leader, vira, card)]
    parts += [_seat(place, *at, card) for place, at in zip(places, around(len(places), 385, 226), strict=True)]
    parts += [_board(state, team, language) for team in range(2)]
    return table(title(state, language), outcome(state, language), symbols(), parts)


def _open(state: Any) -> list[Place]:
    acts = actor(state) if state.ended == RUNNING else NOBODY
    return [
        Place(
            agent(seat),
            seat % 2,
            seat in state.captains,
            seat == acts,
            [int(held) for held in state.hands[seat] if held != NOBODY],
            int(state.played[state.trick, seat]),
        )
        for seat in range(int(state.players))
    ]


def _seen(state: Any, seat: int, language: str) -> list[Place]:
    """What the seat's observation tells, itself first."""
    seen, _, names = look("envite", state, seat)
    played = seen["played"].astype(np.int64) - 1
    return [
        Place(
            placed(names, 0, language) if distance == 0 else name,
            (seat + distance) % 2,
            bool(seen["captains"][distance]),
            bool(seen["actor"][distance] and seen["phase"].any()),
            [NOBODY] * (HAND - int((played[:, distance] != NOBODY).sum()))
            if distance
            else np.flatnonzero(seen["hand"]).tolist(),
            int(played[state.trick, distance]),
        )
        for distance, name in enumerate(names)
    ]


def _seat(place: Place, x: float, y: float, card: float) -> str:
    """A hand over its holder's plate, in the colour of the team; a star for a captain."""
    wide = card * 1.5
    hand = fan([_card(held) for held in place.hand], Box(x - wide / 2, y - card / 2 - 10, wide, card), 0.5)
    return hand + plate(place.name + " ★" * place.captain, x, y + card / 2, TEAMS[place.team], lit=place.acts)


def _middle(vira: int) -> list[str]:
    """The card turned up on the rest of the deck."""
    x, y = WIDTH / 2, (HEIGHT + HEAD) / 2
    return [tilted(BACK, x - 14, y, 84, 90), tilted(_card(vira), x + 8, y, 92, 0)]


def _trick(places: Sequence[Place], leader: int, vira: int, card: float) -> list[str]:
    """The cards of the trick before their players, the best one in a light."""
    spots = around(len(places), 196, 116)
    played = [place.played for place in places]
    lit = [spots[leading(played, leader, vira)]] if played[leader] != NOBODY else []
    light = [rectangle(Box(x - card / 3 - 5, y - card / 2 - 5, card / 1.5 + 10, card + 10), GOLD, 10) for x, y in lit]
    laid = zip(played, spots, strict=True)
    return light + [tilted(_card(number), x, y, card, 0) for number, (x, y) in laid if number != NOBODY]


def _board(state: Any, team: int, language: str) -> str:
    """How a team stands, in words and in stones, with a card for each trick it has won in this round."""
    box = Box(14 if team == 0 else WIDTH - 204, HEAD + 14, 190, 64)
    said, stones = score(state, team, language), int(state.stones[team])
    shown = [use("stone", Box(box.x + 8 + 14.5 * at, box.y + 22, 13, 13)) for at in range(min(stones, MOST_STONES))]
    tricks = [use(BACK, Box(box.x + 9 + 18 * at, box.y + 38, 14, 21)) for at in range(int(state.tricks_won[team]))]
    words = lettering(said, box.x + 9, box.y + 17, min(10.0, 10.0 * 172 / width(said, 10.0)), PAPER)
    return "".join([rectangle(box, TEAMS[team], 8, stroke=INK, stroke_width=1.5), words, *shown, *tricks])


def _card(card: int) -> str:
    return BACK if card == NOBODY else f"card-{CARD_NAMES[card]}"
