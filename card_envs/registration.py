"""Telling Gymnasium and PettingZoo about the games."""

from __future__ import annotations

import gymnasium
import pettingzoo

from card_envs.core.game import GAMES


def register_all() -> None:
    """Register every game that is not registered yet."""
    for game in GAMES:
        _register_gymnasium(game)
        _register_pettingzoo(game)


def _register_gymnasium(game: str) -> None:
    """`gymnasium.make("card_envs/Tapeo-v0")` and `gymnasium.make_vec`."""
    name = f"card_envs/{game.capitalize()}-v0"
    if name not in gymnasium.registry:
        gymnasium.register(
            name,
            entry_point="card_envs.envs.single:SeatEnv",
            vector_entry_point="card_envs.envs.vector:SeatVectorEnv",
            kwargs={"game": game},
        )


def _register_pettingzoo(game: str) -> None:
    """`pettingzoo.make("parallel", "card_envs/tapeo_v0")`, and "aec"."""
    name = f"card_envs/{game}-v0"  # as the registries keep it
    if name not in pettingzoo.parallel_registry:
        pettingzoo.register("parallel", name, f"card_envs.{game}_v0:parallel_env")
    if name not in pettingzoo.aec_registry:
        pettingzoo.register("aec", name, f"card_envs.{game}_v0:env")
