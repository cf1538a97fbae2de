"""The interfaces: PettingZoo (AEC, Parallel), Gymnasium (single seat, vector), Stable-Baselines3, raw batches."""

from __future__ import annotations

from typing import Any

from card_envs.envs.aec import CardEnv, RawCardEnv
from card_envs.envs.parallel import CardParallelEnv
from card_envs.envs.single import SeatEnv
from card_envs.envs.vector import SeatVectorEnv

__all__ = ["CardEnv", "CardParallelEnv", "RawCardEnv", "SeatEnv", "SeatVecEnv", "SeatVectorEnv"]


def __getattr__(name: str) -> Any:
    """`SeatVecEnv` is imported when it is first asked for, since it brings Stable-Baselines3 and torch."""
    if name == "SeatVecEnv":
        from card_envs.envs.sb3 import SeatVecEnv

        return SeatVecEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
