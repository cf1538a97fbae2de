"""All tables: making, finding and ending them; and the bots that sit at them."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import secrets
import sqlite3
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

from card_envs.arena.plain import plain
from card_envs.core.game import Game, Setting, get_game
from card_envs.core.options import checked_integer, made_options
from card_envs.policies.registry import TRAINED, policy_names
from card_envs.service.bots import Bot, by_clock, make_bot_policy
from card_envs.service.host import Host
from card_envs.service.messages import NewTable
from card_envs.service.settings import Settings
from card_envs.service.store import MadeTable, Store
from card_envs.service.table import PlayedTable

MOST_BOTS = 64  # kept ready
SWEEP_EVERY = 15.0  # seconds, at most

logger = logging.getLogger(__name__)


class Full(Exception):  # noqa: N818  # no mistake of anybody's
    """There are as many tables as there may be."""


class Wrong(ValueError):  # noqa: N818  # the caller's mistake, of which part of what was given
    """A part of a request that is not possible; `place` says which."""

    def __init__(self, place: tuple[int | str, ...], message: str) -> None:
        super().__init__(message)
        self.place = place


class Hall:
    """The tables of a service. Everything but the bots' thinking happens in the event loop that it is made in.

    Raises:
        OSError: when made, if the store cannot be opened.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._playing = ThreadPoolExecutor(os.cpu_count(), "playing")
        self._judging = ThreadPoolExecutor(os.cpu_count(), "judging")
        self._store = Store(settings.database)
        self._hosts: dict[str, Host] = {}
        self.bot = lru_cache(MOST_BOTS)(self._make_bot)

    # --- bots --------------------------------------------------------------------------------------------------

    def _make_bot(self, game: str, name: str) -> Bot:
        return Bot(make_bot_policy(get_game(game), name, self.settings), self._playing, self._judging)

    def hint_bot(self, game: Game) -> str:
        """Whose hints are given unless another bot is named: the strongest."""
        return next(name for name in (TRAINED, "expert", "random") if name in policy_names(game))

    # --- tables ------------------------------------------------------------------------------------------------

    def create(self, wanted: NewTable) -> tuple[str, dict[int, str]]:
        """Make a table: its name, and by seat the token of each person.

        Raises:
            Full: no more can be made.
            Wrong: what is wanted is not possible.
        """
        if self._store.count >= self.settings.most_tables:
            raise Full
        people = [seat for seat, bot in enumerate(wanted.seats) if bot is None]
        if not people:
            raise Wrong(("seats",), "takes a null for each person, and there must be one")
        self._bots_of(wanted.game, wanted.seats)
        made, tokens = _made(wanted, people)
        name = secrets.token_urlsafe(9)
        self._store.add(name, made)
        return name, tokens

    def _bots_of(self, game: str, seats: list[str | None]) -> dict[int, Bot]:
        bots = {}
        for seat, name in enumerate(seats):
            if name is not None:
                try:
                    bots[seat] = self.bot(game, name)
                except ValueError as error:
                    raise Wrong(("seats", seat), str(error)) from error
        return bots

    def enter(self, name: str, token: str) -> tuple[Host, int] | None:
        """The table of that name and the seat whose token this is; None if there is no such table or seat."""
        host = self._hosts.get(name)
        made = host.table.made if host else self._store.find(name)
        seat = _seat_of(token, made.digests if made else [])
        if made is None or seat is None:
            return None
        if host is None:
            try:
                host = self._restored(name, made)
            except ValueError as error:  # this library, or this server, plays otherwise than the one that made it
                logger.warning("table %s cannot be restored: %s", name, error)
                return None
        self._store.touch(name)
        return host, seat

    def _restored(self, name: str, made: MadeTable) -> Host:
        """A table from the store, going on where it was left."""
        table = PlayedTable(made)
        if table.game.layout.version != made.layout:
            raise ValueError(f"it was made for layout version {made.layout} of {made.game}")
        table.replay(self._store.played(name))
        bots = self._bots_of(made.game, [bot and by_clock(table.game, bot, made.tick_ms) for bot in made.bots])
        self._hosts[name] = Host(name, table, bots, self._store, lambda: self._hosts.pop(name, None))
        return self._hosts[name]

    def touch(self, name: str) -> None:
        """A person has done something at a table."""
        self._store.touch(name)

    def end(self, name: str) -> None:
        """A table is no more."""
        host = self._hosts.pop(name, None)
        if host is not None:
            host.end()
        self._store.remove(name)

    async def sweep(self) -> None:
        """End idle tables, for ever."""
        seconds = 60.0 * self.settings.idle_minutes
        while True:
            try:
                for name in self._store.idle(seconds):
                    self.end(name)
            except sqlite3.Error as error:  # such as a full disk: another time
                logger.warning("idle tables cannot be ended: %s", error)
            await asyncio.sleep(min(SWEEP_EVERY, seconds / 4))

    def close(self) -> None:
        """Leave the tables to the next server."""
        for host in self._hosts.values():
            host.stop()
        self._store.close()
        self._playing.shutdown(wait=False, cancel_futures=True)
        self._judging.shutdown(wait=False, cancel_futures=True)


def _made(wanted: NewTable, people: Collection[int]) -> tuple[MadeTable, dict[int, str]]:
    """The table, and by seat the token of each person."""
    game = get_game(wanted.game)
    assert game.hosting is not None
    try:
        options: Any = made_options(game.options, wanted.options)
    except (ValueError, TypeError) as error:
        raise Wrong(("options",), str(error)) from error
    if len(wanted.seats) != options.players:
        raise Wrong(("seats",), f"takes {options.players} entries for {options.players} players")
    tick_ms = 0
    if game.hosting.clock is not None:
        clock = game.hosting.clock
        tick_ms = _timed("tick_ms", wanted.tick_ms, clock.tick_ms)
        options = clock.seated(options, people, tick_ms, _timed("reaction_ms", wanted.reaction_ms, clock.reaction_ms))
    elif wanted.tick_ms is not None or wanted.reaction_ms is not None:
        raise Wrong(("tick_ms",), f"tick_ms and reaction_ms are for games in real time; {game.name} is none")
    tokens = {seat: secrets.token_urlsafe(32) for seat in people}
    made = MadeTable(
        game=game.name,
        layout=game.layout.version,
        options=plain(options),
        seed=secrets.randbits(63),
        bots=list(wanted.seats),
        digests=[_digest(tokens[seat]) if seat in tokens else "" for seat in range(options.players)],
        pause_ms=wanted.pause_ms,
        tick_ms=tick_ms,
    )
    return made, tokens


def _timed(name: str, given: int | None, allowed: Setting) -> int:
    """A time in milliseconds, or its default."""
    value = int(allowed.default) if given is None else given
    try:
        checked_integer(name, value, int(allowed.low), int(allowed.high))
    except ValueError as error:
        raise Wrong((name,), str(error)) from error
    return value


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _seat_of(token: str, digests: list[str]) -> int | None:
    """Whose token it is. Takes as long whether it is anybody's or not."""
    given = _digest(token)
    matches = [secrets.compare_digest(given, digest) for digest in digests or [""]]
    return matches.index(True) if True in matches else None
