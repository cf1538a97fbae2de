"""PettingZoo's own classic games, as `env()` gives them: with all its wrappers."""

from __future__ import annotations

from importlib import import_module

from benchmarks.measure import Play, play_aec


def classic(name: str) -> Play:
    """A game of `pettingzoo.classic` by the name of its module, such as "tictactoe_v3"."""
    return play_aec(import_module(f"pettingzoo.classic.{name}").env())
