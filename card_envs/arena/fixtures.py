"""Which matches a tournament consists of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from card_envs.core.game import Game

FEWEST_MIXED = 3  # policies from which a mixed table is another thing than a pairing


@dataclass(frozen=True)
class Fixture:
    """One match of a tournament.

    Attributes:
        players: seats at the table.
        policies: as `arena.play` takes them. Two are a pairing: the first in one seat and the second in all others,
            or a team each.
    """

    players: int
    policies: tuple[str, ...]

    @property
    def is_pairing(self) -> bool:
        """Whether it is played by two policies."""
        return len(self.policies) == 2


def fixtures(game: Game, policies: Sequence[str], players: Sequence[int]) -> list[Fixture]:
    """All matches, one table size after another.

    Where each seat plays for itself, every policy is alone against copies of every other, and one table is mixed: all
    policies, round and round until the seats are full, where there are three of them or more and a seat for each. With
    teams every two policies meet, a team each.
    """
    return [
        fixture for seats in players for fixture in [*_pairings(game, policies, seats), *_mixed(game, policies, seats)]
    ]


def _pairings(game: Game, policies: Sequence[str], players: int) -> list[Fixture]:
    """Where both sides are of one size, a pairing is the same the other way round."""
    pairs = combinations if game.teams or players == 2 else permutations
    return [Fixture(players, pair) for pair in pairs(policies, 2)]


def _mixed(game: Game, policies: Sequence[str], players: int) -> list[Fixture]:
    if game.teams or not FEWEST_MIXED <= len(policies) <= players:
        return []
    return [Fixture(players, tuple(policies[seat % len(policies)] for seat in range(players)))]
