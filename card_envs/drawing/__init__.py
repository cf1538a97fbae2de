"""Pictures: every card as a symbol of one SVG sheet a game, whole tables as SVG, and SVG as pixels.

What a game's things look like lies in the game's own folder; here is what all drawings share.
"""

from __future__ import annotations

from typing import Any

from card_envs.core.game import Game, get_game
from card_envs.drawing.raster import pixels
from card_envs.drawing.svg import sheet

__all__ = ["picture", "pixels", "symbols"]


def symbols(game: str) -> str:
    """Everything of a game that can be shown by `<use href="#…">`, as one hidden SVG element for a page.

    Cards are `card-<name>` and `card-back-<game>`, 100 by 150; what else there is stands in the game's `drawing`.

    Raises:
        ValueError: no such game, or one that is not drawn.
    """
    return sheet(_drawing(get_game(game)).symbols())


def picture(game: str, state: Any, seat: int | None = None, language: str = "en") -> str:
    """A whole table as an SVG document that needs nothing else, 960 by 640.

    Args:
        game: its name.
        state: one record of the game's state.
        seat: who sees it; None for a spectator, to whom all hands are open.
        language: one of `core.text.LANGUAGES`.

    Raises:
        ValueError: no such game, seat or language, or a game that is not drawn.
    """
    return str(_drawing(get_game(game)).picture(state, seat, language))


def _drawing(game: Game) -> Any:
    if game.drawing is None:
        raise ValueError(f"{game.name} is not drawn")
    return game.drawing
