"""How much may be asked, by whom."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from card_envs.service import connection, limits
from card_envs.service.hall import Hall
from card_envs.service.limits import Limits, Rate, allowed_origin
from card_envs.service.settings import Settings


def test_a_rate_allows_a_burst_and_then_its_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    rate = Rate(10.0)
    assert [rate.allows() for _ in range(22)] == [True] * 20 + [False] * 2
    now[0] += 0.35
    assert [rate.allows() for _ in range(5)] == [True] * 3 + [False] * 2
    now[0] += 1000.0
    assert [rate.allows() for _ in range(21)] == [True] * 20 + [False]


ORIGINS = [
    (None, True),
    ("http://cards.example:8000", True),
    ("https://friend.example", True),
    ("http://cards.example", False),
    ("http://cards.example:8000.enemy.example", False),
    ("https://friend.example.enemy.example", False),
    ("null", False),
    ("", False),
]


@pytest.mark.parametrize(("origin", "allowed"), ORIGINS)
def test_pages_may_connect_to_where_they_come_from(origin: str | None, allowed: bool) -> None:
    assert allowed_origin(origin, "cards.example:8000", ("https://friend.example",)) is allowed


class Asked:
    """A request whose body comes in parts, and what is answered to it; the application reads all of it."""

    def __init__(self, *parts: bytes, most: int = 10) -> None:
        self._parts, self._most = [*parts], most
        self.read = b""
        self.answers: list[dict[str, Any]] = []

    async def __call__(self) -> int:
        """Ask; the status that is answered."""
        app = Starlette(routes=[Route("/", self._answer, methods=["POST"])])
        scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "query_string": b""}
        await Limits(app, Settings(most_bytes=self._most))(scope, self._receive, self._send)
        return int(self.answers[0]["status"])

    async def _answer(self, request: Request) -> Response:
        self.read = await request.body()
        return Response()

    async def _receive(self) -> dict[str, Any]:
        if not self._parts:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": self._parts.pop(0), "more_body": True}

    async def _send(self, message: Any) -> None:
        self.answers.append(message)


def test_bodies_without_a_length_are_counted() -> None:
    asked = Asked(b"1234", b"5678", b"90a", b"bcd")
    assert asyncio.run(asked()) == 413
    assert b"10 bytes at most" in asked.answers[1]["body"]


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_WITHIN", 0.05)
    assert asyncio.run(Asked(b"1234")()) == 408


def test_who_is_asking_when_the_service_ends_is_told() -> None:
    async def end() -> int:
        asking = asyncio.create_task(Asked(b"1234")())
        await asyncio.sleep(0.01)
        asking.cancel()
        return await asking

    assert asyncio.run(end()) == 503


class Silent:
    """A WebSocket over which nothing comes; keeps what is sent, and the code that it is closed with."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.code: int | None = None

    async def accept(self) -> None:
        pass

    async def receive(self) -> Any:
        await asyncio.Event().wait()

    async def send_text(self, text: str) -> None:
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.code = code


def test_who_does_not_join_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "JOIN_WITHIN", 0.05)
    socket: Any = Silent()
    asyncio.run(connection.serve(socket, "table", cast(Hall, None)))
    assert (socket.sent, socket.code) == ([], connection.NO_SUCH_SEAT)


def test_little_is_kept_for_who_does_not_read() -> None:
    socket: Any = Silent()

    async def say() -> None:
        speaking = connection.Connection(socket)
        for number in range(10_000):
            speaking.say({"number": number})
        await speaking.send()

    asyncio.run(say())
    assert (len(socket.sent), socket.code) == (connection.MOST_WAITING, connection.TOO_SLOW)
