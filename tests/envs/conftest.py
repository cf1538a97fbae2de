from __future__ import annotations

from collections.abc import Iterator

import pytest

from card_envs.core.game import GAMES
from card_envs.registration import register_all
from tests.toy import TOYS


@pytest.fixture(autouse=True, scope="module")
def toys() -> Iterator[None]:
    """Toy games stand beside the real ones while the tests of a module run."""
    with pytest.MonkeyPatch.context() as patch:
        for name, module in TOYS.items():
            patch.setitem(GAMES, name, module)
        register_all()
        yield
