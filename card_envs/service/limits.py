"""Who may ask, how much and how often."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from card_envs.service.settings import Settings

MOST_ADDRESSES = 10_000  # whose rates are remembered
BURST = 2.0  # seconds of its rate that may be used at once
BODY_WITHIN = 10.0  # seconds
POLICY_VIOLATION = 1008
HARMLESS = ("GET", "HEAD", "OPTIONS")  # that change nothing, and tell nothing to a page that may not read the answer


class Rate:
    """How often something may happen: `per_second` times on average."""

    def __init__(self, per_second: float) -> None:
        self._per_second = per_second
        self._left, self._at = BURST * per_second, time.monotonic()

    def allows(self) -> bool:
        """Whether it may happen now, which then counts."""
        now = time.monotonic()
        self._left = min(BURST * self._per_second, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Limits:
    """ASGI middleware that refuses what is too often, too large, or from a page of another site."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._connections = 0
        self._rates: OrderedDict[str, Rate] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        if not self._rate(scope).allows():
            return await _refuse(scope, receive, send, 429, "too many requests from this address")
        changes = scope["type"] == "websocket" or scope["method"] not in HARMLESS
        if changes and not allowed_origin(headers.get("origin"), headers.get("host"), self._settings.origins):
            return await _refuse(scope, receive, send, 403, "the page is of another site")
        if scope["type"] == "websocket":
            return await self._connect(scope, receive, send)
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > self._settings.most_bytes:
            return await _refuse(scope, receive, send, 413, _too_large(self._settings.most_bytes))
        return await self._app(scope, _counted(receive, self._settings.most_bytes), send)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._connections >= self._settings.most_connections:
            return await _refuse(scope, receive, send, 503, "there are too many connections")
        self._connections += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._connections -= 1

    def _rate(self, scope: Scope) -> Rate:
        address = scope["client"][0] if scope.get("client") else ""
        if address not in self._rates:
            self._rates[address] = Rate(self._settings.requests_per_second)
            if len(self._rates) > MOST_ADDRESSES:
                self._rates.popitem(last=False)
        self._rates.move_to_end(address)
        return self._rates[address]


def allowed_origin(origin: str | None, host: str | None, others: tuple[str, ...]) -> bool:
    """Whether a page of that origin may open a connection to this host; programs that are no pages have no origin."""
    return origin is None or origin in others or urlsplit(origin).netloc == host


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, detail: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": detail})
    else:
        await JSONResponse({"detail": detail}, status)(scope, receive, send)


def _counted(receive: Receive, most: int) -> Receive:
    """The same, as long as not too many bytes come in, nor too slowly: those who say no length are counted."""
    got, more, until = 0, True, asyncio.get_running_loop().time() + BODY_WITHIN

    async def counting() -> Message:
        nonlocal got, more
        if not more:
            return await receive()
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, f"a request takes {BODY_WITHIN:g} seconds at most") from None
        except asyncio.CancelledError:
            raise HTTPException(503, "the service ends") from None
        got, more = got + len(message.get("body", b"")), message.get("more_body", False)
        if got > most:
            raise HTTPException(413, _too_large(most))
        return message

    return counting


def _too_large(most: int) -> str:
    return f"a request may have {most} bytes at most"
