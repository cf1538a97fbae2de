"""What a policy gives away in the last choices of two-player Tapeo, against the exact solution.

    python -m training.regret runs/tapeo-quick/policy.onnx --positions 500

In each position (both hands known, a few choices left in the last round) a policy's *regret* is the value of the game
less what its choice is sure of: its expectation against the worst answer, when both play perfectly afterwards. It is
in units of the reward: with `reward="win"` a win is +1, a draw 0 and a loss −1, so that a certain win given away for
a certain loss is 2. Perfect play has none. `random`, `greedy` and `expert` are measured beside the policy, in the same
positions.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.arena.intervals import Interval, mean_interval
from card_envs.commands.errors import reported
from card_envs.commands.game_options import add_game_options, given_game_options
from card_envs.commands.tables import aligned, interval_text
from card_envs.core.options import checked_integer, made_options
from card_envs.core.random import slot_seeds
from card_envs.core.tables import Tables
from card_envs.policies import Policy, make_policy, random_keys
from card_envs.policies.seated import choose_actions
from card_envs.progress import Progress
from card_envs.tapeo import GAME
from card_envs.tapeo.endgame import CHOICES, MOST_CHOICES, PLAYERS, Endgame, solve
from card_envs.tapeo.rules import ROUNDS, TapeoOptions

BASELINES = ("random", "greedy", "expert")
PLAYED_BY = ("greedy", "expert")
SEED = 3_000_000_000  # far from the deals that policies are trained and evaluated on


@dataclass(frozen=True)
class MeanRegret:
    """A policy's mean regret over positions.

    Attributes:
        policy: its name.
        mean: a decision of one seat.
        interval: its 95% interval; the two seats of a position are one observation. None from a single position.
        without: in how large a share of the decisions it gives nothing away.
    """

    policy: str
    mean: float
    interval: Interval | None
    without: float


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    given = _parser().parse_args(arguments)
    with reported():
        policies = {name: make_policy(GAME, name) for name in dict.fromkeys([given.policy, *BASELINES])}
        options = given_game_options(given)
        tables = endings(given.played_by, given.positions, given.choices, given.seed, **options)
        with Progress("positions", given.positions, quiet=given.json == "-") as progress:
            solved = []
            for state in tables.states:
                solved.append(solve(state))
                progress.update(len(solved))
        measured = [
            mean_regret(name, regrets(policy, tables, solved, given.draws)) for name, policy in policies.items()
        ]
        facts = {
            "options": options,
            "positions": given.positions,
            "choices": given.choices,
            "played_by": given.played_by,
            "seed": given.seed,
            "draws": given.draws,
            "regrets": [asdict(each) for each in measured],
        }
        if given.json == "-":
            print(json.dumps(facts, indent=2))
            return
        _table(measured, given, tables.options.reward)
        if given.json:
            Path(given.json).write_text(json.dumps(facts, indent=2) + "\n")


def endings(played_by: Sequence[str | Policy], number: int, choices: int, seed: int = SEED, **options: Any) -> Tables:
    """Games of two, played on to where each seat has some choices left in the last round.

    Args:
        played_by: policies; every ordered pair of them plays equally many games, one more or less.
        number: how many games; game g is that of `reset(seed=seed + g)`.
        choices: of each seat, left.
        options: the game's own.

    Raises:
        ValueError: numbers, policies or options that cannot be.
    """
    checked_integer("positions", number, 1, 10**6)
    checked_integer("choices", choices, 1, MOST_CHOICES)
    made = made_options(TapeoOptions, {"players": PLAYERS, **options})
    if made.players != PLAYERS:
        raise ValueError(f"regret is measured at tables of {PLAYERS} players, not {made.players}")
    policies = [make_policy(GAME, name) for name in played_by]
    pairs = np.array(list(product(range(len(policies)), repeat=PLAYERS)))
    holders = pairs[np.arange(number) % len(pairs)]
    tables = Tables(GAME, made, number)
    tables.reset(slot_seeds(seed, number))
    actions = np.zeros_like(tables.actors)
    for _ in range(ROUNDS * CHOICES - choices):
        choose_actions(tables, policies, holders, tables.all_rows, actions)
        tables.play(actions)
    return tables


def choice_probabilities(
    policy: Policy, observations: NDArray[np.float32], masks: NDArray[np.int8], draws: int, seed: int = 0
) -> NDArray[np.float64]:
    """How often a policy chooses each action: float64 [B, actions].

    Args:
        policy: asked `draws` times in each row, by different keys. For a policy without chance this is exact; of one
            with chance the frequencies are estimates, by which it seems to have somewhat more regret than it has.
        observations, masks: float32 [B, size], int8 [B, actions].
        draws: how often.
        seed: of the keys.
    """
    checked_integer("draws", draws, 1, 10**6)
    rows, rng = np.arange(len(masks)), np.random.default_rng(seed)
    chosen = np.zeros(masks.shape)
    for _ in range(draws):
        chosen[rows, policy.act(observations, masks, random_keys(rng, len(masks)))] += 1
    return chosen / draws


def regrets(policy: Policy, tables: Tables, solved: Sequence[Endgame], draws: int) -> NDArray[np.float64]:
    """The regret of a policy in each seat of each solved game: float64 [games, seats]."""
    size = tables.observations.shape[2]
    observations, masks = tables.observations.reshape(-1, size), tables.action_masks.reshape(-1, len(GAME.actions))
    chosen = choice_probabilities(policy, observations, masks, draws).reshape(len(solved), PLAYERS, -1)
    return np.array(
        [[game.regret(seat, chosen[row, seat]) for seat in range(PLAYERS)] for row, game in enumerate(solved)]
    )


def mean_regret(name: str, found: NDArray[np.float64]) -> MeanRegret:
    """The summary of what `regrets` found for the policy of that name."""
    each = found.mean(axis=1)
    return MeanRegret(name, float(each.mean()), mean_interval(each), float((found == 0).mean()))


def _table(measured: Sequence[MeanRegret], given: argparse.Namespace, reward: str) -> None:
    print(
        f"Tapeo for two, {given.choices} choices left in the last round; {given.positions:,} positions reached by "
        f"{' and '.join(given.played_by)}, both seats; in units of reward={reward}"
    )
    head = ("policy", "mean regret", "95% interval", "nothing given away")
    print(aligned([head, *(_cells(each) for each in measured)]))


def _cells(each: MeanRegret) -> tuple[str, ...]:
    return each.policy, f"{each.mean:.4f}", interval_text(each.interval, ".4f"), f"{each.without:.1%}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.regret",
        description="Measure a policy's mean regret in the last choices of two-player Tapeo, which are solved exactly.",
    )
    parser.add_argument("policy", metavar="PATH_OR_NAME")
    parser.add_argument("--positions", type=int, default=500, help="how many, default 500")
    parser.add_argument("--choices", type=int, default=4, help=f"left to each seat, 1 to {MOST_CHOICES}, default 4")
    parser.add_argument(
        "--played-by",
        nargs="+",
        default=list(PLAYED_BY),
        metavar="PATH_OR_NAME",
        help=f"whose games lead to the positions, default {' '.join(PLAYED_BY)}",
    )
    parser.add_argument("--draws", type=int, default=100, help="how often a policy is asked in each, default 100")
    parser.add_argument("--seed", type=int, default=SEED, help="of the games")
    parser.add_argument("--json", metavar="FILE", help="write the result there too; - for standard output alone")
    add_game_options(parser)
    return parser


if __name__ == "__main__":
    main()
