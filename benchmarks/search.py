"""Search: its playouts a second on one core, and how strength rises with their number, each against fewer of them.

python -m benchmarks.search tapeo --games 400
python -m benchmarks.search envite --games 400 --option episode=round --option start_stones=random
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from benchmarks.measure import rate
from benchmarks.ours import playouts
from card_envs import arena
from card_envs.arena import MatchResult
from card_envs.commands.errors import reported
from card_envs.commands.game_options import add_game_options, given_game_options
from card_envs.commands.tables import aligned, interval_text
from card_envs.progress import Progress

SIMULATIONS = (100, 1_000, 10_000)
SECONDS = 5.0  # of measuring playouts


def ladder(
    game: str, simulations: Sequence[int], games: int, seed: int = 0, processes: int | None = None, **options: Any
) -> Iterator[MatchResult]:
    """Matches of each number of simulations against the one before, in one seat against all others, or team to team.

    Args:
        game, options: what is played.
        simulations: from few to many.
        games, seed, processes: of each match, as in `arena.play`.
    """
    for fewer, more in pairwise(simulations):
        policies = [f"search:{more}", f"search:{fewer}"]
        with Progress(" against ".join(policies), games) as progress:
            yield arena.play(game, policies, games, seed, processes=processes, progress=progress.update, **options)


def table(matches: Sequence[MatchResult]) -> str:
    """A line for each match."""
    rows = [["policy", "against", "games", "win share", "95% interval", "fair", "points more", "95% interval"]]
    for match in matches:
        (difference,) = match.differences
        rows.append(
            [
                *match.policies,
                f"{match.games:,}",
                f"{match.win_share[0]:.1%}",
                interval_text(match.win_share_interval[0], ".1%"),
                f"{match.fair_share:.1%}",
                f"{difference.mean_points:+.2f}",
                interval_text(difference.mean_points_interval, "+.2f"),
            ]
        )
    return aligned(rows)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search", description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--simulations", type=int, nargs="+", default=SIMULATIONS, help="default: 100 1000 10000")
    parser.add_argument("--games", type=int, default=400, help="of each match (default: 400)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, metavar="N", help="how many share a match; default: as it pays")
    add_game_options(parser)
    given = parser.parse_args()
    with reported():
        options = given_game_options(given)
        play = playouts(given.game, **options)
        play()  # compiles
        print(f"{rate(play, SECONDS):,.0f} playouts a second on one core, from the deal", flush=True)
        matches = ladder(given.game, given.simulations, given.games, given.seed, given.processes, **options)
        print("\n" + table(list(matches)))


if __name__ == "__main__":
    main()
