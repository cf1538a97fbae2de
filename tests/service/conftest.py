"""One server for all tests that neither stop nor limit theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.service.client import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("served"))
    yield server
    assert "Traceback" not in server.stop()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers of a test's own with what is given on their command line; they are stopped after it."""
    servers: list[Server] = []

    def start(*arguments: str) -> Server:
        servers.append(Server(tmp_path, *arguments))
        return servers[-1]

    yield start
    for server in servers:
        assert "Traceback" not in server.stop()
