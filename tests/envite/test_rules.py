"""The rules of Envite, one by one, with exact values. Numbers like E17 are rules of `seeds/envite.md`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from card_envs.core.random import slot_seeds
from card_envs.core.table import Table
from card_envs.core.tables import Batch, Tables
from card_envs.envite import GAME, rules
from card_envs.envite.cards import CARD_NAMES, CLASSES, HIGHEST, STRENGTHS, SUITS, TRUMP
from tests.envite.hand_made import (
    act,
    actor,
    legal,
    look,
    names,
    numbers,
    play_out,
    put_cards,
    standing,
    table,
    view,
    winning_hands,
)

SIZES = (4, 6, 8, 10, 12)
RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)

per_size = pytest.mark.parametrize("players", SIZES)
per_team = pytest.mark.parametrize("team", [0, 1])


def gained(tables: Tables) -> list[float]:
    """What each team gained with the last action, in chicos."""
    return tables.states["gained"][0].tolist()


def in_words(hand: str) -> list[str]:
    """The cards of a hand in the order of the deck, as masks list them."""
    return sorted(hand.split(), key=CARD_NAMES.index)


# --- table and deck --------------------------------------------------------------------------------------------


@per_size
def test_e1_two_teams_of_the_same_size_in_turn(players: int) -> None:
    """E1: even seats are team 0; all of a team win and lose together."""
    tables = table(winning_hands(0, players), players=players, episode="round")
    act(tables, "pass pass")
    play_out(tables)
    assert tables.rewards[0].tolist() == [1, -1] * (players // 2)


@pytest.mark.parametrize("players", [0, 2, 3, 5, 7, 9, 11, 13, 14, -4, 4.0, "4", None, True])
def test_e1_no_other_table(players: Any) -> None:
    with pytest.raises(ValueError, match="players takes one of 4, 6, 8, 10, 12, not"):
        rules.EnviteOptions(players=players)


@per_size
def test_e2_captains(players: int) -> None:
    """E2: by default the lowest seat of each team, else the seats of the option; they alone decide the bets."""
    assert rules.EnviteOptions(players=players).captains == (0, 1)
    for captains in ((0, 1), (2, 1), (players - 2, players - 1)):
        for first_leader in range(players):
            tables = table(players=players, captains=captains, first_leader=first_leader)
            speaks = captains[first_leader % 2]
            assert actor(tables) == speaks
            for seat in range(players):
                mask = [rules.ACTIONS[action] for action in np.flatnonzero(look(tables.states[0], seat)[1])]
                assert mask == (["pass", "raise"] if seat == speaks else ["wait"])


def test_e3_deck() -> None:
    assert SUITS == ("oros", "copas", "espadas", "bastos")
    assert tuple(f"{suit}-{rank}" for suit in SUITS for rank in RANKS) == CARD_NAMES
    words = ("wait", "pass", "raise", "accept", "fold", "play_tumbo", "decline_tumbo")
    assert (*words, *CARD_NAMES) == rules.ACTIONS


@per_size
def test_e4_three_cards_each_and_the_vira(players: int) -> None:
    """E3, E4: from 40 different cards, each as likely as any other in every place; absent seats get none."""
    games = 8000
    states = Batch(GAME, rules.EnviteOptions(players=players), games, seed=0).states
    hands, vira = states["hands"], states["vira"]
    assert (hands[:, players:] == rules.NOBODY).all()
    dealt = np.concatenate([hands[:, :players].reshape(games, -1), vira[:, None]], axis=1)
    assert ((dealt >= 0) & (dealt < 40)).all()
    assert all(len(set(row)) == 3 * players + 1 for row in dealt.tolist())
    for place in (0, 3 * players - 1, 3 * players):
        assert stats.chisquare(np.bincount(dealt[:, place], minlength=40)).pvalue > 1e-4


def test_e4_each_round_is_shuffled_anew() -> None:
    tables = table()
    deals = []
    for _ in range(6):
        deals.append((tables.states["hands"][0].tobytes(), int(tables.states["vira"][0])))
        act(tables, "raise fold")
    assert len({hands for hands, _ in deals}) == 6
    assert len({vira for _, vira in deals}) > 1


@per_size
def test_e5_the_first_leader_is_drawn(players: int) -> None:
    """E5: each seat as often as any other; the seat is not bound to what is dealt to it."""
    states = Batch(GAME, rules.EnviteOptions(players=players), 6000, seed=1).states
    assert stats.chisquare(np.bincount(states["first_leader"], minlength=players)).pvalue > 1e-4
    assert stats.chisquare(np.bincount(states["first_leader"] * 4 + states["vira"] // 10)).pvalue > 1e-4


def declined(tables: Tables) -> None:
    act(tables, "decline_tumbo")


def folded(tables: Tables) -> None:
    act(tables, "raise fold")


def unbet(tables: Tables) -> None:
    act(tables, "pass pass")
    play_out(tables)


def accepted(tables: Tables) -> None:
    act(tables, "pass raise accept")
    play_out(tables)


def played_in_tumbo(tables: Tables) -> None:
    act(tables, "play_tumbo")
    play_out(tables)


@pytest.mark.parametrize(
    ("end", "stones"),
    [(declined, (9, 0)), (played_in_tumbo, (0, 9)), (folded, (0, 0)), (unbet, (0, 0)), (accepted, (3, 3))],
)
@per_size
def test_e5_the_first_lead_moves_on_after_every_deal(players: int, end: Any, stones: tuple[int, int]) -> None:
    """E5: played, folded or declined, by one seat, round the table, whoever won."""
    for first_leader in range(players):
        tables = table(players=players, variant="gran_canaria", first_leader=first_leader, stones=stones)
        end(tables)
        state = tables.states[0]
        expected = (first_leader + 1) % players
        assert (state.first_leader, state.leader, state.turn) == (expected, expected, expected)
        assert state.round_index == 1


@per_size
def test_e5_play_goes_in_seat_order(players: int) -> None:
    """E5: from the first leader round the table; and only one seat acts at a time."""
    first_leader = players - 2
    tables = table(players=players, first_leader=first_leader)
    act(tables, "pass pass")
    order = []
    for _ in range(players):
        order.append(actor(tables))
        for seat in range(players):
            waits = look(tables.states[0], seat)[1].tolist() == [1] + [0] * 46
            assert waits == (seat != order[-1])
        act(tables, legal(tables)[0])
    assert order == [(first_leader + distance) % players for distance in range(players)]


# --- rank ------------------------------------------------------------------------------------------------------

# E8, high to low, by team size.
MATADORES = {
    2: [],
    3: ["bastos-3", "bastos-11", "oros-10"],
    4: ["oros-5", "bastos-3", "bastos-11", "oros-10"],
    5: ["oros-2", "oros-5", "bastos-3", "bastos-11", "oros-10"],
    6: ["oros-1", "oros-2", "oros-5", "bastos-3", "bastos-11", "oros-10"],
}
TRUMPS = {  # E6, E9, high to low, below the matadores: by trump suit and team size, ranks of that suit
    "oros": {
        2: "2 12 11 10 1 7 6 5 4 3",
        3: "2 12 11 1 7 6 5 4 3",
        4: "2 12 11 1 7 6 4 3",
        5: "12 11 1 7 6 4 3",  # the 2 de oros is a matador: there is no malilla
        6: "12 11 7 6 4 3",
    },
    "copas": dict.fromkeys((2, 3, 4, 5, 6), "2 12 11 10 1 7 6 5 4 3"),
    "espadas": dict.fromkeys((2, 3, 4, 5, 6), "2 12 11 10 1 7 6 5 4 3"),
    "bastos": {2: "2 12 11 10 1 7 6 5 4 3", **dict.fromkeys((3, 4, 5, 6), "2 12 10 1 7 6 5 4")},
}
PLAIN = {  # E7, E9, high to low
    "oros": {
        2: "12 11 10 1 7 6 5 4 3 2",
        3: "12 11 1 7 6 5 4 3 2",
        4: "12 11 1 7 6 4 3 2",
        5: "12 11 1 7 6 4 3",
        6: "12 11 7 6 4 3",
    },
    "copas": dict.fromkeys((2, 3, 4, 5, 6), "12 11 10 1 7 6 5 4 3 2"),
    "espadas": dict.fromkeys((2, 3, 4, 5, 6), "12 11 10 1 7 6 5 4 3 2"),
    "bastos": {2: "12 11 10 1 7 6 5 4 3 2", **dict.fromkeys((3, 4, 5, 6), "12 10 1 7 6 5 4 2")},
}


def of_suit(suit: str, ranks: str) -> list[str]:
    return [f"{suit}-{rank}" for rank in ranks.split()]


def ranked(players: int, trump: str, kind: int) -> list[str]:
    """The cards of a class, high to low, as the tables have them."""
    classes, strengths = (values[players // 2 - 2, SUITS.index(trump)] for values in (CLASSES, STRENGTHS))
    members = [number for number in range(40) if classes[number] == kind]
    assert len({strengths[number] for number in members}) == len(members)
    return [CARD_NAMES[number] for number in sorted(members, key=lambda number: -strengths[number])]


@pytest.mark.parametrize("trump", SUITS)
@per_size
def test_e6_to_e9_ranks(players: int, trump: str) -> None:
    """E6–E9: every card of the deck stands in one of these lists, and in no other."""
    team = players // 2
    expected = MATADORES[team] + of_suit(trump, TRUMPS[trump][team])
    assert ranked(players, trump, TRUMP) == expected
    assert (
        len(expected)
        == {"oros": (10, 12, 12, 12, 12), "bastos": (10, 11, 12, 13, 14)}.get(trump, (10, 13, 14, 15, 16))[team - 2]
    )
    for suit in SUITS:
        plain = of_suit(suit, PLAIN[suit][team]) if suit != trump else []
        assert ranked(players, trump, SUITS.index(suit)) == plain
        expected += plain
    assert sorted(expected) == sorted(CARD_NAMES)


@pytest.mark.parametrize("trump", SUITS)
@per_size
def test_e10_the_highest_card(players: int, trump: str) -> None:
    """E10: the strongest matador in force; the malilla at 2v2."""
    expected = {4: f"{trump}-2", 6: "bastos-3", 8: "oros-5", 10: "oros-2", 12: "oros-1"}[players]
    assert CARD_NAMES[HIGHEST[players // 2 - 2, SUITS.index(trump)]] == expected


@per_size
def test_e4_e8_a_matador_as_vira(players: int) -> None:
    """E4: its printed suit is trump. It is nobody's, and the others stay matadores; at 2v2 it is no matador at all."""
    for vira in MATADORES[6]:
        suit = vira.split("-")[0]
        led, plain = ("copas-4", "espadas-12") if suit == "copas" else (f"{suit}-4", "copas-4")
        tables = table([f"{led} copas-7 copas-6", f"{plain} {suit}-7 espadas-6"], vira, players=players)
        act(tables, f"pass pass {led}")
        assert legal(tables) == [f"{suit}-7"]
    # Another matador than the vira is a trump of another printed suit.
    tables = table(["oros-4 copas-7 copas-6", "bastos-11 copas-4 espadas-6"], "oros-10", players=players)
    act(tables, "pass pass oros-4")
    expected = "bastos-11" if players > 4 else "bastos-11 copas-4 espadas-6"
    assert legal(tables) == in_words(expected)


@per_size
def test_e10_no_privilege_where_the_highest_card_is_the_vira(players: int) -> None:
    """E10, E14: it does not pass down: the next highest must be played where it is the only trump."""
    highest, suit, second = {
        4: ("copas-2", "copas", "copas-12"),
        6: ("bastos-3", "bastos", "bastos-11"),
        8: ("oros-5", "oros", "bastos-3"),
        10: ("oros-2", "oros", "oros-5"),
        12: ("oros-1", "oros", "oros-2"),
    }[players]
    hands = [f"{suit}-4 espadas-7 espadas-6", f"{second} espadas-10 espadas-11"]
    tables = table(hands, highest, players=players)
    act(tables, f"pass pass {suit}-4")
    assert legal(tables) == [second]
    # Nor where it was not dealt at all: all seats have other cards.
    others = [name for name in CARD_NAMES if name not in (highest, f"{suit}-6", *" ".join(hands).split())]
    hands += [" ".join(others[3 * seat : 3 * seat + 3]) for seat in range(players - 2)]
    tables = table(hands, f"{suit}-6", players=players)
    assert numbers(highest)[0] not in tables.states["hands"][0]
    act(tables, f"pass pass {suit}-4")
    assert legal(tables) == [second]


# --- what may be played ----------------------------------------------------------------------------------------


def may_play(players: int, led: str, hand: str, vira: str = "copas-5") -> list[str]:
    """What a seat with this hand may play to this lead."""
    others = [name for name in CARD_NAMES if name not in (led, vira, *hand.split())]
    tables = table([f"{led} {others[0]} {others[1]}", hand], vira, players=players)
    act(tables, f"pass pass {led}")
    assert actor(tables) == 1
    return legal(tables)


@per_size
def test_e11_the_leader_may_play_any_card(players: int) -> None:
    """E11: in the first trick and in those after it, matadores and the highest card too."""
    hand = "oros-1 oros-2 copas-3"
    tables = table([hand], players=players)
    act(tables, "pass pass")
    assert legal(tables) == in_words(hand)
    if players == 12:  # the as de oros wins
        act(tables, "oros-1")
        while actor(tables) != 0:
            act(tables, legal(tables)[0])
        assert legal(tables) == in_words("oros-2 copas-3")


# E12–E14, copas trump: (players, led, hand, what may be played). "all" stands for the whole hand.
CELLS = [
    # plain suit led (E12): follow it if you can, whatever else you hold
    (4, "bastos-12", "bastos-4 bastos-7 oros-1", "bastos-4 bastos-7"),  # suit held
    (4, "bastos-12", "bastos-4 copas-2 copas-3", "bastos-4"),  # suit and trumps, the highest among them
    (4, "bastos-12", "copas-2 copas-3 oros-1", "all"),  # no suit, trumps: nobody has to trump
    (4, "bastos-12", "copas-2 oros-1 oros-3", "all"),  # no suit, only the highest card
    (4, "bastos-12", "oros-1 oros-3 espadas-5", "all"),  # neither
    (4, "bastos-3", "bastos-11 oros-10 copas-4", "bastos-11"),  # at 2v2 no matadores: they are of their suit
    (6, "bastos-12", "bastos-3 bastos-11 oros-1", "all"),  # matadores are not of the suit led …
    (6, "bastos-12", "bastos-3 bastos-11 bastos-2", "bastos-2"),  # … so the 2 de bastos must follow
    (6, "oros-12", "oros-10 oros-5 copas-3", "oros-5"),
    (8, "oros-12", "oros-10 oros-5 oros-2", "oros-2"),
    (10, "oros-12", "oros-10 oros-5 oros-2", "all"),
    (10, "oros-12", "oros-1 oros-5 oros-2", "oros-1"),
    (12, "oros-12", "oros-1 oros-5 oros-2", "all"),
    (12, "oros-12", "oros-1 oros-2 oros-3", "oros-3"),
    (6, "espadas-12", "copas-4 bastos-3 oros-1", "all"),  # no suit: any card, trumps, matadores or none of them
    # trump led (E13, E14)
    (4, "copas-3", "copas-6 oros-12 espadas-4", "copas-6"),  # one trump
    (4, "copas-3", "copas-6 copas-12 espadas-4", "copas-6 copas-12"),  # several: any of them
    (4, "copas-3", "copas-12 oros-12 espadas-4", "copas-12"),  # the second highest has no privilege
    (4, "copas-3", "oros-12 espadas-4 bastos-3", "all"),  # none (at 2v2 the 3 de bastos is no trump)
    (4, "copas-3", "copas-2 oros-12 espadas-4", "all"),  # only the highest: may be kept back
    (4, "copas-3", "copas-2 copas-6 oros-12", "copas-2 copas-6"),  # highest and another: a trump, any of them
    (4, "copas-3", "copas-2 copas-6 copas-12", "all"),  # nothing but trumps
    (6, "copas-3", "bastos-11 oros-12 espadas-4", "bastos-11"),  # a matador is a trump
    (6, "copas-3", "bastos-3 oros-12 espadas-4", "all"),  # the highest
    (6, "copas-3", "copas-2 oros-12 espadas-4", "copas-2"),  # the malilla has no privilege where there are matadores
    (6, "copas-3", "bastos-3 oros-10 espadas-4", "bastos-3 oros-10"),  # highest and another matador
    (6, "copas-3", "bastos-3 copas-4 espadas-4", "bastos-3 copas-4"),  # highest and a low trump
    (8, "copas-3", "bastos-3 oros-12 espadas-4", "bastos-3"),
    (8, "copas-3", "oros-5 oros-12 espadas-4", "all"),
    (10, "copas-3", "oros-5 oros-12 espadas-4", "oros-5"),
    (10, "copas-3", "oros-2 oros-12 espadas-4", "all"),
    (12, "copas-3", "oros-2 oros-12 espadas-4", "oros-2"),
    (12, "copas-3", "oros-1 oros-12 espadas-4", "all"),
    # matador led: a trump lead, whatever its printed suit (E13)
    (6, "bastos-3", "oros-10 copas-4 bastos-12", "oros-10 copas-4"),
    (6, "bastos-3", "bastos-12 bastos-4 oros-1", "all"),  # bastos do not follow it
    (6, "bastos-11", "bastos-3 bastos-12 oros-1", "all"),  # only the highest: may be kept back
    (6, "bastos-11", "bastos-3 copas-3 oros-1", "bastos-3 copas-3"),
    (6, "oros-10", "oros-12 oros-1 copas-2", "copas-2"),
    (6, "oros-10", "oros-12 oros-1 oros-2", "all"),
    (8, "oros-5", "oros-12 oros-1 bastos-3", "bastos-3"),
    (10, "oros-2", "oros-12 oros-1 oros-3", "all"),
    (10, "oros-5", "oros-2 oros-1 oros-3", "all"),
    (10, "oros-5", "oros-2 oros-10 oros-3", "oros-2 oros-10"),
    (12, "oros-2", "oros-1 oros-12 oros-3", "all"),
    (12, "oros-1", "oros-2 oros-12 oros-3", "oros-2"),
]


@pytest.mark.parametrize(("players", "led", "hand", "expected"), CELLS)
def test_e12_to_e14_what_may_be_played(players: int, led: str, hand: str, expected: str) -> None:
    assert may_play(players, led, hand) == in_words(hand if expected == "all" else expected)


@pytest.mark.parametrize("trump", SUITS)
@per_size
def test_e12_to_e14_every_kind_of_lead_and_hand(players: int, trump: str) -> None:
    """Each lead (plain, trump, matador) against each mixture of that suit, low trumps, the highest card, others."""
    team, vira = players // 2, f"{trump}-6"
    trumps = MATADORES[team] + of_suit(trump, TRUMPS[trump][team])
    highest, suit, other = trumps[0], *[suit for suit in SUITS if suit != trump][:2]
    plain, others = (of_suit(name, PLAIN[name][team]) for name in (suit, other))
    leads = {"plain": plain[0], "trump": trumps[-1]} | ({"matador": MATADORES[team][-1]} if team > 2 else {})
    for kind, led in leads.items():
        low = [name for name in trumps if name not in (highest, led, vira)]
        for following in range(4):
            for trumping in range(4 - following):
                for top in range(min(2, 4 - following - trumping)):
                    rest = 3 - following - trumping - top
                    fit, beaten = plain[1 : 1 + following], low[-trumping:] if trumping else []
                    hand = fit + beaten + [highest] * top + others[:rest]
                    follow = fit if kind == "plain" else beaten and beaten + [highest] * top
                    assert may_play(players, led, " ".join(hand), vira) == in_words(" ".join(follow or hand))


def test_worked_example_2v2() -> None:
    """E13, E14: vira 5 de copas, 3 de copas led: the malilla may be kept, but not where there is another trump."""
    assert may_play(4, "copas-3", "copas-2 oros-12 espadas-4") == in_words("copas-2 oros-12 espadas-4")
    assert may_play(4, "copas-3", "copas-2 copas-6 oros-12") == ["copas-2", "copas-6"]


def test_worked_example_3v3() -> None:
    """E8, E12, E13: the 3 de bastos is a trump lead; perica and caballo de bastos do not follow the rey de bastos."""
    assert may_play(6, "bastos-3", "oros-10 copas-4 bastos-12") == in_words("oros-10 copas-4")
    assert may_play(6, "bastos-12", "oros-10 bastos-11 copas-3") == in_words("oros-10 bastos-11 copas-3")
    assert may_play(6, "bastos-12", "oros-10 bastos-11 bastos-1") == ["bastos-1"]


# --- tricks ----------------------------------------------------------------------------------------------------


def one_trick(players: int, cards: str, first_leader: int = 0, vira: str = "copas-5") -> int:
    """The seat that takes a trick of these cards, listed from the leader on. Nobody has to follow anything."""
    played = cards.split()
    spare = [name for name in CARD_NAMES if name not in (vira, *played)]
    hands = [""] * players
    for distance, name in enumerate(played):
        hands[(first_leader + distance) % players] = f"{name} {spare.pop()} {spare.pop()}"
    tables = table(hands, vira, players=players, first_leader=first_leader)
    act(tables, "pass pass")
    for name in played:
        tables.action_masks[0, 0] = 1  # what may be played is not the matter here
        act(tables, name)
    assert tables.states["tricks_won"][0].sum() == 1
    leader = int(tables.states["leader"][0])
    assert actor(tables) == leader  # E15: the winner leads
    assert tables.states["tricks_won"][0, leader % 2] == 1
    return leader


@pytest.mark.parametrize(
    ("players", "cards", "winner"),
    [
        (4, "espadas-4 espadas-12 espadas-7 espadas-3", 1),  # the highest of the suit led
        (4, "espadas-1 espadas-7 espadas-6 espadas-2", 0),  # the as is above the 7 …
        (4, "espadas-1 espadas-10 espadas-11 espadas-2", 2),  # … and below the figures
        (4, "espadas-3 espadas-2 oros-12 bastos-12", 0),  # other suits never win; the 2 is the lowest plain card
        (4, "espadas-2 oros-12 bastos-12 oros-1", 0),
        (4, "espadas-12 copas-3 espadas-11 oros-12", 1),  # the lowest trump beats them
        (4, "espadas-12 copas-3 copas-4 copas-1", 3),
        (4, "copas-12 copas-2 copas-11 espadas-12", 1),  # the malilla is above the rey
        (4, "copas-3 espadas-12 bastos-12 oros-12", 0),
        (4, "espadas-12 oros-1 bastos-3 copas-3", 3),  # at 2v2 the 3 de bastos is nothing
        (4, "bastos-2 bastos-3 oros-10 bastos-11", 3),  # at 2v2 matadores are cards of their suit
        (6, "copas-12 copas-2 oros-10 copas-11 copas-10 copas-1", 2),  # perica above the malilla
        (6, "oros-10 bastos-11 copas-2 copas-12 copas-11 oros-12", 1),
        (6, "bastos-11 bastos-3 oros-10 copas-2 oros-1 oros-2", 1),
        (6, "oros-12 oros-10 oros-1 oros-2 oros-3 oros-4", 1),  # a matador beats the suit it is printed in
        (6, "copas-2 oros-5 oros-2 oros-1 oros-3 espadas-4", 0),  # not yet matadores at 3v3
        (8, "bastos-3 oros-5 copas-2 oros-2 oros-1 oros-10 bastos-11 copas-12", 1),
        (10, "bastos-3 oros-5 oros-2 copas-2 oros-1 oros-10 bastos-11 copas-12 copas-11 oros-12", 2),
        (12, "bastos-3 oros-5 oros-2 copas-2 oros-1 oros-10 bastos-11 copas-12 copas-11 oros-12 oros-3 oros-4", 4),
    ],
)
def test_e15_who_takes_the_trick(players: int, cards: str, winner: int) -> None:
    """E15: the same whoever leads."""
    for first_leader in range(players):
        assert one_trick(players, cards, first_leader) == (first_leader + winner) % players


def test_e9_e15_no_malilla_at_5v5_with_oros() -> None:
    """E9: oros trump: the 2 de oros beats the 5 de oros at 5v5, and loses to it at 4v4, where it is the malilla."""
    assert one_trick(8, "oros-2 oros-5 oros-12 oros-3 oros-4 oros-11 copas-1 copas-2", vira="oros-6") == 1
    ten = "oros-2 oros-5 oros-12 oros-3 oros-4 oros-11 copas-1 copas-2 copas-3 copas-4"
    assert one_trick(10, ten, vira="oros-6") == 0
    ten = "oros-11 oros-12 oros-7 oros-3 oros-4 oros-1 copas-1 copas-2 copas-3 copas-4"
    assert one_trick(10, ten, vira="oros-2") == 1  # the rey is the strongest trump below the matadores


@per_size
@per_team
def test_e16_two_tricks_end_the_round(players: int, team: int) -> None:
    """E16: the third trick is not played: a card stays in each hand, and the next round is dealt."""
    tables = table(winning_hands(team, players), players=players, episode="round")
    act(tables, "pass pass")
    turns = 0
    while not tables.terminated[0]:
        act(tables, legal(tables)[0])
        turns += 1
    assert turns == 2 * players
    assert [len(names(hand)) for hand in tables.states["hands"][0, :players]] == [1] * players
    assert tables.states["tricks_won"][0].tolist() == [2 * (team == 0), 2 * (team == 1)]


def test_e15_e16_three_tricks_where_they_are_shared() -> None:
    """Seat 0 takes the first, seat 1 the second, seat 2 trumps the third: team 0. Winners lead."""
    hands = [
        "oros-12 espadas-2 espadas-3",
        "oros-1 espadas-12 bastos-2",
        "oros-2 espadas-4 copas-3",
        "oros-3 espadas-5 bastos-3",
    ]
    tables = table(hands, episode="round")
    act(tables, "pass pass oros-12 oros-1 oros-2 oros-3")
    assert actor(tables) == 0
    act(tables, "espadas-2 espadas-12 espadas-4 espadas-5")
    assert (actor(tables), tables.states["tricks_won"][0].tolist()) == (1, [1, 1])
    act(tables, "bastos-2 copas-3 bastos-3 espadas-3")
    assert tables.terminated[0]
    assert tables.states["tricks_won"][0].tolist() == [2, 1]
    assert tables.final_results["winners"][0, :4].tolist() == [1, 0, 1, 0]
    assert standing(tables) == ([2, 0], [0, 0])


# --- envite ----------------------------------------------------------------------------------------------------

FUERA = "fuera"
# Every way the bidding can go, of the captain who speaks first and the other in turn: (what they say, what it comes
# to, who takes it): "first" and "second" by a fold, "winner" where the round is then played.
BIDDING = [
    ("pass pass", 2, "winner"),
    ("raise accept", 4, "winner"),
    ("raise fold", 2, "first"),
    ("raise raise accept", 7, "winner"),
    ("raise raise fold", 4, "second"),
    ("raise raise raise accept", 9, "winner"),
    ("raise raise raise fold", 7, "first"),
    ("raise raise raise raise accept", FUERA, "winner"),
    ("raise raise raise raise fold", 9, "second"),
    ("pass raise accept", 4, "winner"),
    ("pass raise fold", 2, "second"),
    ("pass raise raise accept", 7, "winner"),
    ("pass raise raise fold", 4, "first"),
    ("pass raise raise raise accept", 9, "winner"),
    ("pass raise raise raise fold", 7, "second"),
    ("pass raise raise raise raise accept", FUERA, "winner"),
    ("pass raise raise raise raise fold", 9, "first"),
]


def may_say(before: list[str], rungs: int) -> list[str]:
    """E17, E19: what the next captain may say."""
    if "raise" not in before:
        return ["pass", "raise"]
    return ["accept", "fold"] if before.count("raise") == rungs + 1 else ["raise", "accept", "fold"]


def every_bidding(rungs: int, before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """All that can be said to the end of the bidding."""
    if before[-2:] == ("pass", "pass") or before[-1:] in (("accept",), ("fold",)):
        return [before]
    return [said for word in may_say(list(before), rungs) for said in every_bidding(rungs, (*before, word))]


def test_e17_e19_the_tree_above_is_whole() -> None:
    assert sorted(" ".join(said) for said in every_bidding(3)) == sorted(said for said, _, _ in BIDDING)


@per_team
@pytest.mark.parametrize("first_leader", [0, 1, 2, 3])
@pytest.mark.parametrize("captains", [(0, 1), (2, 1), (2, 3)])
@pytest.mark.parametrize(("said", "worth", "taken_by"), BIDDING)
def test_e17_to_e22_every_bidding(
    said: str, worth: int | str, taken_by: str, captains: tuple[int, int], first_leader: int, team: int
) -> None:
    """E17–E22: who speaks, what they may say, and the stones it comes to when `team` wins what is played.

    The captain of the first leader's team speaks first, wherever seated; then they take turns.
    """
    tables = table(winning_hands(team), first_leader=first_leader, captains=captains)
    teams = {"first": first_leader % 2, "second": 1 - first_leader % 2, "winner": team}
    words = said.split()
    for number, word in enumerate(words):
        assert actor(tables) == captains[(first_leader + number) % 2]
        assert legal(tables) == may_say(words[:number], 3)
        act(tables, word)
    if taken_by == "winner":
        assert actor(tables) == first_leader  # E5: who leads, whoever spoke last
        assert legal(tables) == names(tables.states["hands"][0, first_leader])
        play_out(tables)
    assert tables.states["round_index"][0] == 1  # E20: a fold ends the round
    stones, chicos = [0, 0], [0, 0]
    gain = [0.0, 0.0]
    if worth == FUERA:  # E21
        chicos[teams[taken_by]] = 1
        gain[teams[taken_by]] = 1.0
    else:
        stones[teams[taken_by]] = worth
        gain[teams[taken_by]] = pytest.approx(int(worth) / 12)
    assert standing(tables) == (stones, chicos)
    assert gained(tables) == gain


@pytest.mark.parametrize(
    ("base", "rungs"), [(1, ()), (3, (4,)), (2, (5, 6)), (1, (2, 3, 4, 5, 6, 7)), (5, (10, 20, 40, 60, 80, 99))]
)  # fmt: skip
def test_e18_custom_rungs(base: int, rungs: tuple[int, ...]) -> None:
    """E18–E20 with none to six rungs: every bidding, fold and acceptance alike."""
    variant = rules.EnviteVariant(base=base, rungs=rungs, chico_stones=99, tumbo_from=None)
    ladder = (base, *rungs)
    for said in every_bidding(len(rungs)):
        tables = table(winning_hands(0), variant=variant)
        for number, word in enumerate(said):
            assert legal(tables) == may_say(list(said[:number]), len(rungs))
            act(tables, word)
        level = said.count("raise") - (said[-1] == "fold")
        taken_by = len(said) % 2 if said[-1] == "fold" else 0  # the captain who did not speak last
        if said[-1] != "fold":
            play_out(tables)
        stones, chicos = [0, 0], [0, 0]
        if level > len(rungs) or ladder[level] == 99:  # E21; and the 99 of E23
            chicos[taken_by] = 1
        else:
            stones[taken_by] = ladder[level]
        assert standing(tables) == (stones, chicos)


def test_worked_example_bets() -> None:
    """E19, E20: pass, bet 4, raise 7, fold: the team that raised takes 4."""
    tables = table()
    act(tables, "pass raise raise fold")
    assert standing(tables) == ([4, 0], [0, 0])


def test_e17_only_before_the_first_card() -> None:
    tables = table()
    act(tables, "pass pass")
    play = set(CARD_NAMES)
    while tables.states["round_index"][0] == 0:
        assert set(legal(tables)) <= play
        act(tables, legal(tables)[0])


def test_e18_bets_are_not_capped() -> None:
    """E18, E23: a bet of 9 is worth 9 to a team that lacks 2, and nothing of it is carried over."""
    tables = table(winning_hands(0), stones=(10, 5))
    act(tables, "raise raise raise accept")
    play_out(tables)
    assert standing(tables) == ([0, 0], [1, 0])
    assert gained(tables) == [0.75, 0]


def test_what_is_seen_of_the_bidding() -> None:
    """What a seat knows: level, bet, stake, who named it and who passed; one's own team first."""
    tables = table(captains=(2, 3), first_leader=1)
    act(tables, "pass raise raise")
    for seat in range(4):
        seen = view(tables, seat)
        own = seat % 2
        assert seen["level"].tolist() == [0, 1, 0, 0, 0, 0, 0, 0]
        assert seen["proposed"].tolist() == [0, 0, 1, 0, 0, 0, 0, 0]
        assert seen["stake"].tolist() == [4, 7]
        assert seen["proposer"].tolist() == [own == 1, own == 0]
        assert seen["passed"].tolist() == [own == 1, own == 0]
        assert seen["raises"].tolist() == [1, 1]
        assert np.flatnonzero(seen["actor"]).tolist() == [(2 - seat) % 4]
        assert np.flatnonzero(seen["captains"]).tolist() == sorted([(2 - seat) % 4, (3 - seat) % 4])
        assert np.flatnonzero(seen["first_leader"]).tolist() == [(1 - seat) % 4]
    act(tables, "raise raise")
    assert view(tables, 0)["stake"].tolist() == [9, 0]
    assert np.flatnonzero(view(tables, 0)["proposed"]).tolist() == [4]


# --- stones, chicos, tumbo -------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["general", "gran_canaria"])
@per_team
def test_e22_an_unbet_round_is_2_stones(variant: str, team: int) -> None:
    tables = table(winning_hands(team), variant=variant, stones=(3, 4))
    act(tables, "pass pass")
    play_out(tables)
    assert standing(tables) == ([3 + 2 * (team == 0), 4 + 2 * (team == 1)], [0, 0])


def scored(variant: Any, stones: tuple[int, int], said: str, team: int, **options: Any) -> Tables:
    """A round that starts at these stones, with this said (none in tumbo), won by the team if it is played."""
    tables = table(winning_hands(team), variant=variant, stones=stones, **options)
    act(tables, said)
    if tables.states["round_index"][0] == 0 and not tables.terminated[0]:
        play_out(tables)
    return tables


# (variant, stones at the deal, what is said, team that wins what is played, stones, chicos, gained)
SCORES = [
    # E23: reaching the number exactly, passing it, and falling short of it; both go back to 0
    ("general", (10, 7), "pass pass", 0, [0, 0], [1, 0], [2 / 12, 0]),
    ("general", (9, 7), "pass pass", 0, [11, 7], [0, 0], [2 / 12, 0]),
    ("general", (9, 10), "raise accept", 0, [0, 0], [1, 0], [4 / 12, 0]),
    ("general", (8, 10), "raise accept", 0, [0, 0], [1, 0], [4 / 12, 0]),
    ("general", (7, 10), "raise accept", 0, [11, 10], [0, 0], [4 / 12, 0]),
    ("general", (10, 10), "raise raise accept", 1, [0, 0], [0, 1], [0, 7 / 12]),
    ("gran_canaria", (8, 7), "pass pass", 0, [0, 0], [1, 0], [0.2, 0]),
    ("gran_canaria", (7, 8), "pass pass", 0, [9, 8], [0, 0], [0.2, 0]),
    ("gran_canaria", (3, 8), "raise raise accept", 0, [0, 0], [1, 0], [0.7, 0]),
    ("gran_canaria", (2, 8), "raise raise accept", 0, [9, 8], [0, 0], [0.7, 0]),
    # E20: stones of a fold count like any others
    ("general", (10, 3), "raise fold", 1, [0, 0], [1, 0], [2 / 12, 0]),
    ("general", (3, 10), "pass raise fold", 0, [0, 0], [0, 1], [0, 2 / 12]),
    ("general", (3, 2), "raise raise raise raise fold", 0, [3, 11], [0, 0], [0, 9 / 12]),
    ("general", (3, 3), "raise raise raise raise fold", 0, [0, 0], [0, 1], [0, 9 / 12]),
    # E21: a chico fuera is a chico at any score
    ("general", (0, 10), "raise raise raise raise accept", 0, [0, 0], [1, 0], [1, 0]),
    ("gran_canaria", (8, 0), "raise raise raise raise accept", 1, [0, 0], [0, 1], [0, 1]),
    # E24, E25: General, in tumbo at 11
    ("general", (11, 10), "", 0, [0, 0], [1, 0], [1, 0]),
    ("general", (11, 10), "", 1, [0, 0], [0, 1], [0, 3 / 12]),  # worked example: 10 + 3 = 13
    ("general", (11, 9), "", 1, [0, 0], [0, 1], [0, 3 / 12]),  # 12 exactly
    ("general", (11, 8), "", 1, [11, 11], [0, 0], [0, 3 / 12]),
    ("general", (11, 0), "", 1, [11, 3], [0, 0], [0, 3 / 12]),
    ("general", (5, 11), "", 0, [8, 11], [0, 0], [3 / 12, 0]),
    ("general", (5, 11), "", 1, [0, 0], [0, 1], [0, 1]),
    ("general", (11, 11), "", 0, [0, 0], [1, 0], [1, 0]),  # E26: both
    ("general", (11, 11), "", 1, [0, 0], [0, 1], [0, 1]),
    # Gran Canaria, in tumbo at 9; the captain may decline
    ("gran_canaria", (9, 8), "play_tumbo", 0, [0, 0], [1, 0], [1, 0]),
    ("gran_canaria", (9, 8), "play_tumbo", 1, [0, 0], [0, 1], [0, 0.3]),
    ("gran_canaria", (9, 7), "play_tumbo", 1, [0, 0], [0, 1], [0, 0.3]),
    ("gran_canaria", (9, 6), "play_tumbo", 1, [9, 9], [0, 0], [0, 0.3]),
    ("gran_canaria", (0, 9), "play_tumbo", 0, [3, 9], [0, 0], [0.3, 0]),
    ("gran_canaria", (9, 6), "decline_tumbo", 0, [9, 7], [0, 0], [0, 0.1]),
    ("gran_canaria", (8, 9), "decline_tumbo", 0, [9, 9], [0, 0], [0.1, 0]),
    ("gran_canaria", (9, 9), "", 0, [0, 0], [1, 0], [1, 0]),
    ("gran_canaria", (9, 9), "", 1, [0, 0], [0, 1], [0, 1]),
]


@pytest.mark.parametrize(("variant", "stones", "said", "team", "after", "chicos", "gain"), SCORES)
def test_e20_to_e26_scores(
    variant: str, stones: tuple[int, int], said: str, team: int, after: list[int], chicos: list[int], gain: list[float]
) -> None:
    tables = scored(variant, stones, said, team)
    assert standing(tables) == (after, chicos)
    assert gained(tables) == pytest.approx(gain)
    assert tables.states["round_index"][0] == 1
    assert not tables.terminated[0]


def test_e24_no_betting_in_tumbo() -> None:
    """E24: the first leader plays at once; the stake shows the base."""
    tables = table(stones=(11, 3), first_leader=3)
    assert actor(tables) == 3
    assert legal(tables) == names(tables.states["hands"][0, 3])
    for seat in range(4):
        seen = view(tables, seat)
        assert seen["tumbo"].tolist() == ([1, 0], [0, 1])[seat % 2]
        assert seen["stake"].tolist() == [2, 0]
        assert seen["phase"].tolist() == [0, 0, 1]


def test_e24_one_below_the_number_of_tumbo_there_is_betting() -> None:
    for variant, stones in (("general", 10), ("gran_canaria", 8)):
        tables = table(variant=variant, stones=(stones, stones))
        assert legal(tables) == ["pass", "raise"]
        assert not tables.states["tumbo"].any()


def test_e24_tumbo_is_judged_at_the_deal() -> None:
    """A round that begins at 9 has bets; the 11 it brings count from the next deal on, and a chico ends them."""
    tables = table(winning_hands(0), stones=(9, 3))
    act(tables, "pass pass")
    play_out(tables)
    assert standing(tables) == ([11, 3], [0, 0])
    assert tables.states["tumbo"][0].tolist() == [1, 0]
    put_cards(tables, winning_hands(0))
    play_out(tables)
    assert standing(tables) == ([0, 0], [1, 0])
    assert not tables.states["tumbo"].any()
    assert legal(tables) == ["pass", "raise"]


def test_e25_lost_and_still_in_tumbo() -> None:
    """General: 11–0, and the rival wins 3 by 3 until it has a chico at 12."""
    tables = table(stones=(11, 0))
    for stones in (3, 6, 9):
        put_cards(tables, winning_hands(1))
        play_out(tables)
        assert standing(tables) == ([11, stones], [0, 0])
    put_cards(tables, winning_hands(1))
    play_out(tables)
    assert standing(tables) == ([0, 0], [0, 1])


@pytest.mark.parametrize("captains", [(0, 1), (2, 3)])
@per_team
def test_e26_the_captain_in_tumbo_may_decline_again_and_again(captains: tuple[int, int], team: int) -> None:
    """E26: Gran Canaria from 9 against 6: three declines, then both are in tumbo and nobody may."""
    stones = [6, 6]
    stones[team] = 9
    tables = table(variant="gran_canaria", captains=captains, stones=tuple(stones), first_leader=2)
    for number in range(3):
        assert tables.states["first_leader"][0] == (2 + number) % 4
        assert (actor(tables), legal(tables)) == (captains[team], ["play_tumbo", "decline_tumbo"])
        assert view(tables, 0)["phase"].tolist() == [1, 0, 0]
        act(tables, "decline_tumbo")
        stones[1 - team] += 1
        assert standing(tables) == (stones, [0, 0])
        assert tables.states["round_index"][0] == number + 1
    assert stones == [9, 9]
    assert tables.states["tumbo"][0].tolist() == [1, 1]
    assert actor(tables) == 1  # E5: 2 and three rounds on
    assert legal(tables) == names(tables.states["hands"][0, 1])


def test_e26_play_after_all() -> None:
    """To play is not to bet: the first leader leads, and a decline is not asked for again."""
    tables = table(variant="gran_canaria", stones=(3, 9), first_leader=2)
    assert actor(tables) == 1
    act(tables, "play_tumbo")
    assert actor(tables) == 2
    assert legal(tables) == names(tables.states["hands"][0, 2])


def test_e26_in_general_nobody_may_decline() -> None:
    assert "decline_tumbo" not in legal(table(stones=(11, 3)))


def test_e27_first_with_the_chicos_needed() -> None:
    """E27: two chicos; the other team's count for nothing."""
    fuera = "raise raise raise raise accept"
    tables = table(winning_hands(0))
    for team, chicos in ((0, [1, 0]), (1, [1, 1])):
        put_cards(tables, winning_hands(team))
        act(tables, fuera)
        play_out(tables)
        assert standing(tables) == ([0, 0], chicos)
        assert not tables.terminated[0]
    put_cards(tables, winning_hands(1))
    act(tables, fuera)
    play_out(tables)
    assert standing(tables) == ([0, 0], [1, 2])
    assert tables.terminated[0]
    assert not tables.truncated[0]
    assert actor(tables) == -1
    assert tables.rewards[0].tolist() == [-1, 1, -1, 1]


@pytest.mark.parametrize("chicos", [1, 3, 9])
def test_e27_chicos_to_win(chicos: int) -> None:
    variant = rules.EnviteVariant(chicos_to_win=chicos)
    tables = table(variant=variant)
    for number in range(chicos):
        assert not tables.terminated[0]
        assert standing(tables)[1] == [0, number]
        put_cards(tables, winning_hands(1))
        act(tables, "raise raise raise raise accept")
        play_out(tables)
    assert tables.terminated[0]
    assert standing(tables)[1] == [0, chicos]


# --- variants --------------------------------------------------------------------------------------------------


def test_e28_named_variants() -> None:
    shared = {
        "base": 2,
        "rungs": (4, 7, 9),
        "tumbo_penalty": 3,
        "decline_stones": 1,
        "chicos_to_win": 2,
        "exact_hit": "chico",
    }
    general = shared | {"chico_stones": 12, "tumbo_from": 11, "may_decline": False}
    gran_canaria = shared | {"chico_stones": 10, "tumbo_from": 9, "may_decline": True}
    assert {name: vars(variant) for name, variant in rules.VARIANTS.items()} == {
        "general": general,
        "gran_canaria": gran_canaria,
    }
    assert rules.EnviteOptions().numbers == rules.VARIANTS["general"]
    assert rules.EnviteOptions(variant="gran_canaria").numbers == rules.VARIANTS["gran_canaria"]
    assert rules.EnviteVariant() == rules.VARIANTS["general"]


EXACT = rules.EnviteVariant(exact_hit="tumbo")  # 12 stones, in tumbo at 11
EXACT_DECLINE = rules.EnviteVariant(
    exact_hit="tumbo", chico_stones=10, tumbo_from=8, may_decline=True, decline_stones=3
)
NO_TUMBO = rules.EnviteVariant(tumbo_from=None)
EXACT_NO_TUMBO = rules.EnviteVariant(tumbo_from=None, exact_hit="tumbo")
OTHER = rules.EnviteVariant(base=3, rungs=(5,), chico_stones=20, tumbo_from=15, tumbo_penalty=6)

CUSTOM_SCORES = [
    # exact_hit="tumbo": exactly the number is one less, however reached; passing it is a chico. Gains are at face value
    (EXACT, (10, 3), "pass pass", 0, [11, 3], [0, 0], [2 / 12, 0]),
    (EXACT, (9, 3), "raise accept", 0, [0, 0], [1, 0], [4 / 12, 0]),
    (EXACT, (8, 3), "raise accept", 0, [11, 3], [0, 0], [4 / 12, 0]),
    (EXACT, (10, 3), "raise fold", 1, [11, 3], [0, 0], [2 / 12, 0]),
    (EXACT, (3, 3), "raise raise raise raise fold", 0, [3, 11], [0, 0], [0, 9 / 12]),
    (EXACT, (11, 9), "", 1, [11, 11], [0, 0], [0, 3 / 12]),
    (EXACT, (11, 10), "", 1, [0, 0], [0, 1], [0, 3 / 12]),
    (EXACT, (11, 10), "", 0, [0, 0], [1, 0], [1, 0]),
    (EXACT, (10, 0), "raise raise raise raise accept", 1, [0, 0], [0, 1], [0, 1]),
    (EXACT_DECLINE, (8, 7), "decline_tumbo", 0, [8, 9], [0, 0], [0, 0.3]),
    (EXACT_DECLINE, (8, 6), "decline_tumbo", 0, [8, 9], [0, 0], [0, 0.3]),
    (EXACT_DECLINE, (6, 9), "play_tumbo", 0, [9, 9], [0, 0], [0.3, 0]),
    (EXACT_DECLINE, (8, 9), "", 0, [0, 0], [1, 0], [1, 0]),  # both in tumbo
    # no tumbo: bets at any score
    (NO_TUMBO, (11, 11), "pass pass", 0, [0, 0], [1, 0], [2 / 12, 0]),
    (NO_TUMBO, (11, 11), "raise fold", 1, [0, 0], [1, 0], [2 / 12, 0]),
    (EXACT_NO_TUMBO, (10, 0), "pass pass", 0, [11, 0], [0, 0], [2 / 12, 0]),
    (EXACT_NO_TUMBO, (11, 0), "pass pass", 0, [0, 0], [1, 0], [2 / 12, 0]),
    # other numbers
    (OTHER, (14, 0), "pass pass", 0, [17, 0], [0, 0], [3 / 20, 0]),
    (OTHER, (14, 14), "raise accept", 1, [14, 19], [0, 0], [0, 5 / 20]),
    (OTHER, (14, 14), "raise raise fold", 1, [14, 19], [0, 0], [0, 5 / 20]),
    (OTHER, (15, 13), "", 1, [15, 19], [0, 0], [0, 6 / 20]),
    (OTHER, (15, 14), "", 1, [0, 0], [0, 1], [0, 6 / 20]),
    (OTHER, (19, 0), "", 0, [0, 0], [1, 0], [1, 0]),
]


@pytest.mark.parametrize(("variant", "stones", "said", "team", "after", "chicos", "gain"), CUSTOM_SCORES)
def test_e28_scores_of_custom_variants(
    variant: rules.EnviteVariant,
    stones: tuple[int, int],
    said: str,
    team: int,
    after: list[int],
    chicos: list[int],
    gain: list[float],
) -> None:
    tables = scored(variant, stones, said, team)
    assert standing(tables) == (after, chicos)
    assert gained(tables) == pytest.approx(gain)


def test_e28_a_chico_by_a_decline() -> None:
    """E26, E28: 7 and 4 for a decline pass 10."""
    variant = rules.EnviteVariant(chico_stones=10, tumbo_from=8, may_decline=True, decline_stones=4)
    tables = scored(variant, (8, 7), "decline_tumbo", 0)
    assert standing(tables) == ([0, 0], [0, 1])
    assert gained(tables) == pytest.approx([0, 0.4])


def test_e28_tumbo_from_the_start() -> None:
    """With tumbo from 0 every round is played for a chico."""
    tables = table(winning_hands(1), variant=rules.EnviteVariant(tumbo_from=0, may_decline=True))
    assert legal(tables) == names(tables.states["hands"][0, 0])
    play_out(tables)
    assert standing(tables) == ([0, 0], [0, 1])


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"base": 0}, "base takes an integer from 1 to 99, not 0"),
        ({"base": 100}, "base takes an integer from 1 to 99, not 100"),
        ({"base": "2"}, "base takes an integer from 1 to 99, not '2'"),
        ({"base": True}, "base takes an integer from 1 to 99, not True"),
        ({"base": 2.0}, "base takes an integer from 1 to 99, not 2.0"),
        ({"base": 4}, "rungs must rise and exceed the base 4"),
        ({"base": 5}, "rungs must rise and exceed the base 5"),
        ({"rungs": (4, 4)}, "rungs must rise"),
        ({"rungs": (4, 9, 7)}, "rungs must rise"),
        ({"rungs": (2, 4)}, "rungs must rise and exceed the base 2"),
        ({"rungs": (3, 4, 5, 6, 7, 8, 9)}, "rungs takes at most 6"),
        ({"rungs": (4, 100)}, "rungs takes an integer from 1 to 99, not 100"),
        ({"rungs": (4, 7.5)}, "rungs takes an integer from 1 to 99, not 7.5"),
        ({"rungs": ("4",)}, "rungs takes an integer from 1 to 99, not '4'"),
        ({"rungs": "47"}, "rungs takes at most 6 numbers"),
        ({"rungs": 4}, "rungs takes at most 6 numbers"),
        ({"rungs": None}, "rungs takes at most 6 numbers"),
        ({"chico_stones": 1, "tumbo_from": 0}, "chico_stones takes an integer from 2 to 99, not 1"),
        ({"chico_stones": 100}, "chico_stones takes an integer from 2 to 99, not 100"),
        ({"tumbo_from": 12}, "tumbo_from takes an integer from 0 to 11, not 12"),
        ({"chico_stones": 10}, "tumbo_from takes an integer from 0 to 9, not 11"),
        ({"tumbo_from": -1}, "tumbo_from takes an integer from 0 to 11, not -1"),
        ({"tumbo_from": "no"}, "tumbo_from takes an integer from 0 to 11, not 'no'"),
        ({"tumbo_penalty": 0}, "tumbo_penalty takes an integer from 1 to 99, not 0"),
        ({"tumbo_penalty": 100}, "tumbo_penalty takes an integer from 1 to 99, not 100"),
        ({"may_decline": 1}, "may_decline takes one of False, True, not 1"),
        ({"may_decline": "yes"}, "may_decline takes one of False, True, not 'yes'"),
        ({"decline_stones": 0}, "decline_stones takes an integer from 1 to 99, not 0"),
        ({"chicos_to_win": 0}, "chicos_to_win takes an integer from 1 to 9, not 0"),
        ({"chicos_to_win": 10}, "chicos_to_win takes an integer from 1 to 9, not 10"),
        ({"exact_hit": "stones"}, "exact_hit takes one of 'chico', 'tumbo', not 'stones'"),
        ({"exact_hit": None}, "exact_hit takes one of 'chico', 'tumbo', not None"),
        ({"exact_hit": "tumbo", "tumbo_from": None, "base": 1}, "could go on for ever"),
    ],
)
def test_e28_variants_that_make_no_game(numbers: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rules.EnviteVariant(**numbers)


def test_e28_variants_at_the_limits_are_games() -> None:
    """Each of these can be made, and plays to an end."""
    for fields in (
        {"rungs": ()},
        {"rungs": [4, 7]},
        {"base": 98, "rungs": (99,), "chico_stones": 99, "tumbo_from": 98, "tumbo_penalty": 99, "decline_stones": 99},
        {"chico_stones": 2, "tumbo_from": 1, "base": 1, "rungs": (2, 3, 4, 5, 6, 99)},
        {"exact_hit": "tumbo", "base": 1, "may_decline": True},
        {"exact_hit": "tumbo", "tumbo_from": None},
        {"tumbo_from": None, "base": 1, "chicos_to_win": 9, "chico_stones": 99},
    ):
        batch = Batch(GAME, rules.EnviteOptions(variant=rules.EnviteVariant(**fields)), 8, seed=0)
        ended = 0
        for _ in range(20_000):
            batch.step(batch.sample())
            ended += len(batch.ended)
            assert (batch.states["stones"] < batch.states["chico_stones"][:, None]).all()
            assert (batch.states["stones"] >= 0).all()
            if ended >= 8:
                break
        assert ended >= 8
        assert (batch.results["chicos"].max(axis=1) == batch.states["chicos_to_win"][batch.ended]).all()


# --- options ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"variant": "tenerife"},
            "variant takes one of 'general', 'gran_canaria', an EnviteVariant or a dict of its numbers, not 'tenerife'",
        ),
        (
            {"variant": None},
            "variant takes one of 'general', 'gran_canaria', an EnviteVariant or a dict of its numbers, not None",
        ),
        ({"variant": {"bets": 2}}, "unknown option 'bets'; EnviteVariant has base, rungs, chico_stones"),
        ({"variant": {"base": 5}}, "rungs must rise and exceed the base 5"),
        ({"captains": (1, 0)}, "captains are an even seat for team 0 and an odd one for team 1"),
        ({"captains": (0, 2)}, "captains are an even seat for team 0 and an odd one for team 1"),
        ({"captains": (1, 3)}, "captains are an even seat for team 0 and an odd one for team 1"),
        ({"captains": (0, 5)}, "captains takes an integer from 0 to 3, not 5"),
        ({"captains": (-2, 1)}, "captains takes an integer from 0 to 3, not -2"),
        ({"captains": (0,)}, "captains takes two integers from 0 to 3"),
        ({"captains": (0, 1, 2)}, "captains takes two integers from 0 to 3"),
        ({"captains": 0}, "captains takes two integers from 0 to 3"),
        ({"captains": "01"}, "captains takes two integers from 0 to 3"),
        ({"captains": None}, "captains takes two integers from 0 to 3"),
        ({"captains": (0.0, 1)}, "captains takes an integer from 0 to 3, not 0.0"),
        ({"captains": (False, True)}, "captains takes an integer from 0 to 3, not False"),
        ({"episode": "game"}, "episode takes one of 'match', 'chico', 'round', not 'game'"),
        ({"episode": None}, "episode takes one of 'match', 'chico', 'round', not None"),
        ({"reward": "score"}, "reward takes one of 'win', 'stones', not 'score'"),
        ({"start_stones": (1, 0)}, "start_stones are for episodes 'chico' and 'round'"),
        ({"start_stones": "random"}, "start_stones are for episodes 'chico' and 'round'"),
        ({"start_stones": "any", "episode": "round"}, "start_stones takes one of 'random', not 'any'"),
        ({"start_stones": (12, 0), "episode": "round"}, "start_stones takes an integer from 0 to 11, not 12"),
        ({"start_stones": (0, -1), "episode": "chico"}, "start_stones takes an integer from 0 to 11, not -1"),
        ({"start_stones": (10, 0), "episode": "round", "variant": "gran_canaria"}, "from 0 to 9, not 10"),
        ({"start_stones": (20, 0), "episode": "round", "variant": OTHER}, "from 0 to 19, not 20"),
        ({"start_stones": (0,), "episode": "round"}, "start_stones takes two integers from 0 to 11"),
        ({"start_stones": 5, "episode": "round"}, "start_stones takes two integers from 0 to 11"),
        ({"start_stones": None, "episode": "round"}, "start_stones takes two integers from 0 to 11"),
        ({"start_stones": (0.0, 1), "episode": "round"}, "start_stones takes an integer from 0 to 11, not 0.0"),
    ],
)
def test_options_that_make_no_table(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rules.EnviteOptions(**options)


def test_options_that_are_the_same_are_equal() -> None:
    """Lists are taken for tuples."""
    assert rules.EnviteOptions(captains=[2, 3], episode="round", start_stones=[1, 2]) == rules.EnviteOptions(  # type: ignore[arg-type]
        captains=(2, 3), episode="round", start_stones=(1, 2)
    )
    assert rules.EnviteVariant(rungs=[4, 7]) == rules.EnviteVariant(rungs=(4, 7))  # type: ignore[arg-type]
    assert hash(rules.EnviteVariant(rungs=[4, 7])) == hash(rules.EnviteVariant(rungs=(4, 7)))  # type: ignore[arg-type]


# --- wrong actions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stones", "said", "wrong"),
    [
        ((0, 0), "", "accept"),  # nothing is named
        ((0, 0), "", "fold"),
        ((0, 0), "", "play_tumbo"),
        ((0, 0), "", "decline_tumbo"),
        ((0, 0), "", "wait"),
        ((0, 0), "", "copas-2"),  # a card before the bidding is over
        ((0, 0), "raise", "pass"),
        ((0, 0), "raise raise raise raise", "raise"),  # E19: above the chico fuera
        ((0, 0), "raise accept", "raise"),  # E19: acceptance ends the betting
        ((0, 0), "pass pass", "espadas-4"),  # a card not held
        ((9, 0), "", "raise"),  # betting in tumbo
        ((9, 0), "", "pass"),
        ((9, 0), "play_tumbo", "raise"),
        ((9, 9), "", "raise"),
        ((9, 9), "", "decline_tumbo"),
    ],
)
def test_an_action_that_is_not_legal_changes_nothing(stones: tuple[int, int], said: str, wrong: str) -> None:
    tables = table(winning_hands(0), variant="gran_canaria", stones=stones)
    act(tables, said)
    before = tables.states.tobytes()
    allowed = ", ".join(f"{rules.ACTIONS.index(word)} \\({word}\\)" for word in legal(tables))
    with pytest.raises(
        ValueError, match=f"player_{actor(tables)} may not choose .* \\({wrong}\\) now; legal are {allowed}"
    ):
        act(tables, wrong)
    assert tables.states.tobytes() == before


def test_a_seat_that_is_not_the_captain_may_not_bet() -> None:
    one = Table(GAME, rules.EnviteOptions(players=6))
    one.restart(0)
    captain = one.acting[0]
    before = one.states.tobytes()
    for seat in range(6):
        if seat != captain:
            for word in ("raise", "pass", "accept", "fold"):
                with pytest.raises(ValueError, match=f"player_{seat} may not choose .*{word}.*; legal are 0 .wait.$"):
                    one.check(seat, rules.ACTIONS.index(word))
            assert one.check(seat, rules.WAIT) == rules.WAIT
    assert one.check(captain, rules.RAISE) == rules.RAISE
    assert one.states.tobytes() == before


# --- episodes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "stones", "winner"),
    [
        (unbet, (0, 0), 0),
        (accepted, (0, 0), 0),
        (folded, (0, 0), 0),
        (declined, (9, 5), 1),
        (played_in_tumbo, (9, 5), 0),
    ],
)
def test_a_round_ends_with_any_deal(end: Any, stones: tuple[int, int], winner: int) -> None:
    """Played, folded or declined; its winner is the team that gains. Nothing is dealt after it."""
    tables = table(winning_hands(0), variant="gran_canaria", episode="round", start_stones=stones, stones=stones)
    end(tables)
    assert tables.terminated[0]
    assert not tables.truncated[0]
    assert tables.states["round_index"][0] == 0
    assert tables.final_results["winners"][0, :4].tolist() == [winner == 0, winner == 1] * 2
    assert tables.rewards[0].tolist() == [1 - 2 * winner, 2 * winner - 1] * 2


def test_a_chico_ends_with_the_first() -> None:
    """By stones, by a chico fuera or in tumbo; not before."""
    tables = table(winning_hands(1), episode="chico", stones=(3, 9), start_stones=(3, 9))
    act(tables, "pass pass")
    play_out(tables)
    assert standing(tables) == ([3, 11], [0, 0])
    assert not tables.terminated[0]
    put_cards(tables, winning_hands(1))
    play_out(tables)
    assert tables.terminated[0]
    assert standing(tables) == ([0, 0], [0, 1])
    assert tables.rewards[0].tolist() == [-1, 1, -1, 1]
    fuera = scored("general", (0, 0), "raise raise raise raise accept", 0, episode="chico")
    assert fuera.terminated[0]
    assert standing(fuera) == ([0, 0], [1, 0])


@pytest.mark.parametrize("episode", ["chico", "round"])
@pytest.mark.parametrize("variant", ["general", "gran_canaria", OTHER])
def test_every_start_score(episode: str, variant: Any) -> None:
    """Each pair of scores below the number can be started from, is judged for tumbo, and can be played to its end."""
    number = rules.EnviteOptions(variant=variant).numbers
    for stones in [(a, b) for a in range(number.chico_stones) for b in range(number.chico_stones)]:
        options = rules.EnviteOptions(variant=variant, episode=episode, start_stones=stones)
        tables = Tables(GAME, options, 1)
        tables.reset(slot_seeds(5, 1))
        assert standing(tables) == (list(stones), [0, 0])
        assert tables.states["tumbo"][0].tolist() == [own >= number.tumbo_from for own in stones]
        while not tables.terminated[0]:
            tables.play(tables.sample())
        won, chicos = int(np.flatnonzero(tables.final_results["winners"][0])[0]), standing(tables)[1]
        assert sum(chicos) == 1 if episode == "chico" else sum(chicos) <= 1
        if sum(chicos) == 0:
            assert standing(tables)[0][won] > stones[won]
            assert standing(tables)[0][1 - won] == stones[1 - won]
        else:
            assert chicos[won] == 1


@pytest.mark.parametrize("episode", ["chico", "round"])
@pytest.mark.parametrize(("variant", "number"), [("general", 12), ("gran_canaria", 10), (OTHER, 20)])
def test_random_start_stones_are_uniform(episode: str, variant: Any, number: int) -> None:
    """Each team's uniform over 0 to the number − 1, and independent of the other's; drawn anew in each episode."""
    options = rules.EnviteOptions(variant=variant, episode=episode, start_stones="random")
    batch = Batch(GAME, options, 20_000, seed=3)
    drawn = batch.states["stones"].astype(int)
    pairs = np.bincount(drawn[:, 0] * number + drawn[:, 1], minlength=number**2)
    assert len(pairs) == number**2
    assert (pairs > 0).all()
    assert stats.chisquare(pairs).pvalue > 1e-4
    batch.deal_next(batch.all_rows)
    assert (batch.states["stones"] != drawn).any(axis=1).mean() > 0.9


def test_a_match_starts_without_stones() -> None:
    """Also after one that ended elsewhere."""
    batch = Batch(GAME, rules.EnviteOptions(variant=rules.EnviteVariant(chicos_to_win=1)), 16, seed=0)
    ended = np.zeros(16, bool)
    while not ended.all():
        batch.step(batch.sample())
        ended[batch.ended] = True
        new = batch.states[batch.ended]
        assert not new["stones"].any()
        assert not new["chicos"].any()
        assert not new["round_index"].any()
        assert (new["last_winner"] == rules.NOBODY).all()


def test_episodes_of_a_slot_are_dealt_anew() -> None:
    """Two episodes of one seed have other cards; the same episode has the same."""
    batch = Batch(GAME, rules.EnviteOptions(episode="round"), 1, seed=7)
    first = batch.states["hands"].tobytes()
    batch.step([[rules.RAISE]])
    batch.step([[rules.FOLD]])
    assert batch.ended.tolist() == [0]
    assert batch.states["hands"].tobytes() != first
    batch.restart(7)
    assert batch.states["hands"].tobytes() == first


# --- rewards and results ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "stones", "said", "team", "paid"),
    [
        ("general", (0, 0), "pass pass", 0, 2 / 12),
        ("general", (0, 0), "raise raise raise fold", 1, 7 / 12),
        ("general", (10, 0), "raise raise raise accept", 0, 9 / 12),  # face value, also where it completes a chico
        ("general", (10, 0), "raise raise raise raise accept", 0, 1),  # chico fuera
        ("general", (0, 0), "raise raise raise raise accept", 1, -1),
        ("general", (11, 0), "", 0, 1),  # tumbo
        ("general", (11, 0), "", 1, -3 / 12),
        ("general", (11, 10), "", 1, -3 / 12),
        ("general", (11, 11), "", 1, -1),
        ("gran_canaria", (0, 0), "pass raise accept", 1, -0.4),
        ("gran_canaria", (9, 3), "decline_tumbo", 0, -0.1),
        ("gran_canaria", (3, 9), "play_tumbo", 0, 0.3),
        (EXACT, (10, 0), "pass pass", 0, 2 / 12),  # kept as 11
        (OTHER, (0, 0), "raise accept", 1, -5 / 20),
    ],
)
@pytest.mark.parametrize("episode", ["match", "chico", "round"])
def test_reward_stones(variant: Any, stones: tuple[int, int], said: str, team: int, paid: float, episode: str) -> None:
    """Paid at the end of every round, whatever the episode: what was gained by the stones for a chico."""
    tables = scored(variant, stones, said, team, reward="stones", episode=episode)
    assert tables.rewards[0].tolist() == pytest.approx([paid, -paid, paid, -paid])


def test_reward_stones_pays_nothing_within_a_round() -> None:
    tables = table(winning_hands(0), reward="stones")
    rounds = 0
    for _ in range(60):
        before = int(tables.states["round_index"][0])
        act(tables, legal(tables)[0])
        over = int(tables.states["round_index"][0]) > before
        assert tables.rewards[0].any() == over
        rounds += over
    assert rounds > 3


@per_size
def test_reward_win_pays_at_the_end_alone(players: int) -> None:
    tables = table(players=players)
    while not tables.terminated[0]:
        assert not tables.rewards.any()
        tables.play(tables.sample())
    winner = tables.final_results["winners"][0, :players]
    assert tables.rewards[0].tolist() == np.where(winner, 1, -1).tolist()


@per_size
@per_team
def test_results(players: int, team: int) -> None:
    """Winners share the first place, the others the next; chicos and stones are those of one's team."""
    tables = table(winning_hands(team, players), players=players, stones=(3, 6), chicos=(1, 1))
    act(tables, "raise raise accept")
    play_out(tables)
    if team == 0:  # 10 to 6: one more round
        assert not tables.terminated[0]
        put_cards(tables, winning_hands(0, players))
        act(tables, "pass pass")
        play_out(tables)
    result = tables.final_results[0]
    rest = [0] * (12 - players)
    own, others = ([1, 0], [0, 1])[team], players // 2 + 1
    assert result.winners.tolist() == own * (players // 2) + rest
    assert result.ranks.tolist() == [1 if won else others for won in own] * (players // 2) + rest
    assert result.chicos.tolist() == [1 + won for won in own] * (players // 2) + rest
    assert result.stones.tolist() == [0] * 12
    assert result.scores.tolist() == [1 + won for won in own] * (players // 2) + rest


def test_results_of_a_round_keep_the_stones() -> None:
    """Scores are chicos with the stones as a fraction; the winner is who gained, not who leads."""
    tables = scored("general", (3, 10), "raise accept", 0, episode="round")
    result = tables.final_results[0]
    assert result.stones[:4].tolist() == [7, 10, 7, 10]
    assert result.chicos[:4].tolist() == [0, 0, 0, 0]
    assert result.scores[:4].tolist() == [7 / 12, 10 / 12, 7 / 12, 10 / 12]
    assert result.winners[:4].tolist() == [1, 0, 1, 0]
    assert result.ranks[:4].tolist() == [1, 3, 1, 3]


# --- what a seat has shown -------------------------------------------------------------------------------------


def shown(tables: Tables, seat: int) -> set[str]:
    """What a seat is known not to have, as the next one sees it."""
    flags = view(tables, (seat + 1) % 4)["voids"][int(tables.states["players"][0]) - 1]
    return {kind for kind, flag in zip((*SUITS, "trump"), flags, strict=True) if flag}


@pytest.mark.parametrize(
    ("led", "answer", "expected"),
    [
        ("espadas-4", "espadas-5", set()),
        ("espadas-4", "oros-12", {"espadas"}),
        ("espadas-4", "copas-3", {"espadas"}),  # trumped: nothing else is shown
        ("copas-3", "copas-4", set()),
        ("copas-3", "copas-2", set()),
        ("copas-3", "bastos-12", {"trump"}),
    ],
)
def test_what_a_seat_shows(led: str, answer: str, expected: set[str]) -> None:
    """Who did not follow a plain lead has none of that suit, who did not trump a trump lead no trump."""
    tables = table([f"{led} bastos-1 bastos-2", f"{answer} bastos-10 bastos-11"])
    act(tables, f"pass pass {led} {answer}")
    assert shown(tables, 1) == expected
    assert shown(tables, 0) == shown(tables, 2) == set()


def test_voids_stay_for_the_round_and_add_up() -> None:
    hands = [
        "copas-2 espadas-12 bastos-2",
        "oros-12 oros-11 oros-10",
        "copas-12 espadas-2 bastos-1",
        "copas-3 espadas-3 bastos-4",
    ]
    tables = table(hands)
    act(tables, "pass pass copas-2 oros-12 copas-12 copas-3")
    assert shown(tables, 1) == {"trump"}
    act(tables, "espadas-12 oros-11")
    assert shown(tables, 1) == {"trump", "espadas"}
    act(tables, "espadas-2 espadas-3")
    assert tables.states["round_index"][0] == 1  # both tricks are seat 0's
    for seat in range(4):
        assert shown(tables, seat) == set()


def test_voids_are_not_sharpened() -> None:
    """E14: no trump "the highest apart": the flag stays as it is when the highest is played."""
    hands = [
        "copas-3 espadas-12 bastos-2",
        "copas-2 oros-11 espadas-4",
        "copas-12 espadas-2 bastos-1",
        "copas-4 espadas-3 bastos-4",
    ]
    tables = table(hands)
    act(tables, "pass pass copas-3 oros-11 copas-12 copas-4")  # the malilla is kept back
    assert shown(tables, 1) == {"trump"}
    act(tables, "bastos-1 bastos-4 bastos-2 copas-2")  # and takes the second trick
    assert shown(tables, 1) == {"trump", "bastos"}
    assert actor(tables) == 1


def test_what_is_seen_of_the_play() -> None:
    """Every card and by whom, the leader, the trick, tricks won; seats from oneself on."""
    hands = ["copas-2 espadas-12 bastos-2", "oros-12 oros-11 oros-10", "copas-12 espadas-2 bastos-1"]
    tables = table([*hands, "copas-3 espadas-3 bastos-4"], first_leader=2)
    act(tables, "pass pass copas-12 copas-3 copas-2 oros-12 espadas-12 oros-11")
    order = [[2, 3, 0, 1], [0, 1]]
    cards = [["copas-12", "copas-3", "copas-2", "oros-12"], ["espadas-12", "oros-11"]]
    for seat in range(4):
        seen = view(tables, seat)
        played = np.zeros((3, 12))
        for trick in range(2):
            for player, name in zip(order[trick], cards[trick], strict=True):
                played[trick, (player - seat) % 4] = CARD_NAMES.index(name) + 1
        np.testing.assert_array_equal(seen["played"], played)
        assert np.flatnonzero(seen["gone"]).tolist() == sorted(numbers(" ".join(map(" ".join, cards))))
        assert np.flatnonzero(seen["vira"]).tolist() == numbers("copas-5")
        assert np.flatnonzero(seen["hand"]).tolist() == sorted(set(tables.states["hands"][0, seat].tolist()) - {-1})
        assert np.flatnonzero(seen["leader"]).tolist() == [(0 - seat) % 4]
        assert np.flatnonzero(seen["first_leader"]).tolist() == [(2 - seat) % 4]
        assert np.flatnonzero(seen["actor"]).tolist() == [(2 - seat) % 4]
        assert seen["trick"].tolist() == [0, 1, 0]
        assert seen["tricks_won"].tolist() == ([1, 0], [0, 1])[seat % 2]
        assert seen["present"].tolist() == [1] * 4 + [0] * 8


def test_what_is_seen_of_the_numbers() -> None:
    """The variant and the episode are there as they are; one's own stones and chicos come first."""
    tables = table(variant=OTHER, episode="chico", stones=(4, 7), chicos=(1, 0), players=8)
    seen = view(tables, 3)
    expected = {
        "stones": [7, 4], "chicos": [0, 1], "base": [3], "rungs": [5, 0, 0, 0, 0, 0], "chico_stones": [20],
        "tumbo_from": [15], "tumbo_penalty": [6], "may_decline": [0], "decline_stones": [1], "chicos_to_win": [2],
        "exact_is_tumbo": [0], "episode": [0, 1, 0],
    }  # fmt: skip
    assert {block: seen[block].tolist() for block in expected} == expected
    assert view(table(variant=EXACT_NO_TUMBO), 0)["tumbo_from"].tolist() == [-1]
    assert view(table(variant=EXACT_NO_TUMBO), 0)["exact_is_tumbo"].tolist() == [1]


def test_absent_seats_are_never_dealt_or_seen() -> None:
    tables = Tables(GAME, rules.EnviteOptions(players=6), 40)
    tables.reset(slot_seeds(0, 40))
    while not tables.terminated.all():
        tables.play(tables.sample(), np.flatnonzero(~tables.terminated))
        assert (tables.states["hands"][:, 6:] == rules.NOBODY).all()
        assert (tables.states["played"][:, :, 6:] == rules.NOBODY).all()
        assert not tables.states["voids"][:, 6:].any()
    for field in ("scores", "winners", "ranks", "chicos", "stones"):
        assert not tables.final_results[field][:, 6:].any()


def test_an_ended_game_has_nobody_to_act() -> None:
    tables = table(episode="round")
    act(tables, "raise fold")
    assert actor(tables) == -1
    assert not tables.action_masks.any()
    assert not any(rules.alive(tables.states[0], seat) for seat in range(4))
    assert not view(tables, 0)["phase"].any()
    assert not view(tables, 0)["actor"].any()
