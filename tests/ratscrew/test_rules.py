"""The rules of Egyptian ratscrew, one by one, with exact values. Numbers like R9 are rules of `seeds/ratscrew.md`.

Where nothing else is said everybody sees each card at once. Stacks are written with the card flipped first in front.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy import stats

from card_envs import ratscrew_v0
from card_envs.core.random import slot_seeds
from card_envs.core.tables import Batch, Tables
from card_envs.ratscrew import GAME, rules
from card_envs.ratscrew.options import SLAPS, RatscrewOptions
from tests.ratscrew.hand_made import (
    NAMES,
    burnt,
    challenge,
    flip,
    flipper,
    held,
    hold,
    names,
    pile,
    seats_in,
    stacks,
    table,
    tick,
    view,
)

SIZES = (2, 3, 4, 5, 6, 7, 8)
NOBODY = rules.NOBODY
FREE = (NOBODY, 0)  # no challenge
LEVEL = 1e-3  # below which a chi-square test fails; seeds are fixed


def flips(tables: Tables) -> int:
    return int(tables.states["flips"][0])


def now(tables: Tables) -> int:
    """Decision steps made in this window."""
    return int(tables.states["tick"][0])


def seat_of(tables: Tables, seat: int, block: str) -> list[int]:
    """The seats (absolute) at which a seat sees a 1 in a block."""
    return [(seat + int(distance)) % tables.seats for distance in np.flatnonzero(view(tables, seat)[block])]


def good(cards: str, *slaps: str) -> bool:
    """Whether a pile of these cards is good when these patterns are in force."""
    *under, top = cards.split()
    tables = table([top, "2"], pile=" ".join(under), slaps=slaps)
    assert pile(tables) == cards
    return bool(rules.good_pile(tables.states[0]))


# --- R1, R2: table and deal ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", SIZES)
def test_r1_two_to_eight_players(players: int) -> None:
    assert RatscrewOptions(players=players).players == players


@pytest.mark.parametrize("players", [1, 9, 0, -2, 2.5])
def test_r1_no_other_table(players: int) -> None:
    with pytest.raises(ValueError, match="players takes an integer from 2 to 8"):
        RatscrewOptions(players=players)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (2, [26, 26]),
        (3, [18, 17, 17]),
        (4, [13] * 4),
        (5, [11, 11, 10, 10, 10]),
        (6, [9, 9, 9, 9, 8, 8]),
        (7, [8, 8, 8, 7, 7, 7, 7]),
        (8, [7, 7, 7, 7, 6, 6, 6, 6]),
    ],
)
def test_r2_cards_are_dealt_evenly(players: int, sizes: list[int]) -> None:
    """All 52, extras from seat 0 on; the first card is flipped by itself, and is no payment."""
    batch = Batch(GAME, RatscrewOptions(players=players), 200, seed=0)
    for state in batch.states:
        dealt = state.held[:players].tolist()
        dealt[state.flipper] += 1
        assert dealt == sizes
        assert (state.played, state.burnt_count, state.flips, state.tick) == (1, 0, 1, 0)
        places = [state.stacks[seat, : sizes[seat]].tolist() for seat in range(players)]
        assert sorted(card for stack in places for card in stack) == list(range(52))
        assert state.pile[0] == places[state.flipper][0]
    assert batch.observations.shape == (200, players, GAME.layout.size)


def test_r2_deal_and_first_flipper_are_random() -> None:
    """Any card is flipped first as often as any other, and by any seat."""
    states = Batch(GAME, RatscrewOptions(players=3), 5200, seed=1).states
    assert stats.chisquare(np.bincount(states["pile"][:, 0], minlength=52)).pvalue > LEVEL
    assert stats.chisquare(np.bincount(states["flipper"], minlength=3)).pvalue > LEVEL
    order = states["stacks"][:, 0, :18].argmax(axis=1)  # where seat 0's highest card lies
    assert stats.chisquare(np.bincount(order, minlength=18)).pvalue > LEVEL


def test_r2_nobody_looks_at_their_cards() -> None:
    """With the same card flipped, all that a seat sees is the same whatever lies in the stacks."""
    one, two = (table([cards, "9 10 J"], reflexes=[1, 0, 0, 0]) for cards in ("5 2 3 4", "5 K Q A"))
    for seat in (0, 1):
        assert {name: block.tobytes() for name, block in view(one, seat).items()} == {
            name: block.tobytes() for name, block in view(two, seat).items()
        }


# --- R3: turns -------------------------------------------------------------------------------------------------


def test_r3_in_turn_each_flips_the_top_card() -> None:
    tables = table(["4 7", "5 8", "6 9"])
    order = []
    for _ in range(6):
        order.append(flipper(tables))
        if flips(tables) < 6:
            hold(tables)
    assert order == [0, 1, 2, 0, 1, 2]
    assert pile(tables) == "4 5 6 7 8 9"
    assert stacks(tables) == ["", "", ""]


def test_r3_seats_without_cards_are_skipped() -> None:
    tables = table(["4 7", "", "6 9", ""])
    assert seat_of(tables, 1, "flipper") == [2]
    hold(tables)
    assert flipper(tables) == 2
    hold(tables)
    assert (flipper(tables), pile(tables)) == (0, "4 6 7")


def test_r3_the_next_with_cards_may_be_the_same() -> None:
    tables = table(["4 7 9", "", ""])
    hold(tables, 2)
    assert (flipper(tables), pile(tables), seats_in(tables)) == (0, "4 7 9", [0, 1, 2])


# --- R4–R7: challenges -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("court", "owed"), [("J", 1), ("Q", 2), ("K", 3), ("A", 4)])
def test_r4_r6_a_challenge_is_paid_by_the_next_seat_one_at_a_time(court: str, owed: int) -> None:
    """R4, R6: all of it by the same seat; then the challenger takes the pile under its stack, and flips next."""
    tables = table([f"{court} 10 9", "2 3 4 5 6", "7 8"])
    for left in range(owed, 0, -1):
        assert challenge(tables) == (0, left)
        assert seat_of(tables, 2, "challenger") == [0]
        assert view(tables, 2)["owed"] == left
        assert seat_of(tables, 0, "flipper") == [1]
        hold(tables)
        assert flipper(tables) == 1
    assert challenge(tables) == (0, 0)
    assert seat_of(tables, 0, "flipper") == [0]
    paid = ["2", "3", "4", "5"][:owed]
    assert pile(tables) == " ".join([court, *paid])
    hold(tables)
    assert (flipper(tables), pile(tables), challenge(tables)) == (0, "10", FREE)
    assert stacks(tables)[0] == " ".join(["9", court, *paid])


def test_r4_number_cards_ask_nothing() -> None:
    for rank in NAMES[1:10]:
        assert challenge(table([rank, "J"])) == FREE


def test_r4_r7_a_payer_who_runs_out_is_followed_by_the_next() -> None:
    """R4, R7: found anew at each payment, after the last flipper; the others are skipped, the challenger too."""
    tables = table(["9 6", "K 10", "2", "3", ""], first=1)
    hold(tables)
    assert (flipper(tables), challenge(tables)) == (2, (1, 2))
    hold(tables)
    assert (flipper(tables), challenge(tables)) == (3, (1, 1))
    assert seat_of(tables, 4, "flipper") == [0]
    hold(tables)
    assert (flipper(tables), challenge(tables)) == (0, (1, 0))
    hold(tables)
    assert (flipper(tables), pile(tables), stacks(tables)[1]) == (1, "10", "K 2 3 9")


def test_r4_the_challenger_never_pays() -> None:
    """The payer runs out and only a seat beyond the challenger has cards."""
    tables = table(["K 9 8", "2", ""], first=0)
    hold(tables)
    assert challenge(tables) == (0, 2)
    assert seat_of(tables, 1, "flipper") == [0]  # who takes the pile, as nobody is left to pay
    hold(tables)
    assert (flipper(tables), pile(tables), stacks(tables)[0], challenge(tables)) == (0, "9", "8 K 2", FREE)


def test_r5_a_court_card_in_payment_passes_the_challenge_on() -> None:
    """The sheet's: king, and a jack at the second card: now one card is owed, by the next player."""
    tables = table(["K 6", "2 J 3", "4 5", "7"])
    hold(tables, 2)
    assert (pile(tables), challenge(tables)) == ("K 2 J", (1, 1))
    hold(tables)
    assert (flipper(tables), pile(tables), challenge(tables)) == (2, "K 2 J 4", (1, 0))
    hold(tables)
    assert (flipper(tables), pile(tables), stacks(tables)) == (1, "3", ["6", "K 2 J 4", "5", "7"])


def test_r5_the_old_challenger_may_have_to_pay() -> None:
    tables = table(["K 5 6", "Q 7"])
    hold(tables)
    assert challenge(tables) == (1, 2)
    hold(tables, 2)
    assert (pile(tables), challenge(tables)) == ("K Q 5 6", (1, 0))
    hold(tables)
    assert (flipper(tables), stacks(tables)) == (1, ["", "K Q 5 6"])


def test_r6_the_pile_can_be_slapped_until_the_last_window_ends() -> None:
    """The last card paid makes it good: whoever slaps takes it, not the challenger; the challenge is off."""
    tables = table(["J 9", "8 5", "6 7"], pile="8")
    hold(tables)
    assert (pile(tables), challenge(tables)) == ("8 J 8", (0, 0))
    tick(tables)
    tick(tables)
    assert (pile(tables), held(tables)) == ("8 J 8", [1, 1, 2])
    tick(tables, 2)
    assert (flipper(tables), pile(tables), stacks(tables)[2], challenge(tables)) == (2, "6", "7 8 J 8", FREE)


def test_r7_burnt_cards_are_no_payment() -> None:
    """The payer burns all its cards before it has paid: the next pays the whole."""
    tables = table(["K 10 9", "2 3 4", "5 6 7 8"])
    tick(tables, 1)
    assert (challenge(tables), burnt(tables), seat_of(tables, 0, "flipper")) == ((0, 3), "2 3", [1])
    tick(tables, 1)
    assert (challenge(tables), burnt(tables), seat_of(tables, 0, "flipper")) == ((0, 3), "2 3 4", [2])
    tick(tables)
    assert (flipper(tables), challenge(tables), seats_in(tables)) == (2, (0, 2), [0, 1, 2])
    hold(tables, 2)
    assert (pile(tables), challenge(tables)) == ("K 5 6 7", (0, 0))
    hold(tables)
    assert stacks(tables) == ["9 4 3 2 K 5 6 7", "", "8"]


def test_r7_a_payer_burnt_empty_within_its_payment() -> None:
    tables = table(["A 10", "2 3 4", "5 6 7 8"])
    hold(tables)
    tick(tables, 1)
    assert (challenge(tables), stacks(tables)[1]) == ((0, 3), "")
    hold(tables)
    assert (flipper(tables), challenge(tables)) == (2, (0, 2))


def test_r7_nobody_but_the_challenger_has_cards() -> None:
    """Also right after the court card itself; after the window, in which a slap may come first."""
    tables = table(["K 9 8", "", ""])
    assert seat_of(tables, 1, "flipper") == [0]
    tick(tables)
    assert (pile(tables), challenge(tables)) == ("K", (0, 3))
    hold(tables)
    assert (flipper(tables), pile(tables), stacks(tables)[0], challenge(tables)) == (0, "9", "8 K", FREE)
    assert seats_in(tables) == [0, 1, 2]  # a lone king is no chance to slap


def test_r7_the_last_payer_burns_all_in_the_challengers_favour() -> None:
    tables = table(["K 9 8", "2 3"])
    tick(tables, 1)
    assert seat_of(tables, 0, "flipper") == [0]
    hold(tables)
    assert (flipper(tables), pile(tables), stacks(tables)) == (0, "9", ["8 3 2 K", ""])
    assert seats_in(tables) == [0, 1]


# --- R8, R11: patterns -----------------------------------------------------------------------------------------

# Piles, and the patterns that each is good for.
PILES = {
    "4 4": "double top_bottom", "A A": "double top_bottom", "K K": "double top_bottom", "10 10": "double top_bottom",
    "5 5": "double top_bottom tens", "2 9 9": "double", "Q 9 9": "double", "3 5 7 7": "double",
    "4 9 9 4": "top_bottom", "4 4 4": "double sandwich top_bottom", "2 4 4 4": "double sandwich",
    "7 K 7": "sandwich top_bottom", "2 7 K 7": "sandwich", "J 2 J": "sandwich top_bottom",
    "5 9 2 5": "top_bottom", "K 2 3 4 5 6 K": "top_bottom", "6 5 9 3 5": "", "5 9 2 5 3": "", "2 5 9 3 5": "",
    "K Q": "marriage", "2 K Q": "marriage", "K K Q": "marriage", "Q K Q": "sandwich top_bottom marriage",
    "Q K": "", "K 3 Q": "", "4 6": "tens", "6 4": "tens", "A 9": "tens", "9 A": "tens", "2 3 7": "tens", "8 2": "tens",
    "4 3 6": "", "10 J": "", "J 10": "", "10 K": "", "10 A": "", "J 9": "", "A J": "", "Q 8": "", "9 2 A": "",
    "7": "", "K": "", "9 9 4": "", "4 9 9 2": "", "5 3": "",
}  # fmt: skip


@pytest.mark.parametrize("cards", PILES)
def test_r8_r11_patterns(cards: str) -> None:
    """R8, R11: with every set of slaps a pile is good just if one of its patterns is in the set."""
    for flags in product((False, True), repeat=5):
        slaps = [name for name, flag in zip(SLAPS, flags, strict=True) if flag]
        assert good(cards, *slaps) == any(name in slaps for name in PILES[cards].split())


def test_r8_every_single_card_is_bad() -> None:
    for rank in NAMES:
        assert not good(rank, *SLAPS)


def test_r11_defaults() -> None:
    options = RatscrewOptions()
    assert (options.slaps, options.penalty) == (("double", "sandwich", "top_bottom"), 2)
    assert (options.players, options.ticks, options.max_flips, options.shuffle_won) == (4, 3, 2_000, False)
    assert options.reflexes == ((1 / 3, 1 / 3, 1 / 3, 0.0),) * 4
    assert options.memory == (False,) * 4


def test_r11_no_pattern_at_all() -> None:
    """Every slap is then wrong."""
    tables = table(["4 2 2", "3 3 3"], pile="4", slaps=())
    tick(tables, 0)
    assert burnt(tables) == "2 2"


# --- R9, R10: slaps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slapper", [0, 1, 2])
def test_r9_queen_nine_nine(slapper: int) -> None:
    """The source's: a queen, then 9, 9 in payment. Whoever slaps takes the pile, the queen included, and flips next."""
    tables = table(["Q 2 5", "9 9 4", "3 6"])
    hold(tables)
    assert not rules.good_pile(tables.states[0])
    hold(tables)
    assert (pile(tables), challenge(tables), rules.good_pile(tables.states[0])) == ("Q 9 9", (0, 0), True)
    tick(tables, slapper)
    before = ["2 5", "4", "3 6"]
    flipped, *rest = before[slapper].split()
    before[slapper] = " ".join([*rest, "Q 9 9"])
    assert (flipper(tables), pile(tables), stacks(tables)) == (slapper, flipped, before)
    assert (now(tables), challenge(tables)) == (0, FREE)


def test_r9_a_challenge_is_off() -> None:
    """Two aces: the second is a challenge, and a double."""
    tables = table(["A 2 3 4 5", "A 6 7", "8 9"])
    hold(tables)
    assert challenge(tables) == (1, 4)
    tick(tables, 0)
    assert (flipper(tables), pile(tables), challenge(tables)) == (0, "2", FREE)
    hold(tables)
    assert flipper(tables) == 1


def test_r10_a_wrong_slap_burns_two_cards() -> None:
    """One by one to the very bottom: the second lies below the first. The window goes on, and so does the turn."""
    tables = table(["5 10 9", "2 3 4 8", "6 7"])
    tick(tables, 1)
    assert (burnt(tables), pile(tables), stacks(tables)) == ("2 3", "5", ["10 9", "4 8", "6 7"])
    assert (now(tables), flips(tables), flipper(tables)) == (1, 1, 0)
    seen = view(tables, 2)
    assert (seen["pile"], seen["burnt"], seen["first"]) == (3, 2, 5)
    assert seen["top"].tolist() == [5, 0, 0]
    assert seen["stacks"].tolist() == [2, 2, 2, 0, 0, 0, 0, 0]
    assert seen["wrong_slaps"].tolist() == [0, 0, 1, 0, 0, 0, 0, 0]
    hold(tables)
    assert (flipper(tables), pile(tables), stacks(tables)[1]) == (1, "5 4", "8")
    assert not view(tables, 2)["wrong_slaps"].any()


def test_r10_penalty_of_one() -> None:
    tables = table(["5 10 9", "2 3 4"], penalty=1)
    tick(tables, 1)
    tick(tables, 1)
    assert (burnt(tables), stacks(tables)[1]) == ("2 3", "4")
    assert view(tables, 0)["penalty"] == 1


def test_r10_fewer_if_fewer_are_held() -> None:
    """The sheet's: a player with 1 card slaps wrongly: burns it, has none, and is not out by that."""
    tables = table(["5 10 9", "2", "6 7"])
    tick(tables, 1)
    assert (burnt(tables), held(tables), seats_in(tables)) == ("2", [2, 0, 2], [0, 1, 2])
    hold(tables, 3)
    assert seats_in(tables) == [0, 1, 2]


def test_r10_several_burn_in_seat_order() -> None:
    tables = table(["5 10 9", "2 3 4", "6", "7 8"])
    tick(tables, 3, 1, 2)
    assert (burnt(tables), stacks(tables)) == ("2 3 6 7 8", ["10 9", "4", "", ""])
    assert seats_in(tables) == [0, 1, 2, 3]


def test_r10_slap_and_burn_in_every_step() -> None:
    tables = table(["5 10 9", "2 3 4 6 7 8 8"])
    for _ in range(2):
        tick(tables, 1)
    assert view(tables, 0)["wrong_slaps"].tolist() == [0, 2, 0, 0, 0, 0, 0, 0]
    tick(tables, 1)
    assert (burnt(tables), flipper(tables), pile(tables)) == ("2 3 4 6 7 8", 1, "5 8")
    tick(tables)
    tick(tables, 1)  # it has none left: out, and seat 0 wins what there is
    assert seats_in(tables) == [0]


def test_r10_the_flipper_may_burn_too() -> None:
    tables = table(["5 10 9 8", "2 3"])
    tick(tables, 0)
    assert (burnt(tables), stacks(tables)) == ("10 9", ["8", "2 3"])


@pytest.mark.parametrize(
    ("under", "below", "top"),
    [("", "7", "7"), ("7", "9", "9"), ("7 2", "9", "9"), ("J", "K 5 Q", "Q"), ("", "6", "4")],
)
def test_r10_burnt_cards_never_count_in_a_pattern(under: str, below: str, top: str) -> None:
    tables = table([f"{top} 3 3", "2 4"], pile=under, burnt=below, slaps=SLAPS)
    assert not rules.good_pile(tables.states[0])


def test_r10_a_burnt_court_card_is_no_challenge() -> None:
    tables = table(["5 10 9", "K A 4", "6 7"])
    tick(tables, 1)
    assert (burnt(tables), challenge(tables)) == ("K A", FREE)


def test_r10_r15_burnt_cards_are_won_with_the_pile() -> None:
    """R10, R15: turned over as a block: burnt ones first, the last burnt in front, then the pile from the first on."""
    tables = table(["5 10 5 9", "2 3 4 8", "6 7"])
    tick(tables, 1)
    hold(tables)
    tick(tables, 2)
    hold(tables)
    assert (flipper(tables), pile(tables), burnt(tables)) == (0, "5 4 10", "2 3 6 7")
    flip(tables, 0)  # though it is seat 1's turn: a sandwich of fives is wanted
    assert pile(tables) == "5 4 10 5"
    tick(tables, 1)
    assert (flipper(tables), pile(tables), burnt(tables)) == (1, "8", "")
    assert stacks(tables) == ["9", "7 6 3 2 5 4 10 5", ""]


# --- R12, R13: without cards -----------------------------------------------------------------------------------


def test_r12_without_cards_a_seat_stays_in_while_piles_are_bad() -> None:
    tables = table(["4", "5 6 7", "8 9"])
    hold(tables, 5)
    assert (pile(tables), seats_in(tables)) == ("4 5 8 6 9 7", [0, 1, 2])
    assert held(tables) == [0, 0, 0]


@pytest.mark.parametrize("slappers", [[], [1]])
def test_r12_out_once_a_chance_to_slap_has_passed(slappers: list[int]) -> None:
    """The good pile is left, or won by someone else."""
    tables = table(["4", "5 6 7", "5 8 9"])
    hold(tables, 2)
    assert (pile(tables), seats_in(tables)) == ("4 5 5", [0, 1, 2])
    for _ in range(3 if not slappers else 1):
        assert seats_in(tables) == [0, 1, 2]
        tick(tables, *slappers)
    assert seats_in(tables) == [1, 2]
    assert (flips(tables), flipper(tables)) == (4, 1)
    assert tables.actors[0].tolist() == [NOBODY, 1, 2]
    assert tables.rewards[0].tolist() == [-0.5, 0, 0]


@pytest.mark.parametrize("slappers", [[], [1]])
def test_r12_ones_own_last_card_is_a_chance(slappers: list[int]) -> None:
    tables = table(["4", "5 6 7", "8 9"], pile="4")
    for _ in range(3 if not slappers else 1):
        assert seats_in(tables) == [0, 1, 2]
        tick(tables, *slappers)
    assert seats_in(tables) == [1, 2]


def test_r12_back_by_a_slap() -> None:
    tables = table(["4", "5 6 7", "5 8 9"])
    hold(tables, 2)
    tick(tables, 0)
    assert (seats_in(tables), flipper(tables), pile(tables)) == ([0, 1, 2], 0, "4")
    assert stacks(tables) == ["5 5", "6 7", "8 9"]


def test_r12_losing_a_tie_is_a_chance_passed() -> None:
    """Two seats without cards slap a good pile in the same tick: one is back, the other is out."""
    for seed in range(8):
        tables = table(["4", "", "6 7"], pile="4", seed=seed)
        tick(tables, 0, 1)
        (winner,) = set(seats_in(tables)) - {2}
        assert (flipper(tables), held(tables)[winner]) == (winner, 1)


def test_r12_a_wrong_slap_without_cards_puts_out_at_once() -> None:
    tables = table(["4", "5 6 7", "8 9"])
    tick(tables, 0)
    assert (seats_in(tables), burnt(tables), now(tables)) == ([1, 2], "", 1)
    assert tables.actors[0].tolist() == [NOBODY, 1, 2]
    assert tables.rewards[0].tolist() == [-0.5, 0, 0]
    assert view(tables, 1)["wrong_slaps"].tolist() == [0, 0, 1, 0, 0, 0, 0, 0]
    assert view(tables, 1)["in"].tolist() == [1, 1, 0, 0, 0, 0, 0, 0]
    hold(tables)
    assert (flipper(tables), tables.rewards[0].tolist()) == (1, [0, 0, 0])


def test_r12_the_last_card_burnt_and_a_second_wrong_slap() -> None:
    """The sheet's player with one card: not out by the first wrong slap, but by the next, made with none."""
    tables = table(["5 10 9", "2", "6 7"])
    tick(tables, 1)
    assert seats_in(tables) == [0, 1, 2]
    tick(tables, 1)
    assert seats_in(tables) == [0, 2]


def test_r12_judged_after_the_challenger_is_paid() -> None:
    """A challenger without cards takes the pile it is owed, good as it is, and stays; the other cardless one goes."""
    tables = table(["J", "5 9", "", "7 8"], pile="5", flipped=[3], first=0)
    hold(tables)
    assert (pile(tables), challenge(tables), held(tables)) == ("5 J 5", (0, 0), [0, 1, 0, 2])
    hold(tables)
    assert (seats_in(tables), flipper(tables), pile(tables)) == ([0, 1, 3], 0, "5")
    assert stacks(tables) == ["J 5", "9", "", "7 8"]


def test_r12_a_cardless_challenger_stays_until_it_is_decided() -> None:
    """A good pile passes while two are still owed: it stays, another without cards goes; then it is paid."""
    tables = table(["K", "6 6 7 8", "", "9"])
    hold(tables, 2)
    assert (pile(tables), challenge(tables)) == ("K 6 6", (0, 1))
    hold(tables)
    assert (seats_in(tables), pile(tables), challenge(tables)) == ([0, 1, 3], "K 6 6 7", (0, 0))
    hold(tables)
    assert (flipper(tables), pile(tables), stacks(tables)) == (0, "K", ["6 6 7", "8", "", "9"])


def test_r12_won_by_another_the_challenge_is_decided() -> None:
    tables = table(["K", "6 6 7 8", "", "9"])
    hold(tables, 2)
    tick(tables, 3)
    assert (seats_in(tables), challenge(tables)) == ([1, 3], FREE)


def test_r12_passed_on_the_challenge_is_decided() -> None:
    """The old challenger, without cards, is like anybody else: out with the good pile that the passing card makes."""
    tables = table(["K", "K 7", "8 9 10 3"])
    hold(tables)
    assert (challenge(tables), seats_in(tables)) == ((1, 3), [0, 1, 2])
    hold(tables)
    assert (seats_in(tables), challenge(tables)) == ([1, 2], (1, 2))


def test_r12_a_challenger_put_out_by_a_wrong_slap() -> None:
    """The challenge lapses, the pile stays, and the next with cards after the last flipper flips."""
    tables = table(["7 3", "K", "6 4 5 8", "9 10"], first=1)
    hold(tables)
    assert (flipper(tables), challenge(tables)) == (2, (1, 2))
    tick(tables, 1)
    assert (seats_in(tables), challenge(tables), pile(tables)) == ([0, 2, 3], FREE, "K 6")
    assert seat_of(tables, 0, "flipper") == [3]
    hold(tables)
    assert (flipper(tables), pile(tables)) == (3, "K 6 9")
    hold(tables)
    assert (flipper(tables), pile(tables)) == (0, "K 6 9 7")


def test_r12_a_challenger_put_out_after_the_last_payment() -> None:
    """The pile that was paid for stays as well."""
    tables = table(["J", "6 4", "9 10"])
    hold(tables)
    assert challenge(tables) == (0, 0)
    tick(tables, 0)
    hold(tables)
    assert (seats_in(tables), flipper(tables), pile(tables)) == ([1, 2], 2, "J 6 9")


def test_r13_whoever_is_out_does_nothing_more() -> None:
    """It acts no more, has no legal action in a batch, and a slap of its column is not looked at."""
    tables = table(["4", "5 6 7", "8 9"])
    tick(tables, 0)
    assert tables.action_masks[0].tolist() == [[0, 0], [1, 1], [1, 1]]
    tick(tables, 0)
    assert tables.states["wrong"][0, :3].tolist() == [1, 0, 0]
    assert (tables.rewards[0].tolist(), burnt(tables), seats_in(tables)) == ([0, 0, 0], "", [1, 2])
    assert not tables.observations[0, 0].any()


def put_out_player_1(env: Any) -> None:
    """In the Parallel face: player_1 slaps every pile until it is out."""
    env.reset(seed=3)
    while "player_1" in env.agents:
        assert len(env.agents) == 3
        env.step({agent: int(agent == "player_1") for agent in env.agents})


INSTANT = {"players": 3, "ticks": 1, "reflexes": [1, 0]}


def test_r13_a_slap_by_an_eliminated_seat_is_refused_in_parallel() -> None:
    env = ratscrew_v0.parallel_env(**INSTANT)
    put_out_player_1(env)
    assert env.agents == ["player_0", "player_2"]
    before = env.state().tobytes()
    with pytest.raises(ValueError, match=r"unknown=\['player_1'\]"):
        env.step({"player_0": 0, "player_1": 1, "player_2": 0})
    assert env.state().tobytes() == before


def test_r13_a_slap_by_an_eliminated_seat_is_refused_in_aec() -> None:
    env = ratscrew_v0.raw_env(**INSTANT)
    env.reset(seed=3)
    while not env.terminations["player_1"]:
        env.step(int(env.agent_selection == "player_1"))
    assert env.agent_selection == "player_1"
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(1)
    env.step(None)
    assert env.agents == ["player_0", "player_2"]


# --- R14: the end ----------------------------------------------------------------------------------------------


def test_r14_52_cards_in_one_stack_win() -> None:
    """Although two cardless players are still in, who lose with it."""
    tables = table(["", "5", ""], pile="5", first=1, rest=2)
    tick(tables, 2)
    assert (tables.terminated[0], tables.truncated[0], held(tables)) == (True, False, [0, 0, 52])
    assert seats_in(tables) == [0, 1, 2]
    assert tables.rewards[0].tolist() == [-0.5, -0.5, 1]
    result = tables.final_results[0]
    assert result.winners[:3].tolist() == [0, 0, 1]
    assert result.ranks[:3].tolist() == [2, 2, 1]
    assert result.scores[:3].tolist() == [0, 0, 52]
    assert result.outcomes[:3].tolist() == [-0.5, -0.5, 1]
    assert tables.actors[0].tolist() == [NOBODY] * 3


def test_r14_52_cards_by_a_challenge() -> None:
    """The last card paid, the challenger has them all; nobody could slap."""
    tables = table(["J", "8"], rest=0)
    hold(tables)
    assert (pile(tables), held(tables)) == ("J 8", [50, 0])
    hold(tables)
    assert (tables.terminated[0], held(tables), tables.rewards[0].tolist()) == (True, [52, 0], [1, -1])


def test_r14_before_r12() -> None:
    """The good pile that the challenger is paid ends the game: the cardless one is still in, and so second alone."""
    tables = table(["J", "8", ""], pile="8", rest=0, out=[2])
    hold(tables, 2)
    assert (tables.terminated[0], held(tables)) == (True, [52, 0, 0])
    assert seats_in(tables) == [0, 1]
    assert tables.final_results[0].ranks[:3].tolist() == [1, 2, 3]


def test_r14_the_last_one_in_takes_the_pile_and_wins() -> None:
    """At once, in the middle of the window."""
    tables = table(["4", "5"], rest=1)
    tick(tables, 0)
    assert (tables.terminated[0], held(tables), pile(tables)) == (True, [0, 52], "")
    assert tables.rewards[0].tolist() == [-1, 1]
    assert tables.final_results[0].ranks[:2].tolist() == [1 + 1, 1]


def test_r14_the_last_one_in_may_have_no_cards() -> None:
    """Both without cards; one slaps wrongly: the other has won all 52."""
    tables = table(["4", ""], pile="5 6", burnt="7")
    state = tables.states[0]
    laid = {*state.pile[:3].tolist(), int(state.burnt[0])}
    state.burnt[1:49] = [card for card in range(52) if card not in laid]  # all the others are burnt
    state.burnt_count = 49
    tick(tables, 0)
    assert (tables.terminated[0], held(tables)) == (True, [0, 52])
    assert tables.rewards[0].tolist() == [-1, 1]


def test_r14_the_last_one_in_burns_in_the_same_tick() -> None:
    """It slaps wrongly as well, but has cards."""
    tables = table(["4", "5 6 7"], rest=1)
    tick(tables, 0, 1)
    assert (tables.terminated[0], held(tables), tables.rewards[0].tolist()) == (True, [0, 52], [-1, 1])
    assert tables.states["burnt_count"][0] == 0


def test_r14_nobody_has_cards_but_a_challenge_is_pending() -> None:
    tables = table(["3", "K", ""], pile="2", first=1, burnt="5")
    tick(tables, 0)  # burns its only card
    assert (held(tables), challenge(tables), seat_of(tables, 2, "flipper")) == ([0, 0, 0], (1, 3), [1])
    hold(tables)
    assert (flipper(tables), stacks(tables), pile(tables)) == (1, ["", "5 2 K", ""], "3")


def test_r14_nobody_has_cards_the_latest_flipper_takes_the_pile() -> None:
    tables = table(["4", "5", "6"])
    hold(tables, 2)
    assert (held(tables), seat_of(tables, 0, "flipper")) == ([0, 0, 0], [2])
    hold(tables)
    assert (flipper(tables), pile(tables), stacks(tables)) == (2, "4", ["", "", "5 6"])
    assert seats_in(tables) == [0, 1, 2]


def test_r14_before_r12_when_nobody_has_cards() -> None:
    """The pile is good and left: whoever takes it stays, the others are out, and so it has won."""
    tables = table(["4", ""], pile="4")
    hold(tables)
    assert (tables.terminated[0], seats_in(tables), stacks(tables)) == (True, [0], ["4 4", ""])


def test_r14_the_latest_flipper_still_in() -> None:
    """The last flipper is put out: whoever flipped before it takes the pile; even one who flipped long ago."""
    tables = table(["", "5", "", ""], pile="2 3 4", flipped=[0, 3, 2], first=1)
    tick(tables, 1)
    assert seat_of(tables, 0, "flipper") == [2]
    tick(tables, 2)
    assert seat_of(tables, 0, "flipper") == [3]
    tick(tables)
    assert (seats_in(tables), flipper(tables), pile(tables), stacks(tables)[3]) == ([0, 3], 3, "2", "3 4 5")


def test_r14_nobody_is_put_out_if_everybody_would_be() -> None:
    """The window goes on, and at its end the latest flipper takes the pile."""
    tables = table(["4", "5", "6"])
    hold(tables, 2)
    tick(tables, 0, 1, 2)
    assert (seats_in(tables), now(tables), tables.rewards[0].tolist()) == ([0, 1, 2], 1, [0, 0, 0])
    assert view(tables, 0)["wrong_slaps"].tolist() == [1, 1, 1, 0, 0, 0, 0, 0]
    tick(tables, 0, 1, 2)
    tick(tables)
    assert (flipper(tables), pile(tables), seats_in(tables)) == (2, "4", [0, 1, 2])


def test_r14_all_but_one_are_put_out() -> None:
    """Nobody has cards and one holds still: it has won."""
    tables = table(["4", "5", "6"])
    hold(tables, 2)
    tick(tables, 0, 2)
    assert (seats_in(tables), bool(tables.terminated[0]), stacks(tables)[1]) == ([1], True, "4 5 6")
    assert tables.rewards[0].tolist() == [-0.5, 1, -0.5]


def test_r14_two_players_left_of_four() -> None:
    """Seats out are skipped in everything: turns, challenges, the end."""
    tables = table(["K 4", "", "6 7 8 9", ""], out=[1, 3], rest=0)
    assert tables.actors[0].tolist() == [0, NOBODY, 2, NOBODY]
    hold(tables, 3)
    assert (pile(tables), challenge(tables)) == ("K 6 7 8", (0, 0))
    hold(tables)
    assert (flipper(tables), pile(tables)) == (0, "4")
    hold(tables)
    assert (flipper(tables), pile(tables), held(tables)[2]) == (2, "4 9", 0)
    tick(tables, 2)
    assert (tables.terminated[0], held(tables)[0]) == (True, 52)
    assert tables.rewards[0].tolist() == pytest.approx([1, 0, -1 / 3, 0])
    assert tables.final_results[0].ranks[:4].tolist() == [1, 4, 2, 3]


# --- R15: won piles --------------------------------------------------------------------------------------------


def test_r15_a_won_pile_goes_under_the_stack_as_it_lay() -> None:
    tables = table(["5 8", "9 3", "5 7"], pile="2 4", burnt="10 J")
    hold(tables, 2)
    assert pile(tables) == "2 4 5 9 5"
    tick(tables, 0)
    assert (pile(tables), stacks(tables)[0]) == ("8", "J 10 2 4 5 9 5")


def test_r15_shuffle_won() -> None:
    """All orders of the won pile alike, burnt cards included; what lay in the stack is not touched."""
    orders: Counter[str] = Counter()
    for seed in range(1200):
        tables = table(["8 9", "8 3"], burnt="5", shuffle_won=True, seed=seed)
        hold(tables)
        tick(tables, 0)
        assert pile(tables) == "9"
        orders[stacks(tables)[0]] += 1
    assert set(orders) == {"5 8 8", "8 5 8", "8 8 5"}
    assert stats.chisquare(list(orders.values())).pvalue > LEVEL


def test_r15_a_pile_taken_by_a_challenger_is_shuffled_too() -> None:
    orders = set()
    for seed in range(60):
        tables = table(["J 9", "8 3"], shuffle_won=True, seed=seed)
        hold(tables, 2)
        orders.add(stacks(tables)[0])
    assert orders == {"J 8", "8 J"}


# --- time ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ticks", range(1, 9))
def test_a_window_has_so_many_ticks(ticks: int) -> None:
    tables = table(["4 5", "6 7"], ticks=ticks)
    for step in range(ticks):
        assert (now(tables), flips(tables)) == (step, 1)
        assert view(tables, 1)["tick"] == step
        assert tables.actors[0].tolist() == [0, 1]
        tick(tables)
    assert (now(tables), flips(tables), pile(tables)) == (0, 2, "4 6")


def test_a_good_slap_ends_the_window() -> None:
    tables = table(["4 5", "6 7"], pile="4", ticks=8)
    tick(tables)
    tick(tables, 1)
    assert (now(tables), flips(tables), pile(tables), stacks(tables)) == (0, 2, "6", ["5", "7 4 4"])


def test_the_plain_game() -> None:
    """One tick and instant reflexes: all see each card, all may slap it once."""
    env = ratscrew_v0.parallel_env(players=3, ticks=1, reflexes=[1, 0])
    env.reset(seed=1)
    for number in range(30):
        for agent in env.agents:
            seen = env.view(agent)
            assert (seen["air"], seen["tick"], seen["seen_at"]) == (0, 0, 0)
            assert seen["top"][0] > 0
        assert env.view("player_0")["pile"] >= 1
        env.step(dict.fromkeys(env.agents, 0))
        assert len(env.agents) == 3, number


def perceive(tables: Tables, *sees: int) -> None:
    """From which tick each seat sees the newest card."""
    tables.states[0].perception[: len(sees)] = sees
    tables.look()


def test_until_its_tick_a_seat_sees_all_as_before_the_flip() -> None:
    """A king is paid with a queen, unseen by seat 2: pile, challenge, owed and turn are those of the king."""
    tables = table(["K 9", "Q 8 7", "2 3"], pile="4 5 6", burnt="10", flipped=[2], first=0)
    hold(tables)
    perceive(tables, 0, 1, 2)
    for seat, tick_now in product(range(3), range(3)):
        if now(tables) < tick_now:
            continue
        seen = view(tables, seat)
        air = seat > tick_now
        assert seen["air"] == air
        assert seen["top"].tolist() == ([13, 6, 5] if air else [12, 13, 6])
        assert seen["first"] == 4
        assert (seen["pile"], seen["burnt"]) == ((5, 1) if air else (6, 1))
        assert seat_of(tables, seat, "challenger") == ([0] if air else [1])
        assert seen["owed"] == (3 if air else 2)
        assert seat_of(tables, seat, "flipper") == ([1] if air else [2])
        assert seat_of(tables, seat, "last_flipper") == ([0] if air else [1])
        own = [1, 2 + air, 2]
        assert seen["stacks"].tolist() == own[seat:] + own[:seat] + [0] * 5
        assert seen["seen_at"] == (-1 if air else seat)


def test_each_seat_sees_from_its_own_tick_on() -> None:
    """`ticks`: not before the card is covered; then everybody has seen it."""
    tables = table(["4 7", "5 8", "6 9"])
    perceive(tables, 1, 3, 0)
    seen = []
    for _ in range(3):
        seen.append([int(view(tables, seat)["top"][0]) for seat in range(3)])
        tick(tables)
    assert seen == [[0, 0, 4], [4, 0, 4], [4, 0, 4]]
    perceive(tables, 3, 3, 3)
    assert [view(tables, seat)["top"].tolist() for seat in range(3)] == [[4, 0, 0]] * 3
    assert [view(tables, seat)["seen_at"] for seat in range(3)] == [-1] * 3


def test_the_first_card_of_all_in_the_air() -> None:
    """An empty pile, nobody has flipped yet, and the card still on its flipper's stack."""
    tables = table(["4 7", "5 8"], reflexes=[0, 0, 0, 1])
    seen = view(tables, 1)
    assert not seen["top"].any()
    assert (seen["first"], seen["pile"], seen["air"]) == (0, 0, 1)
    assert seen["stacks"][:2].tolist() == [2, 2]
    assert seat_of(tables, 1, "last_flipper") == []
    assert seat_of(tables, 1, "flipper") == [0]


def test_wrong_slaps_show_to_those_who_do_not_see() -> None:
    """Burns, and who goes out by them, are public at once; the card and what follows from it stay hidden."""
    tables = table(["K", "4 7 9", "6 9 2 3"], pile="5", reflexes=[0, 0, 0, 1])
    tick(tables, 2)
    seen = view(tables, 1)
    assert (seen["pile"], seen["burnt"]) == (3, 2)
    assert seen["top"].tolist() == [5, 0, 0]
    assert seen["stacks"][:3].tolist() == [3, 2, 1]
    assert seen["wrong_slaps"][:3].tolist() == [0, 1, 0]
    tick(tables, 0)  # the challenger, as nobody else knows, has no cards: it is out, and its challenge lapses
    assert challenge(tables) == FREE
    seen = view(tables, 1)
    assert seen["in"][:3].tolist() == [1, 1, 0]
    assert (seen["owed"], seat_of(tables, 1, "challenger"), seat_of(tables, 1, "flipper")) == (0, [], [0])


def test_an_unseeing_seat_may_slap() -> None:
    """Judged on the real pile, good or bad."""
    tables = table(["4 9", "6 7 8"], pile="4", reflexes=[0, 0, 0, 1])
    assert view(tables, 1)["air"] == 1
    tick(tables, 1)
    assert (flipper(tables), stacks(tables)) == (1, ["9", "7 8 4 4"])
    tick(tables, 1)
    assert burnt(tables) == "7 8"


def test_a_winner_of_a_tie_is_drawn_evenly() -> None:
    """Among those who slap, whatever their seats; the others lose nothing."""
    wins: Counter[int] = Counter()
    for seed in range(3000):
        tables = table(["4 9", "6 7", "8 2", "3 10"], pile="4", seed=seed)
        tick(tables, 0, 2, 3)
        winner = flipper(tables)
        wins[winner] += 1
        kept = [1, 2, 2, 2]
        kept[winner] += 1  # two cards won, one flipped
        assert held(tables) == kept
        assert burnt(tables) == ""
    assert set(wins) == {0, 2, 3}
    assert stats.chisquare(list(wins.values())).pvalue > LEVEL


def test_perception_follows_the_reflexes() -> None:
    """Of each seat its own distribution, one with zeros included, at the first flip and later."""
    reflexes = [[0.1, 0.2, 0.3, 0.4], [0, 0.5, 0, 0.5], [0, 0, 1, 0], [0.7, 0, 0.3, 0]]
    batch = Batch(GAME, RatscrewOptions(reflexes=reflexes), 4000, seed=7)
    for _ in range(3):
        perceptions = batch.states["perception"]
        for seat, law in enumerate(reflexes):
            counts = np.bincount(perceptions[:, seat], minlength=4)
            expected = np.array(law) * 4000
            assert not counts[expected == 0].any()
            if (expected > 0).sum() > 1:
                assert stats.chisquare(counts[expected > 0], expected[expected > 0]).pvalue > LEVEL
        for _ in range(3):
            batch.step(np.zeros((4000, 4), np.int64))


def test_perceptions_are_independent() -> None:
    """Of two seats, and of one seat at two flips in a row."""
    batch = Batch(GAME, RatscrewOptions(players=2, ticks=3), 6000, seed=8)
    first = batch.states["perception"].astype(int)
    for _ in range(3):
        batch.step(np.zeros((6000, 2), np.int64))
    second = batch.states["perception"].astype(int)
    assert (batch.states["flips"] == 2).all()
    for one, two in ((first[:, 0], first[:, 1]), (first[:, 0], second[:, 0]), (first[:, 0], second[:, 1])):
        assert stats.chisquare(np.bincount(3 * one + two, minlength=9)).pvalue > LEVEL
    dealt = batch.states["flipper"].astype(int)
    assert stats.chisquare(np.bincount(3 * dealt + first[:, 0], minlength=6)).pvalue > LEVEL


# --- the cut ---------------------------------------------------------------------------------------------------


def test_a_game_is_cut_after_max_flips() -> None:
    """After the last window's settlement: truncated, a draw of those still in, who get 0."""
    tables = table(["4 5", "6 7", "", "8 9"], out=[2], max_flips=2)
    hold(tables)
    tick(tables)
    tick(tables)
    assert not tables.truncated[0]
    tick(tables)
    assert (tables.truncated[0], tables.terminated[0], flips(tables)) == (True, False, 2)
    assert tables.rewards[0].tolist() == [0, 0, 0, 0]
    result = tables.final_results[0]
    assert result.winners[:4].tolist() == [1, 1, 0, 1]
    assert result.ranks[:4].tolist() == [1, 1, 4, 1]
    assert result.outcomes[:4].tolist() == pytest.approx([1 / 9, 1 / 9, -1 / 3, 1 / 9])
    assert result.scores[:4].tolist() == [1, 1, 0, 2]
    seen = GAME.layout.split(tables.final_observations[0, 0])
    assert (seen["tick"], seen["air"], seen["pile"]) == (3, 0, 2)
    assert tables.actors[0].tolist() == [NOBODY] * 4


def test_the_last_windows_end_shows_its_card() -> None:
    tables = table(["4 5", "6 7"], max_flips=1, reflexes=[0, 0, 0, 1])
    hold(tables)
    for final in tables.final_observations[0]:
        seen = GAME.layout.split(final)
        assert seen["top"].tolist() == [4, 0, 0]
        assert (seen["air"], seen["seen_at"]) == (0, 3)


def test_the_last_settlement_counts() -> None:
    """The challenger takes its pile, a cardless seat whose chance has passed goes out and is paid for it."""
    tables = table(["J 9", "5", "7 8"], pile="5", flipped=[0], first=0, max_flips=3)
    hold(tables)
    assert flips(tables) == 3
    hold(tables)
    assert (tables.truncated[0], seats_in(tables), stacks(tables)) == (True, [0, 2], ["9 5 J 5", "", "7 8"])
    assert tables.rewards[0].tolist() == [0, -0.5, 0]
    assert tables.final_results[0].outcomes[:3].tolist() == [0.25, -0.5, 0.25]
    assert tables.final_results[0].ranks[:3].tolist() == [1, 3, 1]


def test_a_win_by_the_last_slap_counts() -> None:
    tables = table(["J", "J"], rest=0, max_flips=2)
    hold(tables)
    tick(tables, 0)
    assert (tables.terminated[0], tables.truncated[0], tables.rewards[0].tolist()) == (True, False, [1, -1])


def test_a_win_by_the_last_challenge_counts() -> None:
    tables = table(["J", "8"], rest=0, max_flips=2)
    hold(tables, 2)
    assert (tables.terminated[0], tables.truncated[0], tables.rewards[0].tolist()) == (True, False, [1, -1])


def test_a_win_by_the_last_chance_passed_counts() -> None:
    """Of two seats one has no cards, and the good pile is left in the last window."""
    tables = table(["2", "5"], pile="5", first=1, rest=0, max_flips=1)
    hold(tables)
    assert (tables.terminated[0], tables.truncated[0], held(tables)) == (True, False, [52, 0])
    assert (seats_in(tables), tables.rewards[0].tolist()) == ([0], [1, -1])


def test_seats_that_went_out_keep_their_order() -> None:
    """Ranks: the winner, those still in, then the others, out later better; equals share the better rank."""
    tables = table(["4", "", "", "", "5", "6"], rest=4)
    tick(tables, 1)
    tick(tables, 2, 3)
    tick(tables, 5)  # burns its only card
    assert seats_in(tables) == [0, 4, 5]
    tick(tables, 0)
    tick(tables, 5)
    assert (tables.terminated[0], held(tables)[4]) == (True, 52)
    assert tables.final_results[0].ranks[:6].tolist() == [3, 6, 4, 4, 1, 2]


# --- memory ----------------------------------------------------------------------------------------------------


def located(tables: Tables, seat: int) -> dict[str, int]:
    """The cards that a seat with memory can place, by rank, where there are any."""
    missing = 4 - view(tables, seat)["unlocated"].astype(int)
    return {names([rank]): int(count) for rank, count in enumerate(missing) if count}


def test_without_memory_its_blocks_are_zero() -> None:
    tables = table(["4 9", "6 7"], pile="4", memory=[True, False])
    tick(tables, 0)
    hold(tables, 2)
    for block in ("next_card", "air_card", "unlocated"):
        assert not view(tables, 1)[block].any()
    assert view(tables, 0)["unlocated"].sum() == 52 - 4
    assert view(tables, 0)["memory"].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert view(tables, 1)["memory"].tolist() == [0, 1, 0, 0, 0, 0, 0, 0]


def test_memory_places_what_was_flipped() -> None:
    """A won pile comes again in a known order; the card of a seat that wins is known too."""
    tables = table(["4", "6 7 8", "9 10"], pile="4", memory=True)
    assert (located(tables, 1), view(tables, 1)["next_card"]) == ({"4": 2}, 0)
    tick(tables, 0)
    assert (pile(tables), stacks(tables)[0]) == ("4", "4")
    hold(tables)
    assert located(tables, 2) == {"4": 2, "6": 1}
    hold(tables)
    assert view(tables, 2)["next_card"] == 4  # seat 0 flips the second four
    hold(tables)
    assert (pile(tables), view(tables, 2)["next_card"]) == ("4 6 9 4", 0)


def test_memory_of_a_card_in_the_air() -> None:
    """Known before its flip: shown as the next card and the card in the air. Not known: not located until seen."""
    tables = table(["4", "6 7 8"], pile="4", memory=True, reflexes=[0, 0, 0, 1])
    assert (view(tables, 1)["air_card"], view(tables, 1)["next_card"]) == (0, 0)
    assert located(tables, 1) == {"4": 1}
    tick(tables, 0)
    assert (view(tables, 1)["air_card"], view(tables, 1)["next_card"]) == (4, 4)
    assert located(tables, 1) == {"4": 2}
    perceive(tables, 0, 0)
    assert (view(tables, 1)["air_card"], view(tables, 1)["next_card"]) == (0, 0)


def test_memory_of_burnt_cards() -> None:
    """As located as they were before: one flipped earlier stays placed, one never seen stays unknown."""
    tables = table(["4", "6 7 8"], pile="4", memory=True)
    tick(tables, 0)
    tick(tables, 0, 1)
    assert (burnt(tables), located(tables, 1)) == ("4 6 7", {"4": 2})
    tick(tables)
    assert view(tables, 0)["next_card"] == 0


def test_memory_of_the_undermost_card_of_a_pile_to_be_taken() -> None:
    """The taker has no cards: the pile's undermost card comes next, a burnt one where there is one."""
    tables = table(["J", "6 7 8"], pile="9", memory=True)
    hold(tables)
    assert (challenge(tables), view(tables, 1)["next_card"]) == ((0, 0), 9)
    tick(tables, 1)
    assert (burnt(tables), view(tables, 1)["next_card"]) == ("7 8", 0)


def test_a_shuffle_is_forgotten() -> None:
    """R15 with `shuffle_won`: nothing of the won pile is located any more, and not what will come out of it first."""
    tables = table(["J", "6 7 8"], pile="9", burnt="3", memory=True, shuffle_won=True)
    hold(tables)
    assert (challenge(tables), view(tables, 1)["next_card"]) == ((0, 0), 0)
    assert located(tables, 1) == {"6": 1, "9": 1, "J": 1}
    hold(tables)
    assert located(tables, 1) == {pile(tables): 1}


# --- rewards ---------------------------------------------------------------------------------------------------


def test_win_pays_the_seats_that_go_out_when_they_do() -> None:
    tables = table(["4", "", "5 6 7", "8"], rest=2)
    tick(tables, 1)
    assert tables.rewards[0].tolist() == pytest.approx([0, -1 / 3, 0, 0])
    tick(tables)
    assert tables.rewards[0].tolist() == [0, 0, 0, 0]
    tick(tables, 0, 3)
    assert tables.rewards[0].tolist() == pytest.approx([-1 / 3, 0, 0, 0])
    tick(tables, 3)
    assert tables.rewards[0].tolist() == pytest.approx([0, 0, 1, -1 / 3])
    assert tables.final_results[0].outcomes[:4].tolist() == pytest.approx([-1 / 3, -1 / 3, 1, -1 / 3])


def test_cards_pays_the_change_in_cards_held() -> None:
    """Burns, the next flip and a won pile, each in its step; 0 where nothing changes."""
    tables = table(["5 10 9 K", "2 3 4 9", "5 7 8"], reward="cards", ticks=2)
    tick(tables, 1)
    assert (tables.rewards[0] * 52).tolist() == pytest.approx([0, -2, 0])
    tick(tables)
    assert (pile(tables), (tables.rewards[0] * 52).tolist()) == ("5 4", pytest.approx([0, -1, 0]))
    tick(tables)
    assert not tables.rewards[0].any()
    tick(tables, 0)
    assert (flipper(tables), pile(tables), burnt(tables)) == (2, "5 4 5", "2 3 10 9")
    assert (tables.rewards[0] * 52).tolist() == pytest.approx([-2, 0, -1])
    tick(tables, 1)
    assert pile(tables) == "9"
    assert (tables.rewards[0] * 52).tolist() == pytest.approx([0, 6, 0])  # seven won, one flipped


def test_cards_pays_at_the_end_of_the_game_too() -> None:
    tables = table(["4", "5"], rest=1, reward="cards")
    tick(tables, 0)
    assert (tables.terminated[0], (tables.rewards[0] * 52).tolist()) == (True, pytest.approx([0, 1]))


def test_faces_tell_of_a_cut() -> None:
    """Parallel: truncated, not terminated, reward 0, and the draw in the infos."""
    env = ratscrew_v0.parallel_env(players=4, ticks=1, max_flips=3)
    env.reset(seed=2)
    for _ in range(3):
        _, rewards, terminations, truncations, infos = env.step(dict.fromkeys(env.agents, 0))
    names_of = [f"player_{seat}" for seat in range(4)]
    assert (rewards, terminations) == (dict.fromkeys(names_of, 0.0), dict.fromkeys(names_of, False))
    assert truncations == dict.fromkeys(names_of, True)
    assert env.agents == []
    assert infos["player_2"]["winners"] == names_of
    assert infos["player_2"]["outcomes"] == dict.fromkeys(names_of, 0.0)


# --- fairness --------------------------------------------------------------------------------------------------


def test_equal_players_win_equally_often() -> None:
    """Four that slap at random at the same rate, over 20,000 games: 25% each within the interval, whatever the seat."""
    slots, each = 4000, 5  # the first five games of every slot, so that short ones do not count more than long ones
    batch, rng = Batch(GAME, RatscrewOptions(ticks=1), slots, seed=11), np.random.default_rng(11)
    wins, games = np.zeros(4, np.int64), np.zeros(slots, np.int64)
    while (games < each).any():
        batch.step((rng.random((slots, 4)) < 0.4).astype(np.int64))
        counted = batch.ended[games[batch.ended] < each]
        assert not batch.truncated.any()
        wins += batch.final_results["winners"][counted, :4].sum(axis=0)
        games[counted] += 1
    assert wins.sum() == games.sum() == 20_000
    margin = 3.3 * (0.25 * 0.75 / 20_000) ** 0.5
    assert np.abs(wins / 20_000 - 0.25).max() < margin
    assert stats.chisquare(wins).pvalue > LEVEL


# --- options ---------------------------------------------------------------------------------------------------

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"slaps": ("double", "triple")}, "slaps takes any of double, sandwich, top_bottom, marriage, tens, not 'triple'"),
    ({"slaps": ("doubles", "sandwitch")}, "not 'doubles', 'sandwitch'"),
    ({"slaps": 3}, "slaps takes a list with any of double"),
    ({"slaps": None}, "slaps takes a list with any of double"),
    ({"ticks": 0}, "ticks takes an integer from 1 to 8"),
    ({"ticks": 9}, "ticks takes an integer from 1 to 8"),
    ({"ticks": 2.5}, "ticks takes an integer from 1 to 8"),
    ({"penalty": 3}, "penalty takes an integer from 1 to 2"),
    ({"penalty": 0}, "penalty takes an integer from 1 to 2"),
    ({"max_flips": 0}, "max_flips takes an integer from 1 to"),
    ({"shuffle_won": "yes"}, "shuffle_won"),
    ({"reward": "score"}, "reward"),
    ({"reflexes": [0.5, 0.5]}, "has 4 probabilities, of ticks 0 to 3, that sum to 1"),
    ({"reflexes": [0.25] * 5}, "has 4 probabilities"),
    ({"reflexes": [0.5, 0.5, 0.5, 0.5]}, "these sum to 2"),
    ({"reflexes": [0.2, 0.2, 0.2, 0.2]}, "these sum to 0.8"),
    ({"reflexes": [1.5, -0.5, 0, 0]}, "is no probability"),
    ({"reflexes": [float("nan"), 1, 0, 0]}, "is no probability"),
    ({"reflexes": ["1", 0, 0, 0]}, "is no probability"),
    ({"reflexes": []}, "reflexes takes a list of 4 probabilities"),
    ({"reflexes": "fast"}, "reflexes takes a list of 4 probabilities"),
    ({"reflexes": 1.0}, "reflexes takes a list of 4 probabilities"),
    ({"reflexes": [[1, 0, 0, 0]] * 3}, "reflexes has 3 distributions for 4 players"),
    ({"reflexes": [[1, 0, 0, 0]] * 3 + [[1, 0, 0]]}, "has 4 probabilities"),
    ({"reflexes": [[1, 0, 0, 0]] * 3 + [1]}, "has 4 probabilities"),
    ({"memory": [True, False]}, "memory takes True, False, or one of them for each of the 4 players"),
    ({"memory": 1}, "memory takes True, False"),
    ({"memory": [1, 0, 1, 0]}, "memory takes True, False"),
    ({"memory": None}, "memory takes True, False"),
]


@pytest.mark.parametrize(("options", "message"), WRONG, ids=lambda value: str(value)[:40])
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    """With what is allowed; through the faces too."""
    with pytest.raises(ValueError, match=message):
        RatscrewOptions(**options)
    with pytest.raises(ValueError, match=message):
        ratscrew_v0.parallel_env(**options)


def test_options_are_taken_in_any_plain_form() -> None:
    options = RatscrewOptions(
        players=2,
        ticks=np.int64(2),
        slaps=["tens", "double", "tens"],
        reflexes=np.array([[0.5, 0.25, 0.25], [0, 0, 1]]),
        memory=[True, np.bool_(False)],
    )
    assert options.slaps == ("double", "tens")
    assert options.reflexes == ((0.5, 0.25, 0.25), (0.0, 0.0, 1.0))
    assert options.memory == (True, False)
    assert RatscrewOptions(slaps="marriage").slaps == ("marriage",)
    assert RatscrewOptions(slaps=set()).slaps == ()
    assert hash(options) == hash(RatscrewOptions(**vars(options)))


def test_options_show_in_what_is_seen() -> None:
    """Seat by seat where they are one's own, relative to who looks."""
    options = RatscrewOptions(
        players=3,
        ticks=2,
        slaps=("sandwich", "tens"),
        penalty=1,
        shuffle_won=True,
        reflexes=[[1, 0, 0], [0, 1, 0], [0.25, 0.25, 0.5]],
        memory=[False, True, True],
    )
    tables = Tables(GAME, options, 1)
    tables.reset(slot_seeds(0, 1))
    seen = view(tables, 1)
    assert (seen["ticks"], seen["penalty"], seen["shuffle_won"]) == (2, 1, 1)
    assert seen["slaps"].tolist() == [0, 1, 0, 0, 1]
    assert seen["present"].tolist() == [1, 1, 1, 0, 0, 0, 0, 0]
    assert seen["memory"].tolist() == [1, 1, 0, 0, 0, 0, 0, 0]
    assert seen["reflexes"][:3, :3].tolist() == [[0, 1, 0], [0.25, 0.25, 0.5], [1, 0, 0]]
    assert not seen["reflexes"][3:].any()
    assert not seen["reflexes"][:, 3:].any()
