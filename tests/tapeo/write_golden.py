"""Recorded games of Tapeo as readable text: how they are written, and the three that are kept in `golden/`.

`python -m tests.tapeo.write_golden` writes them anew. A change in them is a change of the rules or of the deals:
look at what differs before keeping it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np

from card_envs.core.tables import Batch
from card_envs.tapeo import GAME, rules
from tests.golden import Recorded, heading, keep, winners
from tests.tapeo.hand_made import names

GOLDEN = Path(__file__).parent / "golden"

# The seeds are chosen for what comes up in the games.
RECORDED = {
    "two_players": Recorded(
        "Two players: both show freeloaders at once; level in points and churros, they share the win.",
        rules.TapeoOptions(players=2),
        128,
    ),
    "four_players_exact": Recorded(
        "Four players: shared ham prizes keep their fractions, and most hams have three slices.",
        rules.TapeoOptions(players=4, ham_split=(2, 4, 6), split="exact"),
        48,
    ),
    "six_players": Recorded(
        "Six players: shared prizes lose their remainder; level in points, the churros decide.",
        rules.TapeoOptions(players=6),
        124,
    ),
}


def transcript(recorded: Recorded, picks: Iterable[list[str]]) -> str:
    """The game with these picks (one name a seat, for each decision), line by line."""
    return "\n".join(_lines(recorded, iter(picks))) + "\n"


def random_picks(recorded: Recorded) -> list[list[str]]:
    """Names picked at random from the hands of that game, freeloaders as soon as they are there."""
    options, seed = recorded.options, recorded.seed
    generator = random.Random(seed)
    batch = Batch(GAME, options, 1, seed=seed)
    picks = []
    while not batch.terminated[0]:
        hands = [sorted(set(names(hand))) for hand in batch.states["hands"][0, : options.players]]
        picks.append(["freeloader" if "freeloader" in hand else generator.choice(hand) for hand in hands])
        batch.step(_actions(picks[-1]))
    return picks


def _lines(recorded: Recorded, picks: Iterator[list[str]]) -> Iterator[str]:
    options = recorded.options
    players = options.players
    batch = Batch(GAME, options, 1, seed=recorded.seed)
    state = batch.states[0]
    yield from heading(recorded, ham_split=" ".join(map(str, options.ham_split)), split=options.split)
    for round_number in range(1, rules.ROUNDS + 1):
        yield from ("", f"== round {round_number}")
        yield from _by_seat("hand", state.hands, players)
        hand_size = int(rules.HAND_SIZES[players])
        for pick_number in range(1, hand_size):
            chosen = next(picks)
            yield from ("", f"pick {pick_number}: {', '.join(chosen)}")
            if pick_number == hand_size - 1:
                break
            batch.step(_actions(chosen))
            yield from _by_seat("bar", state.bars, players)
        first, last = _last_reveals(state, chosen)
        yield from _by_seat("bar", first.bars, players)
        yield from ("", f"last tapas: {', '.join(rules.ACTIONS[kind - 1] for kind in last.reveals[:players])}")
        yield from _by_seat("bar", last.bars, players)
        rules.score_round(last)
        batch.step(_actions(chosen))
        yield from ("", f"round points: {_points(last.gains, players)}")
        yield f"churros kept: {_numbers(last.churros, players)}"
        if round_number < rules.ROUNDS:
            yield f"totals: {_points(state.scores, players)}"
    result = batch.results[0]
    before = [Fraction(int(score), rules.POINT) for score in last.scores]
    totals = [Fraction(round(score * rules.POINT), rules.POINT) for score in result.scores]
    churro_points = [total - earlier for total, earlier in zip(totals, before, strict=True)]
    yield from ("", "== end")
    yield f"churro points: {', '.join(map(str, churro_points[:players]))}"
    yield f"totals: {', '.join(map(str, totals[:players]))}"
    yield f"ranks: {_numbers(result.ranks, players)}"
    yield winners(result)


def _last_reveals(state: np.record, chosen: list[str]) -> tuple[np.record, np.record]:
    """The round's last two reveals, the chosen one and the automatic one, on copies: in play the bars are cleared."""
    states = np.repeat(np.array([state], rules.State), 2)
    for copy in states:
        copy.reveals[: len(chosen)] = _actions(chosen)[0] + 1
        rules.reveal(copy)
    rules.reveal_last(states[1])
    return states[0], states[1]


def _actions(chosen: list[str]) -> np.ndarray:
    return np.array([[rules.ACTIONS.index(name) for name in chosen]])


def _by_seat(word: str, held: np.ndarray, players: int) -> Iterator[str]:
    for seat in range(players):
        yield f"  player_{seat} {word}: {' '.join(names(held[seat])) or '-'}"


def _points(sixtieths: np.ndarray, players: int) -> str:
    return ", ".join(str(Fraction(int(value), rules.POINT)) for value in sixtieths[:players])


def _numbers(values: np.ndarray, players: int) -> str:
    return ", ".join(str(int(value)) for value in values[:players])


if __name__ == "__main__":
    keep(GOLDEN, {name: transcript(recorded, random_picks(recorded)) for name, recorded in RECORDED.items()})
