"""`card-envs evaluate`: a match between policies."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from card_envs.arena.matches import play
from card_envs.arena.summary import MatchResult
from card_envs.commands.game_options import add_game_options, given_game_options
from card_envs.commands.match_table import match_table
from card_envs.core.game import GAMES
from card_envs.files import checked_place
from card_envs.progress import Progress

ALONE = "-"  # in place of a file: on standard output, and nothing else there


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("evaluate", help="play policies against each other")
    parser.add_argument("game", help=", ".join(GAMES))
    parser.add_argument(
        "policies",
        nargs="+",
        metavar="PATH_OR_NAME",
        help="at most one for each seat; the last one fills the seats that are left",
    )
    parser.add_argument("--games", type=int, default=10_000, help="default 10000; rounded up to whole seatings")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--independent", action="store_true", help="deal every game anew instead of duplicate deals")
    parser.add_argument("--processes", type=int, metavar="N", help="how many share the games; default: as it pays")
    parser.add_argument("--json", metavar="FILE", help=f"write the result there too; {ALONE} for standard output alone")
    parser.add_argument("--csv", metavar="FILE", help=f"the same as a table, a line for each policy; {ALONE} as above")
    parser.add_argument("--record", metavar="FILE", help="write every game there, one line of JSON each")
    add_game_options(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> None:
    """Play the match and show it.

    Raises:
        ValueError: what `arena.play` refuses, one file for two of what is written, or one that cannot be written.
    """
    files = [file for file in (given.json, given.csv, given.record) if file is not None]
    if len(set(files)) < len(files):
        raise ValueError(f"--json, --csv and --record write a file each, and at most one of them {ALONE}, not {files}")
    for file in files:
        if file != ALONE:
            checked_place(Path(file))
    alone = ALONE in (given.json, given.csv)
    with Progress("games", given.games, quiet=alone) as progress:
        match = play(
            given.game,
            given.policies,
            given.games,
            given.seed,
            duplicate=not given.independent,
            processes=given.processes,
            record=given.record,
            progress=progress.update,
            **given_game_options(given),
        )
    if not alone:
        match_table(match)
    if given.json:
        _write(given.json, json.dumps(asdict(match), indent=2, allow_nan=False) + "\n")
    if given.csv:
        _write(given.csv, as_csv(match))


def as_csv(match: MatchResult) -> str:
    """A line for each policy under a line of titles; what cannot be told is empty."""
    text = io.StringIO()
    rows = [_row(match, index) for index in range(len(match.policies))]
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _row(match: MatchResult, index: int) -> dict[str, Any]:
    row: dict[str, Any] = {
        "game": match.game,
        "policy": match.policies[index],
        "seats": match.seats[index],
        "games": match.games,
        "deals": match.deals,
        "seed": match.seed,
    }
    for name in ("win_share", "mean_points"):
        low, high = getattr(match, f"{name}_interval")[index] or (None, None)
        row |= {
            name: getattr(match, name)[index],
            f"{name}_low": low,
            f"{name}_high": high,
            f"{name}_variance_reduction": getattr(match, f"{name}_variance_reduction")[index],
        }
    return row | {name: values[index] for name, values in match.figures.items()}


def _write(path: str, text: str) -> None:
    if path == ALONE:
        sys.stdout.write(text)
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
