"""Somebody who plays in the browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, WebSocket

from tests.page import looks

PICTURES = Path(__file__).parents[2] / "runs" / "page"  # of every state of the page, to be looked at
PATIENCE_MS = 60_000  # for what should come at once

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
LOCALES = {"en": "en-GB", "es": "es-ES"}
TASTES = """location.protocol === "http:" && !localStorage.getItem("sobremesa") &&
    localStorage.setItem("sobremesa", '{"pace": "fast"}')"""

OPEN_MOVE = "[data-move]:enabled"
CONTINUE = "[data-act=continue]"


class Visitor:
    """A browser window of its own, by mouse on a desktop, by touch on a phone.

    Attributes:
        page: Playwright's.
        heard: all messages from the server; `told` has the last of each kind.
        sent: all messages to the server.
        complaints: errors of scripts, and what the browser refused.
        hosts: with whom the page has spoken.
    """

    def __init__(self, browser: Browser, address: str, size: str, language: str, light: str) -> None:
        self.address, self.touches = address, "has_touch" in SIZES[size]
        self.name = f"{size}-{language}-{light}"
        self.context = browser.new_context(
            **SIZES[size], locale=LOCALES[language], color_scheme=light, reduced_motion="reduce"
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(TASTES)
        self.context.add_init_script(looks.WATCH)
        self.page = self.context.new_page()
        self.heard: list[dict[str, Any]] = []
        self.told: dict[str, dict[str, Any]] = {}
        self.sent: list[dict[str, Any]] = []
        self.complaints: list[str] = []
        self.hosts: set[str] = set()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda request: self._meet(request.url))
        self.page.on("websocket", self._listen)

    def _meet(self, url: str) -> None:
        if not url.startswith("data:"):
            self.hosts.add(urlsplit(url).netloc)

    def _listen(self, socket: WebSocket) -> None:
        self._meet(socket.url)
        socket.on("framereceived", lambda frame: self._hear(json.loads(frame)))
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    def _hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        self.told[message["event"]] = message

    # --- going about -------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Go to the start page."""
        self.page.goto(f"http://{self.address}/")
        self.page.locator(".order").wait_for()

    def sit(self, table: str, token: str) -> None:
        """Follow an invitation."""
        self.page.goto(f"http://{self.address}/#{table}.{token}")
        self.find("#stage:not([data-status=none])").wait_for()

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def press(self, place: Locator) -> None:
        """Click or tap."""
        if self.touches:
            place.tap()
        else:
            place.click()

    def press_at(self, x: float, y: float) -> None:
        """Click or tap at once, whatever is there."""
        if self.touches:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def keep(self, state: str) -> None:
        """A picture of the page as it is now, where nothing may be cut off, covered or out of reach."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{state}-{self.name}.png")
        assert looks.faults(self.page) == {}, f"{state}-{self.name}"

    def jumps(self) -> list[str]:
        """The parts of a table that have moved since the page was opened."""
        moved: list[str] = self.page.evaluate("window.jumps ?? []")
        return moved

    # --- playing -----------------------------------------------------------------------------------------------

    @property
    def point(self) -> str:
        return self.find("#stage").get_attribute("data-point") or ""

    @property
    def over(self) -> bool:
        return self.find("#stage[data-status=over]").count() > 0

    def open_moves(self) -> list[str]:
        moves: list[str] = self.page.eval_on_selector_all(OPEN_MOVE, "moves => moves.map(move => move.dataset.move)")
        return moves

    def moves_sent(self) -> list[str]:
        return [message["move"] for message in self.sent if message["event"] == "move"]

    def await_turn(self) -> None:
        """Until there is something to choose, something to go on from, or the game is over."""
        self.find(f"{OPEN_MOVE}, {CONTINUE}, #stage[data-status=over]").first.wait_for()

    def await_next(self, point: str) -> None:
        """Until the table has moved on."""
        self.find(f'#stage:not([data-point="{point}"]), #stage[data-status=over], {CONTINUE}').first.wait_for()

    def play_out(self, choose: Callable[[Visitor], None]) -> int:
        """Play to the end of the game; `choose` makes one choice. Returns how many were made."""
        made = 0
        while True:
            self.await_turn()
            if self.over:
                return made
            if self.find(CONTINUE).count():
                self.press(self.find(CONTINUE))
                continue
            point = self.point
            choose(self)
            self.await_next(point)
            made += 1


def any_move(visitor: Visitor) -> None:
    """Make the last move that is open; none may be open that is not legal, nor the other way round."""
    told = visitor.told["table"]
    if str(told["point"]) == visitor.point:  # else the page has still to show it
        assert set(visitor.open_moves()) == set(told["legal"])
    visitor.press(visitor.find(OPEN_MOVE).last)
