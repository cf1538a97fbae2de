"""Train a policy by self-play with MaskablePPO, export it, read the export back and judge it.

    python -m training.train tapeo --preset quick
    python -m training.train tapeo --players 6 --decisions 20000000 --out runs/six
    python -m training.train --resume runs/six

A run's folder holds `policy.onnx` and `policy.json` (the bot), `model.zip` (for Stable-Baselines3), `result.json`
(settings, versions, figures), `curve.png`, `tensorboard/`, and `checkpoint.pt`, from which `--resume` goes on.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import configure
from stable_baselines3.common.utils import set_random_seed

from card_envs import arena
from card_envs.commands.errors import reported
from card_envs.commands.game_options import add_game_options, given_game_options
from card_envs.commands.match_table import match_table
from card_envs.core.game import GAMES, get_game
from card_envs.envs.sb3 import SeatVecEnv
from card_envs.files import alone_in, write_json
from card_envs.progress import Progress, clock
from training.begin import BEGUN, begin_with, runs_before
from training.callback import BetweenRollouts
from training.checkpoint import Run, load, save
from training.curve import draw_curve
from training.encoded import EncodedVecEnv
from training.export import convert, write
from training.league import League
from training.network import CardPolicy, Trunk
from training.presets import preset
from training.settings import Settings, changed, settings_from

RUNS = Path("runs")
MODEL, RESULT = "model.zip", "result.json"
FINAL_SEED = 2_000_000_000  # far from the seeds of training tables and of the evaluations on the way
VERSIONS = (
    "card-envs",
    "numpy",
    "numba",
    "gymnasium",
    "pettingzoo",
    "torch",
    "stable-baselines3",
    "sb3-contrib",
    "onnx",
)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    given = _parser().parse_args(arguments)
    with reported():
        checked_minutes(given.minutes)
        if given.resume is not None:
            settings, run, folder = resumed(given)
        else:
            settings = _settings(given)
            run = start(settings)
            before = [] if given.begin is None else begin_with(run, settings, given.begin)
            folder = new_folder(given.out, f"{settings.game}-{given.preset or 'quick'}")
            keep(settings, run, before, folder)
            print(f"training {settings.game} in {folder}: {settings.decisions:,} decisions")
        carry_out(run, settings, folder, given.minutes)


def carry_out(run: Run, settings: Settings, folder: Path, minutes: float | None) -> list[arena.MatchResult]:
    """Train until the settings or the minutes say that it is enough, and `finish`, alone in the folder."""
    deadline = None if minutes is None else time.monotonic() + 60 * minutes
    with alone_in(folder, "training"):
        train(run, settings, folder, deadline)
        return finish(run, settings, folder)


def start(settings: Settings) -> Run:
    """A run that has not learnt anything yet."""
    set_random_seed(settings.seed)
    league = League(settings.game, settings.scripted, settings.league_size, settings.snapshots)
    env = EncodedVecEnv(
        [
            SeatVecEnv(
                settings.game,
                tables,
                learners=settings.learners(kind, tables),
                opponents=league.opponents(),
                forced="play",  # an action without an alternative teaches nothing
                seed=settings.seed + number * settings.tables,
                **kind,
            )
            for number, (kind, tables) in enumerate(settings.parts)
        ]
    )
    return Run(make_model(settings, env), env, league, history=[])


def make_model(settings: Settings, env: Any) -> MaskablePPO:
    """MaskablePPO with these settings, in any environment of the game."""
    _prepare_torch(settings)
    return MaskablePPO(
        CardPolicy,
        env,
        n_steps=settings.steps,
        batch_size=settings.minibatch,
        n_epochs=settings.epochs,
        learning_rate=_Falling(settings.learning_rate),
        gamma=settings.discount,
        gae_lambda=settings.gae_lambda,
        ent_coef=settings.entropy,
        vf_coef=settings.value,
        clip_range=settings.clip,
        max_grad_norm=settings.gradient,
        seed=settings.seed,
        policy_kwargs={
            "features_extractor_class": Trunk,
            "features_extractor_kwargs": {"game": settings.game, "widths": settings.widths},
            "net_arch": [],
        },
    )


def train(run: Run, settings: Settings, folder: Path, deadline: float | None = None) -> None:
    """Learn until the decisions of the settings are made, or until `deadline` (of `time.monotonic`)."""
    _prepare_torch(settings)
    done = run.model.num_timesteps
    run.model.set_logger(configure(str(folder / "tensorboard"), ["tensorboard"]))
    if done >= settings.decisions:
        return
    gc.freeze()  # every step makes a dict a row: spare the collector going through all that was imported
    with Progress("training", settings.decisions, done) as progress:
        callback = BetweenRollouts(run, settings, folder, progress, deadline)
        try:
            run.model.learn(settings.decisions - done, callback, reset_num_timesteps=False)
        except KeyboardInterrupt:
            progress.say(f"interrupted; go on with --resume {folder}")
            raise


def finish(run: Run, settings: Settings, folder: Path) -> list[arena.MatchResult]:
    """Export, read the export back, judge it against the baselines, and write down all there is to know.

    Returns:
        One match against each baseline; the exported policy is the first in it.
    """
    training = {
        "settings": asdict(settings),
        "processors": os.cpu_count(),
        "decisions": run.model.num_timesteps,
        "seconds": round(run.seconds, 1),
        "seed": settings.seed,
    }
    facts: dict[str, Any] = {
        "options": [kind for kind, _ in settings.parts],
        "training": [*runs_before(folder), training],
        "results": {},
    }
    path = folder / "policy.onnx"
    game, model = get_game(settings.game), convert(run.policy)
    write(model, game, path, facts)
    matches = [
        arena.play(settings.game, [str(path), baseline], settings.final_games, FINAL_SEED, **settings.options)
        for baseline in settings.baselines
    ]
    facts["results"] = {
        b: {"games": m.games, "win_share": m.win_share[0], "interval": m.win_share_interval[0]}
        for b, m in zip(settings.baselines, matches, strict=True)
    }
    write(model, game, path, facts)
    _save_model(run, folder / MODEL)
    draw_curve(run.history, settings.baselines, matches[0].fair_share, folder / "curve.png")
    result = {
        **training,
        "versions": {"python": platform.python_version(), **{name: version(name) for name in VERSIONS}},
        "decisions_per_second": round(run.model.num_timesteps / max(run.seconds, 1e-9)),
        "history": run.history,
        "matches": [asdict(match) for match in matches],
    }
    write_json(folder / RESULT, result)
    print(f"\n{run.model.num_timesteps:,} decisions in {clock(run.seconds)}; the exported policy, read back:\n")
    for match in matches:
        match_table(match)
    print(f"the bot: {path}\nthe learning curve: {folder / 'curve.png'}")
    return matches


def _save_model(run: Run, path: Path) -> None:
    """The model for users of Stable-Baselines3, who observe the game as its environments show it, without features."""
    encoded, run.model.observation_space = run.model.observation_space, run.env.parts[0].observation_space
    run.model.save(path)
    run.model.observation_space = encoded


def _prepare_torch(settings: Settings) -> None:
    """What holds for the whole process. The number of threads changes the last bits of every figure."""
    torch.distributions.Distribution.set_default_validate_args(False)  # masked logits are fine, and it is slow
    torch.set_num_threads(settings.threads)


class _Falling:
    """A learning rate that falls in a straight line to 0; a class, so that checkpoints can hold it."""

    def __init__(self, first: float) -> None:
        self.first = first

    def __call__(self, remaining: float) -> float:
        return self.first * max(remaining, 0.0)


def _settings(given: argparse.Namespace) -> Settings:
    if given.game is None:
        raise ValueError(f"say which game to train ({', '.join(GAMES)}), or --resume a run's folder")
    return changed(
        preset(given.game, given.preset or "quick"),
        given_game_options(given),
        decisions=given.decisions,
        seed=given.seed,
    )


def checked_minutes(minutes: float | None) -> None:
    """Raise ValueError unless it is a time that a run can take; None is no limit."""
    if minutes is not None and not minutes > 0:
        raise ValueError(f"--minutes takes a number above 0, not {minutes}")


def new_folder(out: str | None, base: str) -> Path:
    """An empty folder for a new run: `out`, or where that is None the first free of `runs/base`, `runs/base-2`, …

    Raises:
        ValueError: `out` is not empty.
    """
    if out is not None:
        folder = Path(out)
        if folder.exists() and any(folder.iterdir()):
            raise ValueError(f"{folder} is not empty; choose another --out, or --resume {folder}")
    else:
        names = [base, *(f"{base}-{number}" for number in range(2, 10_000))]
        folder = next(RUNS / n for n in names if _made(RUNS / n))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def keep(settings: Settings, run: Run, before: Sequence[Mapping[str, Any]], folder: Path) -> None:
    """Write down what a new run is made of, and its first checkpoint: whatever happens, `resumed` goes on with it.

    Args:
        before: what is told of the runs from whose networks it begins.
    """
    write_json(folder / BEGUN, list(before))
    write_json(folder / "settings.json", asdict(settings))
    save(run, folder)


def _made(folder: Path) -> bool:
    """Make the folder, unless it is there already: of two runs that start at once one gets it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        folder.mkdir()
    except FileExistsError:
        return False
    return True


def resumed(given: argparse.Namespace) -> tuple[Settings, Run, Path]:
    """The run in the folder that the command line names, as its checkpoint left it.

    Raises:
        ValueError: there is none, or the command line asks for other settings than the run began with.
    """
    _only_resume(given)
    folder = Path(given.resume)
    settings, run = _read_settings(folder), load(folder)
    print(f"going on with {folder} at {run.model.num_timesteps:,} of {settings.decisions:,} decisions")
    return settings, run, folder


def _only_resume(given: argparse.Namespace) -> None:
    """A run goes on with the settings that it began with."""
    goes_with_it = ("resume", "minutes")
    wrong = [name for name, value in vars(given).items() if name not in goes_with_it and value not in (None, [])]
    if wrong:
        raise ValueError(f"--resume goes on with the settings of the run; only --minutes goes with it, not {wrong}")


def _read_settings(folder: Path) -> Settings:
    path = folder / "settings.json"
    if not path.is_file():
        raise ValueError(f"{folder} is not the folder of a run: it has no settings.json")
    try:
        return settings_from(json.loads(path.read_text()))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"{path} does not hold the settings of a run: {error}") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.train", description="Train a policy by self-play, export it and judge it."
    )
    parser.add_argument("game", nargs="?", help=", ".join(GAMES))
    parser.add_argument("--preset", help="settings to start from: quick (default), smoke, or another of the game's")
    parser.add_argument("--begin", metavar="POLICY", help="begin with its network: a policy.onnx, or trained")
    add_run_options(parser)
    return parser


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """What every command that trains takes."""
    parser.add_argument("--decisions", type=int, help="decisions of learners in all")
    parser.add_argument("--minutes", type=float, help="stop after that time, whatever the decisions")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--out", help="folder of the run; one under runs/ if not given")
    parser.add_argument("--resume", metavar="FOLDER", help="go on with the run in that folder, from its checkpoint")
    add_game_options(parser)


if __name__ == "__main__":
    main()
