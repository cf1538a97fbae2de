"""States of Tapeo set by hand: a table with the options asked for, and tapas put by name on bars and in hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from card_envs.tapeo import rules

POINT = rules.POINT


def table(players: int, **options: Any) -> np.record:
    """A state with nothing dealt, as `initial` makes it."""
    return rules.initial(rules.TapeoOptions(players=players, **options))[0]


def counts(tapas: Mapping[str, int] | Iterable[str]) -> np.ndarray:
    """int8 [10]: how many of each kind, from {"tortilla": 2} or ["tortilla", "tortilla"]."""
    held = np.zeros(rules.KINDS, np.int8)
    if isinstance(tapas, Mapping):
        for name, number in tapas.items():
            held[rules.ACTIONS.index(name)] += number
    else:
        for name in tapas:
            held[rules.ACTIONS.index(name)] += 1
    return held


def with_bars(bars: list[dict[str, int]], **options: Any) -> np.record:
    """A state in which each seat has the given bar."""
    state = table(len(bars), **options)
    for seat, bar in enumerate(bars):
        state.bars[seat] = counts(bar)
    return state


def with_hands(hands: list[list[str]], **options: Any) -> np.record:
    """A state in which each seat has the given hand, at the pick that hands of this size belong to."""
    state = table(len(hands), **options)
    for seat, hand in enumerate(hands):
        state.hands[seat] = counts(hand)
    state.picks = rules.HAND_SIZES[len(hands)] - len(hands[0])
    return state


def names(held: np.ndarray) -> list[str]:
    """The tapas in an array of counts by kind, in the order of kinds."""
    return [name for name, number in zip(rules.ACTIONS, held, strict=True) for _ in range(number)]


def round_points(bars: list[dict[str, int]], **options: Any) -> list[float]:
    """What each seat gains for these bars at the end of a round (T12–T18)."""
    state = with_bars(bars, **options)
    rules.score_round(state)
    assert state.scores.tolist() == state.gains.tolist()
    return points(state.gains, len(bars))


def churro_points(tally: list[int], **options: Any) -> list[float]:
    """What each seat gains for its churros after the last round (T19, T20)."""
    state = table(len(tally), **options)
    state.churros[: len(tally)] = tally
    rules.score_churros(state)
    assert state.scores.tolist() == state.gains.tolist()
    return points(state.gains, len(tally))


def points(sixtieths: np.ndarray, players: int) -> list[float]:
    """Points of the seats at the table; the places of absent seats must be empty."""
    assert not sixtieths[players:].any()
    return [int(value) / POINT for value in sixtieths[:players]]
