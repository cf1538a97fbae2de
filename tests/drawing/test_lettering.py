"""Letters of our own: that all that is ever written can be, where it stands, and that it shows without any font."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from card_envs.core.game import GAMES, get_game
from card_envs.drawing import pixels
from card_envs.drawing.lettering import GLYPHS, UNKNOWN, _glyph, lettering, width
from card_envs.drawing.svg import Box, rectangle, standing


def written(text: str, x: float = 20, anchor: float = 0) -> np.ndarray:
    """Where ink is, bool [60, 300]: capitals 20 high on a baseline at 40."""
    parts = [rectangle(Box(0, 0, 300, 60), "#fff"), lettering(text, x, 40, 20, "#000", anchor)]
    return pixels(standing(300, 60, text, parts))[:, :, 0] < 128


def strings(phrases: Any) -> set[str]:
    """All letters of nested texts."""
    if isinstance(phrases, str):
        return set(phrases)
    return set().union(*map(strings, phrases.values() if isinstance(phrases, dict) else phrases))


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_game_says_can_be_written(game: str) -> None:
    letters = strings(get_game(game).text.PHRASES) - set("{}│─┼░")
    assert [letter for letter in sorted(letters) if _glyph(letter) is UNKNOWN] == []


def test_every_glyph_is_seen_and_is_its_own() -> None:
    glyphs = [letter for letter in GLYPHS if letter.strip() and letter not in "ı–"]
    seen = [written(letter).tobytes() for letter in glyphs]
    assert all(written(letter).any() for letter in glyphs)
    assert len(set(seen)) == len(glyphs)


@pytest.mark.parametrize("letter", "áéíóúüñÁÉÍÓÚÜÑ")
def test_accents_are_drawn_over_their_letters(letter: str) -> None:
    plain = {"í": "ı"}.get(letter, letter.translate(str.maketrans("áéóúüñÁÉÍÓÚÜÑ", "aeouunAEIOUUN")))
    more = written(letter) & ~written(plain)
    assert more.any()
    assert np.flatnonzero(more.any(axis=1)).max() < np.flatnonzero(written(plain).any(axis=1)).min() + 4


def test_what_has_no_glyph_is_a_box() -> None:
    assert _glyph("☃") == UNKNOWN
    assert width("☃", 10) == UNKNOWN[0]


def test_letters_stand_on_their_line_and_are_as_high_as_told() -> None:
    rows = np.flatnonzero(written("H").any(axis=1))
    assert (rows.min(), rows.max()) == (19, 40)  # the pen is 2.5 wide


def test_anchors() -> None:
    wide = width("ham", 20)
    assert (written("ham", 150, 0.5) == written("ham", 150 - wide / 2)).all()
    assert (written("ham", 250, 1) == written("ham", 250 - wide)).all()
    assert width("", 20) == 0


def test_letters_side_by_side_are_the_letters() -> None:
    """A line of text is its letters, each moved by the widths before it."""
    both, first = written("Ah"), written("A")
    second = written("h", 20 + width("A", 20) + width("Ah", 20) - width("A", 20) - width("h", 20))
    assert (both == first | second).mean() > 0.999


def test_no_text_is_left_to_fonts() -> None:
    assert not re.search("<text|font", lettering("Tapeo", 0, 0, 10, "#000"))
