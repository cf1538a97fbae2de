"""A table that cannot go on: people are told, and nothing that was kept is lost."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from card_envs.service.host import FAILED, Host
from card_envs.service.store import Store
from tests.service.test_table import made


class Listener:
    """A person's connection that keeps what it is told."""

    language = None

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.code: int | None = None

    def say(self, message: dict[str, Any]) -> None:
        self.told.append(message)

    def hang_up(self, code: int) -> None:
        self.code = code


class FullDisk(Store):
    """Keeps two decision points and no more."""

    def play(self, name: str, point: int, chosen: list[int]) -> None:
        if point == 2:
            raise sqlite3.OperationalError("database or disk is full")
        super().play(name, point, chosen)


async def choose_all(host: Host, times: int) -> None:
    """Both people choose, so many times."""
    for _ in range(times):
        point = host.table.point
        for seat in host.table.waiting:
            host.choose(seat, host.table.told(seat, True)["legal"][0], point)
        for _ in range(5):
            await asyncio.sleep(0)


def test_nobody_is_told_of_what_could_not_be_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        store, table, people = FullDisk(tmp_path / "tables.sqlite3"), made("tapeo", players=2), [Listener(), Listener()]
        failures: list[bool] = []
        host = Host("one", table, {}, store, lambda: failures.append(True))
        for seat, person in enumerate(people):
            host.join(seat, person)
        await choose_all(host, 3)
        assert failures == [True]
        for person in people:
            assert person.code == FAILED
            assert max(message["point"] for message in person.told) == 2
        assert len(store.played("one")) == 2
        store.close()

    asyncio.run(play())
    assert "table one cannot go on" in caplog.text


def test_a_table_from_the_store_goes_on_where_it_was(tmp_path: Path) -> None:
    async def play() -> None:
        store, table = Store(tmp_path / "tables.sqlite3"), made("tapeo", players=2)
        host = Host("one", table, {}, store, lambda: None)
        for seat in range(2):
            host.join(seat, Listener())
        await choose_all(host, 4)
        host.stop()
        again = made("tapeo", players=2)
        again.replay(store.played("one"))
        assert again.point == 4
        assert again.told(1, True) == table.told(1, True)
        store.close()

    asyncio.run(play())
