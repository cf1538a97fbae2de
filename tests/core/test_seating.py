"""Who sits where: drawn for each game from its own seed and episode, evenly."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from card_envs.core.tables import Batch
from card_envs.tapeo import GAME, rules

GAMES = 20_000
RANDOM = -1  # as `first_seat`


def seated(
    players: int, learners: int, first_seat: int = RANDOM, weights: tuple[float, ...] = (), games: int = GAMES
) -> np.ndarray:
    """int64 [games, players]: who holds each seat, −1 a learner."""
    states = np.repeat(rules.initial(rules.TapeoOptions(players=players)), games)
    states["seed"] = np.random.default_rng(1).integers(2**64, size=games, dtype=np.uint64)
    holders = np.full((games, players), -9, np.int64)
    drawn_by = np.cumsum(np.array(weights))
    GAME.loops.seat_rows(
        states, np.arange(games), np.full(games, learners), first_seat, GAME.teams, drawn_by, drawn_by, holders
    )
    return holders


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_random_seat_is_every_seat_evenly(players: int) -> None:
    holders = seated(players, 1, weights=(1.0,))
    assert ((holders == -1).sum(axis=1) == 1).all()
    assert stats.chisquare((holders == -1).sum(axis=0)).pvalue > 1e-3


@pytest.mark.parametrize("learners", [0, 2, 3, 4])
def test_learners_are_any_set_of_seats_evenly(learners: int) -> None:
    holders = seated(4, learners, weights=(1.0,))
    assert ((holders == -1).sum(axis=1) == learners).all()
    sets, found = np.unique(holders == -1, axis=0, return_counts=True)
    assert len(sets) == {0: 1, 2: 6, 3: 4, 4: 1}[learners]
    if len(sets) > 1:
        assert stats.chisquare(found).pvalue > 1e-3


def test_a_fixed_seat_is_kept() -> None:
    holders = seated(5, 1, first_seat=3, weights=(1.0, 1.0), games=100)
    np.testing.assert_array_equal(holders == -1, np.tile(np.arange(5) == 3, (100, 1)))


@pytest.mark.parametrize("seat", range(4))
def test_named_opponents_sit_from_the_learners_left_on(seat: int) -> None:
    """Opponent k sits k + 1 places to the left: at a table of four 0, 1, 2 go round from the learner."""
    holders = seated(4, 1, first_seat=seat, games=3)
    assert [holders[0, (seat + k) % 4] for k in range(4)] == [-1, 0, 1, 2]


def test_named_opponents_follow_a_random_seat() -> None:
    for row in seated(5, 1, games=200):
        assert np.roll(row, -int(np.flatnonzero(row == -1)[0])).tolist() == [-1, 0, 1, 2, 3]


def test_opponents_are_drawn_by_weight() -> None:
    """Weights 1, 0, 3, 4 for three seats: one in eight, never, three in eight and half, seats independent."""
    holders = seated(4, 1, first_seat=0, weights=(1.0, 0.0, 3.0, 4.0))[:, 1:]
    for seat in range(3):
        found = np.bincount(holders[:, seat], minlength=4)
        assert found[1] == 0
        assert stats.chisquare(found[[0, 2, 3]], GAMES * np.array([1, 3, 4]) / 8).pvalue > 1e-3
    pairs = np.histogram2d(holders[:, 0], holders[:, 1], bins=[-0.5, 1, 2.5, 3.5])[0]
    assert stats.chi2_contingency(pairs).pvalue > 1e-3


def test_seats_are_drawn_for_each_episode_and_do_not_depend_on_play() -> None:
    """Decisions made meanwhile change nothing; the next episode of the slot is seated anew."""
    games = Batch(GAME, rules.TapeoOptions(players=6), 1, 0)
    drawn = []
    for _ in range(18 * 4):
        holders = np.zeros((1, 6), np.int64)
        GAME.loops.seat_rows(
            games.states, games.all_rows, np.array([1]), RANDOM, GAME.teams, np.ones(1), np.ones(1), holders
        )
        drawn.append(holders.tobytes())
        games.step(games.sample())
    by_episode = [set(drawn[18 * episode : 18 * episode + 18]) for episode in range(4)]
    assert [len(one) for one in by_episode] == [1] * 4
    assert len(set.union(*by_episode)) > 1


def test_seats_do_not_depend_on_the_batch() -> None:
    together = np.zeros((5, 4), np.int64)
    states = Batch(GAME, rules.TapeoOptions(players=4), 5, 10).states
    drawn_by = np.array([1.0, 2.0])
    GAME.loops.seat_rows(states, np.arange(5), np.ones(5, np.int64), RANDOM, GAME.teams, drawn_by, drawn_by, together)
    for row in range(5):
        alone = np.zeros((1, 4), np.int64)
        states = Batch(GAME, rules.TapeoOptions(players=4), 1, 10 + row).states
        GAME.loops.seat_rows(states, np.arange(1), np.ones(1, np.int64), RANDOM, GAME.teams, drawn_by, drawn_by, alone)
        assert alone[0].tolist() == together[row].tolist()
