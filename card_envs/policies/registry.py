"""Policies by name: `name`, `name:N` or `name:key=value,…`; a path to an exported file is a name too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from card_envs.core.game import Game, get_game
from card_envs.policies.base import Policy
from card_envs.policies.scripted import ScriptedPolicy, scripted_players
from card_envs.policies.search import DEFAULT_SIMULATIONS, SearchPolicy

SUFFIX = ".onnx"  # of exported files
TRAINED = "trained"
TRAINED_FILES = Path(__file__).parent / "trained"
SEARCH = "search"
SEARCH_OPTIONS = ("simulations", "playout")


def make_policy(game: Game | str, name: str | Policy) -> Policy:
    """The policy of that name for a game; a policy given instead of a name is returned as it is.

    Args:
        game: the game, or its name.
        name: "random", a scripted player of the game ("greedy", "expert"), "trained", the policy that ships with the
            library, also as "trained:easy" and "trained:medium", or the path of an exported `.onnx` file. A player
            with settings takes them after its name, as in "expert:reaction=0.35,errors=0.02"; "trained" and a path
            take `:temperature=T`, see `OnnxPolicy`. "search:1000" searches with that many simulations a decision,
            "search:1000,playout=expert" with that player in them.

    Raises:
        ValueError: no policy of that name, or options that it does not take; the message lists what there is.
    """
    game = get_game(game) if isinstance(game, str) else game
    if isinstance(name, Policy) and not isinstance(name, type):
        return name
    if not isinstance(name, str):
        raise ValueError(f"a policy is a name or an object with act(observations, action_masks, rng), not {name!r}")
    file = policy_file(game, name)
    word, colon, options = _parts(name)
    if file is None and word not in policy_names(game):
        raise ValueError(
            f"no policy is called {name!r} for {game.name}; there are {', '.join(policy_names(game))}, "
            "and the path of any exported .onnx file"
        )
    if colon and not options:
        raise ValueError(f"nothing follows the colon of {name!r}; settings are written name:key=value,key=value")
    if file is not None:
        return _exported(game, file, name, options)
    if word == SEARCH:
        return _searching(game, options)
    return ScriptedPolicy(game, word, {key: _number(key, value) for key, value in parse_options(options).items()})


def _parts(name: str) -> tuple[str, str, str]:
    """A name, its colon and what follows; a path may hold colons itself."""
    path, suffix, rest = name.rpartition(SUFFIX)
    word, colon, options = rest.partition(":")
    return path + suffix + word, colon, options


def policy_names(game: Game) -> list[str]:
    """The names that need no file."""
    shipped = [TRAINED] if trained_file(game).is_file() else []
    return [*scripted_players(game), *shipped, *([SEARCH] if game.lookahead is not None else [])]


def policy_file(game: Game, name: str) -> Path | None:
    """The exported file that a policy of this name is played from; None where there is none."""
    word = _parts(name)[0]
    if SUFFIX in word:
        return Path(word)
    return trained_file(game) if word == TRAINED and word in policy_names(game) else None


def trained_file(game: Game) -> Path:
    """Where the policy that ships for a game lies, if one does."""
    return TRAINED_FILES / f"{game.name}{SUFFIX}"


def trained_strengths(game: Game) -> dict[str, float]:
    """The temperatures of the policy that ships for a game, by the names "easy", "medium" and "hard"."""
    facts = json.loads(trained_file(game).with_suffix(".json").read_text())
    return dict(facts["temperatures"])


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


def _exported(game: Game, file: Path, name: str, options: str) -> Policy:
    from card_envs.policies.onnx import OnnxPolicy

    strengths = {} if SUFFIX in name else trained_strengths(game)
    if options in strengths:
        return OnnxPolicy(file, game, strengths[options])
    key, equals, temperature = options.partition("=")
    if options and (key, equals) != ("temperature", "="):
        allowed = " or ".join([*strengths, "temperature=T"])
        raise ValueError(f"an exported policy takes {allowed} after its name, not {options!r}")
    return OnnxPolicy(file, game, _number("temperature", temperature) if options else 0.0)


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
