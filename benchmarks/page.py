"""How soon the page shows a table: `python -m benchmarks.page`.

It starts a server of its own on loopback. Each time is that of a browser which has never been there, from following an
invitation until the first frame that shows the table. It takes Playwright and the command `chromium`.
"""

from __future__ import annotations

import argparse
import json
import shutil
import urllib.request
from typing import Any

import numpy as np
from playwright.sync_api import Browser, sync_playwright

from benchmarks.service import Server, serving
from benchmarks.tables import goals_table
from card_envs.commands.errors import reported

TABLES = {"tapeo": 4, "envite": 4, "ratscrew": 4}  # players
FIRST_FRAME = """new Promise((drawn) => {
    const look = () => document.querySelector("#stage[data-status=playing]")
        ? requestAnimationFrame(() => setTimeout(() => drawn(performance.now()))) : setTimeout(look, 5);
    look();
})"""
WEIGHT = """performance.getEntries().filter((entry) => "transferSize" in entry)
    .reduce((bytes, { transferSize }) => bytes + transferSize, 0)"""


def invitation(server: Server, game: str, players: int) -> str:
    """The address of one's seat at a new table, among bots."""
    wanted = {"game": game, "options": {"players": players}, "seats": [None, *["greedy"] * (players - 1)]}
    url = f"http://{server.host}:{server.port}"
    request = urllib.request.Request(f"{url}/api/v1/tables", json.dumps(wanted).encode())
    request.add_header("content-type", "application/json")
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.load(answer)
    return f"{url}/#{made['table']}.{made['tokens'][0]['token']}"


def visit(browser: Browser, address: str) -> tuple[float, float]:
    """Milliseconds until the table is drawn, and the bytes that it took."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address, wait_until="commit")
    drawn, weight = float(page.evaluate(FIRST_FRAME)), float(page.evaluate(WEIGHT))
    context.close()
    return drawn, weight


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=10, help="to each game")
    given = parser.parse_args()
    command = shutil.which("chromium")
    if command is None:
        raise OSError("there is no command chromium")
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=command, args=["--no-sandbox"])
        goals: list[tuple[str, float, str, float | None]] = []
        for game, players in TABLES.items():
            visits = [visit(browser, invitation(server, game, players)) for _ in range(given.visits)]
            times, weights = zip(*visits, strict=True)
            goals.append(
                (f"{game}: first table drawn, median of {given.visits}", 1_000.0, "ms", float(np.median(times)))
            )
            goals.append((f"{game}: the slowest", 1_000.0, "ms", max(times)))
            goals.append((f"{game}: on the way", 0.3, "MB", max(weights) / 1e6))
        browser.close()
        print(goals_table(goals))


if __name__ == "__main__":
    with reported():
        main()
