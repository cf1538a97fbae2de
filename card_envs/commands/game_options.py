"""The options of a game on the command line."""

from __future__ import annotations

import argparse
import json
from typing import Any


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """`--players N` and `--option KEY=VALUE`, for every game's options."""
    parser.add_argument("--players", type=int, help="seats at the table")
    add_other_options(parser)


def add_other_options(parser: argparse.ArgumentParser) -> None:
    """`--option KEY=VALUE` alone."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="another option of the game, such as split=exact, ham_split=6,4,2 or JSON: slaps=[]; may be repeated",
    )


def given_game_options(given: argparse.Namespace) -> dict[str, Any]:
    """The options of the game that the command line names.

    Raises:
        ValueError: an option that is not KEY=VALUE.
    """
    return ({} if given.players is None else {"players": given.players}) | given_other_options(given)


def given_other_options(given: argparse.Namespace) -> dict[str, Any]:
    """Those given by `--option`.

    Raises:
        ValueError: an option that is not KEY=VALUE.
    """
    options = {}
    for text in given.option:
        key, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"--option takes KEY=VALUE, not {text!r}")
        options[key] = _value(value)
    return options


def _value(text: str) -> Any:
    """An option's value as Python has it: JSON where it is that, a tuple where there are commas, else the text."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return tuple(_value(part) for part in text.split(",")) if "," in text else text
