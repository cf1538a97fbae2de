"""`card-envs tournament`: every policy against every other."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import Any

from card_envs.arena.matches import MOST_PROCESSES
from card_envs.arena.report import report
from card_envs.arena.standings import standings
from card_envs.arena.tournament import Tournament, begin, games_done, planned, play_on, resumed
from card_envs.commands.game_options import add_other_options, given_other_options
from card_envs.commands.tournament_tables import tournament_tables
from card_envs.core.game import GAMES
from card_envs.core.options import checked_integer
from card_envs.files import alone_in, write_whole
from card_envs.progress import Progress

REPORT = "report.html"
GAMES_A_MATCH = 10_000


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("tournament", help="play every policy against every other, and write a report")
    parser.add_argument("game", nargs="?", help=", ".join(GAMES))
    parser.add_argument("policies", nargs="*", metavar="PATH_OR_NAME", help="two or more")
    parser.add_argument("--players", metavar="N,N…", help="table sizes; default: the game's own")
    parser.add_argument("--games", type=int, help=f"of each match; default {GAMES_A_MATCH}, rounded up to seatings")
    parser.add_argument("--seed", type=int, help="of the deals, which all matches share; default 0")
    parser.add_argument("--processes", type=int, metavar="N", help="how many share the games; default: as it pays")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", metavar="FOLDER", type=Path, help="a new folder for the matches and the report")
    where.add_argument("--resume", metavar="FOLDER", type=Path, help="go on with the tournament in it; takes no other")
    add_other_options(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> None:
    """Play what is left of a tournament, show it and write its report.

    Raises:
        ValueError: what `tournament.planned` or `tournament.resumed` refuses, or arguments that do not go together.
    """
    if given.processes is not None:
        checked_integer("--processes", given.processes, 1, MOST_PROCESSES)
    tournament, folder = _asked_for(given)
    with alone_in(folder, "playing the tournament"):
        done, total = games_done(tournament, folder)
        try:
            with Progress("games", total, done) as progress:
                finished = play_on(tournament, folder, processes=given.processes, progress=progress.update)
            print(f"rating {total:,} games", flush=True)
            found = standings(finished)
        except KeyboardInterrupt:
            print(f"to go on: card-envs tournament --resume {shlex.quote(str(folder))}", file=sys.stderr)
            raise
        write_whole(folder / REPORT, report(tournament, found))
    tournament_tables(tournament.game, found)
    print(f"report: {folder / REPORT}")


def _asked_for(given: argparse.Namespace) -> tuple[Tournament, Path]:
    """The tournament, and the folder that holds it."""
    if given.resume is not None:
        told = [given.game, given.players, given.games, given.seed, *given.option]
        if any(value is not None for value in told):
            raise ValueError(
                "--resume takes what is to be played from its folder: nothing goes with it but --processes"
            )
        return resumed(given.resume), given.resume
    if given.game is None:
        raise ValueError(f"a tournament takes a game ({', '.join(GAMES)}) and two policies or more")
    options = given_other_options(given)
    if "players" in options:
        raise ValueError("table sizes are given by --players, not by --option")
    tournament = planned(
        given.game,
        given.policies,
        None if given.players is None else _sizes(given.players),
        GAMES_A_MATCH if given.games is None else given.games,
        0 if given.seed is None else given.seed,
        **options,
    )
    begin(tournament, given.out)
    return tournament, given.out


def _sizes(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"--players takes table sizes such as 2,4, not {text!r}") from None
