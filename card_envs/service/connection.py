"""A person's connection to a table, by WebSocket."""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from card_envs.service.bots import spoken
from card_envs.service.hall import Hall
from card_envs.service.host import Host
from card_envs.service.limits import Rate
from card_envs.service.messages import Hint, History, Join, Look, Move, event

JOIN_WITHIN = 10.0  # seconds
MOST_WAITING = 256  # messages to somebody who does not read them
NO_SUCH_SEAT, TOO_MANY, TOO_SLOW = 4003, 4008, 1013  # why a connection is closed


class Connection:
    """What is sent to one person, in order: a `host.Voice`."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: asyncio.Queue[str | int] = asyncio.Queue()  # messages, then a code to close with
        self._over = False
        self.language: str | None = None

    def say(self, message: dict[str, Any]) -> None:
        """Put a message in line."""
        if self._waiting.qsize() >= MOST_WAITING:
            self.hang_up(TOO_SLOW)
        if not self._over:
            self._waiting.put_nowait(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def hang_up(self, code: int) -> None:
        """Close once all that is in line has been sent; nothing more is."""
        if not self._over:
            self._over = True
            self._waiting.put_nowait(code)

    async def send(self) -> None:
        """Send what is in line, until it closes."""
        while isinstance(item := await self._waiting.get(), str):
            await self._socket.send_text(item)
        await self._socket.close(item)


async def serve(socket: WebSocket, table: str, hall: Hall) -> None:
    """One connection, from the handshake to its end."""
    await socket.accept()
    connection = Connection(socket)
    sending = asyncio.create_task(connection.send())
    try:
        connection.hang_up(await _attend(socket, connection, table, hall))
        await sending
    except WebSocketDisconnect:
        pass
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def _attend(socket: WebSocket, connection: Connection, table: str, hall: Hall) -> int:
    """Listen to a person, and return why to hang up.

    Raises:
        WebSocketDisconnect: the connection is gone.
    """
    try:
        async with asyncio.timeout(JOIN_WITHIN):
            first = event(await _text(socket))
    except (TimeoutError, ValueError):
        return NO_SUCH_SEAT
    found = hall.enter(table, first.token) if isinstance(first, Join) else None
    if found is None:
        return NO_SUCH_SEAT
    host, seat = found
    assert isinstance(first, Join)
    connection.language = first.language
    host.join(seat, connection)
    try:
        rate = Rate(hall.settings.messages_per_second)
        while rate.allows():
            await _heed(await _text(socket), connection, host, seat, hall)
        return TOO_MANY
    finally:
        host.leave(seat, connection)


async def _text(socket: WebSocket) -> str:
    """The next message."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    return message.get("text") or ""


async def _heed(text: str, connection: Connection, host: Host, seat: int, hall: Hall) -> None:
    """Do what a person asks; tell them what is wrong with it."""
    about = None
    try:
        asked = event(text)
        about = asked.event
        hall.touch(host.name)
        match asked:
            case Move():
                host.choose(seat, asked.move, asked.point)
            case Look():
                connection.language = asked.language
                host.tell(seat)
            case History():
                connection.say({"event": "history", "moves": host.table.moves(seat)})
            case Hint():
                connection.say(await _hint(asked.bot, host, seat, hall))
            case Join():
                raise ValueError("you have joined already")
    except ValueError as error:
        connection.say({"event": "error", "about": about, "message": str(error)})


async def _hint(name: str | None, host: Host, seat: int, hall: Hall) -> dict[str, Any]:
    """What a bot would do in a person's place."""
    table = host.table
    if not table.acts(seat):
        raise ValueError("there is nothing to choose now")
    game, point, sight = table.game, table.point, table.sight(seat)
    name = name or hall.hint_bot(game)
    judgement = await hall.bot(game.name, name).judge.ask((sight, secrets.randbits(64)))
    return {"event": "hint", "point": point, "bot": name, **spoken(game, sight, judgement)}
