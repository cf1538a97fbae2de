"""Keyed randomness: even, in range, and the same everywhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from card_envs.core.masks import count, pick
from card_envs.core.random import below, combine, draw, mix, slot_seeds, unit

KEY = np.uint64(2024)


def refined(key: np.uint64, number: int) -> np.uint64:
    return np.uint64(combine(key, number))  # called from Python, a kernel gives a Python integer


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 84, 1000])
def test_below_is_uniform_and_in_range(n: int) -> None:
    found = np.bincount([below(KEY, index, n) for index in range(20_000)], minlength=n)
    assert len(found) == n
    if n > 1:
        assert stats.chisquare(found).pvalue > 1e-3


def test_below_reaches_both_ends_of_a_large_range() -> None:
    """n just above 2³¹, where half of all words must be drawn again for evenness."""
    n = 2**31 + 1
    numbers = np.array([below(KEY, index, n) for index in range(20_000)])
    assert numbers.min() >= 0
    assert numbers.max() < n
    assert stats.kstest(numbers / n, "uniform").pvalue > 1e-3


def test_below_over_keys_is_uniform() -> None:
    """The first number of many streams, as a deal uses them."""
    found = np.bincount([below(refined(KEY, key), 0, 84) for key in range(20_000)], minlength=84)
    assert stats.chisquare(found).pvalue > 1e-3


def test_unit_is_uniform_in_the_half_open_interval() -> None:
    numbers = np.array([unit(KEY, index) for index in range(20_000)])
    assert numbers.min() >= 0
    assert numbers.max() < 1
    assert stats.kstest(numbers, "uniform").pvalue > 1e-3


def test_neighbours_are_independent() -> None:
    """Of indices, of keys and of a key and its refinement: no correlation of the coins they give."""
    number = 10_000
    here = np.array([below(KEY, index, 2) for index in range(number + 1)])
    pairs = [
        (here[:-1], here[1:]),
        (here[:-1], [below(KEY + np.uint64(1), index, 2) for index in range(number)]),
        (here[:-1], [below(refined(KEY, 0), index, 2) for index in range(number)]),
        ([below(refined(KEY, i), 0, 2) for i in range(number)], [below(refined(KEY, i), 1, 2) for i in range(number)]),
    ]
    for one, other in pairs:
        table = np.histogram2d(one, other, bins=2)[0]
        assert stats.chi2_contingency(table).pvalue > 1e-3


def test_words_are_the_published_splitmix64() -> None:
    """The stream of key 1234567 is that of SplitMix64 seeded so (its reference values), on every machine."""
    words = [draw(np.uint64(1234567), index) for index in range(5)]
    assert words == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_combine_tells_every_number_apart() -> None:
    """Two keys, ten thousand numbers each, and refinements in either order."""
    keys = {int(combine(key, number)) for key in (KEY, KEY + np.uint64(1)) for number in range(10_000)}
    assert len(keys) == 20_000
    assert refined(refined(KEY, 1), 2) != refined(refined(KEY, 2), 1)
    assert mix(np.uint64(0)) == 0  # a bijection that leaves 0 alone: why keys are shifted before it
    assert combine(np.uint64(0), 0) != 0


# --- seeds -----------------------------------------------------------------------------------------------------


def test_slot_seeds_of_an_integer_follow_one_another() -> None:
    assert slot_seeds(7, 4).tolist() == [int(slot_seeds(seed, 1)[0]) for seed in (7, 8, 9, 10)]
    assert slot_seeds(7, 4).dtype == np.uint64
    assert slot_seeds(7, 1)[0] == np.random.SeedSequence(7).generate_state(1, np.uint64)[0]


@pytest.mark.parametrize("seeds", [[5, 5, 1], (5, 5, 1), np.array([5, 5, 1]), np.array([5, 5, 1], np.uint8)])
def test_slot_seeds_of_a_sequence(seeds: Any) -> None:
    assert slot_seeds(seeds, 3).tolist() == [int(slot_seeds(seed, 1)[0]) for seed in (5, 5, 1)]


def test_slot_seeds_of_none_differ() -> None:
    drawn = [*slot_seeds(None, 3), *slot_seeds(None, 3)]
    assert len(set(map(int, drawn))) == 6
    assert slot_seeds(None, 3).dtype == np.uint64


def test_slot_seeds_takes_any_size() -> None:
    assert len({int(seed) for seed in slot_seeds(2**64 - 1, 3)} | {int(slot_seeds(0, 1)[0])}) == 4


@pytest.mark.parametrize("seed", [-1, 1.0, "7", True, np.bool_(True), np.float64(3), [1, -2], [1, 2.0], [True, 1], {}])
def test_slot_seeds_refuses(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is an integer from 0 up, not"):
        slot_seeds(seed, 2)


@pytest.mark.parametrize("seeds", [[], [1], [1, 2, 3], np.arange(3)])
def test_slot_seeds_wants_one_for_each_game(seeds: Any) -> None:
    with pytest.raises(ValueError, match=f"{len(seeds)} seeds for 2 games; give one integer, or one seed for each"):
        slot_seeds(seeds, 2)


# --- masks -----------------------------------------------------------------------------------------------------


def test_count_and_pick() -> None:
    """Every mask of six actions: the number allowed, and each of them in order."""
    for bits in range(64):
        mask = np.array([(bits >> action) & 1 for action in range(6)], np.int8)
        allowed = np.flatnonzero(mask).tolist()
        assert count(mask) == len(allowed)
        assert [pick(mask, number) for number in range(len(allowed))] == allowed
