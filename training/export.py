"""A trained policy as one ONNX file that any front end plays, with a JSON of the same facts beside it."""

from __future__ import annotations

import json
import logging
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import onnx
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from card_envs.core.game import Game
from card_envs.files import write_json, write_whole
from card_envs.policies.onnx import layout_facts
from training.network import Network, game_of

PREFIX = "network."  # of the names of the parameters in the file
OUTPUTS = ("action", "probabilities", "value")


class _Named(nn.Module):
    """The network with its blocks as separate inputs, in the layout's order, the mask last."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, *inputs: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        names = [block.name for block in self.network.layout.blocks]
        return self.network(dict(zip(names, inputs[:-1], strict=True)), inputs[-1])


def convert(policy: MaskableActorCriticPolicy) -> onnx.ModelProto:
    """The network of a trained policy as an ONNX model with named inputs and outputs, the masking inside.

    One float32 input a block, [batch, *shape], and `action_mask` int8 [batch, actions]. Outputs are `action` int32
    [batch], the likeliest legal one; `probabilities` float32 [batch, actions], zero on illegal actions; `value`
    float32 [batch].
    """
    game = game_of(policy)
    blocks = game.layout.blocks
    example = [torch.zeros(2, *block.shape) for block in blocks] + [torch.ones(2, len(game.actions), dtype=torch.int8)]
    names = [*(block.name for block in blocks), "action_mask"]
    network = _Named(Network(policy)).eval()
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it tells of optional packages that it does without
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter warns of its own internals
        path = Path(folder) / "policy.onnx"
        torch.onnx.export(
            network,
            tuple(example),
            str(path),
            input_names=names,
            output_names=list(OUTPUTS),
            dynamic_shapes={"inputs": tuple({0: torch.export.Dim("batch")} for _ in names)},
            dynamo=True,
            external_data=False,
            verbose=False,
        )
        return onnx.load(str(path))


def write(model: onnx.ModelProto, game: Game, path: Path, facts: Mapping[str, Any]) -> None:
    """Write the model to `path` (`.onnx`) and a JSON of its metadata beside it; each appears whole or not at all.

    Args:
        model: from `convert`.
        game: what it plays.
        path: where to; files there are replaced.
        facts: what the metadata say besides game, layout and actions: options, training, results.
    """
    described = {"game": game.name, "layout": layout_facts(game), **facts}
    onnx.helper.set_model_props(model, {"card_envs": json.dumps(described)})
    onnx.checker.check_model(model)
    write_json(path.with_suffix(".json"), described)
    write_whole(path, model.SerializeToString())
