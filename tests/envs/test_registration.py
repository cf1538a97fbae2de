"""Found by name: in Gymnasium's and PettingZoo's registries, once, without dragging anything heavy along."""

from __future__ import annotations

import importlib
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import pettingzoo
import pytest

import card_envs
from card_envs.core.game import get_game
from card_envs.core.options import made_options
from card_envs.envs import CardEnv, CardParallelEnv, SeatEnv
from card_envs.envs.make import Faces
from tests.conformance import ROWS, Row
from tests.toy import TOYS

REAL = [row for row in ROWS if row.game not in TOYS]
GAMES = sorted({row.game for row in REAL})
per_real_row = pytest.mark.parametrize("row", REAL, ids=str)
per_game = pytest.mark.parametrize("game", GAMES)


def run(script: str) -> str:
    """What a fresh process prints, with every warning an error."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@per_real_row
def test_gymnasium(row: Row) -> None:
    name = f"card_envs/{row.game.capitalize()}-v0"
    env = gymnasium.make(name, opponents=["random"] * (row.seats - 1), seat=1, **row.options)
    assert type(env.unwrapped) is SeatEnv
    assert env.unwrapped.game is get_game(row.game)
    assert env.unwrapped.seats.options == made_options(row.record.options, row.options)
    _, info = env.reset(seed=0)
    assert info["seat"] == 1
    assert env.get_wrapper_attr("action_masks")().tolist() == (info["action_mask"] == 1).tolist()


@per_real_row
def test_pettingzoo(row: Row) -> None:
    for kind, face in (("aec", CardEnv), ("parallel", CardParallelEnv)):
        env: Any = pettingzoo.make(kind, f"card_envs/{row.game}_v0", **row.options)
        assert type(env.unwrapped) is face
        assert env.unwrapped.options == made_options(row.record.options, row.options)
        assert env.possible_agents == [f"player_{seat}" for seat in range(row.seats)]
        env.reset(seed=0)


@per_game
def test_module_of_the_game(game: str) -> None:
    """`from card_envs import tapeo_v0` and what it offers."""
    module = importlib.import_module(f"card_envs.{game}_v0")
    for name in Faces._fields:
        assert callable(getattr(module, name))
    assert module.layout() is get_game(game).layout
    assert module.action_names() == list(get_game(game).actions)
    assert module.batch(num_games=2, seed=0).num_games == 2


def test_registered_once() -> None:
    """Importing again, reloading and registering again change nothing and warn of nothing."""
    registries = (gymnasium.registry, pettingzoo.aec_registry, pettingzoo.parallel_registry)
    before = [dict(registry) for registry in registries]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        importlib.reload(card_envs.registration)
        importlib.reload(card_envs)
        card_envs.register_all()
    assert [dict(registry) for registry in registries] == before
    for game in GAMES:
        for registry, spelled in zip(registries, (game.capitalize(), game, game), strict=True):
            assert [name for name in registry if game in name.lower()] == [f"card_envs/{spelled}-v0"]


def test_made_without_an_import() -> None:
    script = """
import gymnasium
env = gymnasium.make("card_envs:card_envs/Tapeo-v0", players=2, opponents="random")
print(env.reset(seed=0)[0].shape)
"""
    size = get_game("tapeo").layout.size
    assert run(script) == f"({size},)"


@pytest.mark.parametrize("module", ["card_envs", "card_envs.envs", *(f"card_envs.{game}_v0" for game in GAMES)])
def test_imports_bring_neither_torch_nor_stable_baselines3(module: str) -> None:
    script = f"""
import sys
import {module}
print([name for name in ("torch", "stable_baselines3", "sb3_contrib", "onnxruntime", "rich") if name in sys.modules])
"""
    assert run(script) == "[]"


def test_the_vec_env_is_found_when_it_is_asked_for() -> None:
    from card_envs import envs

    assert envs.SeatVecEnv.__name__ == "SeatVecEnv"
    assert set(envs.__all__) <= {*dir(envs), "SeatVecEnv"}
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        envs.Nothing  # noqa: B018
