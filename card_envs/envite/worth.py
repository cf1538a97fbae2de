"""What a hand and a bet are worth, as estimates in torch that the network gets as features.

Rough on purpose: a layer of weights reads them far more easily than it would find them, and learns what they miss.
"""

from __future__ import annotations

import torch
from torch import Tensor

from card_envs.envite.players import MET, STEEPNESS, TRUMPED


def trick_chances(unseen: Tensor, trump_slots: int, team: Tensor) -> Tensor:
    """How likely each card wins a trick by itself, by the unseen cards that beat it.

    Args:
        unseen: float32 [B, slots], 1 at each unseen card: the trumps, strongest first, then three plain suits.
        trump_slots: how many slots are trumps'.
        team: float32 [B, 1], seats of a team.

    Returns:
        float32 [B, slots]
    """
    trumps, plain = unseen[:, :trump_slots], unseen[:, trump_slots:].unflatten(1, (3, -1))
    held = (3 * team / unseen.sum(1, keepdim=True).clamp(min=1.0)).clamp(max=1.0)  # by rivals, of the unseen cards
    stronger = torch.cat([_before(trumps), _before(plain).flatten(1)], 1)
    chance = (1 - MET * held) ** stronger
    untrumped = (1 - TRUMPED * held) ** trumps.sum(1, keepdim=True)
    return torch.cat([chance[:, :trump_slots], chance[:, trump_slots:] * untrumped], 1)


def _before(cards: Tensor) -> Tensor:
    """How many there are in the slots before each."""
    return cards.cumsum(-1) - cards


def one_and_two(chances: Tensor) -> tuple[Tensor, Tensor]:
    """The chances to win at least one trick, and at least two, from those of up to three cards (0 elsewhere).

    Args:
        chances: float32 [B, slots].

    Returns:
        float32 [B, 1] each.
    """
    first, second, third = (chances.pow(power).sum(1, keepdim=True) for power in (1, 2, 3))
    pairs = (first**2 - second) / 2  # the elementary symmetric sums, by Newton
    triples = (first**3 - 3 * first * second + 2 * third) / 6
    return first - pairs + triples, pairs - 2 * triples


def chico_chance(own: Tensor, rivals: Tensor) -> Tensor:
    """The chances of the chico by the stones that both sides still lack, 0 where a side has it."""
    own, rivals = own.clamp(min=0.0) ** STEEPNESS, rivals.clamp(min=0.0) ** STEEPNESS
    return rivals / (own + rivals).clamp(min=1e-6)


def stakes(blocks: dict[str, Tensor]) -> Tensor:
    """The stones of the level agreed, of the one proposed, and of the one above: float32 [B, 3].

    The chico fuera counts as the stones for a chico, and no proposal as the level agreed.
    """
    chico = blocks["chico_stones"]
    ladder = torch.cat([blocks["base"], blocks["rungs"], torch.zeros_like(chico)], 1)
    ladder = torch.where(ladder > 0, ladder, chico)
    proposed = blocks["proposed"].amax(1, keepdim=True)
    top = torch.where(proposed > 0, blocks["proposed"], blocks["level"])
    above = torch.cat([torch.zeros_like(top[:, :1]), top[:, :-1]], 1)
    return torch.stack([(ladder * level).sum(1) for level in (blocks["level"], top, above)], 1)


def missing(blocks: dict[str, Tensor], gains: Tensor, team: int) -> Tensor:
    """Stones a team (0: one's own) lacks after each gain, float32 [B, k]: 1 in tumbo, where a round is enough."""
    chico, tumbo = blocks["chico_stones"], blocks["tumbo_from"]
    total = blocks["stones"][:, team : team + 1] + gains
    total = total - ((total == chico) & (blocks["exact_is_tumbo"] > 0)).float()
    lacks = (chico - total).clamp(min=0.0)
    return torch.where((tumbo >= 0) & (total >= tumbo) & (lacks > 0), torch.ones_like(lacks), lacks)


def bets(blocks: dict[str, Tensor], chance: Tensor) -> Tensor:
    """What the levels agreed, proposed and above do for the chico: won, lost, and at this chance of the round.

    Args:
        blocks: the observation.
        chance: float32 [B, 1], of the round.

    Returns:
        float32 [B, 9]
    """
    gains = stakes(blocks)
    none = torch.zeros_like(gains)
    won = chico_chance(missing(blocks, gains, 0), missing(blocks, none, 1))
    lost = chico_chance(missing(blocks, none, 0), missing(blocks, gains, 1))
    return torch.cat([won, lost, chance * won + (1 - chance) * lost], 1)
