"""One server for all tests of the page, and a browser for each file of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.chromium import chromium
from tests.page.visitor import Visitor
from tests.service.client import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("served"), "--messages-per-second", "1000")
    yield server
    assert "Traceback" not in server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors; afterwards, whether a page has failed, has fetched from elsewhere, or has jumped about."""
    visitors: list[Visitor] = []

    def make(size: str = "desktop", language: str = "en", light: str = "light") -> Visitor:
        visitors.append(Visitor(browser, server.address, size, language, light))
        return visitors[-1]

    yield make
    jumps = [visitor.jumps() for visitor in visitors]
    for visitor in visitors:
        visitor.context.close()
    assert [visitor.complaints for visitor in visitors] == [[] for _ in visitors]
    assert {host for visitor in visitors for host in visitor.hosts} == {server.address}
    assert jumps == [[] for _ in visitors]
