"""How a network reads Envite, in torch: the deck in order of strength this round, for cards seen and cards to play.

The game is the same under a renaming of the suits that keeps the order of ranks. So cards are laid out in *slots*:
the trumps and matadores first, strongest first, then the three plain suits, each by rank. A policy learnt for one
vira then plays them all, and one learnt at a small table means something at a large one.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from card_envs.envite.cards import CARDS, CLASSES, PLAIN_ORDER, STRENGTHS, TEAM_SIZES, TRUMP
from card_envs.envite.observation import LAYOUT
from card_envs.envite.rules import FIRST_CARD, MAX_PLAYERS
from card_envs.envite.worth import bets, one_and_two, trick_chances

TRUMP_SLOTS = 16  # ten trumps and six matadores at most
SUIT_SLOTS = len(PLAIN_ORDER)
SLOTS = TRUMP_SLOTS + 3 * SUIT_SLOTS
NO_CARD = CARDS  # an empty slot's card
RELATIVE_SUITS = 4  # the trump suit, then those after it in the deck's order

SEATED = ("present", "captains", "first_leader", "leader", "actor")
FLAGS = ("phase", "trick", "tricks_won", "level", "proposed", "proposer", "passed", "tumbo", "may_decline", "episode")
STONES = ("stake", "stones", "base", "rungs", "tumbo_penalty", "decline_stones")  # as parts of a chico


def card_slots() -> NDArray[np.int64]:
    """The slot of each card: int64 [team size − 2, trump suit, card]."""
    slots = np.zeros((TEAM_SIZES, 4, CARDS), np.int64)
    for size in range(TEAM_SIZES):
        for trump in range(4):
            classes, strengths = CLASSES[size, trump], STRENGTHS[size, trump]
            trumps = [card for card in range(CARDS) if classes[card] == TRUMP]
            for place, card in enumerate(sorted(trumps, key=lambda card: -strengths[card])):
                slots[size, trump, card] = place
            for card in set(range(CARDS)) - set(trumps):
                suit = (classes[card] - trump - 1) % 4
                weaker = SUIT_SLOTS - 1 - int(strengths[card])
                slots[size, trump, card] = TRUMP_SLOTS + SUIT_SLOTS * suit + weaker
    return slots


def slot_cards() -> NDArray[np.int64]:
    """The card in each slot, `NO_CARD` in an empty one: int64 [team size − 2, trump suit, slot]."""
    slots = card_slots()
    cards = np.full((TEAM_SIZES, 4, SLOTS), NO_CARD)
    np.put_along_axis(cards, slots, np.broadcast_to(np.arange(CARDS), slots.shape), axis=2)
    return cards


class Encoding(nn.Module):
    """Blocks of the observation to features, and logits of slots to logits of the actions."""

    outputs = FIRST_CARD + SLOTS

    slot_of: Tensor
    card_in: Tensor
    class_of: Tensor
    strength_of: Tensor
    suit_order: Tensor

    def __init__(self) -> None:
        super().__init__()
        none = np.full((TEAM_SIZES, 4, 1), -1)  # no card: of no class, weaker than all
        self.register_buffer("slot_of", torch.from_numpy(card_slots()))
        self.register_buffer("card_in", torch.from_numpy(slot_cards()))
        self.register_buffer("class_of", torch.from_numpy(np.concatenate([CLASSES, none], 2).astype(np.int64)))
        self.register_buffer("strength_of", torch.from_numpy(np.concatenate([STRENGTHS, none], 2).astype(np.int64)))
        order = [[(trump + step) % 4 for step in range(RELATIVE_SUITS)] + [TRUMP] for trump in range(4)]
        self.register_buffer("suit_order", torch.tensor(order))
        with torch.no_grad():
            empty = {block.name: torch.zeros(1, *block.shape) for block in LAYOUT.blocks}
            self.size = self.encode(empty).shape[1]

    def encode(self, blocks: dict[str, Tensor]) -> Tensor:
        """Each block float32 [B, *shape] → features float32 [B, size]."""
        size, trump = self._table(blocks)
        hand, gone, vira = blocks["hand"], blocks["gone"], blocks["vira"]
        unseen = 1 - hand - gone - vira
        trick, beats = self._trick(blocks, size, trump)
        cards = torch.stack([hand, gone, vira, unseen, hand * beats], 1)
        cards = torch.cat([cards, torch.zeros_like(cards[:, :, :1])], 2)  # an empty slot reads zero
        places = self.card_in[size, trump].unsqueeze(1).expand(-1, cards.shape[1], -1)
        voids = blocks["voids"].gather(2, self.suit_order[trump].unsqueeze(1).expand(-1, MAX_PLAYERS, -1))
        chico = blocks["chico_stones"].clamp(min=1.0)
        slots = cards.gather(2, places)
        alone, worth = self._worth(slots[:, 0], slots[:, 3], blocks)
        parts = [
            slots.flatten(1),
            alone,
            worth,
            trick,
            voids.flatten(1),
            *(blocks[name] for name in SEATED),
            *(blocks[name].flatten(1) for name in FLAGS),
            *(blocks[name] / chico for name in STONES),
            blocks["raises"] / 2.0,
            blocks["tumbo_from"] / chico,
            blocks["chicos"] / blocks["chicos_to_win"].clamp(min=1.0),
            blocks["exact_is_tumbo"],
            nn.functional.one_hot(size, TEAM_SIZES).float(),
        ]
        return torch.cat(parts, 1)

    def decode(self, logits: Tensor, blocks: dict[str, Tensor]) -> Tensor:
        """Logits of calls and slots float32 [B, outputs] → of the actions float32 [B, actions]."""
        size, trump = self._table(blocks)
        return torch.cat([logits[:, :FIRST_CARD], logits[:, FIRST_CARD:].gather(1, self.slot_of[size, trump])], 1)

    def _worth(self, hand: Tensor, unseen: Tensor, blocks: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """What one's cards are worth [B, slots], and the hand and the bets [B, 13]."""
        team = blocks["present"].sum(1, keepdim=True) / 2
        alone = hand * trick_chances(unseen, TRUMP_SLOTS, team)
        partners = (team - 1) / (2 * team - 1).clamp(min=1.0)  # their part in the tricks that one's card does not win
        helped = alone + (hand - alone) * partners
        one, two = one_and_two(helped)
        return alone, torch.cat([*one_and_two(alone), one, two, bets(blocks, two)], 1)

    def _table(self, blocks: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Team size − 2 and trump suit, int64 [B] each."""
        size = (blocks["present"].sum(1) / 2 - 2).clamp(0, TEAM_SIZES - 1).long()
        return size, blocks["vira"].unflatten(1, (4, 10)).sum(2).argmax(1)

    def _trick(self, blocks: dict[str, Tensor], size: Tensor, trump: Tensor) -> tuple[Tensor, Tensor]:
        """The trick being played, and 1 at each card [B, cards] that would take it from who wins it now."""
        now = blocks["trick"].argmax(1)
        cards = blocks["played"].gather(1, now[:, None, None].expand(-1, 1, MAX_PLAYERS))[:, 0].long()
        on_table = (cards > 0).float()
        cards = torch.where(cards > 0, cards - 1, torch.full_like(cards, NO_CARD))
        classes, strengths = self.class_of[size, trump], self.strength_of[size, trump]
        kind, power = classes.gather(1, cards), strengths.gather(1, cards)
        led = (kind * blocks["leader"].long()).sum(1, keepdim=True)  # −1 before the leader has played
        # Worth in the trick: trumps over the led class, anything else under all.
        worth = torch.where(kind == TRUMP, 100 + power, torch.where(kind == led, power, torch.full_like(power, -1)))
        worth = torch.where(on_table > 0, worth, torch.full_like(worth, -2))
        best = worth.amax(1, keepdim=True)
        winning = (worth == best).float() * on_table
        every, strong = classes[:, :CARDS], strengths[:, :CARDS]
        value = torch.where(
            every == TRUMP, 100 + strong, torch.where(every == led, strong, torch.full_like(strong, -1))
        )
        beats = (value > best).float() * (on_table.amax(1, keepdim=True))
        ours = winning[:, 0::2].sum(1, keepdim=True)
        waiting = blocks["present"] * (1 - on_table)
        parts = [
            on_table,
            on_table * (kind == TRUMP).float(),
            on_table * (power.float() + 1) / TRUMP_SLOTS,
            winning,
            ours,
            winning[:, 1::2].sum(1, keepdim=True),
            (best.float() / 100).clamp(min=-0.02),
            waiting[:, 0::2].sum(1, keepdim=True) / 6,
            waiting[:, 1::2].sum(1, keepdim=True) / 6,
        ]
        return torch.cat(parts, 1), beats
