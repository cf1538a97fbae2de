"""One server for all tests that do not kill theirs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.client import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("served"))
    yield server
    assert "Traceback" not in server.stop()
