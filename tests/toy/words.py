"""The words of a toy game: enough of them to tell positions apart."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from card_envs.core.layout import Layout


def words(layout: Layout, observe: Any) -> SimpleNamespace:
    """The module that a `Game` wants as `text`: every seat is told its blocks as they are."""

    def describe(state: Any, seat: int, language: str = "en") -> str:
        seen = np.zeros(layout.size, np.float32)
        observe(state, seat, seen)
        title = {"en": "You are", "es": "Eres"}[language]
        blocks = [f"{name} {block.tolist()}" for name, block in layout.split(seen).items()]
        return "\n".join([f"{title} player_{seat}.", *blocks])

    def render(state: Any) -> str:
        return "\n\n".join(describe(state, seat) for seat in range(int(state.players)))

    return SimpleNamespace(describe=describe, render=render)
