"""Matches: the same policies over many games, through every seating evenly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.arena.plan import Plan
from card_envs.arena.playing import Played, Playing
from card_envs.arena.records import RecordFile
from card_envs.arena.seating import LineUp, line_up
from card_envs.arena.summary import MatchResult, summary
from card_envs.arena.workers import answers
from card_envs.core.game import get_game
from card_envs.core.options import checked_choice, checked_integer, made_options
from card_envs.core.random import checked_seed
from card_envs.policies import Policy

MOST_GAMES = 2**31 - 1
MOST_PROCESSES = 1024


def play(
    game: str,
    policies: str | Policy | Sequence[str | Policy],
    games: int = 10_000,
    seed: int = 0,
    *,
    duplicate: bool = True,
    processes: int | None = None,
    record: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> MatchResult:
    """Play a match. The same arguments give the same result, at any number of processes.

    Args:
        game: name of the game.
        policies: names or objects, at most one for each seat; the last one fills the seats that are left. In a game
            with teams, as many as there are teams (or one) are whole teams; else there is one for each seat.
        games: how many at least; rounded up so that every seating is played equally often.
        seed: the first deal is that of `reset(seed=seed)`, the next that of seed + 1, and so on.
        duplicate: play each deal in all seatings of a lap; else deal every game anew.
        processes: how many share the games; 1 plays them all here. None shares a match that takes more than some
            seconds among all processors if its policies are given by name: objects stay in this process unless a
            number is given, and then must be such as can be pickled.
        record: a file to be written, one line of JSON for each game, see `records.Record`.
        progress: called with (games done, games in all).
        options: the game's own; `players` among them.

    Raises:
        ValueError: unknown policies or options, no policies or more than seats, games below 1, or policies that
            cannot be sent to other processes.
        OSError: the file of records cannot be written.
        Exception: whatever a policy raises, as it was.
    """
    plan, results = play_games(
        game,
        policies,
        games,
        seed,
        duplicate=duplicate,
        processes=processes,
        record=record,
        progress=progress,
        **options,
    )
    return summary(plan, get_game(game), results)


def play_games(
    game: str,
    policies: str | Policy | Sequence[str | Policy],
    games: int,
    seed: int,
    *,
    duplicate: bool = True,
    processes: int | None = None,
    record: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> tuple[Plan, NDArray[Any]]:
    """The games of a match, as `play` plays them, and their results one by one: a record array [games]."""
    rules = get_game(game)
    made: Any = made_options(rules.options, options)
    checked_integer("games", games, 1, MOST_GAMES)
    checked_choice("duplicate", duplicate, (False, True))
    if processes is not None:
        checked_integer("processes", processes, 1, MOST_PROCESSES)
    lined_up = line_up(rules, policies, made.players)
    laps = -(-games // lined_up.lap_size)
    plan = Plan(game, made, lined_up, checked_seed(seed), laps, bool(duplicate))
    playing = Playing(plan, keep=record is not None)
    _ = playing.policies  # a wrong one is refused here, before a file is opened or a process started
    shared_by = _processes(lined_up, processes)
    with RecordFile(record) if record is not None else nullcontext() as file:
        played = _play_all(playing, shared_by, file, progress)
    return plan, np.concatenate([chunk.results for chunk in played])


def _processes(lined_up: LineUp, asked: int | None) -> int | None:
    """How many processes to use: as asked; left open only where all policies are names."""
    objects = [policy for policy in lined_up.policies if not isinstance(policy, str)]
    if asked is None:
        return 1 if objects else None
    for policy in objects:
        if asked > 1 and type(policy).__module__ == "__main__":
            raise ValueError(
                f"{type(policy).__name__} is defined in the script that is run, which other processes do not import; "
                "put it into a module of its own, or use processes=1"
            )
    return asked


def _play_all(
    playing: Playing, processes: int | None, file: RecordFile | None, progress: Callable[[int, int], None] | None
) -> list[Played]:
    """All chunks, in their order."""
    chunks, done = playing.chunks, 0
    played: dict[int, Played] = {}
    with closing(answers(playing, chunks, processes)) as answered:
        for number, chunk in answered:
            played[number] = chunk
            if file is not None:
                file.add(number, chunk.lines)
            done += len(chunk.results)
            if progress is not None:
                progress(done, playing.plan.games)
    return [played[number] for number in range(len(chunks))]
