"""How a network reads Envite, in torch: the deck in order of strength this round, for cards seen and cards to play.

The game is the same under a renaming of the suits that keeps the order of ranks. So cards are laid out in `slots`. A
policy learnt for one vira then plays them all, and one learnt at a small table means something at a large one.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from card_envs.core.features import one_hot
from card_envs.envite.cards import LEAST_TEAM, TEAM_SIZES, TRUMP, TRUMP_ORDER
from card_envs.envite.observation import LAYOUT
from card_envs.envite.players import PARTNERS, THRIFT
from card_envs.envite.rules import BETTING, DECLINING, FIRST_CARD, HAND, MAX_PLAYERS, PLAYING
from card_envs.envite.slots import (
    NO_KIND,
    NO_SLOT,
    SLOTS,
    TRUMP_SLOTS,
    card_slots,
    slot_cards,
    slot_kinds,
    slot_strengths,
)
from card_envs.envite.worth import (
    Cards,
    Trick,
    Unseen,
    after_calls,
    calls,
    dares_fuera,
    later_chances,
    legal_cards,
    one_and_two,
    round_chances,
    strong_cards,
    taking,
    trick_chances,
    unseen_cards,
)

SEATED = ("present", "captains", "first_leader", "leader", "actor")
FLAGS = ("phase", "trick", "tricks_won", "level", "proposed", "proposer", "passed", "tumbo", "may_decline", "episode")
STONES = ("stake", "stones", "base", "rungs", "tumbo_penalty", "decline_stones")  # as parts of a chico
CLOSE = 0.2  # what differences between chances are divided by


class Encoding(nn.Module):
    """Blocks of the observation to features, and logits of slots to logits of the actions.

    Besides the cards and the scaled blocks it spells out the trick being played, and what the scripted `expert` thinks
    of each card and call.
    """

    outputs = FIRST_CARD + SLOTS
    planes = 10  # features of each slot, which come first: those of `_cards` and `_worth`

    slot_of: Tensor
    card_in: Tensor
    kind_of: Tensor
    strength_of: Tensor
    suit_order: Tensor
    partners: Tensor

    def __init__(self) -> None:
        super().__init__()
        # By team size and trump suit together; a card's number + 1 as in `played`, where 0 is none.
        slots = torch.from_numpy(card_slots()).flatten(0, 1)
        self.register_buffer("slot_of", nn.functional.pad(slots, (1, 0), value=NO_SLOT))
        self.register_buffer("card_in", torch.from_numpy(slot_cards()).flatten(0, 1))
        self.register_buffer("strength_of", torch.from_numpy(slot_strengths()).flatten(0, 1))
        self.register_buffer("kind_of", torch.from_numpy(slot_kinds()))
        order = [[(trump + step) % 4 for step in range(4)] + [TRUMP] for trump in range(4)]
        self.register_buffer("suit_order", torch.tensor(order))
        self.register_buffer("partners", torch.tensor(PARTNERS))
        with torch.no_grad():
            empty = {block.name: torch.zeros(1, *block.shape) for block in LAYOUT.blocks}
            self.size = self.encode(empty).shape[1]

    def encode(self, blocks: dict[str, Tensor]) -> Tensor:
        """Each block float32 [B, *shape] → features float32 [B, size]."""
        size, trump = _sizes_and_trumps(blocks)
        table = TRUMP * size + trump
        cards = self._cards(blocks, table)
        unseen = unseen_cards(cards[:, 3])
        on_table = self._on_table(blocks, table)
        voids = blocks["voids"].gather(2, self.suit_order[trump].unsqueeze(1).expand(-1, MAX_PLAYERS, -1))
        trick = self._trick(blocks, unseen, on_table, voids)
        slots, worth = self._worth(blocks, cards[:, 0], unseen, trick, size, table)
        chico = blocks["chico_stones"].clamp(min=1.0)
        parts = [
            cards.flatten(1),
            slots.flatten(1),
            worth,
            self._seats(trick, on_table, table),
            voids.flatten(1),
            *(blocks[name] for name in SEATED),
            *(blocks[name].flatten(1) for name in FLAGS),
            *(blocks[name] / chico for name in STONES),
            blocks["raises"] / 2.0,
            blocks["tumbo_from"] / chico,
            blocks["chicos"] / blocks["chicos_to_win"].clamp(min=1.0),
            blocks["exact_is_tumbo"],
            one_hot(size, TEAM_SIZES),
        ]
        return torch.cat(parts, 1)

    def decode(self, logits: Tensor, blocks: dict[str, Tensor]) -> Tensor:
        """Logits of calls and slots float32 [B, outputs] → of the actions float32 [B, actions]."""
        size, trump = _sizes_and_trumps(blocks)
        slots = self.slot_of[TRUMP * size + trump, 1:]
        return torch.cat([logits[:, :FIRST_CARD], logits[:, FIRST_CARD:].gather(1, slots)], 1)

    def _cards(self, blocks: dict[str, Tensor], table: Tensor) -> Tensor:
        """In the hand, gone, the vira, and unseen: float32 [B, 4, slots]; an empty slot reads zero."""
        hand, gone, vira = blocks["hand"], blocks["gone"], blocks["vira"]
        cards = torch.stack([hand, gone, vira, 1 - hand - gone - vira], 1)
        cards = torch.cat([cards, torch.zeros_like(cards[:, :, :1])], 2)
        return cards.gather(2, self.card_in[table].unsqueeze(1).expand(-1, cards.shape[1], -1))

    def _on_table(self, blocks: dict[str, Tensor], table: Tensor) -> Tensor:
        """The slot that each seat has played in this trick, or NO_SLOT: int64 [B, seats]."""
        played = (blocks["played"] * blocks["trick"].unsqueeze(2)).sum(1).long()
        return self.slot_of[table.unsqueeze(1), played]

    def _trick(self, blocks: dict[str, Tensor], unseen: Unseen, on_table: Tensor, voids: Tensor) -> Trick:
        kinds = self.kind_of[on_table]
        led = (kinds * blocks["leader"].long()).sum(1, keepdim=True)
        counts = (kinds == led) | (kinds == TRUMP)
        best = torch.where(counts, on_table, torch.full_like(on_table, NO_SLOT)).amin(1, keepdim=True)
        above = unseen.above.gather(1, best.clamp(max=SLOTS - 1))
        ours = ((on_table == best) & (kinds != NO_KIND))[:, 0::2].float().amax(1, keepdim=True)
        waiting = blocks["present"] * (on_table == NO_SLOT)
        waiting = torch.cat([torch.zeros_like(ours), waiting[:, 1:]], 1)
        hand = blocks["hand"].sum(1, keepdim=True)
        return Trick(led, Cards(best, self.kind_of[best], above), ours, waiting, voids, hand)

    def _seats(self, trick: Trick, on_table: Tensor, table: Tensor) -> Tensor:
        """The trick being played, seat by seat: float32 [B, features]."""
        lies = (on_table < NO_SLOT).float()
        both = torch.cat([on_table, trick.best.slots], 1)
        trumps = (self.kind_of[both] == TRUMP).float()
        strengths = (self.strength_of[table.unsqueeze(1), both] + 1) / TRUMP_SLOTS
        winning = lies * (on_table == trick.best.slots)
        waiting = [trick.waiting[:, side::2].sum(1, keepdim=True) / 6 for side in range(2)]
        return torch.cat([lies, trumps, strengths, winning, trick.ours, lies.amax(1, keepdim=True), *waiting], 1)

    def _worth(
        self, blocks: dict[str, Tensor], hand: Tensor, unseen: Unseen, trick: Trick, size: Tensor, table: Tensor
    ) -> tuple[Tensor, Tensor]:
        """What each card in hand is worth [B, 6, slots], and the hand and the calls [B, 21]."""
        held, slots = hand.topk(HAND)
        kinds, strengths = self.kind_of[slots], self.strength_of[table.unsqueeze(1), slots]
        own = Cards(slots, kinds, unseen.above.gather(1, slots))
        alone = later_chances(own, unseen, (size + LEAST_TEAM).unsqueeze(1))
        helped = alone + (1 - alone) * self.partners[size].unsqueeze(1)
        legal = legal_cards(held, own, trick.led) * blocks["phase"][:, PLAYING:]
        now = trick_chances(own, trick, unseen)
        round_ = round_chances(now, helped, held, blocks["tricks_won"])
        thrifty = round_ - THRIFT * (strengths + len(TRUMP_ORDER) * (kinds == TRUMP))
        takes = held * (taking(own, trick) & (trick.led != NO_KIND))
        behind_now, most_now = _behind(now, legal)
        behind, most = _behind(thrifty, legal)
        cards = torch.stack([takes, held * alone, legal * now, legal * round_, behind_now, behind], 1)
        planes = torch.zeros_like(hand).unsqueeze(1).expand(-1, cards.shape[1], -1)
        planes = planes.scatter(2, slots.unsqueeze(1).expand(-1, cards.shape[1], -1), cards)
        one, two = one_and_two(held * helped)
        bids = self._calls(blocks, two, strong_cards(held, slots), dares_fuera(held, kinds, strengths))
        return planes, torch.cat([*one_and_two(held * alone), one, two, most_now, most, *bids], 1)

    def _calls(self, blocks: dict[str, Tensor], fresh: Tensor, strong: Tensor, dares: Tensor) -> list[Tensor]:
        """What the calls are worth, and by how much one beats another where there is that choice."""
        chance = after_calls(blocks, fresh)
        values = calls(blocks, fresh, chance, dares)
        betting, asked = blocks["phase"][:, BETTING : BETTING + 1], blocks["proposed"].amax(1, keepdim=True)
        raising = values.may_raise * (values.up - values.stay) / CLOSE
        choices = [
            betting * (1 - asked) * raising,
            betting * asked * raising,
            betting * asked * (values.stay - values.out) / CLOSE,
            blocks["phase"][:, DECLINING : DECLINING + 1] * (values.play - values.decline) / CLOSE,
        ]
        return [chance, strong / HAND, *values, *choices]


def _sizes_and_trumps(blocks: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
    """Team size − 2 and trump suit, int64 [B] each."""
    size = (blocks["present"].sum(1) / 2 - LEAST_TEAM).clamp(0, TEAM_SIZES - 1).long()
    return size, blocks["vira"].unflatten(1, (4, 10)).amax(2).argmax(1)


def _behind(values: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
    """How far each legal card is behind the best one [B, 3], in steps of `CLOSE`, and the best value [B, 1]."""
    most = torch.where(legal > 0, values, torch.full_like(values, -CLOSE)).amax(1, keepdim=True)
    return legal * (values - most) / CLOSE, most
