"""The command `card-envs`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from card_envs import arena
from card_envs.core.game import GAMES
from card_envs.progress import Progress


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="card-envs", description="Card games for reinforcement learning.")
    commands = parser.add_subparsers(dest="command", required=True)
    evaluate = commands.add_parser("evaluate", help="play policies against each other")
    evaluate.add_argument("game", help=", ".join(GAMES))
    evaluate.add_argument(
        "policies",
        nargs="+",
        metavar="PATH_OR_NAME",
        help="at most one for each seat; the last one fills the seats that are left",
    )
    evaluate.add_argument("--games", type=int, default=10_000, help="default 10000; rounded up to whole seatings")
    evaluate.add_argument("--seed", type=int, default=0)
    evaluate.add_argument("--json", metavar="FILE", help="write the result there too; - for standard output alone")
    add_game_options(evaluate)
    given = parser.parse_args(arguments)
    with reported():
        _evaluate(given)


def _evaluate(given: argparse.Namespace) -> None:
    with Progress("games", given.games, quiet=given.json == "-") as progress:
        match = arena.play(
            given.game,
            given.policies,
            given.games,
            given.seed,
            progress=lambda done, total: progress.update(done),
            **given_game_options(given),
        )
    text = json.dumps(asdict(match), indent=2) + "\n"
    if given.json == "-":
        sys.stdout.write(text)
        return
    match_table(match)
    if given.json:
        with open(given.json, "w") as file:
            file.write(text)


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """`--players N` and `--option KEY=VALUE`, for every game's options."""
    parser.add_argument("--players", type=int, help="seats at the table")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="another option of the game, such as split=exact or ham_split=6,4,2; may be repeated",
    )


def given_game_options(given: argparse.Namespace) -> dict[str, Any]:
    """The options of the game that the command line names.

    Raises:
        ValueError: an option that is not KEY=VALUE.
    """
    options: dict[str, Any] = {} if given.players is None else {"players": given.players}
    for text in given.option:
        key, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"--option takes KEY=VALUE, not {text!r}")
        options[key] = _value(value)
    return options


def _value(text: str) -> Any:
    """An option's value as Python has it: a tuple where there are commas, a number or a bool where it is one."""
    if "," in text:
        return tuple(_value(part) for part in text.split(","))
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


@contextmanager
def reported() -> Iterator[None]:
    """Turn errors that the user can mend into one line and exit status 2, an interruption into status 130."""
    try:
        yield
    except (ValueError, ImportError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(2) from error
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise SystemExit(130) from None


def match_table(match: arena.MatchResult) -> None:
    """Print a match as a table."""
    print(f"{match.game}, {match.games:,} games, every seating equally often; fair share {match.fair_share:.1%}")
    width = max(len("policy"), *(len(name) for name in match.policies))
    print(f"{'policy':<{width}}  seats  win share  95% interval     mean points  95% interval")
    for index, name in enumerate(match.policies):
        low, high = match.win_share_interval[index]
        least, most = match.mean_points_interval[index]
        print(
            f"{name:<{width}}  {match.seats[index]:>5}  {match.win_share[index]:>9.2%}  {low:.2%} – {high:.2%}  "
            f"{match.mean_points[index]:>11.2f}  {least:.2f} – {most:.2f}"
        )
    print()


if __name__ == "__main__":
    main()
