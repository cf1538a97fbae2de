"""RLCard: every step returns the next player's observation and its legal actions."""

from __future__ import annotations

import rlcard

from benchmarks.measure import Play, random_element


def leduc() -> Play:
    return _games("leduc-holdem")


def uno() -> Play:
    return _games("uno")


def _games(name: str) -> Play:
    env = rlcard.make(name, config={"seed": 0})

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random_element(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play
