"""How a network reads Egyptian ratscrew: from raw blocks to features of about ±1, in torch, exported with the network.

Besides the scaled blocks it spells out what play turns on: which patterns the pile shows, and how likely a card in the
air makes one.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from card_envs.core.features import one_hot
from card_envs.ratscrew.cards import CARDS, KING, QUEEN, RANKS
from card_envs.ratscrew.observation import LAYOUT
from card_envs.ratscrew.options import MAX_TICKS, SLAPS
from card_envs.ratscrew.rules import ACTIONS

MOST_OWED = 4
SEATED = ("present", "in", "flipper", "last_flipper", "challenger", "memory")
AS_THEY_ARE = ("air", "slaps", "shuffle_won")


class Encoding(nn.Module):
    """Blocks of the observation to features, and logits of the network to logits of the actions."""

    outputs = len(ACTIONS)

    ranks: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("ranks", torch.arange(1.0, RANKS + 1))
        with torch.no_grad():
            empty = {block.name: torch.zeros(1, *block.shape) for block in LAYOUT.blocks}
            self.size = self.encode(empty).shape[1]

    def encode(self, blocks: dict[str, Tensor]) -> Tensor:
        """Each block float32 [B, *shape] → features float32 [B, size]."""
        top, first, air = blocks["top"], blocks["first"], blocks["air"]
        shown = patterns(top[:, :1], top[:, 1:2], top[:, 2:], first) * blocks["slaps"].unsqueeze(1)
        # Whose newest card is in the air has nothing to slap in the pile that it sees.
        shown = shown[:, 0] * (1 - air)
        stack = blocks["stacks"][:, :1]
        parts = [
            shown,
            shown.amax(1, keepdim=True),
            self._in_the_air(blocks),
            one_hot(top - 1, RANKS).flatten(1),
            one_hot(first - 1, RANKS).flatten(1),
            one_hot(blocks["next_card"] - 1, RANKS).flatten(1),
            one_hot(blocks["owed"] - 1, MOST_OWED).flatten(1),
            one_hot(blocks["tick"], MAX_TICKS).flatten(1),
            one_hot(blocks["ticks"] - blocks["tick"] - 1, MAX_TICKS).flatten(1),
            (blocks["tick"] - blocks["seen_at"]) * (1 - air) / MAX_TICKS,
            blocks["pile"] / CARDS,
            torch.log1p(blocks["pile"]) / 4,
            blocks["burnt"] / CARDS,
            blocks["stacks"] / CARDS,
            (stack > 0).float(),
            (stack > 1).float(),
            torch.log1p(stack) / 4,
            blocks["wrong_slaps"].clamp(max=1.0),
            blocks["wrong_slaps"].amax(1, keepdim=True).clamp(max=1.0),
            blocks["unlocated"] / 4,
            blocks["penalty"] - 1,
            blocks["reflexes"].flatten(1),
            *(blocks[name] for name in SEATED),
            *(blocks[name] for name in AS_THEY_ARE),
        ]
        return torch.cat(parts, 1)

    def _in_the_air(self, blocks: dict[str, Tensor]) -> Tensor:
        """How likely the card in the air makes the pile good: by its rank where located, else by those that are not.

        Returns:
            float32 [B, 3]: the chance; 1 if it is certain; 1 if the pile has proved bad in this window.
        """
        top, slaps = blocks["top"], blocks["slaps"].unsqueeze(1)
        makes = (patterns(self.ranks, top[:, :1], top[:, 1:2], blocks["first"]) * slaps).amax(2)  # [B, ranks]
        located = one_hot(blocks["air_card"] - 1, RANKS)[:, 0]
        known = located.amax(1, keepdim=True)
        unlocated = blocks["unlocated"]
        weights = known * located + (1 - known) * unlocated
        chance = (weights * makes).sum(1, keepdim=True) / weights.sum(1, keepdim=True).clamp(min=1.0)
        proved_bad = blocks["wrong_slaps"].amax(1, keepdim=True).clamp(max=1.0)
        air = blocks["air"]
        return torch.cat([chance * air * (1 - proved_bad), known * air, proved_bad * air], 1)

    def decode(self, logits: Tensor, blocks: dict[str, Tensor]) -> Tensor:
        """The network's outputs stand for the actions as they are: float32 [B, actions]."""
        return logits


def patterns(top: Tensor, second: Tensor, third: Tensor, first: Tensor) -> Tensor:
    """R8, R11: 1 for each pattern of `SLAPS` that these ranks show, in force or not.

    Args:
        top: float32 [k] or [B, k], ranks to try as the top card.
        second, third, first: float32 [B, 1], the ranks under it and of the first card played; 0 where there is none.

    Returns:
        float32 [B, k, patterns]
    """
    two = second > 0
    shown = [
        top == second,
        (top == third) & (third > 0),
        (top == first) & (first > 0),
        (top == QUEEN) & (second == KING),
        top + second == 10,
    ]
    assert len(shown) == len(SLAPS)
    return torch.stack([(pattern & two).float() for pattern in shown], -1)
