"""Somebody who plays in the browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, WebSocket

PICTURES = Path(__file__).parents[2] / "runs" / "page"  # of every state of the page, to be looked at

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
}
LOCALES = {"en": "en-GB", "es": "es-ES"}
TASTES = """localStorage.getItem("sobremesa") || localStorage.setItem("sobremesa", '{"pace": "fast"}')"""

OPEN_MOVE = "[data-move]:enabled"
MOVED_ON = """point => {
    const stage = document.querySelector("#stage");
    const {point: now, status} = stage.dataset;
    return now !== point || status === "over" || document.querySelector("[data-act=continue]");
}"""


class Visitor:
    """A browser window of its own, by mouse on a desktop, by touch on a phone.

    Attributes:
        page: Playwright's.
        told: the last message of each kind that the server sent.
        complaints: errors of scripts, and what the browser refused.
        hosts: with whom the page has spoken.
    """

    def __init__(self, browser: Browser, address: str, size: str, language: str) -> None:
        self.address, self.touches = address, "has_touch" in SIZES[size]
        self.name = f"{size}-{language}"
        self.context = browser.new_context(**SIZES[size], locale=LOCALES[language], reduced_motion="reduce")
        self.context.set_default_timeout(15_000)
        self.context.add_init_script(TASTES)
        self.page = self.context.new_page()
        self.told: dict[str, dict[str, Any]] = {}
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

    def _hear(self, message: dict[str, Any]) -> None:
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

    def keep(self, state: str) -> None:
        """A picture of the page as it is now."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{state}-{self.name}.png")

    # --- playing -----------------------------------------------------------------------------------------------

    @property
    def point(self) -> str:
        return self.find("#stage").get_attribute("data-point") or ""

    @property
    def over(self) -> bool:
        return self.find("#stage[data-status=over]").count() > 0

    def open_moves(self) -> list[str]:
        return self.page.eval_on_selector_all(OPEN_MOVE, "moves => moves.map(move => move.dataset.move)")

    def await_turn(self) -> None:
        """Until there is something to choose, something to go on from, or the game is over."""
        self.find(f"{OPEN_MOVE}, [data-act=continue], #stage[data-status=over]").first.wait_for()

    def await_next(self, point: str) -> None:
        """Until the table has moved on."""
        self.page.wait_for_function(MOVED_ON, arg=point)

    def play_out(self, choose: Callable[[Visitor], None]) -> int:
        """Play to the end of the game; `choose` makes one choice. Returns how many were made."""
        made = 0
        while True:
            self.await_turn()
            if self.over:
                return made
            if self.find("[data-act=continue]").count():
                self.press(self.find("[data-act=continue]"))
                continue
            point = self.point
            choose(self)
            self.await_next(point)
            made += 1


def any_move(visitor: Visitor) -> None:
    """Make the first move that is open, which the server must allow."""
    assert set(visitor.open_moves()) <= set(visitor.told["table"]["legal"])
    visitor.press(visitor.find(OPEN_MOVE).first)
