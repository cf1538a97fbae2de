"""What each tapa is worth to every seat, as the scripted `expert` weighs it: estimates in torch, for the network.

Rough on purpose: a layer of weights reads them far more easily than it would find them, and learns what they miss. The
weights are those of `players.expert`. All values are in points; seats are relative, 0 is oneself.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from card_envs.tapeo import players as expert
from card_envs.tapeo.rules import (
    BREAD,
    CARD_COUNTS,
    CHURRO,
    CROQUETA,
    CROQUETA_POINTS,
    FREELOADER,
    HAM_1,
    HAM_3,
    HAND_SIZES,
    KINDS,
    MAX_PLAYERS,
    PEPPER,
    PRAWNS,
    ROUNDS,
    TORTILLA,
)

SEATS = MAX_PLAYERS
MOST_PASSES = int(HAND_SIZES.max()) - 1
LEAST = -1e3  # the value of what is not there
HELD = 0.5  # of a tapa, from which on a hand counts as holding it


class Seen(NamedTuple):
    """What the estimates are made of.

    Attributes:
        players, size: float32 [B, 1], at the table, and tapas in each hand.
        present: float32 [B, seats].
        hands: float32 [B, seats, kinds]; unknown ones as the tapas not seen, spread evenly.
        known: float32 [B, seats], 1 where a hand is known.
        bars: float32 [B, seats, kinds].
        churros: float32 [B, seats], those of this round included.
        left: float32 [B, 1], rounds after this one.
    """

    players: Tensor
    size: Tensor
    present: Tensor
    hands: Tensor
    known: Tensor
    bars: Tensor
    churros: Tensor
    left: Tensor


def seen(blocks: dict[str, Tensor]) -> Seen:
    """The observation, with an expectation in place of every unknown hand."""
    present, bars, hand = blocks["present"], blocks["bars"], blocks["hand"]
    players = present.sum(1, keepdim=True).clamp(min=2.0)  # an empty row reads as a table of two
    sizes = torch.tensor(HAND_SIZES, dtype=torch.float32)
    size = sizes[players[:, 0].long()].unsqueeze(1) - blocks["picks"]
    known = torch.cat([torch.ones_like(players), blocks["known"]], 1)
    hands = torch.cat([hand.unsqueeze(1), blocks["known_hands"]], 1)
    deck = torch.tensor(CARD_COUNTS, dtype=torch.float32).expand_as(hand)
    hams = blocks["ham_split"]
    deck = torch.cat([deck[:, :HAM_1], hams, deck[:, HAM_3 + 1 :]], 1)
    unseen = deck - bars.sum(1) - hands.sum(1)
    spread = size * unseen / unseen.sum(1, keepdim=True).clamp(min=1.0)
    hands = torch.where(known.unsqueeze(2) > 0, hands, spread.unsqueeze(1)) * present.unsqueeze(2)
    rounds = torch.arange(ROUNDS - 1, -1, -1, dtype=torch.float32)
    left = (blocks["round"] * rounds).sum(1, keepdim=True)
    return Seen(players, size, present, hands, known, bars, blocks["churros"] + bars[:, :, CHURRO], left)


def worth(table: Seen) -> Tensor:
    """What one more tapa of each kind is worth on each seat's bar, 0 for a freeloader: float32 [B, seats, kinds]."""
    bars, coming = table.bars, chances(table)
    found = coming / (coming + expert.EVEN_CHANCES)
    lone = found[..., TORTILLA] * (5.0 - expert.PICK)
    tortilla = torch.where(bars[..., TORTILLA] % 2 == 1, 5.0 - lone, lone)
    further = bars[..., CROQUETA] + expert.TAKEN * coming[..., CROQUETA]
    croqueta = _croquetas(further + 1) - _croquetas(further)
    undipped = bars[..., PRAWNS] - bars[..., BREAD]
    waiting = 3.0 * expert.DIP_LATER * found[..., BREAD]
    dry = 3.0 * expert.DIP_LATER * found[..., PRAWNS]
    prawns = torch.where(undipped < 0, 6.0 - dry, 3.0 + waiting)
    bread = torch.where(undipped > 0, 3.0 - waiting, dry)
    hams = _hams(table)
    pepper = _pepper(table)
    values = [tortilla, croqueta, *hams, prawns, bread, pepper, torch.zeros_like(pepper), _churro(table)]
    return torch.stack(values, 2) * table.present.unsqueeze(2)


def picks(table: Seen, values: Tensor) -> Tensor:
    """The value of each kind to each seat, were it the `expert`, denial and freeloaders taken in: [B, seats, kinds].

    Args:
        values: of `worth`.
    """
    kinds = torch.arange(KINDS)
    right = seats_at(table, -1)
    theirs = moved(values, seats_at(table, 1))
    next_hand = moved(table.hands, seats_at(table, 1))
    next_known = moved(table.known.unsqueeze(2), seats_at(table, 1))[..., 0]
    denial = expert.DENIAL / (table.players - 1)
    loot_of, loot = _best(theirs, next_hand, None)
    gained = _at(values, loot_of) + denial * loot.clamp(min=0.0)
    known_loot = torch.where(loot > LEAST / 2, expert.SURE * gained, torch.zeros_like(gained))
    unknown_loot = (expert.UNKNOWN_LOOT * (1 + denial)).expand_as(known_loot)
    free = torch.where(next_known > 0, known_loot, unknown_loot)
    threat = moved(table.known.unsqueeze(2) * table.hands[..., FREELOADER : FREELOADER + 1], right)[..., 0] > 0
    kept = 1.0 - expert.THEFT * (1.0 + 1.0 / (table.players - 1))
    mine = torch.where(threat.unsqueeze(2), values * kept.unsqueeze(2), values)
    first_of, first = _best(theirs, table.hands, None)
    _, second = _best(theirs, table.hands, first_of)
    second = torch.where(second > LEAST / 2, second, torch.zeros_like(second))
    alone = (first > LEAST / 2) & (_at(table.hands, first_of) < 2)
    denied = torch.where(alone, denial * (first - second), torch.zeros_like(first))
    mine = mine + denied.unsqueeze(2) * (kinds == first_of.unsqueeze(2))
    return torch.where(kinds == FREELOADER, free.unsqueeze(2), mine)


def chances(table: Seen) -> Tensor:
    """How many of the hands still to come to a seat will hold each kind: float32 [B, seats, kinds]."""
    seats = torch.arange(SEATS)
    players = table.players.long()
    coming = torch.zeros_like(table.hands)
    for passes in range(1, MOST_PASSES + 1):
        holder = (seats - passes) % players  # [B, seats]; of absent seats it does not matter
        stays = ((table.size - passes) / table.size.clamp(min=1.0)).clamp(min=0.0)
        taken = (holder == seats).float()
        held = (moved(table.hands, holder) - taken.unsqueeze(2)).clamp(min=0.0)
        coming = coming + (held * stays.unsqueeze(2)).clamp(max=1.0)
    return coming


def seats_at(table: Seen, distance: int) -> Tensor:
    """The seat that far to the left of each: int64 [B, seats]."""
    return (torch.arange(SEATS) + distance) % table.players.long()


def moved(values: Tensor, seats: Tensor) -> Tensor:
    """The rows of `values` [B, seats, k] at these seats."""
    return values.gather(1, seats.unsqueeze(2).expand(-1, -1, values.shape[2]))


def _at(values: Tensor, kind: Tensor) -> Tensor:
    """The value [B, seats] at a kind [B, seats] of each row."""
    return values.gather(2, kind.unsqueeze(2))[..., 0]


def _best(values: Tensor, hands: Tensor, excluded: Tensor | None) -> tuple[Tensor, Tensor]:
    """The kind of each hand that is worth most, and its value, freeloaders and `excluded` left out."""
    kinds = torch.arange(KINDS)
    there = (hands >= HELD) & (kinds != FREELOADER)
    if excluded is not None:
        there = there & (kinds != excluded.unsqueeze(2))
    offered = torch.where(there, values, torch.full_like(values, LEAST))
    best = offered.argmax(2)
    return best, _at(offered, best)


def _croquetas(number: Tensor) -> Tensor:
    """T13, between whole numbers along a straight line."""
    points = torch.zeros_like(number)
    for step in range(5):
        points = points + float(CROQUETA_POINTS[step + 1] - CROQUETA_POINTS[step]) * (number - step).clamp(0.0, 1.0)
    return points


def _hams(table: Seen) -> list[Tensor]:
    """Each ham's part in the prize (T14): float32 [B, seats] three times."""
    bars = table.bars
    slices = bars[..., HAM_1] + 2 * bars[..., HAM_1 + 1] + 3 * bars[..., HAM_3]
    drift = expert.LEAST_DRIFT + expert.HAM_DRIFT * (table.size - 1) * table.players
    first, second, _ = _places(table, slices, 4, drift)
    prizes = 6.0 * first + 3.0 * second
    contest = 1.0 + 1.0 / (table.players - 1)
    return [contest * (prizes[..., more] - prizes[..., 0]) for more in range(1, 4)]


def _churro(table: Seen) -> Tensor:
    """A churro's part in the prizes of the end (T19): float32 [B, seats]."""
    sizes = torch.tensor(HAND_SIZES, dtype=torch.float32)[table.players[:, 0].long()].unsqueeze(1)
    drift = expert.LEAST_DRIFT + expert.CHURRO_DRIFT * (table.size - 1 + table.left * sizes)
    first, _, last = _places(table, table.churros, 2, drift)
    prizes = 6.0 * first - 6.0 * (table.players > 2).float().unsqueeze(2) * last
    return (1.0 + 1.0 / (table.players - 1)) * (prizes[..., 1] - prizes[..., 0])


def _places(table: Seen, counts: Tensor, levels: int, drift: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """How likely each seat ends with most, second most and fewest, with 0, 1, … more than its count.

    Args:
        counts: float32 [B, seats].
        levels: how many of these additions.
        drift: float32 [B, 1], a lead as large is kept three times in four.

    Returns:
        float32 [B, seats, levels] each.
    """
    lead = (counts.unsqueeze(2) + torch.arange(levels)).unsqueeze(3) - counts[:, None, None, :]
    ahead = 0.5 + 0.5 * lead / (lead.abs() + drift[:, :, None, None])  # [B, seats, levels, rivals]
    rival = (table.present.unsqueeze(1) * (1 - torch.eye(SEATS))).unsqueeze(2)
    first, second, last = (torch.full_like(lead[..., 0], start) for start in (1.0, 0.0, 1.0))
    over, under = (ahead * rival + (1 - rival)).unbind(3), ((1 - ahead) * rival).unbind(3)
    below = (1 - ahead * rival).unbind(3)
    for wins, loses, not_over in zip(over, under, below, strict=True):
        second = second * wins + first * loses
        first = first * wins
        last = last * not_over
    return first, second, last


def _pepper(table: Seen) -> Tensor:
    """2 points less what one pepper more is likely to cost (T18): float32 [B, seats]."""
    own = table.bars[..., PEPPER]
    others = own.unsqueeze(1).expand(-1, SEATS, -1) * (1 - torch.eye(SEATS))
    most = others.amax(2)

    def danger(peppers: Tensor) -> Tensor:
        risk = expert.SECOND_PEPPER * (peppers >= 2).float()
        return torch.maximum(risk, 6.0 * ((peppers >= 3) & (peppers >= most)).float())

    return 2.0 - danger(own + 1) + danger(own)
