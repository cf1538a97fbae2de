"""What the service offers, told from the games themselves."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from card_envs.arena.plain import plain
from card_envs.core.game import Game, Setting
from card_envs.policies.registry import SEARCH, TRAINED, trained_strengths
from card_envs.policies.scripted import scripted_players
from card_envs.policies.search import DEFAULT_SIMULATIONS
from card_envs.service.bots import bot_names
from card_envs.service.hall import Hall


def offer(game: Game, hall: Hall) -> dict[str, Any]:
    """One game: its tables, its options, its moves and its bots."""
    clock = game.hosting and game.hosting.clock
    return {
        "game": game.name,
        "players": table_sizes(game),
        "teams": game.teams,
        "actions": list(game.actions),
        "options": _options(game),
        "clock": clock and {"tick_ms": plain(clock.tick_ms), "reaction_ms": plain(clock.reaction_ms)},
        "bots": [_bot(game, name, hall) for name in bot_names(game, hall.settings)],
        "hint": hall.hint_bot(game),
    }


def table_sizes(game: Game) -> list[int]:
    """How many can play, from 2 up to as many seats as a result has."""
    return [players for players in range(2, len(_seats(game)) + 1) if _possible(game, players)]


def _seats(game: Game) -> range:
    return range(game.result["winners"].shape[0])


def _possible(game: Game, players: int) -> bool:
    try:
        game.options(players=players)
    except ValueError:
        return False
    return True


def _options(game: Game) -> list[dict[str, Any]]:
    """Each option with its default and, where it is one of a few, its choices."""
    hints, options = get_type_hints(game.options), []
    for field in fields(game.options):
        choices = table_sizes(game) if field.name == "players" else _choices(hints[field.name])
        options.append({"name": field.name, "default": plain(field.default), "choices": choices})
    return options


def _choices(hint: Any) -> list[Any] | None:
    """The values of a type that lists them; None where it allows others."""
    if hint is bool:
        return [False, True]
    return list(get_args(hint)) if get_origin(hint) is Literal else None


def _bot(game: Game, name: str, hall: Hall) -> dict[str, Any]:
    """A bot, the numbers that can be set after its name, and the strengths that it has names for."""
    settings = dict(scripted_players(game)[name].settings) if name in scripted_players(game) else {}
    if name == SEARCH:
        settings = {"simulations": Setting(DEFAULT_SIMULATIONS, 1, hall.settings.most_simulations)}
    strengths = list(trained_strengths(game)) if name == TRAINED else []
    told = [{"name": key} | plain(value) for key, value in settings.items()]
    return {"bot": name, "settings": told, "strengths": strengths}
