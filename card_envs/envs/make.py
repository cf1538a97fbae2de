"""The functions that the modules `<game>_v0` offer, made for one game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from card_envs.core.game import get_game
from card_envs.core.layout import Layout
from card_envs.core.options import made_options
from card_envs.core.tables import Batch
from card_envs.envs.aec import CardEnv, RawCardEnv
from card_envs.envs.parallel import CardParallelEnv


class Faces(NamedTuple):
    """One game's interfaces, in the order in which `<game>_v0` unpacks them."""

    env: Callable[..., CardEnv]
    raw_env: Callable[..., RawCardEnv]
    parallel_env: Callable[..., CardParallelEnv]
    batch: Callable[..., Batch]
    layout: Callable[[], Layout]
    action_names: Callable[[], list[str]]


def faces(game: str) -> Faces:
    """The interfaces of the game of that name."""

    def env(render_mode: str | None = None, **options: Any) -> CardEnv:
        """PettingZoo AEC environment in which an illegal action ends the game; options as in the game's dataclass."""
        return CardEnv(game, render_mode, **options)

    def raw_env(render_mode: str | None = None, **options: Any) -> RawCardEnv:
        """PettingZoo AEC environment in which an illegal action raises ValueError."""
        return RawCardEnv(game, render_mode, **options)

    def parallel_env(render_mode: str | None = None, **options: Any) -> CardParallelEnv:
        """PettingZoo Parallel environment."""
        return CardParallelEnv(game, render_mode, **options)

    def batch(num_games: int, seed: int | Sequence[int] | None = None, **options: Any) -> Batch:
        """Many games at once, arrays in and out; ended games are dealt anew. See `core.tables.Batch`."""
        record = get_game(game)
        return Batch(record, made_options(record.options, options), num_games, seed)

    def layout() -> Layout:
        """The named blocks of the observation."""
        return get_game(game).layout

    def action_names() -> list[str]:
        """Names of the actions; the index is the action."""
        return list(get_game(game).actions)

    return Faces(env, raw_env, parallel_env, batch, layout, action_names)
