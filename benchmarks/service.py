"""How fast the bot service answers: `python -m benchmarks.service`.

It starts a server of its own on loopback and puts two loads on it, one after the other:

- moves: clients that ask for one bot's move after another, each as soon as it has the last answer;
- tables: many tables at once, each with a person who takes a moment to choose, and three bots. A bot's answer is late
  by what passes beyond the time that it is meant to take.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from websockets.asyncio.client import connect

from benchmarks.tables import goals_table
from card_envs.commands.errors import reported
from card_envs.core.game import GAMES, get_game
from card_envs.core.table import Table

PAUSE_MS, TICK_MS = 700, 150
THINKS = (1.0, 3.0)  # seconds that a person takes, from and to
SLAPS = 0.1  # how often a person slaps in a window
POSITIONS = 200

Goal = tuple[str, float, str, float | None]  # as in `goals_table`


class Server(NamedTuple):
    """Where it listens, and its process."""

    host: str
    port: int
    process: int

    def memory(self) -> float:
        """The most that it has had in memory, in MB."""
        status = Path(f"/proc/{self.process}/status").read_text(encoding="utf-8")
        return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1000


@contextmanager
def serving(*arguments: str) -> Iterator[Server]:
    """A server, with more of its command line."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "tables.sqlite3")
        command = [sys.executable, "-m", "card_envs.cli", "serve", "--port", "0", "--database", database, *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            found = re.search(r"http://([\d.]+):(\d+)/", process.stdout.readline())
            try:
                if found is None:
                    raise OSError("the server did not start")
                yield Server(found[1], int(found[2]), process.pid)
            finally:
                process.terminate()


class Line:
    """A connection that is kept open for one request after another."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: bytes) -> tuple[int, bytes]:
        """The status and the body of the answer."""
        if self._ends is None:
            self._ends = await asyncio.open_connection(self._server.host, self._server.port)
        reader, writer = self._ends
        head = [f"POST {path} HTTP/1.1", "host: x", "content-type: application/json", f"content-length: {len(body)}"]
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer)
        assert length is not None
        return int(answer.split(b" ", 2)[1]), await reader.readexactly(int(length[1]))


# --- moves -----------------------------------------------------------------------------------------------------


def views(game: str) -> list[bytes]:
    """Positions of games played at random, as requests."""
    record = get_game(game)
    table, bodies = Table(record, record.options()), []
    table.restart(0)
    while len(bodies) < POSITIONS:
        seat = table.acting[len(bodies) % len(table.acting)]
        bodies.append(json.dumps({"view": record.layout.say(table.seat_observations[seat])}).encode())
        table.play(table.sample())
        if table.state.ended:
            table.restart(None)
    return bodies


async def ask(server: Server, path: str, bodies: list[bytes], until: float, times: list[float]) -> int:
    """One client; notes how long each answer took, and returns how many were none."""
    line, errors = Line(server), 0
    while (began := time.perf_counter()) < until:
        status, _ = await line.post(path, random.choice(bodies))
        times.append(time.perf_counter() - began)
        errors += status != 200
    return errors


async def moves(server: Server, game: str, bot: str, clients: int, seconds: float) -> list[Goal]:
    """The load of many clients that ask one bot for moves."""
    bodies, times, path = views(game), [], f"/api/v1/games/{game}/bots/{bot}/move"
    until = time.perf_counter() + seconds
    errors = await asyncio.gather(*(ask(server, path, bodies, until, times) for _ in range(clients)))
    what = f"{game}, {clients} clients"
    return [
        (f"moves of {bot}, {what}", 500.0, "/s", len(times) / seconds),
        (f"p95 of its answers, {what}", 50.0, "ms", milliseconds(times)),
        (f"errors, {what}", 0.0, "errors", float(sum(errors))),
    ]


# --- tables ----------------------------------------------------------------------------------------------------


async def sit(server: Server, game: str, bot: str, until: float, late: list[float]) -> None:
    """A person at table after table; notes by how much bots are late."""
    while time.perf_counter() < until:
        wanted: dict[str, Any] = {"game": game, "seats": [None, bot, bot, bot]}
        timed = get_game(game).hosting.clock is not None
        wanted |= {"tick_ms": TICK_MS, "options": {"ticks": 8}} if timed else {"pause_ms": PAUSE_MS}
        _, answer = await Line(server).post("/api/v1/tables", json.dumps(wanted).encode())
        made = json.loads(answer)
        uri = f"ws://{server.host}:{server.port}/api/v1/tables/{made['table']}"
        async with connect(uri, compression=None, proxy=None) as socket:
            await socket.send(json.dumps({"event": "join", "token": made["tokens"][0]["token"]}))
            await play(socket, timed, until, late)


async def play(socket: Any, timed: bool, until: float, late: list[float]) -> None:
    """One game, by choices at random, to its end or until it is time."""
    point, opened, bots, choosing = -1, 0.0, False, None
    while time.perf_counter() < until:
        table = json.loads(await socket.recv())
        now = time.perf_counter()
        if table["event"] != "table":  # a slap for a card that is covered by now
            assert timed, table
            continue
        if timed and point >= 0 and table["point"] > point:
            late.append(now - opened - (table["point"] - point) * TICK_MS / 1000)
        if bots and not timed and (table["point"] > point or not any(table["waiting"])):
            late.append(now - opened - PAUSE_MS / 1000)
            bots = False
        if table["point"] > point:
            point, opened, bots = table["point"], now, any(table["waiting"])
            if table["legal"] and not table["chosen"] and (not timed or random.random() < SLAPS):
                choosing = asyncio.create_task(choose(socket, table, timed))
        if table["status"] == "over":
            break
    if choosing is not None:
        choosing.cancel()


async def choose(socket: Any, table: dict[str, Any], timed: bool) -> None:
    """A person's choice, after a while."""
    await asyncio.sleep(0.4 if timed else random.uniform(*THINKS))
    move = "slap" if timed else random.choice(table["legal"])
    await socket.send(json.dumps({"event": "move", "move": move, "point": table["point"]}))


async def tables(server: Server, games: Sequence[str], bot: str, count: int, seconds: float) -> list[Goal]:
    """The load of many tables, as many of each game."""
    late: dict[str, list[float]] = {game: [] for game in games}
    until = time.perf_counter() + seconds
    seated = [games[number % len(games)] for number in range(count)]
    await asyncio.gather(*(sit(server, game, bot, until, late[game]) for game in seated))
    what = f"p95 by which bots are late, {count} tables"
    return [(f"{what}: {game}", 100.0, "ms", milliseconds(by)) for game, by in late.items()]


def milliseconds(times: Sequence[float]) -> float | None:
    """The 95th percentile of seconds, in milliseconds; None where there are none."""
    return 1000 * float(np.percentile(times, 95)) if times else None


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.service", description=__doc__)
    parser.add_argument("--bot", default="trained", help="who is asked and who sits at the tables; default trained")
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--clients", type=int, default=50, help="that ask for moves at once; default 50")
    parser.add_argument("--tables", type=int, default=300, help="at once; default 300")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each load; default 20")
    parser.add_argument("--policy", action="append", default=[], help="as serve's --bot: GAME:NAME=FILE; repeatable")
    given = parser.parse_args()
    policies = [part for policy in given.policy for part in ("--bot", policy)]
    with reported(), serving("--requests-per-second", "1000000", *policies) as server:
        goals: list[Goal] = []
        for game in given.games:
            goals += asyncio.run(moves(server, game, given.bot, given.clients, given.seconds))
        goals += asyncio.run(tables(server, given.games, given.bot, given.tables, given.seconds))
        print(goals_table([*goals, (f"most memory, {given.tables} tables", 500.0, "MB", server.memory())]))


if __name__ == "__main__":
    main()
