"""Games of Envite set by hand: cards put by name into hands, scores set, and play said in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from card_envs.core.random import slot_seeds
from card_envs.core.tables import Tables
from card_envs.envite import GAME, rules
from card_envs.envite.cards import CARD_NAMES, CARDS, card

# The three strongest cards with copas as trump, by team size: whoever holds them wins every trick.
STRONGEST = {
    2: "copas-2 copas-12 copas-11",
    3: "bastos-3 bastos-11 oros-10",
    4: "oros-5 bastos-3 bastos-11",
    5: "oros-2 oros-5 bastos-3",
    6: "oros-1 oros-2 oros-5",
}


def table(
    hands: Sequence[str] = (),
    vira: str = "copas-5",
    *,
    first_leader: int = 0,
    stones: tuple[int, int] = (0, 0),
    chicos: tuple[int, int] = (0, 0),
    **options: Any,
) -> Tables:
    """One game, just dealt: these hands ("copas-2 oros-12 espadas-4", seat by seat) at these scores.

    Seats for which no hand is given get what is left of the deck.
    """
    tables = Tables(GAME, rules.EnviteOptions(**options), 1)
    tables.reset(slot_seeds(0, 1))
    state = tables.states[0]
    state.first_leader, state.stones, state.chicos = first_leader, stones, chicos
    rules.deal_round(state)
    put_cards(tables, hands, vira)
    return tables


def put_cards(tables: Tables, hands: Sequence[str], vira: str = "copas-5") -> None:
    """The round just dealt has these hands and this vira."""
    state = tables.states[0]
    state.vira = card(vira)
    given = [numbers(hand) for hand in hands]
    used = {int(state.vira)}.union(*given)
    assert len(used) == 1 + 3 * len(hands), "each card is there once"
    left = [number for number in range(CARDS) if number not in used]
    for seat in range(int(state.players)):
        state.hands[seat] = given[seat] if seat < len(given) else [left.pop() for _ in range(3)]
    tables.look()


def winning_hands(team: int, players: int = 4) -> list[str]:
    """Hands, for a vira of copas, with which the team wins every trick: its first seat holds the strongest cards."""
    strongest = STRONGEST[players // 2]
    return ["espadas-4 espadas-5 espadas-6", strongest] if team else [strongest]


def numbers(hand: str) -> list[int]:
    """Card numbers of "copas-2 oros-12"."""
    return [card(name) for name in hand.split()]


def names(held: np.ndarray) -> list[str]:
    """The cards in an array of card numbers, in the order of the deck; empty places are left out."""
    return [CARD_NAMES[number] for number in sorted(held.tolist()) if number != rules.NOBODY]


def actor(tables: Tables) -> int:
    """The seat that acts now; −1 at the end."""
    return int(tables.actors[0, 0])


def legal(tables: Tables) -> list[str]:
    """What the acting seat may do."""
    return [rules.ACTIONS[action] for action in np.flatnonzero(tables.action_masks[0, 0])]


def act(tables: Tables, words: str) -> None:
    """Play these actions one after another, each by the seat whose turn it is: "pass raise accept"."""
    for word in words.split():
        tables.play(np.array([[rules.ACTIONS.index(word)]]))


def play_out(tables: Tables) -> None:
    """Play cards, the first legal one each time, to the end of the round."""
    round_index = int(tables.states["round_index"][0])
    while not tables.terminated[0] and tables.states["round_index"][0] == round_index:
        assert tables.states["phase"][0] == rules.PLAYING
        act(tables, legal(tables)[0])


def standing(tables: Tables) -> tuple[list[int], list[int]]:
    """Stones and chicos of the two teams."""
    return tables.states["stones"][0].tolist(), tables.states["chicos"][0].tolist()


def look_all(state: np.record) -> tuple[np.ndarray, np.ndarray]:
    """Observations [seats, size] and masks [seats, actions], whoever acts."""
    players = int(state.players)
    observations = np.full((players, GAME.layout.size), np.nan, np.float32)
    masks = np.full((players, len(rules.ACTIONS)), -1, np.int8)
    states = np.array([state], rules.State)
    GAME.loops.observe_seats(states, 0, np.zeros(players, np.bool_), observations, masks)
    return observations, masks


def look(state: np.record, seat: int) -> tuple[np.ndarray, np.ndarray]:
    """Observation and mask of a seat, whether or not it acts."""
    observations, masks = look_all(state)
    return observations[seat], masks[seat]


def view(tables: Tables, seat: int) -> dict[str, np.ndarray]:
    """What a seat sees, by block."""
    return GAME.layout.split(look(tables.states[0], seat)[0])
