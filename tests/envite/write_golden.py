"""Recorded games of Envite as readable text: how they are written, and the four that are kept in `golden/`.

`python -m tests.envite.write_golden` writes them anew. A change in them is a change of the rules or of the deals:
look at what differs before keeping it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from card_envs.core.random import slot_seeds
from card_envs.core.tables import Tables
from card_envs.envite import GAME, rules
from card_envs.envite.cards import CARD_NAMES
from tests.envite.hand_made import act, actor, legal, names
from tests.golden import Recorded, heading, keep, winners

GOLDEN = Path(__file__).parent / "golden"

# The seeds are chosen for what comes up in the games.
RECORDED = {
    "chico_fuera": Recorded(
        "Two against two: a chico to each by stones, then a chico fuera won by the team that is behind.",
        rules.EnviteOptions(players=4),
        359,
    ),
    "fold": Recorded(
        "Three against three to one chico: folds against 4, 7 and the chico fuera; the last completes the chico.",
        rules.EnviteOptions(players=6, captains=(4, 3), episode="chico"),
        718,
    ),
    "tumbo_lost": Recorded(
        "Four against four, Gran Canaria: a tumbo declined, lost, declined again; then both are in tumbo.",
        rules.EnviteOptions(players=8, variant="gran_canaria"),
        160,
    ),
    "six_against_six": Recorded(
        "Six against six to one chico: all six matadores, and a chico fuera that takes three tricks.",
        rules.EnviteOptions(players=12, episode="chico"),
        76,
    ),
}


def transcript(recorded: Recorded, words: Iterable[str]) -> str:
    """The game with these actions, line by line."""
    return "\n".join(_lines(recorded, iter(words))) + "\n"


def random_words(recorded: Recorded) -> list[str]:
    """Actions picked at random in that game."""
    generator = random.Random(recorded.seed)
    tables = _dealt(recorded)
    words = []
    while not tables.terminated[0]:
        words.append(generator.choice(legal(tables)))
        act(tables, words[-1])
    return words


def _dealt(recorded: Recorded) -> Tables:
    tables = Tables(GAME, recorded.options, 1)
    tables.reset(slot_seeds(recorded.seed, 1))
    return tables


def _lines(recorded: Recorded, words: Iterator[str]) -> Iterator[str]:
    tables, options = _dealt(recorded), recorded.options
    captains = _pair(options.captains)
    yield from heading(recorded, variant=options.variant, captains=captains, episode=options.episode)
    number = 0
    while not tables.terminated[0]:
        number += 1
        yield from ("", f"== round {number}")
        yield from _round(tables, words)
    result = tables.final_results[0]
    yield from ("", "== end")
    yield f"stones: {_pair(result.stones)}"
    yield f"chicos: {_pair(result.chicos)}"
    yield winners(result)


def _round(tables: Tables, words: Iterator[str]) -> Iterator[str]:
    state = tables.states[0]
    yield f"stones: {_pair(state.stones)}"
    yield f"chicos: {_pair(state.chicos)}"
    yield f"vira: {CARD_NAMES[state.vira]}"
    yield f"first leader: player_{state.first_leader}"
    for seat in range(int(state.players)):
        yield f"  player_{seat} hand: {' '.join(names(state.hands[seat]))}"
    said: dict[str, list[str]] = {}  # under "bidding", "trick 1" …
    number = int(state.round_index)
    while not tables.terminated[0] and state.round_index == number:
        heading = f"trick {state.trick + 1}" if state.phase == rules.PLAYING else "bidding"
        word = next(words)
        said.setdefault(heading, []).append(f"player_{actor(tables)} {word}")
        act(tables, word)
    yield from (f"{heading}: {', '.join(turns)}" for heading, turns in said.items())
    team = int(np.argmax(state.gained))
    stones = round(float(state.gained[team]) * int(state.chico_stones))
    yield f"outcome: team {team} gains {'a chico' if stones == state.chico_stones else f'stones {stones}'}"


def _pair(values: Iterable[int]) -> str:
    return " ".join(str(int(value)) for value in list(values)[:2])


if __name__ == "__main__":
    keep(GOLDEN, {name: transcript(recorded, random_words(recorded)) for name, recorded in RECORDED.items()})
