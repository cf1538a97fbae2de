"""How a network reads Tapeo: from raw blocks to scaled features, in torch, exported with the network."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from card_envs.tapeo.observation import LAYOUT
from card_envs.tapeo.rules import KINDS, MAX_PLAYERS

# What each block is divided by to come out at about ±1.
SCALES = {"hand": 2.0, "bars": 3.0, "known_hands": 2.0, "scores": 30.0, "churros": 4.0, "picks": 5.0, "ham_split": 6.0}


class Encoding(nn.Module):
    """Blocks of the observation to features, and logits of the network to logits of the actions."""

    def __init__(self) -> None:
        super().__init__()
        self.size = LAYOUT.size + KINDS * 2 + MAX_PLAYERS

    def encode(self, blocks: dict[str, Tensor]) -> Tensor:
        """Each block float32 [B, *shape] → features float32 [B, size]."""
        parts = [blocks[b.name].flatten(1) / SCALES.get(b.name, 1.0) for b in LAYOUT.blocks]
        hand = blocks["hand"]
        parts += [hand.clamp(max=1.0), (hand - 1.0).clamp(0.0, 1.0)]  # holds one; holds another besides
        scores = blocks["scores"]
        parts.append((scores - scores[:, :1]) * blocks["present"] / 10.0)  # the gap to oneself, finer
        return torch.cat(parts, 1)

    def decode(self, logits: Tensor, blocks: dict[str, Tensor]) -> Tensor:
        """The network's outputs stand for the actions as they are: float32 [B, actions]."""
        return logits
