"""What a table for people asks of Envite: what a seat can see at all, and how a trick closes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from card_envs.core.compile import kernel
from card_envs.core.layout import BlockError, demand
from card_envs.envite.cards import CARDS, CLASSES, HIGHEST, TRUMP
from card_envs.envite.observation import PHASES
from card_envs.envite.rules import FIRST_CARD, HAND, PLAYING, EnviteVariant, lay_card, trick_winner
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


def _check_bidding(seen: Seen) -> None:
    """E18: the levels exist, and the one that waits for an answer is the next."""
    fuera = np.count_nonzero(seen["rungs"]) + 1
    level = int(seen["level"].argmax())
    demand("level", level <= fuera, f"takes 0 to {fuera}, the chico fuera")
    if seen["proposed"].any():
        demand("phase", PHASES[int(seen["phase"].argmax())] == "betting", "is betting where a level is proposed")
        demand("proposed", level < seen["proposed"].argmax() <= fuera, "takes the level after the one agreed")
        demand("proposer", seen["proposer"].any(), "takes the team that proposed the level")


def _check_cards(seen: Seen, players: int) -> None:
    """E4, E12–E16: no card is in two places, the tricks were played in turn, and the unseen cards can be dealt."""
    played = seen["played"][:, :players].astype(np.int64) - 1
    vira, trick, leader = (int(seen[name].argmax()) for name in ("vira", "trick", "first_leader"))
    classes = CLASSES[players // 2 - 2, vira // 10].astype(np.int64)
    voids, won = np.zeros((len(seen["voids"]), TRUMP + 1)), [0, 0]
    demand("trick", seen["phase"][PLAYING] or trick == 0, "is 1 before cards are played")
    for number, cards in enumerate(played):
        order = [(leader + turn) % players for turn in range(players)]
        laid = [seat for seat in order if cards[seat] >= 0]
        count = players if number < trick else len(laid) if number == trick and seen["phase"][PLAYING] else 0
        complete = laid == order[:count] and (number != trick or count < players)
        demand("played", complete, f"take the cards of trick {number + 1} in turn from its leader, seat {leader}")
        for seat in laid[1:]:
            voids[seat, classes[cards[leader]]] += classes[cards[seat]] != classes[cards[leader]]
        if number == trick:
            demand("leader", seen["leader"].argmax() == leader, f"is seat {leader}, who won the trick before")
        if number < trick:
            leader = leading(cards.tolist(), leader, vira)
            won[leader % 2] += 1
    demand("tricks_won", seen["tricks_won"].tolist() == won and max(won) < 2, f"are {won} by the cards played, not 2")
    demand("voids", (seen["voids"] == (voids > 0)).all(), "are of those who did not follow a lead, and no others")
    places = np.bincount(played[played >= 0], minlength=CARDS) + seen["hand"] + seen["vira"]
    demand("played", places.max() <= 1, "take no card twice, nor one in hand, nor the vira")
    held = HAND - (played >= 0).sum(axis=0)
    demand("hand", seen["hand"].sum() == held[0], f"takes {held[0]} cards by now")
    if voids.any():
        _check_deal(np.where(places == 0, classes, -1), HIGHEST[players // 2 - 2, vira // 10], voids, held)


def _check_deal(unseen: NDArray[np.int64], highest: int, voids: NDArray[np.float64], held: NDArray[np.int64]) -> None:
    """Whether the others' hands can be dealt: every set of classes has the cards that must come from it (Hall)."""
    if unseen[highest] >= 0:
        unseen[highest] = HIGHEST_CARD
    may = np.hstack([voids[: len(held)] == 0, np.ones((len(held), 1), bool)])
    for size in range(HIGHEST_CARD + 1):
        for kinds in combinations(range(HIGHEST_CARD + 1), size):
            others = [kind for kind in range(HIGHEST_CARD + 1) if kind not in kinds]
            bound_to = ~may[1:, others].any(axis=1)
            enough = np.isin(unseen, kinds).sum() >= held[1:][bound_to].sum()
            demand("voids", enough, "leave the seats too few cards that they may hold")


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
