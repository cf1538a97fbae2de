"""The command `card-envs`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from card_envs.commands import evaluate, play, replay, serve, tournament
from card_envs.commands.errors import reported

COMMANDS = (evaluate, replay, tournament, play, serve)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="card-envs", description="Card games for reinforcement learning.")
    commands = parser.add_subparsers(dest="command", required=True)
    for command in COMMANDS:
        command.add_parser(commands)
    given = parser.parse_args(arguments)
    with reported():
        given.run(given)


if __name__ == "__main__":
    main()
