"""Seatings: every policy in every seat equally often, in every lap."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from card_envs import arena
from card_envs.arena.seating import LineUp
from tests.arena.stand_ins import Lowest


def lined_up(seated: list[int], teams: int = 0) -> LineUp:
    return LineUp(tuple("abcdefghijkl"[: max(seated) + 1]), tuple(seated), teams)


@pytest.mark.parametrize(("seated", "size"), [
    ([0, 0, 0, 0], 1),
    ([0, 1], 2),
    ([0, 1, 1, 1], 4),
    ([0, 1, 1, 2], 12),
    ([0, 1, 2, 3], 24),
    ([0, 0, 0, 1, 1, 1], 20),
])  # fmt: skip
def test_few_ways_are_all_played_in_every_lap(seated: list[int], size: int) -> None:
    line = lined_up(seated)
    assert line.lap_size == size
    seatings = line.seatings(range(3, 5))
    assert len(seatings) == 2 * size
    np.testing.assert_array_equal(seatings[:size], seatings[size:])
    assert len({tuple(one) for one in seatings[:size].tolist()}) == size
    assert (np.sort(seatings, axis=1) == sorted(seated)).all()


@pytest.mark.parametrize("seated", [[0, 1, 2, 3, 4], [0, 1, 1, 2, 2, 0], [0, 1, 2, 3, 4, 5, 6, 7], [0] * 6 + [1] * 6])
def test_of_many_ways_a_lap_plays_the_rotations_of_one(seated: list[int]) -> None:
    """Every policy is in every seat as often as it has seats, lap by lap; neighbours change from lap to lap."""
    line, seats = lined_up(seated), len(seated)
    assert line.lap_size == seats
    neighbours: Counter[tuple[int, int]] = Counter()
    for lap in range(400):
        seatings = line.seatings(range(lap, lap + 1))
        for policy, count in enumerate(line.counts):
            assert ((seatings == policy).sum(axis=0) == count).all()
        neighbours.update(
            (int(one), int(left)) for one, left in zip(seatings[0], np.roll(seatings[0], -1), strict=True)
        )
    if len(line.counts) == seats:  # each of the others sits to one's left in 1 of seats − 1 laps
        expected = 400 / (seats - 1)
        for one in range(seats):
            for left in set(range(seats)) - {one}:
                assert neighbours[one, left] == pytest.approx(expected, abs=5 * expected**0.5)
    whole = line.seatings(range(400))
    np.testing.assert_array_equal(whole[7 * seats : 8 * seats], line.seatings(range(7, 8)))


def test_teams_stay_together() -> None:
    for seats in (4, 6, 12):
        line = lined_up([0, 1] * (seats // 2), teams=2)
        assert line.seatings(range(1)).tolist() == [[0, 1] * (seats // 2), [1, 0] * (seats // 2)]
    line = lined_up([0, 1, 2, 3], teams=2)
    assert sorted(line.seatings(range(1)).tolist()) == [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]


def test_every_policy_is_asked_for_its_seats() -> None:
    a, b, c = Lowest(), Lowest(), Lowest()
    match = arena.play("tapeo", [a, b, c], 10, players=4)
    assert match.games == 12
    assert match.seats == [1, 1, 2]
    decisions = 12 * 21
    assert [sum(rows for rows, _ in p.asked) for p in (a, b, c)] == [decisions, decisions, 2 * decisions]
