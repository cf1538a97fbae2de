"""Games of Egyptian ratscrew set by hand: stacks and a pile put down by rank, and slaps said by seat.

Cards are written "A 2 … 10 J Q K"; suits mean nothing and are given out in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from card_envs.core.random import slot_seeds
from card_envs.core.tables import Tables
from card_envs.ratscrew import GAME, rules
from card_envs.ratscrew.cards import CARDS, RANKS
from card_envs.ratscrew.options import RatscrewOptions

NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def table(
    stacks: Sequence[str],
    *,
    first: int = 0,
    pile: str = "",
    burnt: str = "",
    flipped: Sequence[int] = (),
    challenger: int = rules.NOBODY,
    owed: int = 0,
    out: Sequence[int] = (),
    rest: int | None = None,
    seed: int = 0,
    **options: Any,
) -> Tables:
    """One game just after a flip: these stand before it, then seat `first` flips. All see at once unless told.

    Args:
        stacks: the cards of each seat, the one flipped first in front.
        first: who flips.
        pile, burnt: the cards that lie there already, in the order in which they came.
        flipped: who has flipped so far, the latest last.
        challenger, owed: the challenge that waits.
        out: the seats that are out.
        rest: the seat whose stack has the rest of the deck underneath; None leaves it out of the game.
        seed: of the game.
        options: as the game's own.
    """
    ticks = options.setdefault("ticks", 3)
    options.setdefault("reflexes", [1.0] + [0.0] * ticks)
    tables = Tables(GAME, RatscrewOptions(players=len(stacks), **options), 1)
    tables.reset(slot_seeds(seed, 1))
    deck = Deck()
    piles = [deck.take(cards) for cards in (*stacks, pile, burnt)]
    if rest is not None:
        piles[rest] += deck.left()
    state = tables.states[0]
    lay(state, piles[:-2], piles[-2], piles[-1])
    state.moves = len(out)
    for number, seat in enumerate(out):
        state.out_at[seat] = number + 1
    for number, seat in enumerate(flipped):
        state.flipped_at[seat] = number + 1
        state.flipper = seat
    state.flips = len(flipped)
    state.challenger, state.owed = challenger, owed
    flip(tables, first)
    return tables


class Deck:
    """Gives out each card once."""

    def __init__(self) -> None:
        self.cards = list(range(CARDS))

    def take(self, ranks: str) -> list[int]:
        """Card numbers of "7 K 7"."""
        return [self.take_one(NAMES.index(name)) for name in ranks.split()]

    def take_one(self, rank: int) -> int:
        card = next(card for card in self.cards if card % RANKS == rank)
        self.cards.remove(card)
        return card

    def left(self) -> list[int]:
        return self.cards


def lay(state: np.record, stacks: Sequence[Sequence[int]], pile: Sequence[int] = (), burnt: Sequence[int] = ()) -> None:
    """A game that nobody has flipped in yet, but with these card numbers in stacks, pile and under it."""
    state.tops[:] = 0
    state.held[:] = 0
    for seat, stack in enumerate(stacks):
        state.held[seat] = len(stack)
        state.stacks[seat, : len(stack)] = stack
    state.held_before[:] = state.held
    state.played, state.burnt_count = len(pile), len(burnt)
    state.pile[: len(pile)] = pile
    state.burnt[: len(burnt)] = burnt
    state.located[:] = 0
    state.located[list(pile)] = 1
    state.out_at[:] = state.flipped_at[:] = state.flips = 0
    state.flipper = state.challenger = rules.NOBODY
    state.owed = 0


def flip(tables: Tables, seat: int) -> None:
    """That seat flips, whoever's turn it is."""
    tables.states[0].taker = seat
    rules.flip(tables.states[0])
    tables.look()


def tick(tables: Tables, *slappers: int) -> None:
    """One decision step in which these seats slap and the others hold."""
    actions = np.full((1, tables.seats), rules.HOLD)
    actions[0, list(slappers)] = rules.SLAP
    tables.play(actions)


def hold(tables: Tables, windows: int = 1) -> None:
    """Nobody slaps to the end of this window, or of several."""
    for _ in range(windows):
        for _ in range(int(tables.states["ticks"][0] - tables.states["tick"][0])):
            tick(tables)


def names(cards: Iterable[int]) -> str:
    """The ranks of card numbers: "7 K 7"."""
    return " ".join(NAMES[int(card) % RANKS] for card in cards)


def stack_cards(state: np.record, seat: int) -> list[int]:
    """The card numbers in a seat's stack, the one flipped first in front."""
    places = (int(state.tops[seat]) + np.arange(int(state.held[seat]))) % rules.RING
    return state.stacks[seat, places].tolist()


def stacks(tables: Tables) -> list[str]:
    """The ranks in each seat's stack, the one flipped first in front."""
    return [names(stack_cards(tables.states[0], seat)) for seat in range(tables.seats)]


def held(tables: Tables) -> list[int]:
    """Cards in each stack."""
    return tables.states["held"][0, : tables.seats].tolist()


def pile(tables: Tables) -> str:
    """The ranks played to the pile, the first in front."""
    state = tables.states[0]
    return names(state.pile[: int(state.played)])


def burnt(tables: Tables) -> str:
    """The ranks burnt, in the order burnt."""
    state = tables.states[0]
    return names(state.burnt[: int(state.burnt_count)])


def challenge(tables: Tables) -> tuple[int, int]:
    """Challenger (−1 is nobody) and cards owed."""
    state = tables.states[0]
    return int(state.challenger), int(state.owed)


def flipper(tables: Tables) -> int:
    """Who flipped the newest card."""
    return int(tables.states["flipper"][0])


def seats_in(tables: Tables) -> list[int]:
    """The seats that are still in."""
    return [seat for seat in range(tables.seats) if tables.states["out_at"][0, seat] == 0]


def look_all(state: np.record) -> tuple[np.ndarray, np.ndarray]:
    """Observations [seats, size] and masks [seats, actions] of every seat, those that are out included."""
    players = int(state.players)
    observations = np.full((players, GAME.layout.size), np.nan, np.float32)
    masks = np.full((players, len(rules.ACTIONS)), -1, np.int8)
    states = np.array([state], rules.State)
    GAME.loops.observe_seats(states, 0, np.zeros(players, np.bool_), observations, masks)
    return observations, masks


def view(tables: Tables, seat: int) -> dict[str, np.ndarray]:
    """What a seat sees, by block."""
    return GAME.layout.split(look_all(tables.states[0])[0][seat])
