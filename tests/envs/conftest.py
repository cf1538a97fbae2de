from __future__ import annotations

from collections.abc import Iterator

import pytest

from card_envs.core.game import GAMES
from tests.toy import TOYS


@pytest.fixture(autouse=True, scope="module")
def toys() -> Iterator[None]:
    """Toy games stand beside the real ones while the tests of a module run."""
    GAMES.update(TOYS)
    yield
    for name in TOYS:
        del GAMES[name]
