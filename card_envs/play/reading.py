"""What a person types, as one of their moves."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from card_envs.core.text import joined
from card_envs.play.phrases import PHRASES


def read_move(typed: str, moves: Mapping[int, tuple[str, ...]], language: str) -> int:
    """The action that is meant.

    Args:
        typed: a number from 1, the place among the moves; or a name or its beginning, whatever its case and accents.
        moves: action → its names, the first of which is what people are shown.
        language: of what is said if it cannot be told.

    Raises:
        ValueError: none of the moves, or the beginning of several.
    """
    phrases, word = PHRASES[language], plain(typed)
    if word.isdecimal() and 1 <= int(word) <= len(moves):
        return list(moves)[int(word) - 1]
    names = {action: [plain(name) for name in known] for action, known in moves.items()}
    exact = [action for action, known in names.items() if word in known]
    begun = [action for action, known in names.items() if any(name.startswith(word) for name in known)] if word else []
    found = exact or begun
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(phrases["several"].format(typed=typed, moves=joined([moves[a][0] for a in found], language)))
    raise ValueError(phrases["unknown"].format(typed=typed, most=len(moves)))


def plain(text: str) -> str:
    """Without case, accents and room around it."""
    letters = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
