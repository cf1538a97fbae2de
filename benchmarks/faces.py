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
from benchmarks.startup import StartUp, measure_startup
from benchmarks.tables import goals_table, rates_table, ratio

# (module:function, library, what is played)
ROWS = [
    ("ours:batch", "card_envs", "Tapeo, batch of 1,024, observations and masks"),
    ("ours:batch_unobserved", "card_envs", "Tapeo, batch of 1,024, masks only"),
    ("ours:rules", "card_envs", "Tapeo, the rules alone"),
    ("ours:greedy", "card_envs", "Tapeo, batch of 1,024 played by greedy"),
    ("ours:expert", "card_envs", "Tapeo, batch of 1,024 played by expert"),
    ("ours:parallel", "card_envs", "Tapeo, parallel_env(), picking not counted"),
    ("ours:aec", "card_envs", "Tapeo, env()"),
    ("peers.pettingzoo:tictactoe", "PettingZoo", "tictactoe_v3, env()"),
    ("peers.pettingzoo:leduc", "PettingZoo", "leduc_holdem_v4, env()"),
    ("peers.rlcard:leduc", "RLCard", "leduc-holdem"),
    ("peers.rlcard:uno", "RLCard", "uno"),
    ("peers.open_spiel:spades", "OpenSpiel", "spades, NumPy observer, list of legal actions"),
    ("peers.open_spiel:spades_masks", "OpenSpiel", "spades, NumPy observer, list and mask"),
    ("peers.open_spiel:hearts", "OpenSpiel", "hearts, NumPy observer, list of legal actions"),
    ("peers.open_spiel:hearts_masks", "OpenSpiel", "hearts, NumPy observer, list and mask"),
    ("peers.pgx:leduc", "Pgx", "leduc_holdem, 4,096 vmapped, CPU"),
]
REFERENCES = {"our batch ×": "ours:batch", "our Parallel ×": "ours:parallel", "our AEC ×": "ours:aec"}
PACKAGES = ["card-envs", "numpy", "numba", "pettingzoo", "gymnasium", "rlcard", "open_spiel", "pgx", "jax"]


def load(key: str) -> Play | None:
    """The subject of a row, ready to play; None where a library that it needs is not installed."""
    module, function = key.split(":")
    try:
        return getattr(importlib.import_module(f"benchmarks.{module}"), function)()
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] in ("benchmarks", "card_envs"):
            raise
        return None


def goals(speed: Mapping[str, float], startup: StartUp, megabytes: float) -> list[tuple[str, float, str, float | None]]:
    """What the library is to reach: (what, bound, unit, measured)."""

    def million(key: str) -> float:
        return speed[key] / 1e6

    batch, aec = speed["ours:batch"], speed["ours:aec"]
    return [
        ("batch with observations and masks", 8, "M/s", million("ours:batch")),
        ("… against OpenSpiel spades, no mask", 25, "×", ratio(batch, speed.get("peers.open_spiel:spades"))),
        ("… against OpenSpiel spades, mask", 25, "×", ratio(batch, speed.get("peers.open_spiel:spades_masks"))),
        ("… against PettingZoo leduc_holdem_v4", 600, "×", ratio(batch, speed.get("peers.pettingzoo:leduc"))),
        ("rules alone", 20, "M/s", million("ours:rules")),
        ("parallel_env(), picking not counted", 100_000, "/s", speed["ours:parallel"]),
        ("env() against PettingZoo tictactoe_v3", 2, "×", ratio(aec, speed.get("peers.pettingzoo:tictactoe"))),
        ("later process, import to first step", 1.5, "s", startup.later),
        ("first process, import to first step", 20, "s", startup.first),
        ("arrays of a batch of 4,096", 50, "MB", megabytes),
    ]


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
    plays = {key: play for key, _, _ in ROWS if (play := load(key)) is not None}
    measured = rates(plays, chosen.rounds, chosen.seconds)
    speed = medians(measured)
    print("start-up …", file=sys.stderr, flush=True)
    startup = measure_startup()
    megabytes = importlib.import_module("benchmarks.ours").batch_bytes() / 1e6
    reached = goals(speed, startup, megabytes)

    print(
        f"\nAgent decisions a second of processor time on one thread: medians of {chosen.rounds} × {chosen.seconds:g} s"
    )
    print(f"{machine()}\n")
    print(rates_table(ROWS, speed, REFERENCES))
    print("\n× = how many times faster ours is. Chance events and steps of finished agents count as no decision.\n")
    print(goals_table(reached))
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
            "goals": [dict(zip(("what", "bound", "unit", "measured"), goal, strict=True)) for goal in reached],
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
