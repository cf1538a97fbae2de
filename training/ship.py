"""Make a finished run the bot that ships: judge it at every table against every baseline, write its file and its card.

    python -m training.ship runs/tapeo-long --exploit runs/tapeo-exploit

Writes `card_envs/policies/trained/GAME.onnx`, the `.json` beside it, and the model card `GAME.md`. Every match is kept
in the run's folder as soon as it is over, so that an interrupted judgement goes on where it stood.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import onnx

from card_envs import arena
from card_envs.arena.intervals import Interval
from card_envs.commands.errors import reported
from card_envs.commands.tables import NONE, interval_text
from card_envs.core.game import get_game
from card_envs.files import write_json, write_whole
from card_envs.policies.registry import TRAINED, trained_file
from card_envs.progress import Progress, clock
from training.export import write
from training.presets import presets
from training.settings import settings_from

SEED = 4_000_000_000  # far from the deals that policies are trained and evaluated on
MOST_BYTES = 3_000_000
SCRIPTED, SEARCH = ("random", "greedy", "expert"), "search:1000"
JUDGED = "judged.json"


@dataclass(frozen=True)
class Judgement:
    """How the policy does at one kind of table, in one seat (or team) against the baseline in all others.

    Attributes:
        options: of the table.
        baseline: name of the policy in the other seats.
        games: played, at least; once judged, those played.
        win_share, interval, fair_share: what it wins, with the 95% interval, and what equal players would.
    """

    options: Mapping[str, Any]
    baseline: str
    games: int
    win_share: float = float("nan")
    interval: Interval | None = None
    fair_share: float = float("nan")


VARIANTS = ("general", "gran_canaria")

# The tables at which each game's policy is judged, the one that counts most first.
TABLES: dict[str, list[dict[str, Any]]] = {
    "tapeo": [{"players": players} for players in (4, 2, 3, 5, 6)],
    "envite": [{"players": players, "variant": variant} for players in (4, 6, 8, 10, 12) for variant in VARIANTS],
    "ratscrew": [
        {"players": players, "memory": memory} for memory in (True, False) for players in (4, 2, 3, 5, 6, 7, 8)
    ],
}

# How many games are played at the first table, at each of the others, and where search sits, which takes long.
GAMES = {"tapeo": (20_000, 10_000, 2_000), "envite": (20_000, 2_000, 600), "ratscrew": (8_000, 200, 0)}
# The strengths that a policy is offered in besides its own, as temperatures, by what they win against `greedy`.
TEMPERATURES = {
    "tapeo": {"easy": 16.0, "medium": 8.0, "hard": 0.0},
    "envite": {"easy": 16.0, "medium": 4.0, "hard": 0.0},
    "ratscrew": {"easy": 4.0, "medium": 3.0, "hard": 0.0},
}
SEARCHED: dict[str, dict[str, Any]] = {"tapeo": {"players": 2}, "envite": {"players": 4, "variant": "general"}}


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    given = _parser().parse_args(arguments)
    with reported():
        folder = Path(given.run)
        game = _read_facts(folder)["game"]
        exploits = [_read(Path(path), "exploit.json", "a best response") for path in given.exploit]
        judged = judge(game, folder, planned(game))
        if not given.weaker:
            check_no_weaker(game, judged)
        ship(game, folder, judged, exploits)
        print(f"the bot: {trained_file(get_game(game))}")


def planned(game: str) -> list[Judgement]:
    """All that a game's policy is judged by: the scripted players at every table, search at one."""
    first, others, searched = GAMES[game]
    sizes = [(table, others if number else first) for number, table in enumerate(TABLES[game])]
    scripted = [Judgement(table, baseline, games) for table, games in sizes for baseline in SCRIPTED]
    return [*scripted, *([Judgement(SEARCHED[game], SEARCH, searched)] if game in SEARCHED else [])]


def judge(game: str, folder: Path, plan: Sequence[Judgement]) -> list[Judgement]:
    """Play the matches that have not been played yet by this very file; all of them, in the order of the plan."""
    path = folder / "policy.onnx"
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    kept = json.loads((folder / JUDGED).read_text()) if (folder / JUDGED).is_file() else {}
    done = kept["judged"] if kept.get("policy") == digest else {}
    judged: list[Judgement] = []
    with Progress("judging", len(plan), 0) as progress:
        for number, one in enumerate(plan):
            key = json.dumps([one.options, one.baseline, one.games])
            if key not in done:
                done[key] = asdict(_judged(game, path, one))
                write_json(folder / JUDGED, {"policy": digest, "judged": done})
            judged.append(_read_back(done[key]))
            progress.say(f"{_words(one.options)}, against {one.baseline}: {judged[-1].win_share:.2%}")
            progress.update(number + 1)
    return judged


def _read_back(kept: Mapping[str, Any]) -> Judgement:
    """A judgement from JSON, which has lists for tuples."""
    return Judgement(**{**kept, "interval": None if kept["interval"] is None else tuple(kept["interval"])})


def _judged(game: str, path: Path, one: Judgement) -> Judgement:
    match = arena.play(game, [str(path), one.baseline], one.games, SEED, **one.options)
    return Judgement(
        one.options, one.baseline, match.games, match.win_share[0], match.win_share_interval[0], match.fair_share
    )


def check_no_weaker(game: str, judged: Sequence[Judgement]) -> None:
    """Raise ValueError where the bot that ships now does better at the first table against the strongest player."""
    file = trained_file(get_game(game)).with_suffix(".json")
    first = next(one for one in judged if (one.options, one.baseline) == (TABLES[game][0], SCRIPTED[-1]))
    shipped = json.loads(file.read_text())["results"] if file.is_file() else []
    for known in shipped:
        same = (known["options"], known["baseline"]) == (first.options, first.baseline)
        if same and first.interval is not None and first.interval[1] < known["win_share"]:
            raise ValueError(
                f"{_words(first.options)}, against {first.baseline}: it wins {first.win_share:.2%}, less than the "
                f"{known['win_share']:.2%} of the bot that ships now; --weaker puts it in that one's place all the same"
            )


def ship(
    game: str,
    folder: Path,
    judged: Sequence[Judgement],
    exploits: Sequence[Mapping[str, Any]],
) -> None:
    """Write the bot, its facts and its card to where `make_policy("trained")` finds them.

    Args:
        game: its name.
        folder: of the run.
        judged: how it does.
        exploits: what `exploit.json` says of each best response to it.

    Raises:
        ValueError: the file is too large to ship.
    """
    path = folder / "policy.onnx"
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"{path} has {path.stat().st_size:,} bytes; a bot that ships has {MOST_BYTES:,} at most")
    rules, model, told = get_game(game), onnx.load(str(path)), _read_facts(folder)
    facts = {
        "options": told["options"],
        "training": told["training"],
        "temperatures": TEMPERATURES[game],
        "results": [asdict(one) for one in judged],
        "exploitability": [{**exploit, "policy": TRAINED} for exploit in exploits],
    }
    write(model, rules, trained_file(rules), facts)
    write_whole(trained_file(rules).with_suffix(".md"), model_card(game, told["training"], judged, exploits))


def model_card(
    game: str,
    training: Sequence[Mapping[str, Any]],
    judged: Sequence[Judgement],
    exploits: Sequence[Mapping[str, Any]],
) -> str:
    """What a user should know of the bot, as Markdown."""
    strengths = ", ".join(f"`{TRAINED}:{name}` {temperature:g}" for name, temperature in TEMPERATURES[game].items())
    lines = [
        f"# The trained policy of {game}",
        "",
        f"`make_policy({game!r}, {TRAINED!r})` plays it at every table size and variant, the likeliest action.",
        f"Temperatures: {strengths}.",
        "",
        "## How it was made",
        "",
        "By MaskablePPO. Most decisions are made against scripted players, whose strategy it answers; the rest against",
        "itself.",
        "",
        *(f"{number}. {_stage(stage, begun=number > 1)}" for number, stage in enumerate(training, 1)),
        "",
        "## How it does",
        "",
        "One seat (in Envite one team) against the baseline in all others; 95% intervals, clustered by deal.",
        "",
        "| table | fair | against | win share | 95% interval | games |",
        "|---|---:|---|---:|---:|---:|",
        *(
            f"| {_words(one.options)} | {one.fair_share:.1%} | `{one.baseline}` | {one.win_share:.2%} "
            f"| {interval_text(one.interval, '.2%')} | {one.games:,} |"
            for one in judged
        ),
        "",
        "## How far it can be exploited",
        "",
        *(_exploit_line(exploit) for exploit in exploits),
        *([] if exploits else [NONE]),
    ]
    return "\n".join(lines) + "\n"


def _stage(stage: Mapping[str, Any], begun: bool) -> str:
    """The command of a run, where a preset has all its settings, and what it took."""
    settings = settings_from(stage["settings"])
    known = presets(settings.game)
    names = [n for n, v in known.items() if replace(v, decisions=settings.decisions, seed=settings.seed) == settings]
    command = f"python -m training.train {settings.game} --preset {names[0]}" if names else "settings of its own"
    if names and settings.decisions != known[names[0]].decisions:
        command += f" --decisions {settings.decisions}"
    return (
        f"`{command}{' --begin POLICY' if begun else ''}`, seed {stage['seed']}: {stage['decisions']:,} decisions in "
        f"{clock(stage['seconds'])} on {settings.threads} of {stage['processors']} processors, "
        f"layers {' × '.join(map(str, settings.widths))}"
    )


def _exploit_line(exploit: Mapping[str, Any]) -> str:
    interval = None if exploit["interval"] is None else tuple(exploit["interval"])
    return (
        f"- {_words(exploit['options'])}: a best response trained for {clock(exploit['seconds'])} "
        f"({exploit['decisions']:,} decisions) gains {exploit['gain']:+.2%} of win share over its fair "
        f"{exploit['fair_share']:.1%} (95% interval {interval_text(interval, '+.2%')}, {exploit['games']:,} games). "
        "A lower bound: a better response may gain more."
    )


def _words(options: Mapping[str, Any]) -> str:
    """The options that tell tables of one game apart."""
    told = [f"{options['players']} players"]
    if "variant" in options:
        name = options["variant"]
        told.append(str(name["name"] if isinstance(name, Mapping) else name).replace("_", " "))
    if "memory" in options:
        memory = options["memory"]
        told.append("memory" if (memory if isinstance(memory, bool) else all(memory)) else "no memory")
    return ", ".join(told)


def _read(folder: Path, name: str, what: str) -> dict[str, Any]:
    """The JSON file of that name in the folder of a run.

    Raises:
        ValueError: there is none, so the folder does not hold `what`.
    """
    path = folder / name
    if not path.is_file():
        raise ValueError(f"{folder} does not hold {what}: there is no {name} in it")
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def _read_facts(folder: Path) -> dict[str, Any]:
    """What the policy of a finished run says of itself."""
    return _read(folder, "policy.json", "a finished run")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.ship",
        description="Judge a finished run and make it the bot that ships, in place of the one there: its file, facts "
        "and card in card_envs/policies/trained.",
    )
    parser.add_argument("run", help="the folder of a finished run of training.train")
    parser.add_argument("--weaker", action="store_true", help="ship it even if it is weaker than the bot it replaces")
    parser.add_argument("--exploit", metavar="FOLDER", action="append", default=[], help="runs of training.exploit")
    return parser


if __name__ == "__main__":
    main()
