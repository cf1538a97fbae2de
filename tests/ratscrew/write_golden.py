"""Recorded games of Egyptian ratscrew as readable text: how they are written, and the five kept in `golden/`.

`python -m tests.ratscrew.write_golden` writes them anew. A change in them is a change of the rules or of the deals:
look at what differs before keeping it.

A record has a line for every flip, and lines for the ticks in which somebody slaps; in all others everybody holds.
Cards stand in the order in which they are flipped, or burnt, or will be flipped.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from card_envs.core.table import Table
from card_envs.ratscrew import GAME, rules
from card_envs.ratscrew.cards import RANKS, SUITS
from card_envs.ratscrew.options import RatscrewOptions
from tests.golden import Recorded, heading, keep, winners

GOLDEN = Path(__file__).parent / "golden"

RANK_NAMES = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")

# How likely a seat slaps in one tick: a good pile that it sees, and anything else.
SEEN, BLIND = 0.5, 0.02

# The seeds are chosen for what comes up in the games.
RECORDED = {
    "queen_9_9": Recorded(
        "Three players: the example of the rules. A queen, then 9, 9 in payment: the double takes all three.",
        RatscrewOptions(players=3),
        71980,
    ),
    "back_in": Recorded(
        "Four players: one who has run out of cards slaps a good pile and is back.",
        RatscrewOptions(players=4),
        118,
    ),
    "cut": Recorded(
        "Three players, other slaps, one card burnt: one goes out, the others draw when the game is cut.",
        RatscrewOptions(players=3, slaps=("double", "marriage", "tens"), penalty=1, max_flips=60),
        19,
    ),
    "eight_players_shuffled": Recorded(
        "Eight players, won piles shuffled: a challenger without cards is put out by a wrong slap.",
        RatscrewOptions(players=8, shuffle_won=True),
        2271,
    ),
    "memory": Recorded(
        "Two players, one with memory; a quarter of all cards each sees too late. The last one in wins.",
        RatscrewOptions(players=2, memory=(True, False), reflexes=(0.25, 0.25, 0.25, 0.25)),
        660,
    ),
}

# Who slaps in which tick of which flip, both counted from 1; nobody in all others.
Slaps = Mapping[tuple[int, int], list[int]]


def transcript(recorded: Recorded, slaps: Slaps) -> str:
    """The game with these slaps, line by line."""
    return "\n".join(_lines(recorded, slaps)) + "\n"


def random_slaps(recorded: Recorded) -> Slaps:
    """Slaps at random, mostly of good piles."""
    generator = random.Random(recorded.seed)
    table = _dealt(recorded)
    slaps: dict[tuple[int, int], list[int]] = {}
    while not _over(table):
        state = table.state
        slappers = [seat for seat in table.acting if generator.random() < _eagerness(state, seat)]
        if slappers:
            slaps[_moment(state)] = slappers
        _play(table, slappers)
    return slaps


def _eagerness(state: np.record, seat: int) -> float:
    return SEEN if state.perception[seat] <= state.tick and rules.good_pile(state) else BLIND


def _dealt(recorded: Recorded) -> Table:
    table = Table(GAME, recorded.options)
    table.restart(recorded.seed)
    return table


def _over(table: Table) -> bool:
    return bool(table.terminated[0] or table.truncated[0])


def _moment(state: np.record) -> tuple[int, int]:
    return int(state.flips), int(state.tick) + 1


def _play(table: Table, slappers: list[int]) -> None:
    table.act({seat: rules.SLAP if seat in slappers else rules.HOLD for seat in table.acting})


# --- the lines -------------------------------------------------------------------------------------------------


def _lines(recorded: Recorded, slaps: Slaps) -> Iterator[str]:
    table = _dealt(recorded)
    state = table.state
    yield from heading(recorded, **_options(recorded.options))
    yield ""
    for seat, cards in enumerate(_stacks(state)):
        flipped = [int(state.pile[0])] if seat == state.flipper else []
        yield f"player_{seat} stack: {_names(flipped + cards)}"
    yield from _flip(table)
    while not _over(table):
        before = state.copy()
        slappers = slaps.get(_moment(state), [])
        _play(table, slappers)
        if slappers:
            yield f"  tick {before.tick + 1}: {_agents(slappers)} slap{'s' * (len(slappers) == 1)}"
        yield from _events(before, state, slappers)
        if not _over(table) and state.flips > before.flips:
            yield from _flip(table)
    yield from ("", f"ended: {'cut' if table.truncated[0] else 'won'}")
    yield f"stacks: {' '.join(map(str, state.held[: table.seats]))}"
    yield winners(table.result)


def _options(options: RatscrewOptions) -> dict[str, str]:
    """The options in words."""
    usual = RatscrewOptions(players=options.players, ticks=options.ticks)
    (shares,) = set(options.reflexes)  # alike for all
    return {
        "ticks": str(options.ticks),
        "slaps": " ".join(options.slaps),
        "penalty": str(options.penalty),
        "reflexes": "usual" if options.reflexes == usual.reflexes else " ".join(map(str, shares)),
        "memory": " ".join("yes" if flag else "no" for flag in options.memory),
        "shuffle_won": "yes" if options.shuffle_won else "no",
        "max_flips": str(options.max_flips),
    }


def _flip(table: Table) -> Iterator[str]:
    """The card just flipped, who sees it when, the stacks, the challenge, and what those with memory know of it."""
    state = table.state
    owed = "" if state.challenger == rules.NOBODY else f" | player_{state.challenger} is owed {state.owed}"
    yield (
        f"flip {state.flips}: player_{state.flipper} {_names([int(state.pile[state.played - 1])])}"
        f" | seen from {' '.join(map(str, state.perception[: table.seats]))}"
        f" | stacks {' '.join(map(str, state.held[: table.seats]))}{owed}"
    )
    seen = GAME.layout.split(table.seat_observations)
    for seat in np.flatnonzero(state.memory):
        for block, what in (("air_card", "in the air"), ("next_card", "next")):
            if rank := int(seen[block][seat, 0]):
                yield f"  player_{seat} remembers {what}: {RANK_NAMES[rank - 1]}"
                break


def _events(before: np.record, state: np.record, slappers: list[int]) -> Iterator[str]:
    """What a tick has brought: burnt cards, a pile taken, players out."""
    flipped = [int(state.pile[0])] if state.flips > before.flips and state.played == 1 else []
    stacks_before, stacks = _stacks(before), _stacks(state)
    if flipped:
        stacks[state.flipper] = flipped + stacks[state.flipper]
    held = [len(cards) for cards in stacks_before]
    kept = held.copy()
    for seat in slappers:
        if state.wrong_slaps[seat] > before.wrong_slaps[seat]:
            kept[seat] = max(0, held[seat] - int(before.penalty))
            yield f"  player_{seat} burns: {_names(stacks_before[seat][: held[seat] - kept[seat]])}"
    for seat in range(int(state.players)):
        if len(stacks[seat]) > kept[seat]:
            yield f"  player_{seat} takes: {_names(stacks[seat][kept[seat] :])}"
    for seat in range(int(state.players)):
        if state.out_at[seat] > before.out_at[seat]:
            yield f"  player_{seat} is out"


def _stacks(state: np.record) -> list[list[int]]:
    """Each seat's cards, the next to be flipped first."""
    return [
        [int(state.stacks[seat, (state.tops[seat] + place) % rules.RING]) for place in range(state.held[seat])]
        for seat in range(int(state.players))
    ]


def _names(cards: list[int]) -> str:
    return " ".join(f"{RANK_NAMES[card % RANKS]}-{SUITS[card // RANKS]}" for card in cards) or "nothing"


def _agents(seats: list[int]) -> str:
    return " ".join(f"player_{seat}" for seat in seats)


if __name__ == "__main__":
    keep(GOLDEN, {name: transcript(recorded, random_slaps(recorded)) for name, recorded in RECORDED.items()})
