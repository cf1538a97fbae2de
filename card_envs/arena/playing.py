"""Playing a chunk of a match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from card_envs.arena.plan import LARGEST_CHUNK, Plan
from card_envs.arena.records import Transcripts, record_line
from card_envs.core.game import get_game
from card_envs.core.tables import Rows, Tables
from card_envs.policies import Policy, make_policy
from card_envs.policies.seated import choose_actions


class Played(NamedTuple):
    """What came of a chunk: the results of its games, a record array [games], and their records if they are kept."""

    results: NDArray[Any]
    lines: list[str]


@dataclass(frozen=True)
class Playing:
    """Plays chunks of a plan; can be sent to another process where its policies can.

    Attributes:
        plan: the games.
        keep: whether to write records of them.
    """

    plan: Plan
    keep: bool

    def __reduce__(self) -> tuple[Any, ...]:
        return Playing, (self.plan, self.keep)  # another process makes its own policies

    @cached_property
    def policies(self) -> list[Policy]:
        """The policies of the line-up; making them finds out whether they can be made."""
        return [make_policy(get_game(self.plan.game), policy) for policy in self.plan.line_up.policies]

    @property
    def chunks(self) -> list[range]:
        """What to call this with: the laps, cut as small as the slowest of the policies asks for."""
        return self.plan.chunks(min(getattr(policy, "games_at_once", LARGEST_CHUNK) for policy in self.policies))

    def __call__(self, laps: range) -> Played:
        """Play the games of these laps to their ends."""
        holders = self.plan.seatings(laps)
        tables = Tables(get_game(self.plan.game), self.plan.options, len(holders))
        tables.reset(self.plan.keys(laps))
        decisions = play_out(tables, self.policies, holders)
        if not self.keep:
            for _ in decisions:
                pass
            return Played(tables.final_results, [])
        transcripts = Transcripts(tables)
        for rows, actions in decisions:
            transcripts.note(rows, actions)
        return Played(tables.final_results, self._lines(tables, transcripts, laps, holders))

    def _lines(self, tables: Tables, transcripts: Transcripts, laps: range, holders: NDArray[np.int64]) -> list[str]:
        names = self.plan.line_up.names
        return [
            record_line(tables, row, seed, [names[holder] for holder in holders[row]], transcripts.actions[row])
            for row, seed in enumerate(self.plan.seeds(laps))
        ]


def play_out(
    tables: Tables, policies: Sequence[Policy], holders: NDArray[np.int64]
) -> Iterator[tuple[Rows, NDArray[np.int64]]]:
    """Play all games to their ends, and tell of each decision point just before it is played.

    Args:
        tables: the games, dealt.
        policies, holders: who plays, and which of them holds each seat: int64 [B, seats].

    Yields:
        the games still running, int64 [k], and the chosen actions, int64 [B, columns].
    """
    actions = np.zeros_like(tables.actors)
    rows = tables.all_rows
    while len(rows):
        choose_actions(tables, policies, holders, rows, actions)
        yield rows, actions
        tables.play(actions, rows)
        rows = rows[tables.states["ended"][rows] == 0]
