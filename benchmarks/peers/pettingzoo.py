"""PettingZoo's own classic games, as `env()` gives them: with all its wrappers."""

from __future__ import annotations

from pettingzoo.classic import leduc_holdem_v4, tictactoe_v3

from benchmarks.measure import Play, play_aec


def tictactoe() -> Play:
    return play_aec(tictactoe_v3.env())


def leduc() -> Play:
    return play_aec(leduc_holdem_v4.env())
