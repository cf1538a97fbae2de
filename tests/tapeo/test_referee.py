"""The engine against the referee over thousands of whole random games, at every step and in everything it shows."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from card_envs.core.tables import Batch
from card_envs.tapeo import GAME, rules
from tests.tapeo.hand_made import names
from tests.tapeo.referee import Referee

HAM_SPLITS = ((4, 4, 4), (12, 0, 0), (0, 0, 12), (1, 5, 6), (6, 6, 0))
GAMES = 64  # for each of these, each table size and each split: 3,200 in all
REWARDS = ("win", "score", "round")
KIND = {name: kind for kind, name in enumerate(rules.ACTIONS)}
PLACES = GAME.layout.slices

# What must have come up in these games for the comparison to mean something.
EVENTS = {
    "steal", "stolen churro", "steal by a last tapa", "freeloader before a freeloader", "all freeloaders",
    "peppers hot for several", "first ham shared", "second ham shared", "no second ham", "prize that does not divide",
    "most churros shared", "fewest churros shared", "win decided by churros", "win shared",
}  # fmt: skip

seen: dict[tuple[int, str], Counter[str]] = {}  # by test


def expected_view(referee: Referee, seat: int) -> np.ndarray:
    """The observation of a seat as the referee knows it, float32 [211]."""
    view = np.zeros(GAME.layout.size, np.float32)

    def put(block: str, place: int, value: float | Fraction) -> None:
        view[PLACES[block].start + place] += float(value)

    for tapa in referee.hands[seat]:
        put("hand", KIND[tapa], 1)
    for distance in range(referee.players):
        other = (seat + distance) % referee.players
        for tapa in referee.bars[other]:
            put("bars", 10 * distance + KIND[tapa], 1)
        if other in referee.memory[seat]:
            put("known", distance - 1, 1)
            for tapa in referee.memory[seat][other]:
                put("known_hands", 10 * (distance - 1) + KIND[tapa], 1)
        if referee.revealed:
            put("reveals", 10 * distance + KIND[referee.revealed[other]], 1)
        put("scores", distance, referee.totals[other])
        put("churros", distance, referee.tally[other])
        put("present", distance, 1)
    if not referee.over:
        put("round", referee.round - 1, 1)
    put("picks", 0, referee.picks)
    for place, ham in enumerate(("ham1", "ham2", "ham3")):
        put("ham_split", place, referee.deck[ham])
    put("exact", 0, referee.exact)
    return view


def dealt_hands(state: np.record, players: int) -> list[list[str]]:
    return [names(hand) for hand in state.hands[:players]]


def check_running(referee: Referee, state: np.record, observations: np.ndarray, masks: np.ndarray) -> None:
    """Hands, bars, memory, totals and masks of a game in progress."""
    for seat in range(referee.players):
        assert observations[seat].tobytes() == expected_view(referee, seat).tobytes()
        for holder, hand in referee.memory[seat].items():
            assert Counter(hand) == Counter(names(state.hands[holder]))
        assert [rules.ACTIONS[kind] for kind in np.flatnonzero(masks[seat])] == sorted(
            set(referee.hands[seat]), key=KIND.get
        )
    assert [Counter(names(bar)) for bar in state.bars[: referee.players]] == [Counter(bar) for bar in referee.bars]
    check_totals(referee, state)


def check_totals(referee: Referee, state: np.record) -> None:
    seats = range(referee.players)
    assert [Fraction(int(state.scores[seat]), 60) for seat in seats] == referee.totals
    assert [int(state.churros[seat]) for seat in seats] == referee.tally


def check_result(referee: Referee, result: np.record, final: np.ndarray) -> None:
    players = referee.players
    assert result.scores[:players].tolist() == [float(total) for total in referee.totals]
    assert result.churros[:players].tolist() == referee.tally
    assert np.flatnonzero(result.winners).tolist() == referee.winners()
    assert result.ranks[:players].tolist() == referee.ranks()
    for seat in range(players):
        assert final[seat].tobytes() == expected_view(referee, seat).tobytes()


@pytest.mark.parametrize("split", ["whole", "exact"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_engine_agrees(players: int, split: str) -> None:
    events: Counter[str] = Counter()
    for number, ham_split in enumerate(HAM_SPLITS):
        reward = REWARDS[number % 3]
        options = rules.TapeoOptions(players=players, ham_split=ham_split, split=split, reward=reward)
        batch = Batch(GAME, options, GAMES, seed=1000 * number + 100 * players + 10_000 * (split == "exact"))
        referees = [Referee(players, ham_split, split) for _ in range(batch.num_games)]
        for referee, state in zip(referees, batch.states, strict=True):
            referee.deal(dealt_hands(state, players))
        while not batch.terminated.any():
            observations = batch.observations
            for row, referee in enumerate(referees):
                check_running(referee, batch.states[row], observations[row], batch.action_masks[row])
            actions = batch.sample()
            batch.step(actions)
            for row, referee in enumerate(referees):
                round_over = referee.pick([rules.ACTIONS[action] for action in actions[row]])
                paid = [float(reward) for reward in referee.rewards(reward, round_over)]
                assert batch.rewards[row].tolist() == pytest.approx(paid, abs=1e-6)
                if round_over and not referee.over:
                    check_totals(referee, batch.states[row])
                    referee.deal(dealt_hands(batch.states[row], players))
        assert batch.terminated.all()
        for row, referee in enumerate(referees):
            assert referee.over
            check_result(referee, batch.final_results[row], batch.final_observations[row])
            events.update(referee.events)
    seen[players, split] = events


def test_rare_cases_came_up() -> None:
    if len(seen) < 10:
        pytest.skip("only after all the games above")
    assert {event for events in seen.values() for event in events} == EVENTS
