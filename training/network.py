"""The network: one trunk for policy and value, as Stable-Baselines3 trains it and as it is exported."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from card_envs.core.game import GAMES, Game, get_game
from card_envs.core.layout import Layout
from card_envs.policies.base import random_keys
from card_envs.policies.sampling import forced_actions, sample_actions

SMALL_GAIN = 0.01  # of the action head at first: all actions about equally likely, as Stable-Baselines3 does
MASKED = -1e8  # logit of an illegal action; its probability is zero in float32


def encoding(game: str) -> Any:
    """The game's own way to read its observation: a new `Encoding` module."""
    return import_module(f"{GAMES[game]}.network").Encoding()


class Trunk(BaseFeaturesExtractor):
    """Flat observation → the game's encoding → fully connected layers, shared by policy and value.

    An observation that comes with its features (`encoded.EncodedVecEnv`) is not encoded again.
    """

    def __init__(self, space: Any, game: str, widths: Sequence[int]) -> None:
        super().__init__(space, widths[-1])
        self.layout = get_game(game).layout
        self.encoding = encoding(game)
        layers: list[nn.Module] = []
        width = self.encoding.size
        for following in widths:
            layers += [nn.Linear(width, following), nn.ReLU()]
            width = following
        self.layers = nn.Sequential(*layers)
        self.blocks: dict[str, Tensor] = {}  # of the last forward pass: the action head decodes by them

    def forward(self, observations: Tensor) -> Tensor:
        """float32 [B, size], or with the features [B, size + features] → float32 [B, widths[-1]]."""
        self.blocks = split(self.layout, observations)
        features = observations[:, self.layout.size :]
        if not features.shape[1]:
            features = self.encoding.encode(self.blocks)
        # Products of bfloat16, summed in float32, take a fraction of the time where the processor knows them.
        with torch.autocast("cpu", torch.bfloat16):
            return self.layers(features).float()


class CardPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy with the game's decoding between the action head and the actions."""

    def _build(self, lr_schedule: Any) -> None:
        """As in MaskablePPO, but the head has the outputs that the game decodes, which may be more than actions."""
        super()._build(lr_schedule)
        trunk: Any = self.features_extractor
        self.action_net = nn.Linear(self.mlp_extractor.latent_dim_pi, trunk.encoding.outputs)
        self.init_weights(self.action_net, gain=SMALL_GAIN)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)  # type: ignore[call-arg]

    def _get_action_dist_from_latent(self, latent_pi: Tensor) -> MaskableDistribution:
        trunk: Any = self.features_extractor
        logits = trunk.encoding.decode(self.action_net(latent_pi), trunk.blocks)
        return self.action_dist.proba_distribution(action_logits=logits)


class Network(nn.Module):
    """The trained parts without Stable-Baselines3: blocks and mask in, action, probabilities and value out."""

    def __init__(self, policy: MaskableActorCriticPolicy) -> None:
        super().__init__()
        trunk: Any = policy.features_extractor
        self.layout: Layout = trunk.layout
        self.encoding = trunk.encoding
        self.layers = trunk.layers
        self.action_net = policy.action_net
        self.value_net = policy.value_net

    def forward(self, blocks: dict[str, Tensor], action_mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Blocks float32 [B, *shape] and mask int8 [B, actions] → int32 [B], float32 [B, actions], float32 [B]."""
        latent = self.layers(self.encoding.encode(blocks))
        logits = self.encoding.decode(self.action_net(latent), blocks)
        masked = torch.where(action_mask != 0, logits, torch.full_like(logits, MASKED))
        probabilities = torch.softmax(masked, 1)
        return masked.argmax(1).to(torch.int32), probabilities, self.value_net(latent)[:, 0]


class NetworkPolicy:
    """A network as a `card_envs` policy: the likeliest action, or one drawn from the probabilities."""

    def __init__(self, network: Network, sample: bool) -> None:
        self._network = network
        self._sample = sample

    def act(self, observations: NDArray[np.float32], action_masks: NDArray[np.int8], rng: Any) -> NDArray[np.int64]:
        """See `Policy.act`."""
        actions, free = forced_actions(action_masks)
        if not len(free):
            return actions
        blocks = split(self._network.layout, torch.from_numpy(observations[free]))
        with torch.no_grad():
            likeliest, probabilities, _ = self._network(blocks, torch.from_numpy(action_masks[free]))
        keys = random_keys(rng, len(action_masks))[free]
        actions[free] = sample_actions(probabilities.numpy(), keys) if self._sample else likeliest.numpy()
        return actions


def split(layout: Layout, observations: Tensor) -> dict[str, Tensor]:
    """The blocks by name, as views: float32 [B, size] → name → [B, *block shape]."""
    return {b.name: observations[:, layout.slices[b.name]].unflatten(1, b.shape) for b in layout.blocks}


def snapshot(policy: MaskableActorCriticPolicy) -> NetworkPolicy:
    """The policy as it is now, frozen, drawing its actions."""
    return NetworkPolicy(copy.deepcopy(Network(policy)).requires_grad_(False), sample=True)


def game_of(policy: MaskableActorCriticPolicy) -> Game:
    """The game that a policy was made for."""
    trunk: Any = policy.features_extractor
    return get_game(trunk.layout.game)
