"""`card-envs play`: a person against policies, in the terminal."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np

from card_envs.commands.game_options import add_game_options, given_game_options
from card_envs.core.game import GAMES, Clock, get_game
from card_envs.core.options import checked_integer, made_options
from card_envs.core.random import checked_seed
from card_envs.core.text import LANGUAGES, agent, checked_language
from card_envs.play.phrases import PHRASES
from card_envs.policies.registry import make_policy, policy_names

ADVISERS = ("trained", "expert")  # the best there is, first
RANDOM = "random"
# A terminal shows less than a table does: more time than the game's clock allows by itself.
TICK_MS, REACTION_MS = 400.0, 750.0


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("play", help="play against policies, here in the terminal")
    parser.add_argument("game", help=", ".join(GAMES))
    parser.add_argument(
        "--opponents",
        nargs="+",
        default=["expert"],
        metavar="PATH_OR_NAME",
        help="one for all other seats, or one for each, from the left; default expert",
    )
    parser.add_argument("--partners", metavar="PATH_OR_NAME", help="who sits in your own team's seats")
    parser.add_argument("--seat", default="0", help="yours, from 0, or random; default 0")
    parser.add_argument("--seed", type=int, help="of the deals; default: another one each time")
    parser.add_argument("--language", default="en", help=" or ".join(LANGUAGES))
    parser.add_argument("--hints", metavar="PATH_OR_NAME", help=f"who gives them; default {' or '.join(ADVISERS)}")
    parser.add_argument("--tick-ms", type=float, default=TICK_MS, help=f"in real time; default {TICK_MS:g}")
    parser.add_argument(
        "--reaction-ms",
        type=float,
        default=REACTION_MS,
        help=f"in real time: the median of the opponents' times to see a card; default {REACTION_MS:g}",
    )
    add_game_options(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> None:
    """Play one game.

    Raises:
        ValueError: no such game, seat, language or policy, wrong options, or no terminal for a game in real time.
        ImportError: rich is not installed.
    """
    try:
        from rich.console import Console
    except ImportError as error:
        raise ImportError("playing in the terminal needs rich: pip install 'card-envs[cli]'") from error
    from card_envs.play.real_time import play_real_time
    from card_envs.play.screen import Screen
    from card_envs.play.sitting import Adviser, Sitting, seated
    from card_envs.play.turns import Left, play_turns

    checked_language(given.language)
    game, language = get_game(given.game), given.language
    options: Any = made_options(game.options, given_game_options(given))
    seed = int(np.random.default_rng().integers(2**31)) if given.seed is None else checked_seed(given.seed)
    seat = _seat(given.seat, options.players, seed)
    names = seated(game, options.players, seat, given.opponents, given.partners)
    policies = {name: make_policy(game, name) for name in dict.fromkeys(names.values())}
    hints = given.hints or next(name for name in ADVISERS if name in policy_names(game))
    adviser = Adviser(hints, make_policy(game, hints))
    clock = game.hosting.clock if game.hosting is not None else None
    if clock is not None:
        options = _in_real_time(clock, options, seat, given.tick_ms, given.reaction_ms)
        if not sys.stdin.isatty():
            raise ValueError(PHRASES[language]["no_terminal"].format(game=game.name))

    console = Console(highlight=False)
    screen = Screen(console, game, seat, language)
    sitting = Sitting(game, options, seat, {other: policies[name] for other, name in names.items()}, seed)
    screen.say("welcome", "bold", game=game.name, me=agent(seat))
    for other, name in sorted(names.items()):
        screen.say("rivals", agent=agent(other), policy=name)
    screen.say("seed", "dim", seed=seed)
    try:
        if clock is None:
            play_turns(sitting, screen, adviser, language)
        else:
            play_real_time(sitting, console, screen, adviser, language, given.tick_ms / 1000)
        screen.table(game.text.describe(sitting.state, seat, language).split("\n"))
    except Left:
        pass
    screen.say("bye")


def _seat(text: str, players: int, seed: int) -> int:
    """Where the person sits.

    Raises:
        ValueError: neither a seat of the table nor "random".
    """
    if text == RANDOM:
        return seed % players
    if not text.isdecimal():
        raise ValueError(f"--seat takes a number from 0 to {players - 1}, or {RANDOM}, not {text!r}")
    checked_integer("--seat", int(text), 0, players - 1)
    return int(text)


def _in_real_time(clock: Clock, options: Any, seat: int, tick_ms: float, reaction_ms: float) -> Any:
    """The options with everybody's reactions in them.

    Raises:
        ValueError: a time out of bounds.
    """
    for name, value, allowed in (("tick", tick_ms, clock.tick_ms), ("reaction", reaction_ms, clock.reaction_ms)):
        if not allowed.low <= value <= allowed.high:
            raise ValueError(f"--{name}-ms takes {allowed.low:g} to {allowed.high:g}, not {value:g}")
    return clock.seated(options, [seat], tick_ms, reaction_ms)
