"""A server in a process of its own, and people's side of its connections."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, Self

import numpy as np
from websockets.sync.client import ClientConnection, connect

from tests.signals import heed_interrupts

PATIENCE = 60.0  # seconds, for what should come at once


class Server:
    """`card-envs serve`, started with what is given on its command line."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.database = folder / "tables.sqlite3"
        self._arguments = ["--database", str(self.database), *arguments]
        self._port = "0"
        self.start()

    def start(self) -> None:
        """Start, or start again, at the same port."""
        command = [sys.executable, "-m", "card_envs.cli", "serve", "--port", self._port, *self._arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heed_interrupts
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise AssertionError(f"no server: {line}{self.process.communicate()[1]}")
        self.address = line.split("http://")[1].split("/")[0]
        self._port = self.address.split(":")[1]

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.communicate()

    def stop(self, how: signal.Signals = signal.SIGINT) -> str:
        """Ctrl-C, or another signal; what it said on its standard error, nothing if it has been stopped before."""
        if self.process.returncode is not None:
            return ""
        self.process.send_signal(how)
        return self.process.communicate(timeout=PATIENCE)[1]

    def get(self, path: str) -> Any:
        return json.load(urllib.request.urlopen(f"http://{self.address}{path}", timeout=PATIENCE))

    def header(self, path: str, name: str, **headers: str) -> str | None:
        """A header of what comes back."""
        request = urllib.request.Request(f"http://{self.address}{path}", headers=headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.headers[name]  # type: ignore[no-any-return]

    def post(self, path: str, body: Any, **headers: str) -> tuple[int, Any]:
        """The status and the JSON that comes back."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://{self.address}{path}", data, {"content-type": "application/json", **headers}
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def table(self, game: str, seats: list[str | None], **wanted: Any) -> tuple[str, list[str]]:
        """A new table: its name, and the tokens of the people in seat order."""
        status, made = self.post("/api/v1/tables", {"game": game, "seats": seats, **wanted})
        assert status == 201, made
        return made["table"], [seat["token"] for seat in made["tokens"]]


class Person:
    """Somebody at a table.

    Attributes:
        table: the last message of that kind; `messages` has all, of every kind.
    """

    def __init__(self, server: Server, table: str, token: str, language: str | None = None) -> None:
        self.messages: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self._open = ExitStack()
        self.socket = self._open.enter_context(open_socket(server, table))
        self.send("join", token=token, language=language)
        self.await_("table")

    def send(self, event: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"event": event, **fields}))

    def receive(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        self.messages.append(message)
        if message["event"] == "table":
            self.table = message
        return message

    def await_(self, event: str) -> dict[str, Any]:
        """The next message of a kind; an error that is not waited for fails."""
        while (message := self.receive())["event"] != event:
            assert message["event"] == "table", message
        return message

    def until(self, holds: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The table as soon as this holds of it."""
        while not holds(self.table):
            self.await_("table")
        return self.table

    def move(self, move: str) -> None:
        self.send("move", move=move, point=self.table["point"])

    def play(self, random: np.random.Generator, stop: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Make random moves until this holds of the table."""
        asked = -1
        while not stop(self.table):
            legal = self.table["legal"]
            if legal and asked < self.table["point"]:
                asked = self.table["point"]
                self.move(str(random.choice(legal)))
            message = self.receive()
            late = self.table["clock"] and message.get("about") == "move"  # for a card that is covered by now
            assert message["event"] == "table" or late, message
        return self.table

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()


def open_socket(server: Server, table: str, **options: Any) -> AbstractContextManager[ClientConnection]:
    """A connection to a table, before anything is said."""
    return connect(f"ws://{server.address}/api/v1/tables/{table}", max_size=None, proxy=None, **options)


def over(table: dict[str, Any]) -> bool:
    return bool(table["status"] == "over")
