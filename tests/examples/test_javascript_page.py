"""The page of the JavaScript example: onnxruntime in the browser plays what Python plays, from a plain file server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from card_envs.core.game import get_game
from card_envs.policies.onnx import OnnxPolicy
from card_envs.policies.registry import trained_file
from tests.chromium import chromium
from tests.examples.positions import JAVASCRIPT, TABLES, arrays, worked

PATIENCE_MS = 60_000  # for a model to load, and to think
NAMES = {"tapeo": "Tapeo", "envite": "Envite Canario", "ratscrew": "Egyptian ratscrew"}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing is said of requests."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """What `python3 -m http.server` in the example's folder would serve."""
    assert (JAVASCRIPT / "vendor").is_dir(), "onnxruntime-web is not beside the page: `make test` puts it there"
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=JAVASCRIPT)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    """The example, open; afterwards, whether it has failed or asked elsewhere."""
    complaints: list[str] = []
    asked: list[str] = []
    with chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"http://{address}/")
        yield page
    assert complaints == []
    assert [url for url in asked if not url.startswith((f"http://{address}/", "data:"))] == []


def python(game: str, given: dict[str, Any]) -> tuple[str, dict[str, float]]:
    """The move and the probabilities of the legal ones, as Python has them."""
    record = get_game(game)
    observations, masks = arrays(record, given)
    actions, probabilities, _ = OnnxPolicy(trained_file(record), record).evaluate(observations, masks)
    shares = {name: float(probabilities[0, record.actions.index(name)]) for name in given["legal"]}
    return record.actions[int(actions[0])], shares


def shown(page: Page) -> tuple[str, dict[str, float]]:
    """The move and the shares on the page."""
    bars = [bar.locator("span").all_inner_texts() for bar in page.locator("#shares li").all()]
    return page.locator("#move").inner_text(), {name: float(share.rstrip("%")) / 100 for name, share in bars}


def test_the_bot_plays_in_the_page(page: Page) -> None:
    """Each game's worked position, then another that is typed in: the same move by name, the same probabilities."""
    for game in TABLES:
        page.get_by_label(NAMES[game]).check()
        given = worked(game)
        for legal in (given["legal"], given["legal"][:-1]):
            given["legal"] = legal
            move, probabilities = python(game, given)
            if legal != worked(game)["legal"]:
                page.locator("#position").fill(json.dumps(given))
                page.get_by_role("button", name="Ask the bot").click()
            expect(page.locator("#shares li")).to_have_count(len(legal), timeout=PATIENCE_MS)
            expect(page.locator("#move")).to_have_text(move, timeout=PATIENCE_MS)
            theirs = shown(page)
            assert theirs[0] == move
            assert theirs[1] == pytest.approx(probabilities, abs=2e-3)


def test_what_is_wrong_is_said(page: Page) -> None:
    expect(page.locator("#shares li")).not_to_have_count(0, timeout=PATIENCE_MS)
    page.locator("#position").fill(json.dumps({**worked("tapeo"), "legal": []}))
    page.get_by_role("button", name="Ask the bot").click()
    expect(page.locator("#move")).to_have_text(
        "no move is legal; a policy is asked only where a seat acts", timeout=PATIENCE_MS
    )
    expect(page.locator("#answer")).to_have_class("wrong")
