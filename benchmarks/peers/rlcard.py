"""RLCard: every step returns the next player's observation and its legal actions."""

from __future__ import annotations

import rlcard

from benchmarks.measure import Play, random_element


def games(name: str) -> Play:
    """Games of the name by which RLCard makes them, such as "leduc-holdem"."""
    env = rlcard.make(name, config={"seed": 0})

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random_element(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play
