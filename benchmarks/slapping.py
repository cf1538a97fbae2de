"""How a policy slaps: the good piles it sees, at once, and the bad ones, wrongly.

python -m benchmarks.slapping runs/ratscrew-quick/policy.onnx --games 500
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.commands.errors import reported
from card_envs.commands.game_options import add_game_options, given_game_options
from card_envs.core.game import get_game
from card_envs.core.random import slot_seeds
from card_envs.core.tables import Tables
from card_envs.policies.base import Policy
from card_envs.policies.registry import make_policy
from card_envs.policies.seated import choose_actions
from card_envs.ratscrew.options import RatscrewOptions
from card_envs.ratscrew.rules import SLAP, is_good


@dataclass(frozen=True)
class Slapping:
    """What one seat did in windows that it took part in.

    Attributes:
        good: good piles that it saw.
        at_once: the part of them that it slapped in the first step in which it saw them.
        bad: bad piles that it saw.
        wrongly: the part of them that it ever slapped while it saw them.
        unseen: slaps before it saw the card, a window.
    """

    good: int
    at_once: float
    bad: int
    wrongly: float
    unseen: float


def slapping(policy: str | Policy, opponents: str | Policy, games: int, seed: int = 0, **options: Any) -> Slapping:
    """Watch a policy in seat 0 of many games.

    Args:
        policy, opponents: who is watched, and who sits in the other seats.
        games: games to start; each is watched until seat 0 is out or the game has ended.
        seed: game i is that of `reset(seed=seed + i)`.
        options: the game's own.
    """
    game = get_game("ratscrew")
    tables = Tables(game, RatscrewOptions(**options), games)
    tables.reset(slot_seeds(seed, games))
    policies = [make_policy(game, policy), make_policy(game, opponents)]
    holders = np.ones_like(tables.actors)
    holders[:, 0] = 0
    actions = np.zeros_like(tables.actors)
    windows = good = at_once = bad = wrongly = unseen = 0
    slapped = np.zeros(games, np.bool_)  # the bad pile on the table, by the seat watched, seeing it
    while len(rows := np.flatnonzero(tables.actors[:, 0] == 0)):
        blocks = game.layout.split(tables.observations[rows, 0])
        choose_actions(tables, policies, holders, rows, actions)
        slaps = actions[rows, 0] == SLAP
        tick, seen_at = blocks["tick"][:, 0], blocks["seen_at"][:, 0]
        sees, first, opens = seen_at >= 0, seen_at == tick, tick == 0
        is_well = _good_piles(blocks)
        windows += int(opens.sum())
        unseen += int((slaps & ~sees).sum())
        good += int((first & is_well).sum())
        at_once += int((first & is_well & slaps).sum())
        bad += int((first & ~is_well).sum())
        slapped[rows[first]] = False
        new = slaps & sees & ~is_well & ~slapped[rows]
        wrongly += int(new.sum())
        slapped[rows[new]] = True
        tables.play(actions, rows)
    return Slapping(good, at_once / max(good, 1), bad, wrongly / max(bad, 1), unseen / max(windows, 1))


def _good_piles(blocks: dict[str, NDArray[np.float32]]) -> NDArray[np.bool_]:
    """Whether each pile, as it is seen, is good: bool [k]."""
    top, first = blocks["top"].astype(np.int64), blocks["first"][:, 0].astype(np.int64)
    piles = zip(blocks["slaps"], top, first, strict=True)
    return np.array([ranks[1] > 0 and is_good(slaps, *ranks, lowest) for slaps, ranks, lowest in piles])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slapping", description=__doc__.partition("\n")[0])
    parser.add_argument("policy", help="the one watched: a name, or the path of an exported file")
    parser.add_argument("--opponents", default="greedy")
    parser.add_argument("--games", type=int, default=500)
    add_game_options(parser)
    given = parser.parse_args()
    with reported():
        found = slapping(given.policy, given.opponents, given.games, **given_game_options(given))
    print(f"good piles seen: {found.good:,}, slapped in the first step of seeing: {found.at_once:.2%}")
    print(f"bad piles seen: {found.bad:,}, ever slapped: {found.wrongly:.2%}")
    print(f"slaps before seeing: {found.unseen:.2%} of the windows")


if __name__ == "__main__":
    main()
