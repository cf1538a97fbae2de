"""Which games a match consists of, and how they are cut into chunks to be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.arena.seating import LineUp
from card_envs.core.random import Keys, slot_seeds

# Games played side by side. What a network answers can depend, in its last bits, on how many rows it is asked for, so
# chunks follow from the number of games and the policies alone: never from how many processes share them.
CHUNKS, SMALLEST_CHUNK, LARGEST_CHUNK = 16, 64, 512


@dataclass(frozen=True)
class Plan:
    """The games of a match, lap by lap.

    With duplicate deals all games of a lap have one deal: they share a seed, and the seed decides every chance event
    of the game, whatever is played. It decides the keys of each seat's decisions too, so a policy that draws at
    random draws alike in the same seat; each game by itself is what it would be alone, and the games of a lap go
    together, for which estimates allow by taking a lap as one observation.

    Attributes:
        game: its name.
        options: the made options.
        line_up: the policies, and their seatings.
        seed: the first deal is that of `reset(seed=seed)`, the next that of seed + 1, and so on.
        laps: how many.
        duplicate: whether a lap is one deal; else each game has its own.
    """

    game: str
    options: Any
    line_up: LineUp
    seed: int
    laps: int
    duplicate: bool

    @property
    def games(self) -> int:
        """How many in all."""
        return self.laps * self.line_up.lap_size

    @property
    def deals(self) -> int:
        """How many different ones."""
        return self.laps if self.duplicate else self.games

    def chunks(self, most_games: int) -> list[range]:
        """The laps, cut into pieces of at most so many games, but of a lap at least."""
        games = min(max(self.games // CHUNKS, SMALLEST_CHUNK), LARGEST_CHUNK, most_games)
        size = max(1, games // self.line_up.lap_size)
        return [range(start, min(start + size, self.laps)) for start in range(0, self.laps, size)]

    def seeds(self, laps: range) -> list[int]:
        """The seed of each game of these laps, as one gives it to `reset`."""
        games = range(laps.start * self.line_up.lap_size, laps.stop * self.line_up.lap_size)
        return [self.seed + (game // self.line_up.lap_size if self.duplicate else game) for game in games]

    def keys(self, laps: range) -> Keys:
        """The same as the engine has them: uint64 [games]."""
        size = self.line_up.lap_size
        if self.duplicate:
            return np.repeat(slot_seeds(self.seed + laps.start, len(laps)), size)
        return slot_seeds(self.seed + laps.start * size, len(laps) * size)

    def seatings(self, laps: range) -> NDArray[np.int64]:
        """Which policy holds each seat of each game: int64 [games, seats]."""
        return self.line_up.seatings(laps)
