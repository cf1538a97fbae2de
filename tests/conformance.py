"""The tables at which every interface is tried, one row each. A new game adds its rows here, and nothing else."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

from card_envs.core.game import Game, get_game
from card_envs.core.options import made_options
from card_envs.envs import SeatEnv, SeatVectorEnv
from card_envs.envs.make import Faces, faces


@dataclass(frozen=True)
class Row:
    """A game and the options of a table; its methods make every interface to it."""

    game: str
    options: dict[str, Any] = field(hash=False)

    def __str__(self) -> str:
        return f"{self.game} " + " ".join(f"{name}={value}".replace(" ", "") for name, value in self.options.items())

    @property
    def record(self) -> Game:
        return get_game(self.game)

    @property
    def seats(self) -> int:
        return self.options["players"]

    @property
    def of_another_size(self) -> Row:
        """The same table for another number of players."""
        for players in range(1, self.record.result["winners"].shape[0] + 1):
            other = {**self.options, "players": players}
            with suppress(ValueError):
                made_options(self.record.options, other)
                if players != self.seats:
                    return Row(self.game, other)
        raise LookupError(f"{self} can have no other number of players")

    @cached_property
    def has_illegal(self) -> bool:
        """Whether a seat that acts is ever denied an action: in a game of reflexes none is."""
        games = self.batch(16, 0)
        for _ in range(20):
            if (games.action_masks[games.actors >= 0] == 0).any():
                return True
            games.step(games.sample())
        return False

    @cached_property
    def _faces(self) -> Faces:
        return faces(self.game)

    def env(self, **more: Any) -> Any:
        return self._faces.env(**self.options, **more)

    def raw_env(self, **more: Any) -> Any:
        return self._faces.raw_env(**self.options, **more)

    def parallel_env(self, **more: Any) -> Any:
        return self._faces.parallel_env(**self.options, **more)

    def batch(self, num_games: int, seed: Any) -> Any:
        return self._faces.batch(num_games, seed, **self.options)

    def seat_env(self, **more: Any) -> SeatEnv:
        return SeatEnv(self.game, **self.options, **more)

    def made(self, **more: Any) -> gymnasium.Env[Any, Any]:
        """The single-seat environment in Gymnasium's usual wrappers."""
        return gymnasium.make(f"card_envs/{self.game.capitalize()}-v0", **self.options, **more)

    def vector_env(self, num_envs: int, **more: Any) -> SeatVectorEnv:
        return SeatVectorEnv(self.game, num_envs, **self.options, **more)

    def vec_env(self, num_games: int, **more: Any) -> Any:
        from card_envs.envs import SeatVecEnv

        return SeatVecEnv(self.game, num_games, **self.options, **more)


ROWS = [
    *(Row("tapeo", {"players": players}) for players in (2, 3, 4, 5, 6)),
    Row("tapeo", {"players": 4, "split": "exact", "ham_split": (0, 3, 9), "reward": "round"}),
    Row("envite", {"players": 4}),
    Row("envite", {"players": 6, "variant": "gran_canaria", "captains": (4, 3), "reward": "stones"}),
    Row("envite", {"players": 8, "episode": "chico", "start_stones": (5, 3)}),
    Row("envite", {"players": 10, "variant": "gran_canaria", "episode": "chico", "start_stones": "random"}),
    Row("envite", {"players": 12, "episode": "round", "start_stones": "random"}),
    Row("ratscrew", {"players": 2}),
    Row("ratscrew", {"players": 3, "ticks": 1, "reflexes": (1.0, 0.0), "penalty": 1, "max_flips": 30}),
    Row("ratscrew", {"players": 4, "slaps": (), "reward": "cards", "max_flips": 200}),
    Row("ratscrew", {"players": 8, "ticks": 5, "slaps": ("tens", "marriage"), "memory": True, "shuffle_won": True}),
    Row("pile", {"players": 3}),
    Row("stamina", {"players": 4}),
    Row("stamina", {"players": 3, "limit": 3}),
]

per_row = pytest.mark.parametrize("row", ROWS, ids=str)


def seat_of(agent: str) -> int:
    """The seat of "player_10"."""
    return int(agent.removeprefix("player_"))


def some(mask: NDArray[Any], rng: np.random.Generator) -> int:
    """A random legal action."""
    return int(rng.choice(np.flatnonzero(mask)))


def some_each(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action for each row of masks."""
    return np.array([some(mask, rng) for mask in masks])


def masked(mask: NDArray[Any]) -> int | None:
    """An action of the space that is not legal, if there is one."""
    wrong = np.flatnonzero(np.asarray(mask) == 0)
    return int(wrong[-1]) if len(wrong) else None


def frozen(given: Any) -> Any:
    """What an environment handed out as it is now, to be compared later: arrays by type, shape and bytes."""
    if isinstance(given, np.ndarray):
        if given.dtype == object:
            return [frozen(item) for item in given]
        return given.dtype.str, given.shape, given.tobytes()
    if isinstance(given, dict):
        return {key: frozen(item) for key, item in given.items()}
    if isinstance(given, (list, tuple)):
        return [frozen(item) for item in given]
    return type(given), given
