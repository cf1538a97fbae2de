"""What cards and calls are worth, as the scripted `expert` weighs them: estimates in torch, for the network.

Rough on purpose: a layer of weights reads them far more easily than it would find them, and learns what they miss. The
weights are those of `players.expert`, and the estimates are its own. Cards are slots (see `slots`), one's own at most
three; figures of a card that is not there mean nothing. Seats and teams are relative, as in the observation.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from card_envs.envite import players as expert
from card_envs.envite.cards import TRUMP, TRUMP_ORDER
from card_envs.envite.rules import HAND, MAX_STONES
from card_envs.envite.slots import NO_KIND, SUIT_SLOTS, TRUMP_SLOTS

FUERA = 2.0 * MAX_STONES + 1  # the chico fuera as stones: more than any chico takes

# --- cards -----------------------------------------------------------------------------------------------------


class Unseen(NamedTuple):
    """The cards not seen.

    Attributes:
        left: float32 [B, 1], how many.
        kinds: float32 [B, KINDS], how many of each class.
        above: float32 [B, slots], how many in the same class are stronger than the card of each slot.
    """

    left: Tensor
    kinds: Tensor
    above: Tensor


class Cards(NamedTuple):
    """Some cards: int64 [B, k] slots and classes, and how many unseen ones of its class beat each, float32 [B, k]."""

    slots: Tensor
    kinds: Tensor
    above: Tensor


class Trick(NamedTuple):
    """The trick being played, before one's own card.

    Attributes:
        led: int64 [B, 1], the class that was led, NO_KIND before the first card.
        best: [B, 1], the card that wins so far; NO_SLOT before the first.
        ours: float32 [B, 1], 1 if it is a partner's.
        waiting: float32 [B, seats], 1 at each seat that plays after oneself.
        voids: float32 [B, seats, KINDS], 1 where a seat has shown to have none of a class.
        cards: float32 [B, 1], how many each of them holds.
    """

    led: Tensor
    best: Cards
    ours: Tensor
    waiting: Tensor
    voids: Tensor
    cards: Tensor


def unseen_cards(unseen: Tensor) -> Unseen:
    """Counts of the unseen cards, float32 [B, slots]."""
    trumps, plain = unseen[:, :TRUMP_SLOTS], unseen[:, TRUMP_SLOTS:].unflatten(1, (3, SUIT_SLOTS))
    trump_sums, plain_sums = trumps.cumsum(1), plain.cumsum(2)
    last = trump_sums[:, -1:]
    kinds = torch.cat([torch.zeros_like(last), plain_sums[:, :, -1], last], 1)
    above = torch.cat([trump_sums - trumps, (plain_sums - plain).flatten(1)], 1)
    return Unseen(kinds.sum(1, keepdim=True), kinds, above)


def later_chances(own: Cards, unseen: Unseen, team: Tensor) -> Tensor:
    """How likely each card wins a later trick by itself: float32 [B, k].

    Args:
        team: float32 [B, 1], seats of a team.
    """
    held = (HAND * team / unseen.left.clamp(min=1.0)).clamp(max=1.0)  # by rivals, of the unseen cards
    trumps = torch.where(own.kinds == TRUMP, torch.zeros_like(own.above), unseen.kinds[:, TRUMP:])
    return (1 - expert.MET * held) ** own.above * (1 - expert.TRUMPED * held) ** trumps


def taking(own: Cards, trick: Trick) -> Tensor:
    """Whether each card would win the trick so far: bool [B, k]; any card led does."""
    follows = (own.kinds == trick.led) | (own.kinds == TRUMP) | (trick.led == NO_KIND)
    return follows & (own.slots < trick.best.slots)


def legal_cards(held: Tensor, own: Cards, led: Tensor) -> Tensor:
    """1 at each card that may be played (E11–E14), float32 [B, k]: the strongest trump, slot 0, is never forced out."""
    follows = held * (own.kinds == led).float()
    forced = (follows * own.slots).amax(1, keepdim=True) > 0
    return torch.where(forced, follows, held)


def trick_chances(own: Cards, trick: Trick, unseen: Unseen) -> Tensor:
    """How likely the team wins the trick being played with each card in it: float32 [B, k]."""
    takes = taking(own, trick)
    led = torch.where(trick.led == NO_KIND, own.kinds, trick.led)
    kind = torch.where(takes, own.kinds, trick.best.kinds)
    above = torch.where(takes, own.above, trick.best.above)
    following = unseen.kinds.gather(1, led)
    trumps = torch.where(kind == TRUMP, above, unseen.kinds[:, TRUMP:])
    # How likely a seat holds a higher card of the class led, any of it, and without one a trump that wins.
    left = unseen.left.expand_as(following)
    wanted = torch.stack([above, following, trumps], 1)
    among = torch.stack([left, left, left - following], 1)
    lacks = (1 - wanted / among.clamp(min=1.0)).clamp(min=0.0) ** trick.cards.unsqueeze(2)
    higher, any_led, trump = (1 - lacks).unsqueeze(1).unbind(2)  # [B, 1, k]
    higher = higher * (kind == led).unsqueeze(1)
    trump = trump * (led != TRUMP).unsqueeze(1)
    may_follow = 1 - trick.voids.gather(2, led.unsqueeze(1).expand(-1, trick.voids.shape[1], -1))
    may_trump = 1 - trick.voids[:, :, TRUMP:]
    beaten = may_follow * higher + may_trump * (1 - may_follow * any_led) * trump
    nobody = (1 - beaten * trick.waiting.unsqueeze(2)).unflatten(1, (-1, 2)).prod(1)
    partners, rivals = nobody[:, 0], nobody[:, 1]
    kept = rivals + (1 - rivals) * (1 - partners) / 2
    won = (1 - partners) * (1 + rivals) / 2
    return torch.where(takes | (trick.ours > 0), kept, won)


def round_chances(now: Tensor, later: Tensor, held: Tensor, tricks_won: Tensor) -> Tensor:
    """How likely the team wins the round if each card is played now: float32 [B, 3].

    Args:
        now: float32 [B, 3], of `trick_chances`.
        later: float32 [B, 3], how likely the team wins a later trick with each card.
        held: float32 [B, 3], 1 where there is a card.
        tricks_won: float32 [B, 2].
    """
    lost, won = 1 - later * held, 1 - (1 - later) * held
    some, both = 1 - _others(lost), _others(won)
    ours, theirs = (tricks_won > 0).unsqueeze(2).unbind(1)
    after_win = torch.where(ours, torch.ones_like(some), some)
    after_loss = torch.where(ours, some, torch.where(theirs, torch.zeros_like(both), both))
    return now * after_win + (1 - now) * after_loss


def _others(chances: Tensor) -> Tensor:
    """The product of the two others of three."""
    return chances.roll(1, 1) * chances.roll(2, 1)


def one_and_two(chances: Tensor) -> tuple[Tensor, Tensor]:
    """The chances to win at least one trick, and at least two, from those of three cards (0 where there is none).

    Args:
        chances: float32 [B, 3].

    Returns:
        float32 [B, 1] each.
    """
    every = chances.prod(1, keepdim=True)
    pairs = (chances * chances.roll(1, 1)).sum(1, keepdim=True)
    return chances.sum(1, keepdim=True) - pairs + every, pairs - 2 * every


# --- calls -----------------------------------------------------------------------------------------------------


def strong_cards(held: Tensor, slots: Tensor) -> Tensor:
    """Trumps, matadores and kings in hand: float32 [B, 1]."""
    strong = (slots < TRUMP_SLOTS) | ((slots - TRUMP_SLOTS) % SUIT_SLOTS == 0)
    return (held * strong).sum(1, keepdim=True)


def dares_fuera(held: Tensor, kinds: Tensor, strengths: Tensor) -> Tensor:
    """1 with a matador or the malilla in hand, without which the `expert` does not call the chico fuera: [B, 1]."""
    dares = (kinds == TRUMP) & (strengths >= len(TRUMP_ORDER) - 1)
    return (held * dares).amax(1, keepdim=True)


def reweighed(chance: Tensor, factor: Tensor | float) -> Tensor:
    """A chance with its odds multiplied."""
    return chance * factor / (chance * factor + 1 - chance)


def after_calls(blocks: dict[str, Tensor], chance: Tensor) -> Tensor:
    """The chance of the round [B, 1] once the rivals have bet, or passed."""
    passed = blocks["passed"][:, 1:] * (1 - _asked(blocks))
    return reweighed(chance, expert.AFTER_BET ** blocks["raises"][:, 1:] * (1 + (expert.AFTER_PASS - 1) * passed))


def _asked(blocks: dict[str, Tensor]) -> Tensor:
    """1 if a level waits for an answer: [B, 1]."""
    return blocks["proposed"].amax(1, keepdim=True)


def chico_chance(own: Tensor, rivals: Tensor) -> Tensor:
    """The chances of the chico by the stones that both sides still lack, 0 where a side has it."""
    own, rivals = own**expert.STEEPNESS, rivals**expert.STEEPNESS
    return rivals / (own + rivals).clamp(min=1e-6)


def stakes(blocks: dict[str, Tensor]) -> Tensor:
    """The stones of the level agreed, of the one proposed, and of the one above: float32 [B, 3].

    The chico fuera counts as `FUERA`, and no proposal as the level agreed.
    """
    ladder = torch.cat([blocks["base"], blocks["rungs"], torch.zeros_like(blocks["base"])], 1)
    ladder = torch.where(ladder > 0, ladder, torch.full_like(ladder, FUERA))
    top = torch.where(_asked(blocks) > 0, blocks["proposed"], blocks["level"])
    above = torch.cat([torch.zeros_like(top[:, :1]), top[:, :-1]], 1)
    return (torch.stack([blocks["level"], top, above], 1) * ladder.unsqueeze(1)).sum(2)


def missing(blocks: dict[str, Tensor], gains: Tensor, team: int) -> Tensor:
    """Stones a team (0: one's own) lacks after each gain, float32 [B, k]: 1 in tumbo, where a round is enough."""
    chico, tumbo = blocks["chico_stones"], blocks["tumbo_from"]
    total = blocks["stones"][:, team : team + 1] + gains
    total = total - ((total == chico) & (blocks["exact_is_tumbo"] > 0)).float()
    lacks = (chico - total).clamp(min=0.0)
    return torch.where((tumbo >= 0) & (total >= tumbo) & (lacks > 0), torch.ones_like(lacks), lacks)


class Calls(NamedTuple):
    """The chances of the chico after each call, float32 [B, 1] unless said otherwise.

    Attributes:
        won, lost: [B, 3], the round won and lost at the level agreed, at the one proposed and at the one above.
        agreed: with the round played at the level agreed …
        stay: … and at the one proposed, or, with none, agreed: after accept, or pass.
        up: after a raise, or a bet.
        out: after a fold.
        may_raise: 1 if there is a level above and the `expert` dares name it.
        play, decline: in tumbo.
    """

    won: Tensor
    lost: Tensor
    agreed: Tensor
    stay: Tensor
    up: Tensor
    out: Tensor
    may_raise: Tensor
    play: Tensor
    decline: Tensor


def calls(blocks: dict[str, Tensor], fresh: Tensor, chance: Tensor, dares: Tensor) -> Calls:
    """What each call does for the chico (E17–E22, E26).

    Args:
        blocks: the observation.
        fresh: float32 [B, 1], the chance of the round by the cards alone …
        chance: … and that of `after_calls`.
        dares: float32 [B, 1], of `dares_fuera`.
    """
    gains = stakes(blocks)
    losses = torch.cat([gains, blocks["tumbo_penalty"], blocks["decline_stones"]], 1)
    none = torch.zeros_like(dares)
    won = chico_chance(missing(blocks, gains, 0), missing(blocks, none, 1))
    lost = chico_chance(missing(blocks, none, 0), missing(blocks, losses, 1))
    agreed, stay = (chance * won[:, :2] + (1 - chance) * lost[:, :2]).split(1, 1)
    called = reweighed(chance, expert.AFTER_ACCEPT)
    folds = expert.FOLDS * (1 - _asked(blocks))
    up = folds * won[:, 1:2] + (1 - folds) * (called * won[:, 2:] + (1 - called) * lost[:, 2:3])
    rungs = (gains < FUERA).float()
    may_raise = rungs[:, 1:2] * torch.maximum(rungs[:, 2:], dares)
    play = fresh + (1 - fresh) * lost[:, 3:4]
    return Calls(won, lost[:, :3], agreed, stay, up, lost[:, :1], may_raise, play, lost[:, 4:])
