"""How much may be asked, by whom."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from card_envs.service import limits
from card_envs.service.bots import Together
from card_envs.service.limits import Rate, allowed_origin


def test_a_rate_allows_a_burst_and_then_its_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    rate = Rate(10.0)
    assert [rate.allows() for _ in range(22)] == [True] * 20 + [False] * 2
    now[0] += 0.35
    assert [rate.allows() for _ in range(5)] == [True] * 3 + [False] * 2
    now[0] += 1000.0
    assert [rate.allows() for _ in range(21)] == [True] * 20 + [False]


ORIGINS = [
    (None, True),
    ("http://cards.example:8000", True),
    ("https://friend.example", True),
    ("http://cards.example", False),
    ("http://cards.example:8000.enemy.example", False),
    ("https://friend.example.enemy.example", False),
    ("null", False),
    ("", False),
]


@pytest.mark.parametrize(("origin", "allowed"), ORIGINS)
def test_pages_may_connect_to_where_they_come_from(origin: str | None, allowed: bool) -> None:
    assert allowed_origin(origin, "cards.example:8000", ("https://friend.example",)) is allowed


def test_questions_that_come_meanwhile_are_answered_together() -> None:
    batches: list[list[int]] = []

    def doubled(numbers: list[int]) -> list[int]:
        batches.append(numbers)
        if 13 in numbers:
            raise ValueError("unlucky")
        return [2 * number for number in numbers]

    async def ask(numbers: list[int]) -> list[object]:
        with ThreadPoolExecutor() as pool:
            together: Together[int, int] = Together(doubled, pool)
            return await asyncio.gather(*map(together.ask, numbers), return_exceptions=True)

    assert asyncio.run(ask(list(range(10)))) == list(range(0, 20, 2))
    assert batches == [list(range(10))]
    batches.clear()
    answers = asyncio.run(ask([13] + [1] * 256))
    assert [len(batch) for batch in batches] == [256, 1]
    assert all(isinstance(answer, ValueError) for answer in answers[:256])
    assert answers[256] == 2
