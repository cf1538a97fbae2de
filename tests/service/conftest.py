"""One server for all tests that neither stop nor limit theirs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.client import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("served"))
    yield server
    assert "Traceback" not in server.stop()
