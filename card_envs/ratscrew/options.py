"""How a table of Egyptian ratscrew is played: the options and their checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from card_envs.core.options import checked_choice, checked_integer

MAX_PLAYERS = 8
MAX_TICKS = 8
MAX_FLIPS = 1_000_000

SLAPS = ("double", "sandwich", "top_bottom", "marriage", "tens")
REWARDS = ("win", "cards")
SUM_TOLERANCE = 1e-6  # of a distribution's sum

Distribution = Sequence[float]


@dataclass(frozen=True)
class RatscrewOptions:
    """How a table of Egyptian ratscrew is played.

    Raises ValueError when made with anything but what is listed here.

    Attributes:
        players: 2 to 8 (R1).
        ticks: decision steps of the window after each flip, 1 to 8.
        slaps: the patterns in force, any of "double", "sandwich", "top_bottom", "marriage", "tens" (R8, R11).
        penalty: cards burnt by a wrong slap, 1 or 2 (R10, R11).
        reflexes: how likely a seat sees a new card from each tick 0 … `ticks` on (`ticks`: not before it is
            covered): `ticks` + 1 numbers that sum to 1, for all seats or a list with one such for each; None is even
            over 0 … `ticks` − 1.
        memory: whether a seat is shown what a perfect memory would tell it besides; one answer for all, or one each.
        shuffle_won: whether a pile is shuffled when it is won (R15).
        max_flips: flips after which a game is cut, 1 to 1,000,000.
        reward: "win" pays the outcome: each loser when it goes out, the winner at the end. "cards" pays, at every
            step, the change in cards held divided by 52.
    """

    players: int = 4
    ticks: int = 3
    slaps: tuple[str, ...] = ("double", "sandwich", "top_bottom")
    penalty: int = 2
    reflexes: Any = None
    memory: Any = False
    shuffle_won: bool = False
    max_flips: int = 2_000
    reward: Literal["win", "cards"] = "win"

    def __post_init__(self) -> None:
        checked_integer("players", self.players, 2, MAX_PLAYERS)
        checked_integer("ticks", self.ticks, 1, MAX_TICKS)
        checked_integer("penalty", self.penalty, 1, 2)
        checked_integer("max_flips", self.max_flips, 1, MAX_FLIPS)
        checked_choice("shuffle_won", self.shuffle_won, (False, True))
        checked_choice("reward", self.reward, REWARDS)
        for name in ("players", "ticks", "penalty", "max_flips"):
            object.__setattr__(self, name, int(getattr(self, name)))
        object.__setattr__(self, "shuffle_won", bool(self.shuffle_won))
        object.__setattr__(self, "slaps", _checked_slaps(self.slaps))
        object.__setattr__(self, "reflexes", _checked_reflexes(self.reflexes, self.players, self.ticks))
        object.__setattr__(self, "memory", _checked_memory(self.memory, self.players))


def _checked_slaps(slaps: Any) -> tuple[str, ...]:
    """The patterns in the order of `SLAPS`; one name alone is a list of one."""
    if isinstance(slaps, str):
        slaps = (slaps,)
    if not isinstance(slaps, (list, tuple, set, frozenset)):
        raise ValueError(f"slaps takes a list with any of {', '.join(SLAPS)}, not {slaps!r}")
    unknown = [name for name in slaps if not isinstance(name, str) or name not in SLAPS]
    if unknown:
        raise ValueError(f"slaps takes any of {', '.join(SLAPS)}, not {', '.join(map(repr, unknown))}")
    return tuple(name for name in SLAPS if name in slaps)


def _checked_reflexes(reflexes: Any, players: int, ticks: int) -> tuple[tuple[float, ...], ...]:
    """A distribution for each seat."""
    if reflexes is None:
        reflexes = [1.0 / ticks] * ticks + [0.0]
    if isinstance(reflexes, np.ndarray):
        reflexes = reflexes.tolist()
    if not isinstance(reflexes, (list, tuple)) or not len(reflexes):
        raise ValueError(f"reflexes takes a list of {ticks + 1} probabilities, or one such for each seat")
    each = list(reflexes) if isinstance(reflexes[0], (list, tuple, np.ndarray)) else [reflexes] * players
    if len(each) != players:
        raise ValueError(f"reflexes has {len(each)} distributions for {players} players; give one, or one for each")
    return tuple(_checked_distribution(distribution, ticks) for distribution in each)


def _checked_distribution(distribution: Any, ticks: int) -> tuple[float, ...]:
    allowed = f"a distribution of reflexes has {ticks + 1} probabilities, of ticks 0 to {ticks}, that sum to 1"
    if not isinstance(distribution, (list, tuple, np.ndarray)) or len(distribution) != ticks + 1:
        raise ValueError(f"{allowed}, not {distribution!r}")
    for share in distribution:
        number = isinstance(share, (int, float, np.integer, np.floating)) and not isinstance(share, bool)
        if not number or not 0 <= share <= 1:
            raise ValueError(f"{allowed}; {share!r} is no probability")
    shares = tuple(float(share) for share in distribution)
    if abs(sum(shares) - 1) > SUM_TOLERANCE:
        raise ValueError(f"{allowed}; these sum to {sum(shares):g}")
    return shares


def _checked_memory(memory: Any, players: int) -> tuple[bool, ...]:
    """A flag for each seat."""
    flags = list(memory) if isinstance(memory, (list, tuple, np.ndarray)) else [memory] * players
    if len(flags) != players or not all(isinstance(flag, (bool, np.bool_)) for flag in flags):
        raise ValueError(f"memory takes True, False, or one of them for each of the {players} players, not {memory!r}")
    return tuple(bool(flag) for flag in flags)
