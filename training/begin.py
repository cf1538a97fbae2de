"""Beginning with the network of a policy that is there already, and telling of the runs that made it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper

from card_envs.core.game import get_game
from card_envs.policies.onnx import OnnxPolicy
from card_envs.policies.registry import policy_file
from training.checkpoint import Run
from training.export import PREFIX
from training.network import Network
from training.settings import Settings

BEGUN = "begun.json"


def begin_with(run: Run, settings: Settings, policy: str) -> list[dict[str, Any]]:
    """Give a new run the network of an exported policy; what that tells of the runs that made it.

    Args:
        run: has not learnt anything yet.
        settings: its settings.
        policy: "trained", or the path of a file that `training.export` wrote.

    Raises:
        ValueError: no such policy, one of another game, or one whose network is another.
    """
    game = get_game(settings.game)
    file = policy_file(game, policy)
    if file is None:
        raise ValueError(f"a run begins with the network of an exported policy: trained or a path, not {policy!r}")
    metadata = OnnxPolicy(file, game).metadata
    named = {tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load(str(file)).graph.initializer}
    own = {f"{PREFIX}{name}": parameter for name, parameter in Network(run.policy).named_parameters()}
    shapes = {name: named[name].shape if name in named else None for name in own}
    different = [name for name, parameter in own.items() if shapes[name] != tuple(parameter.shape)]
    if different:
        raise ValueError(
            f"{file} has another network than this run with layers of {settings.widths}: "
            f"{different[0]} is {shapes[different[0]]} there, {tuple(own[different[0]].shape)} here"
        )
    with torch.no_grad():
        for name, parameter in own.items():
            parameter.copy_(torch.from_numpy(named[name].copy()))
    return list(metadata.get("training", []))


def runs_before(folder: Path) -> list[dict[str, Any]]:
    """What is told of the runs from whose networks the one in a folder began, the first one first."""
    return json.loads((folder / BEGUN).read_text()) if (folder / BEGUN).is_file() else []
