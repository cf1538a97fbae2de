"""`card-envs replay`: recorded games, move by move in words."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from card_envs.arena.records import Record, numbered_lines, parsed
from card_envs.arena.replay import replay
from card_envs.core.game import get_game
from card_envs.core.options import checked_integer
from card_envs.core.text import LANGUAGES, agent, checked_language

PHRASES = {
    "en": {
        "game": "Game {number}: {game}, seed {seed}.",
        "seat": "{agent} is {policy}.",
        "move": "Move {move}: {choices}.",
        "same": "Game {number}: the same result again.",
    },
    "es": {
        "game": "Partida {number}: {game}, semilla {seed}.",
        "seat": "{agent} es {policy}.",
        "move": "Jugada {move}: {choices}.",
        "same": "Partida {number}: otra vez el mismo resultado.",
    },
}


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("replay", help="show recorded games move by move, and whether they come out again")
    parser.add_argument("file", help="written by evaluate --record")
    parser.add_argument("--game", type=int, metavar="N", help="only the one in line N")
    parser.add_argument("--language", default="en", help=" or ".join(LANGUAGES))
    parser.add_argument("--check", action="store_true", help="say of each game only whether it comes out again")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> None:
    """Replay the games of a file. Every line that is damaged, or departs from its game, is told; status 2 then.

    Raises:
        ValueError: no such line or language.
    """
    checked_language(given.language)
    if given.game is not None:
        checked_integer("--game", given.game, 1, 2**31 - 1)
    show = _check if given.check else _show
    shown = wrong = 0
    for number, line in numbered_lines(given.file):
        if given.game in (None, number):
            shown += 1
            try:
                show(number, parsed(line), given.language)
            except ValueError as error:
                wrong += 1
                print(f"error: line {number} of {given.file}: {error}", file=sys.stderr)
    if not shown:
        raise ValueError(f"{given.file} has no game" + (f" in line {given.game}" if given.game else ""))
    if wrong:
        raise SystemExit(2)


def _show(number: int, record: Record, language: str) -> None:
    """The table before every move, the move, and the table at the end."""
    phrases = PHRASES[language]
    text = get_game(record.game).text
    print(phrases["game"].format(number=number, game=record.game, seed=record.seed))
    print(" ".join(phrases["seat"].format(agent=agent(s), policy=name) for s, name in enumerate(record.policies)))
    for position in replay(record):
        print("\n" + text.render(position.state, language))
        if position.chosen:
            choices = [f"{agent(seat)} – {text.action(action, language)}" for seat, action in position.chosen.items()]
            print("\n" + phrases["move"].format(move=position.move, choices=", ".join(choices)))
    print()
    _say_same(number, language)


def _check(number: int, record: Record, language: str) -> None:
    for _ in replay(record):
        pass
    _say_same(number, language)


def _say_same(number: int, language: str) -> None:
    print(PHRASES[language]["same"].format(number=number))
