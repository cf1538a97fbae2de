"""One server for all tests of the page, and a browser for each file of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.page.visitor import Visitor
from tests.service.client import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("served"), "--messages-per-second", "1000")
    yield server
    assert "Traceback" not in server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    assert chromium is not None, "the tests of the page need Chromium, the command chromium: make browser"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors, and looks afterwards whether the page has failed or fetched from elsewhere."""
    visitors: list[Visitor] = []

    def make(size: str = "desktop", language: str = "en") -> Visitor:
        visitors.append(Visitor(browser, server.address, size, language))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.context.close()
    assert [visitor.complaints for visitor in visitors] == [[] for _ in visitors]
    assert {host for visitor in visitors for host in visitor.hosts} == {server.address}
