"""The order of the tests."""

from __future__ import annotations

import pytest

# What takes longest for its number of tests: begun last, it would keep one of two processes busy alone at the end.
LONGEST = ("page", "service", "training", "policies", "arena", "ratscrew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole folders first, by `LONGEST`; the others as they were."""
    items.sort(key=lambda item: LONGEST.index(folder) if (folder := item.path.parent.name) in LONGEST else len(LONGEST))
