"""Playing an exported policy with onnxruntime. `training.export` writes such files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.core.game import Game
from card_envs.policies.base import random_keys
from card_envs.policies.sampling import forced_actions, sample_actions, tempered


class OnnxPolicy:
    """A policy from an exported file.

    Args:
        path: the `.onnx` file.
        game: the game it is to play.
        temperature: how freely it draws. 0 takes the likeliest action, 1 draws from the policy's own probabilities,
            T from those to the power 1/T: the higher, the more even.

    Attributes:
        metadata: what the file says of itself: game, layout, action names, options, training, results.

    Raises:
        ValueError: no such file, not an exported policy, one for another game or another layout; a temperature below 0.
        ImportError: onnxruntime is not installed.
    """

    def __init__(self, path: Path, game: Game, temperature: float = 0.0) -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise ImportError("exported policies need onnxruntime: pip install 'card-envs[onnx]'") from error
        if not path.is_file():
            raise ValueError(f"there is no file {str(path)!r}")
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = 1
        settings.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime raises classes of its own for each kind of damage
            raise ValueError(f"{str(path)!r} is not an ONNX file that can be loaded: {error}") from error
        self.path = path
        self.metadata = _checked_metadata(self._session.get_modelmeta().custom_metadata_map, path, game)
        self._game = game
        self._layout = game.layout
        self.temperature = checked_temperature(temperature)

    def at(self, temperature: float) -> OnnxPolicy:
        """The same policy at another temperature; the two share the network.

        Raises:
            ValueError: a temperature below 0.
        """
        twin = OnnxPolicy.__new__(OnnxPolicy)  # a copy would load the network anew, as pickles must
        vars(twin).update(vars(self), temperature=checked_temperature(temperature))
        return twin

    def act(self, observations: NDArray[np.float32], action_masks: NDArray[np.int8], rng: Any) -> NDArray[np.int64]:
        """See `Policy.act`.

        Raises:
            ValueError: a mask without a legal action.
        """
        masks = checked_masks(action_masks)
        actions, free = forced_actions(masks)
        if len(free):
            likeliest, probabilities, _ = self.evaluate(observations[free], masks[free])
            if self.temperature > 0:
                keys = random_keys(rng, len(masks))[free]
                likeliest = sample_actions(tempered(probabilities, self.temperature), keys)
            actions[free] = likeliest
        return actions

    def evaluate(
        self, observations: NDArray[np.float32], action_masks: NDArray[np.int8]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.float32]]:
        """The likeliest actions int64 [B], all probabilities float32 [B, actions], and values float32 [B].

        Raises:
            ValueError: a mask without a legal action.
        """
        masks = checked_masks(action_masks)
        inputs: dict[str, NDArray[Any]] = {
            name: np.ascontiguousarray(block) for name, block in self._layout.split(observations).items()
        }
        inputs["action_mask"] = masks
        actions, probabilities, values = self._session.run(["action", "probabilities", "value"], inputs)
        return actions.astype(np.int64), probabilities, values

    def __reduce__(self) -> tuple[Any, ...]:
        return OnnxPolicy, (self.path, self._game, self.temperature)

    def __repr__(self) -> str:
        return f"{self.path}:temperature={self.temperature:g}" if self.temperature else str(self.path)


def checked_masks(action_masks: NDArray[np.int8]) -> NDArray[np.int8]:
    """The masks in one piece.

    Raises:
        ValueError: one of them allows nothing.
    """
    masks = np.ascontiguousarray(action_masks, np.int8)
    if not masks.any(axis=1).all():
        raise ValueError("an action mask allows nothing; a policy is asked only where a seat acts")
    return masks


def _checked_metadata(found: dict[str, str], path: Path, game: Game) -> dict[str, Any]:
    """The file's metadata, if it is one of ours for this game and layout."""
    if "card_envs" not in found:
        raise ValueError(f"{str(path)!r} is an ONNX file, but not a policy exported by card_envs")
    try:
        metadata = json.loads(found["card_envs"])
        plays, layout, version = metadata["game"], metadata["layout"], metadata["layout"]["version"]
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"the metadata of {str(path)!r} are damaged: {error!r}") from error
    if plays != game.name:
        raise ValueError(f"{str(path)!r} plays {plays}, not {game.name}")
    if version != game.layout.version:
        raise ValueError(
            f"{str(path)!r} was made for layout version {version} of {game.name}, "
            f"this library has version {game.layout.version}; export it anew"
        )
    if layout != layout_facts(game):
        raise ValueError(f"{str(path)!r} has other blocks or actions than {game.name} in this library; export it anew")
    return metadata


def layout_facts(game: Game) -> dict[str, Any]:
    """What must agree between a file and the library: the blocks in order, and the actions."""
    layout = game.layout
    return {
        "version": layout.version,
        "blocks": [{"name": b.name, "shape": list(b.shape), "low": b.low, "high": b.high} for b in layout.blocks],
        "actions": list(game.actions),
    }


def checked_temperature(temperature: float) -> float:
    """The temperature, if it is one: a number from 0 up. Raises ValueError."""
    if not 0 <= temperature < np.inf:
        raise ValueError(f"a temperature is a number from 0 up, not {temperature!r}")
    return temperature
