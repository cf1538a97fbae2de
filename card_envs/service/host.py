"""Who keeps one table going: brings together people's connections, the bots, the clock and the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from card_envs.service.bots import Bot
from card_envs.service.store import Store
from card_envs.service.table import PlayedTable

ENDED, TAKEN_OVER, FAILED = 4000, 4001, 1011  # why a connection is closed

logger = logging.getLogger(__name__)


class Voice(Protocol):
    """A person's connection."""

    language: str | None

    def say(self, message: dict[str, Any]) -> None:
        """Send, or put in line."""
        ...

    def hang_up(self, code: int) -> None: ...


class Host:
    """Keeps one table going as long as it is wanted.

    Args:
        name: the table's.
        table: as it was left.
        bots: by seat.
        store: where every decision point is kept before anybody is told of it.
        failed: called if the table cannot go on; it may be found in the store again.
    """

    def __init__(
        self, name: str, table: PlayedTable, bots: Mapping[int, Bot], store: Store, failed: Callable[[], object]
    ) -> None:
        self.name, self.table = name, table
        self._bots, self._store, self._failed = bots, store, failed
        self._voices: dict[int, Voice] = {}
        self._to_come = {seat for seat, bot in enumerate(table.made.bots) if bot is None} if not table.point else set()
        self._changed = asyncio.Event()
        self._going = asyncio.create_task(self._go())

    # --- people ------------------------------------------------------------------------------------------------

    def join(self, seat: int, voice: Voice) -> None:
        """A person takes their seat; an older connection to it is closed."""
        before = self._voices.get(seat)
        self._voices[seat] = voice
        self._to_come.discard(seat)
        if before is not None:
            before.hang_up(TAKEN_OVER)
        self._tell()
        self._changed.set()

    def leave(self, seat: int, voice: Voice) -> None:
        """A connection is gone."""
        if self._voices.get(seat) is voice:
            del self._voices[seat]
            self._tell()

    def choose(self, seat: int, move: str, point: int) -> None:
        """A person's choice; see `PlayedTable.choose` for what it raises."""
        if self._to_come:
            raise ValueError("not everybody has come to the table yet")
        self.table.choose(seat, move, point)
        if self.table.clock is None and self.table.waiting:
            self._tell()
        self._changed.set()

    def tell(self, seat: int) -> None:
        """Tell one person the table as it stands."""
        voice, table = self._voices[seat], self.table
        agents = [
            who | {"here": who["bot"] is not None or (seat + distance) % table.seats in self._voices}
            for distance, who in enumerate(table.agents(seat))
        ]
        message = {"event": "table", "seats": agents, "clock": self._clock(), **table.told(seat, not self._to_come)}
        if voice.language is not None:
            message["text"] = table.text(seat, voice.language)
        voice.say(message)

    def _tell(self) -> None:
        for seat in list(self._voices):
            self.tell(seat)

    def _clock(self) -> dict[str, Any] | None:
        running = bool(self._voices) and not self._to_come and not self.table.over
        return None if self.table.clock is None else {"tick_ms": self.table.made.tick_ms, "running": running}

    def stop(self) -> None:
        """Nothing more happens here; the table may go on in another server."""
        self._going.cancel()

    def end(self) -> None:
        """The table is no more."""
        self.stop()
        for voice in self._voices.values():
            voice.hang_up(ENDED)

    # --- the game ----------------------------------------------------------------------------------------------

    async def _go(self) -> None:
        """Play, from decision point to decision point."""
        try:
            await self._until(lambda: not self._to_come)
            if self.table.clock is None:
                await self._take_turns()
            else:
                await self._keep_time(self.table.made.tick_ms / 1000.0)
        except Exception:
            logger.exception("table %s cannot go on", self.name)
            self._failed()
            for voice in self._voices.values():
                voice.hang_up(FAILED)

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            self._changed.clear()
            await self._changed.wait()

    async def _take_turns(self) -> None:
        """Each decision point is played when all have chosen; bots take a while."""
        pause = self.table.made.pause_ms / 1000.0
        while not self.table.over:
            asked = self.table.bots()
            if asked:
                chosen, _ = await asyncio.gather(self._ask(asked), asyncio.sleep(pause))
                self.table.chosen.update(chosen)
                if self.table.waiting:
                    self._tell()
            await self._until(lambda: not self.table.waiting)
            self._play()

    async def _keep_time(self, tick: float) -> None:
        """Each decision point is played when its tick ends; the clock stands still while nobody is there."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        while not self.table.over:
            if not self._voices:
                await self._until(lambda: bool(self._voices))
            due = max(due, loop.time() - tick) + tick  # a late tick is made up for, a lost one is not
            chosen, _ = await asyncio.gather(self._ask(self.table.bots()), asyncio.sleep(due - loop.time()))
            self.table.chosen.update(chosen)
            self._play()

    async def _ask(self, asked: Mapping[int, Any]) -> dict[int, int]:
        """The choices of bots, by seat."""
        answers = await asyncio.gather(*(self._bots[seat].choose.ask(question) for seat, question in asked.items()))
        return dict(zip(asked, answers, strict=True))

    def _play(self) -> None:
        """Play the decision point: kept first, then told, unless it was a tick in which nothing happened."""
        before, point = self.table.last, self.table.point
        self._store.play(self.name, point, self.table.play())
        if self.table.last is not before:
            self._tell()
