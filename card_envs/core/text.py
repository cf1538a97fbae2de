"""What the words of every game share: languages, lists, numbers, names of seats, what one seat is told, and columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from card_envs.core.game import get_game
from card_envs.core.options import checked_choice, checked_integer

LANGUAGES = ("en", "es")
AND = {"en": " and ", "es": " y "}

PHRASES = {
    "en": {
        "over": "The game is over. You are {me}.",
        "you": "you",
        "left": "left neighbour",
        "right": "right neighbour",
        "both": "left and right neighbour",
        "legal": "Legal moves: {moves}.",
    },
    "es": {
        "over": "La partida ha terminado. Eres {me}.",
        "you": "tú",
        "left": "a tu izquierda",
        "right": "a tu derecha",
        "both": "a tu izquierda y a tu derecha",
        "legal": "Puedes elegir: {moves}.",
    },
}


def checked_language(language: str) -> None:
    """Raise a ValueError that names the languages there are, unless `language` is one of them."""
    checked_choice("language", language, LANGUAGES)


def agent(seat: int) -> str:
    """The name of a seat, as environments call it: "player_0"."""
    return f"player_{seat}"


def joined(items: Sequence[str], language: str) -> str:
    """A list in words: "a", "a and b", "a, b and c"; nothing for no items."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + AND[language] + items[-1]


def number(value: float, language: str) -> str:
    """A number with at most two decimals, none that are zero, and the language's decimal mark: "−1.5", "−1,5"."""
    digits = f"{round(float(value), 2):g}".replace("-", "−")
    return digits.replace(".", ",") if language == "es" else digits


def counted(value: float, one: str, many: str, language: str) -> str:
    """A number and what it counts: "1 churro", "2 churros"."""
    return f"{number(value, language)} {one if abs(value) == 1 else many}"


# --- what one seat is told ------------------------------------------------------------------------------------


class Look(NamedTuple):
    """All that one seat may be told.

    Attributes:
        seen: its observation by block, [*block shape] each.
        moves: its legal actions; none for a seat that is out or after the end.
        names: the names of the seats, its own first, then in the order of play.
    """

    seen: dict[str, NDArray[np.float32]]
    moves: list[int]
    names: list[str]


def look(game_name: str, state: Any, seat: int) -> Look:
    """What a seat of one game sees and may do.

    Raises:
        ValueError: no such seat.
    """
    game, players = get_game(game_name), int(state.players)
    checked_integer("seat", seat, 0, players - 1)
    observations = np.zeros((players, game.layout.size), np.float32)
    masks = np.zeros((players, len(game.actions)), np.int8)
    alive = np.zeros(players, np.bool_)
    game.loops.observe_seats(np.array([state], game.state), 0, alive, observations, masks)
    moves = np.flatnonzero(masks[seat]).tolist() if alive[seat] else []
    names = [agent((seat + distance) % players) for distance in range(players)]
    return Look(game.layout.split(observations[seat]), moves, names)


def over(names: Sequence[str], language: str) -> str:
    """The first line of a game that has ended."""
    return PHRASES[language]["over"].format(me=names[0])


def placed(names: Sequence[str], distance: int, language: str) -> str:
    """A seat, and where it sits from the observer: "player_2 (left neighbour)"; neighbours and oneself only."""
    last = len(names) - 1
    place = {0: "you", 1: "left", last: "right" if last > 1 else "both"}.get(distance)
    return names[distance] if place is None else f"{names[distance]} ({PHRASES[language][place]})"


def legal_moves(moves: Mapping[int, str], language: str) -> str:
    """The line of legal moves: their numbers, and each in words."""
    listed = ", ".join(f"{move} = {words}" for move, words in moves.items())
    return PHRASES[language]["legal"].format(moves=listed)


# --- the whole table -------------------------------------------------------------------------------------------


def columns(titles: Sequence[str], cells: Sequence[Sequence[str]]) -> list[str]:
    """Columns side by side, a line for each row under a line of titles and a rule: cells column by column."""
    titled = [[title, *column] for title, column in zip(titles, cells, strict=True)]
    widths = [max(map(len, column)) for column in titled]
    rows = [
        "│ ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in zip(*titled, strict=True)
    ]
    return [rows[0], "┼─".join("─" * width for width in widths), *rows[1:]]
