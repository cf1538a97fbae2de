"""What a table for people asks of Envite: what a seat can see at all, and how a trick closes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from card_envs.core.compile import kernel
from card_envs.core.layout import BlockError, demand
from card_envs.envite.cards import CARDS, CLASSES, HIGHEST, TRUMP
from card_envs.envite.observation import PHASES
from card_envs.envite.rules import EPISODES, FIRST_CARD, HAND, PLAYING, EnviteVariant, lay_card, trick_winner
from card_envs.envite.text import leading

Seen = Mapping[str, NDArray[np.float32]]

HIGHEST_CARD = TRUMP + 1  # a class of its own for what a seat may hold: it may be kept back (E14)


def check(seen: Seen) -> None:
    """Raise `BlockError` unless a seat can see this in a round: the variant, the bidding and the cards agree."""
    players = int(seen["present"].sum())
    demand("present", players >= 4 and players % 2 == 0, "takes 4, 6, 8, 10 or 12 seats")
    for block in ("vira", "first_leader", "leader", "actor", "trick", "level", "episode", "phase"):
        demand(block, seen[block].any(), "is null, but it is known as long as the game goes on")
    for block in ("first_leader", "leader", "actor"):
        demand(block, seen[block].argmax() < players, f"takes a seat below {players}")
    captains = np.flatnonzero(seen["captains"])
    demand("captains", sorted(captains % 2) == [0, 1], "are one of an even seat and one of an odd seat")
    _check_variant(seen)
    _check_bidding(seen)
    _check_cards(seen, players)


def _check_variant(seen: Seen) -> None:
    """E28: the numbers make a variant, and nobody has won yet."""
    rungs = [int(stones) for stones in seen["rungs"] if stones]
    demand("rungs", (seen["rungs"][len(rungs) :] == 0).all(), "take the stones of each rung, then zeros")
    numbers = {
        name: int(seen[name][0])
        for name in ("base", "chico_stones", "tumbo_penalty", "decline_stones", "chicos_to_win", "tumbo_from")
    }
    if numbers["tumbo_from"] < 0:
        del numbers["tumbo_from"]
    try:
        EnviteVariant(rungs=tuple(rungs), **{"tumbo_from": None} | numbers)  # type: ignore[arg-type]
    except ValueError as error:
        name, _, allowed = str(error).partition(" ")
        raise BlockError(name if name in seen else "rungs", allowed) from error
    for name, most in (("stones", "chico_stones"), ("chicos", "chicos_to_win")):
        demand(name, seen[name].max() < seen[most][0], f"are fewer than {most} as long as the game goes on")
    match = seen["episode"][EPISODES.index("match")]
    demand("chicos", match or not seen["chicos"].any(), "are none in an episode of one chico or round")


def _check_bidding(seen: Seen) -> None:
    """E17–E20, E24–E26: what was said makes the level and the phase, and leaves it to the captain who is to speak."""
    fuera = np.count_nonzero(seen["rungs"]) + 1
    level, phase = int(seen["level"].argmax()), PHASES[int(seen["phase"].argmax())]
    speaker, raises = int(seen["actor"].argmax()) % 2, seen["raises"]
    proposed, passed = bool(seen["proposed"].any()), np.flatnonzero(seen["passed"]).tolist()
    in_tumbo = (seen["stones"] >= seen["tumbo_from"]) & (seen["tumbo_from"] >= 0)
    demand("tumbo", (seen["tumbo"] == in_tumbo).all(), "is of the teams whose stones reach tumbo_from")
    demand("level", level <= fuera, f"takes 0 to {fuera}, the chico fuera")
    if proposed:
        demand("phase", phase == "betting", "is betting where a level is proposed")
        demand("proposed", level + 1 == seen["proposed"].argmax() <= fuera, "takes the level after the one agreed")
    named = level + proposed
    demand("raises", raises.sum() == named and abs(raises[0] - raises[1]) < 2, f"take {named} in turn for this level")
    demand("proposer", seen["proposer"].any() == (named > 0), "takes the team that named the last level, if one did")
    last = int(seen["proposer"].argmax())
    demand("proposer", not named or raises[last] >= raises[1 - last], "takes the team that raised last")
    if in_tumbo.any():
        may_decline = bool(seen["may_decline"][0]) and not in_tumbo.all()
        demand("phase", phase == "playing" or (phase == "declining" and may_decline), "goes without bets in tumbo")
        demand("actor", phase == "playing" or in_tumbo[speaker], "takes the captain who may decline")
        demand("raises", not named and not passed, "are none in a round in tumbo, nor has anybody passed")
    elif phase == "betting":
        opens = int(seen["first_leader"].argmax()) % 2
        turn = 1 - last if proposed else 1 - opens if passed else opens
        demand("level", proposed or level == 0, "is 0 before a bet")
        demand("passed", passed in ([], [opens]), "is at most of the team that spoke first")
        demand("actor", speaker == turn, f"takes a captain, who is to speak, of the team of seat {turn}")
    else:
        demand("phase", phase == "playing", "is declining in tumbo alone")
        demand("passed", named or len(passed) == 2, "is of both teams where cards are played without a bet")


def _check_cards(seen: Seen, players: int) -> None:
    """E4, E12–E16: no card is in two places, the tricks were played in turn, and the unseen cards can be dealt."""
    played = seen["played"][:, :players].astype(np.int64) - 1
    vira, trick, leader = (int(seen[name].argmax()) for name in ("vira", "trick", "first_leader"))
    classes = CLASSES[players // 2 - 2, vira // 10].astype(np.int64)
    highest = int(HIGHEST[players // 2 - 2, vira // 10])
    voids, won = np.zeros((len(seen["voids"]), TRUMP + 1)), [0, 0]
    demand("trick", seen["phase"][PLAYING] or trick == 0, "is 1 before cards are played")
    for number, cards in enumerate(played):
        order = [(leader + turn) % players for turn in range(players)]
        laid = [seat for seat in order if cards[seat] >= 0]
        count = players if number < trick else len(laid) if number == trick and seen["phase"][PLAYING] else 0
        complete = laid == order[:count] and (number != trick or count < players)
        demand("played", complete, f"take the cards of trick {number + 1} in turn from its leader, seat {leader}")
        honest = all(not voids[seat, classes[cards[seat]]] or cards[seat] == highest for seat in laid)
        demand("played", honest, "take no card that its seat could have followed with before (E12, E13)")
        for seat in laid[1:]:
            voids[seat, classes[cards[leader]]] += classes[cards[seat]] != classes[cards[leader]]
        if number == trick:
            demand("leader", seen["leader"].argmax() == leader, f"is seat {leader}, who won the trick before")
        if number < trick:
            leader = leading(cards.tolist(), leader, vira)
            won[leader % 2] += 1
    demand("tricks_won", seen["tricks_won"].tolist() == won and max(won) < 2, f"are {won} by the cards played, not 2")
    demand("voids", (seen["voids"] == (voids > 0)).all(), "are of those who did not follow a lead, and no others")
    gone = np.bincount(played[played >= 0], minlength=CARDS)
    demand("gone", (seen["gone"] == gone).all(), "takes the cards played, and no others")
    places = gone + seen["hand"] + seen["vira"]
    demand("played", places.max() <= 1, "take no card twice, nor one in hand, nor the vira")
    held = HAND - (played >= 0).sum(axis=0)
    demand("hand", seen["hand"].sum() == held[0], f"takes {held[0]} cards by now")
    own = seen["hand"] * (np.arange(CARDS) != highest)
    demand("hand", not (own * voids[0, classes]).any(), "takes no card of a class that one did not follow")
    if voids.any():
        classes[highest] = HIGHEST_CARD
        _check_deal(np.bincount(classes[places == 0], minlength=HIGHEST_CARD + 1), voids, held)


def _check_deal(unseen: NDArray[np.int64], voids: NDArray[np.float64], held: NDArray[np.int64]) -> None:
    """Whether the others' hands can be dealt: every set of classes has the cards that must come from it (Hall).

    Args:
        unseen: int64 [HIGHEST_CARD + 1], how many cards of each class are nowhere to be seen.
        voids: [seats, 5], classes that seats have shown to be without.
        held: int64 [seats], cards in each hand.
    """
    needed: dict[int, int] = {}  # from a set of classes, a bit each: cards of the seats that may hold no others
    for seat in range(1, len(held)):
        may = 1 << HIGHEST_CARD | sum(1 << kind for kind in range(TRUMP + 1) if not voids[seat, kind])
        needed[may] = needed.get(may, 0) + int(held[seat])
    unions = {0}
    for may in needed:
        unions |= {kinds | may for kinds in unions}
    for kinds in unions:
        there = sum(int(count) for kind, count in enumerate(unseen) if kinds >> kind & 1)
        bound_to = sum(cards for may, cards in needed.items() if may | kinds == kinds)
        demand("voids", there >= bound_to, "leave the seats too few cards that they may hold")


@kernel
def closing(state, actions, out):
    """A trick that is complete with this card: whose it is, and whoever took it is next (E15)."""
    if state.phase != PLAYING:
        return 0
    out[0] = state
    lay_card(out[0], np.int64(actions[0]) - FIRST_CARD)
    if out[0].turn != out[0].leader:
        return 0
    winner = trick_winner(out[0], np.int64(state.trick))
    out[0].tricks_won[winner % 2] += 1
    out[0].turn = winner
    return 1
