"""How a network reads Tapeo: from raw blocks to features of about ±1, in torch, exported with the network."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from card_envs.core.features import one_hot
from card_envs.tapeo.observation import LAYOUT
from card_envs.tapeo.rules import (
    BREAD,
    CHURRO,
    CROQUETA,
    CROQUETA_POINTS,
    HAM_1,
    HAM_3,
    KINDS,
    PEPPER,
    PRAWNS,
    TORTILLA,
)
from card_envs.tapeo.worth import HELD, moved, picks, seats_at, seen, worth

# What each block is divided by.
SCALES = {"hand": 2.0, "bars": 3.0, "known_hands": 2.0, "scores": 30.0, "churros": 4.0, "picks": 5.0, "ham_split": 6.0}
PAYING_CROQUETAS = 5
MOST_PICKS = 10
POINTS = 4.0  # what values in points are divided by
SHARPNESS = 2.0  # how surely a seat is taken to pick what it values by one point more
NOTHING = -5.0  # the value of a tapa that is not in the hand


class Encoding(nn.Module):
    """Blocks of the observation to features, and logits of the network to logits of the actions.

    Besides the scaled blocks it spells out what a layer of weights reads badly off counts: pairs, steps of the
    croquetas, majorities, gaps; and what the scripted `expert` would do in every seat.
    """

    outputs = KINDS

    croqueta_points: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("croqueta_points", torch.tensor(CROQUETA_POINTS, dtype=torch.float32))
        with torch.no_grad():
            empty = {block.name: torch.zeros(1, *block.shape) for block in LAYOUT.blocks}
            self.size = self.encode(empty).shape[1]

    def encode(self, blocks: dict[str, Tensor]) -> Tensor:
        """Each block float32 [B, *shape] → features float32 [B, size]."""
        scaled = [blocks[b.name].flatten(1) / SCALES.get(b.name, 1.0) for b in LAYOUT.blocks]
        hand = blocks["hand"]
        spelt = [
            hand.clamp(max=1.0),
            (hand - 1.0).clamp(0.0, 1.0),
            one_hot(blocks["picks"], MOST_PICKS).flatten(1),
            self._bars(blocks["bars"], blocks["present"]),
            _gaps(blocks["scores"], blocks["present"]) / 10.0,
            _gaps(blocks["churros"] + blocks["bars"][:, :, CHURRO], blocks["present"]) / 3.0,
            *self._worth(blocks),
        ]
        return torch.cat([*scaled, *spelt], 1)

    def _worth(self, blocks: dict[str, Tensor]) -> list[Tensor]:
        """What the tapas are worth to each seat, what it is likely to pick, and what comes from the right."""
        table = seen(blocks)
        values = worth(table)
        choices = picks(table, values)
        offered = torch.where(table.hands >= HELD, choices, torch.full_like(choices, NOTHING)).clamp(min=NOTHING)
        likely = torch.softmax(SHARPNESS * offered, 2) * table.present.unsqueeze(2)
        passed = (table.hands - likely).clamp(min=0.0)
        coming = [moved(passed, seats_at(table, -away)[:, :1])[:, 0] for away in (1, 2)]
        parts = [table.hands / 2, values / POINTS, likely, likely * choices / POINTS]
        own = [offered[:, 0] / POINTS, *coming, *(hand * values[:, 0] / POINTS for hand in coming)]
        return [*(part.flatten(1) for part in parts), *own]

    def _bars(self, bars: Tensor, present: Tensor) -> Tensor:
        """What each bar [B, seats, kinds] is worth and lacks."""
        tortillas, croquetas, peppers = bars[..., TORTILLA], bars[..., CROQUETA], bars[..., PEPPER]
        prawns, bread = bars[..., PRAWNS], bars[..., BREAD]
        pairs = torch.floor(tortillas / 2)
        steps = one_hot(croquetas.clamp(max=PAYING_CROQUETAS), PAYING_CROQUETAS + 1)
        slices = bars[..., HAM_1] + 2 * bars[..., HAM_1 + 1] + 3 * bars[..., HAM_3]
        points = 5 * pairs + steps @ self.croqueta_points + 3 * (prawns + torch.minimum(prawns, bread)) + 2 * peppers
        parts = [
            tortillas - 2 * pairs,
            steps.flatten(1),
            torch.relu(prawns - bread) / 2,
            torch.relu(bread - prawns) / 2,
            points / 10,
            _gaps(points, present) / 10,
            slices / 6,
            _gaps(slices, present) / 4,
            _gaps(peppers, present) / 2,
        ]
        return torch.cat(parts, 1)

    def decode(self, logits: Tensor, blocks: dict[str, Tensor]) -> Tensor:
        """The network's outputs stand for the actions as they are: float32 [B, actions]."""
        return logits


def _gaps(figures: Tensor, present: Tensor) -> Tensor:
    """How far the others [B, seats] are ahead of oneself, and the best of them; absent seats at zero."""
    ahead = (figures - figures[:, :1]) * present
    others = torch.where(present[:, 1:] > 0, ahead[:, 1:], torch.full_like(ahead[:, 1:], -20.0))
    return torch.cat([ahead[:, 1:], others.amax(1, keepdim=True)], 1)
