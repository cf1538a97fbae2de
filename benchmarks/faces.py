"""Our interfaces beside other libraries' in one run on one thread: `python -m benchmarks.faces`.

Random legal play, each decision with its observation and its mask (or list) of legal actions.
"""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import sys
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from benchmarks.measure import Play, medians, one_thread, rates
from benchmarks.rows import REFERENCES, ROWS, SPEED_GOALS, TAPEO, Goal, Row
from benchmarks.startup import StartUp, measure_startup
from benchmarks.tables import goals_table, rates_table, ratio

MANY_GAMES = 4096  # the batch whose memory is measured
PACKAGES = ["card-envs", "numpy", "numba", "pettingzoo", "gymnasium", "rlcard", "open_spiel", "pgx", "jax"]


def load(row: Row) -> Play | None:
    """The subject of a row, ready to play; None where a library that it needs is not installed."""
    module, function = row.subject.split(":")
    try:
        return getattr(importlib.import_module(f"benchmarks.{module}"), function)(**row.arguments)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] in ("benchmarks", "card_envs"):
            raise
        return None


def goals(speed: Mapping[str, float], startup: StartUp, megabytes: float) -> list[tuple[str, float, str, float | None]]:
    """What the library is to reach: (what, bound, unit, measured)."""
    return [
        *((goal.what, goal.bound, goal.unit, reached(goal, speed)) for goal in SPEED_GOALS),
        ("later process, import to first step", 1.5, "s", startup.later),
        ("first process, import to first step", 20, "s", startup.first),
        (f"Tapeo, arrays of a batch of {MANY_GAMES:,}", 50, "MB", megabytes),
    ]


def reached(goal: Goal, speed: Mapping[str, float]) -> float | None:
    """What was measured for a goal, in its unit; None where one of its rows was not."""
    if goal.against:
        return ratio(speed.get(goal.key), speed.get(goal.against))
    return ratio(speed.get(goal.key), 1e6 if goal.unit == "M/s" else 1.0)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faces", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=0.8, help="length of one measurement (default: 0.8)")
    parser.add_argument(
        "--rounds", type=int, default=5, help="measurements of each row, the median counts (default: 5)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to this file as well")
    chosen = parser.parse_args(arguments)
    if chosen.seconds <= 0 or chosen.rounds < 1:
        parser.error("--seconds takes a number above 0, --rounds an integer from 1")

    one_thread()
    plays = {row.key: play for row in ROWS if (play := load(row)) is not None}
    measured = rates(plays, chosen.rounds, chosen.seconds)
    speed = medians(measured)
    print("start-up …", file=sys.stderr, flush=True)
    startup = measure_startup()
    megabytes = importlib.import_module("benchmarks.ours").batch_bytes(num_games=MANY_GAMES, **TAPEO) / 1e6
    results = goals(speed, startup, megabytes)

    print(
        f"\nAgent decisions a second of processor time on one thread: medians of {chosen.rounds} × {chosen.seconds:g} s"
    )
    print(f"{machine()}\n")
    print(rates_table([row[:3] for row in ROWS], speed, REFERENCES))
    print("\n× = how many times faster the subject that heads the column is.")
    print("Chance events and steps of finished agents count as no decision.\n")
    print(goals_table(results))
    if not startup.announced:
        print("\nThe first process did not say that it compiles.")
    if chosen.json:
        record = {
            "machine": machine(),
            "versions": versions(),
            "seconds": chosen.seconds,
            "decisions_per_second": speed,
            "rounds": measured,
            "startup": asdict(startup),
            "batch_4096_megabytes": megabytes,
            "goals": [dict(zip(("what", "bound", "unit", "measured"), goal, strict=True)) for goal in results],
        }
        chosen.json.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n")


def machine() -> str:
    return f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"


def versions() -> dict[str, Any]:
    """Installed version of every package that is measured; None where there is none."""
    found: dict[str, Any] = {}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found


if __name__ == "__main__":
    main()
