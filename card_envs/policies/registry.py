"""Policies by name: `name`, `name:N` or `name:key=value,…`; a path to an exported file is a name too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from card_envs.core.game import Game, get_game
from card_envs.policies.base import Policy
from card_envs.policies.scripted import ScriptedPolicy, scripted_players
from card_envs.policies.search import DEFAULT_SIMULATIONS, SearchPolicy

ONNX_CHOICES = ("greedy", "sample")
SEARCH = "search"
SEARCH_OPTIONS = ("simulations", "playout")


def make_policy(game: Game | str, name: str | Policy) -> Policy:
    """The policy of that name for a game; a policy given instead of a name is returned as it is.

    Args:
        game: the game, or its name.
        name: "random", a scripted player of the game ("greedy", "expert"), or the path of an exported `.onnx` file,
            after which `:choice=sample` draws from its probabilities instead of taking the likeliest action. A
            player with settings takes them after its name, as in "expert:reaction=0.35,errors=0.02". "search:1000"
            searches with that many simulations a decision, "search:1000,playout=expert" with that player in them.

    Raises:
        ValueError: no policy of that name, or options that it does not take; the message lists what there is.
    """
    game = get_game(game) if isinstance(game, str) else game
    if isinstance(name, Policy) and not isinstance(name, type):
        return name
    if not isinstance(name, str):
        raise ValueError(f"a policy is a name or an object with act(observations, action_masks, rng), not {name!r}")
    if ".onnx" in name:
        return _exported(game, name)
    word, colon, options = name.partition(":")
    if word not in policy_names(game):
        raise ValueError(
            f"no policy is called {name!r} for {game.name}; there are {', '.join(policy_names(game))}, "
            "and the path of any exported .onnx file"
        )
    if colon and not options:
        raise ValueError(f"nothing follows the colon of {name!r}; settings are written name:key=value,key=value")
    if word == SEARCH:
        return _searching(game, options)
    return ScriptedPolicy(game, word, {key: _number(key, value) for key, value in parse_options(options).items()})


def policy_names(game: Game) -> list[str]:
    """The names that need no file."""
    return [*scripted_players(game), *([SEARCH] if game.lookahead is not None else [])]


def _number(key: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{key} takes a number, not {text!r}") from None


def _integer(key: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{key} takes an integer, not {text!r}") from None


def _searching(game: Game, options: str) -> Policy:
    """From "1000", or "simulations=1000,playout=expert"; the first name may be left out."""
    first = options.partition(",")[0]
    given = parse_options(f"simulations={options}" if first and "=" not in first else options)
    unknown = [key for key in given if key not in SEARCH_OPTIONS]
    if unknown:
        raise ValueError(f"search takes {' and '.join(SEARCH_OPTIONS)}, not {', '.join(map(repr, unknown))}")
    simulations = _integer("simulations", given["simulations"]) if "simulations" in given else DEFAULT_SIMULATIONS
    return SearchPolicy(game, simulations, given.get("playout"))


def _exported(game: Game, name: str) -> Policy:
    from card_envs.policies.onnx import OnnxPolicy

    path, suffix, rest = name.rpartition(".onnx")
    given = parse_options(rest.removeprefix(":"))
    choice = given.pop("choice", "greedy")
    if given or choice not in ONNX_CHOICES or (rest and not rest.startswith(":")):
        raise ValueError(f"an exported policy takes :choice=greedy or :choice=sample after its path, not {rest!r}")
    return OnnxPolicy(Path(path + suffix), game, sample=choice == "sample")


def parse_options(text: str) -> dict[str, Any]:
    """ "a=1,b=x" as a dict of strings.

    Raises:
        ValueError: a part without "=".
    """
    parts = [part for part in text.split(",") if part]
    wrong = [part for part in parts if "=" not in part]
    if wrong:
        raise ValueError(f"options are written key=value,key=value, not {text!r}")
    return {key.strip(): value.strip() for key, _, value in (part.partition("=") for part in parts)}
