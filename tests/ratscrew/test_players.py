"""The scripted players: what they slap, how fast, and how strong they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from card_envs import arena
from card_envs.core.tables import Tables
from card_envs.policies import make_policy
from card_envs.ratscrew.observation import LAYOUT
from card_envs.ratscrew.rules import HOLD, SLAP
from tests.ratscrew.hand_made import table
from tests.ratscrew.random_play import SIZES, drawn_options, start
from tests.uncompiled import Rows, same_choices

KEYS = 4_000
GOOD = {"stacks": ["7 2 5", "4 6", "3 8"], "pile": "7"}  # seat 0 flips a seven onto a seven
BAD = {"stacks": ["9 2 5", "4 6", "3 8"], "pile": "7"}
BLIND = [0.0, 0.0, 0.0, 1.0]


def slaps(player: str, tables: Tables, seat: int = 1) -> float:
    """How often a player slaps as things stand, over many keys."""
    seen = np.zeros((KEYS, LAYOUT.size), np.float32)
    seen[:] = tables.observations[0, seat]
    actions = make_policy("ratscrew", player).act(seen, np.ones((KEYS, 2), np.int8), 0)
    return float((actions == SLAP).mean())


def held(tables: Tables, ticks: int) -> Tables:
    """After so many ticks in which nobody slapped."""
    for _ in range(ticks):
        tables.play(np.zeros_like(tables.actors))
    return tables


# --- random, greedy -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("player", "rate"), [("random", 0.5), ("random:rate=0.2", 0.2), ("random:rate=0", 0.0)])
def test_random_slaps_at_its_rate(player: str, rate: float) -> None:
    for kind in (GOOD, BAD):
        assert slaps(player, table(**kind)) == pytest.approx(rate, abs=0.03)


@pytest.mark.parametrize(
    ("stacks", "pile", "first", "good"),
    [
        (["7 2", "4 6"], "7", {}, True),  # double
        (["7 2", "4 6"], "7 K", {}, True),  # sandwich
        (["5 2", "4 6"], "5 9 2", {}, True),  # top-bottom
        (["5 2", "4 6"], "4 9 2", {}, False),
        (["7 2", "4 6"], "", {}, False),
        (["7 2", "4 6"], "7", {"slaps": ["tens"]}, False),
        (["6 2", "3 8"], "4", {"slaps": ["tens"]}, True),
        (["Q 2", "3 8"], "K", {"slaps": ["marriage"]}, True),
        (["K 2", "3 8"], "Q", {"slaps": ["marriage"]}, False),
    ],
)
@pytest.mark.parametrize("player", ["greedy", "expert"])
def test_good_piles_are_slapped_and_no_others(
    player: str, stacks: list[str], pile: str, first: dict[str, Any], good: bool
) -> None:
    assert slaps(player, table(stacks, pile=pile, **first)) == good


@pytest.mark.parametrize("player", ["greedy", "expert"])
def test_an_unseen_card_is_not_slapped(player: str) -> None:
    """Not even where the pile under it is good: that was before."""
    assert slaps(player, table(**GOOD, reflexes=BLIND)) == 0
    assert slaps(player, table(["9 2 5", "4 6", "3 8"], pile="7 7", reflexes=BLIND)) == 0


# --- expert: reaction and errors ------------------------------------------------------------------------------


def test_reaction_times_are_spread_around_their_median() -> None:
    """At a median of 1.5 ticks few react in the first, half of the others' chances lie before the middle."""
    player = "expert:reaction=0.3,tick_ms=200"
    first, second, third = (slaps(player, held(table(**GOOD, ticks=8), ticks)) for ticks in range(3))
    assert first == pytest.approx(0.0524, abs=0.015)  # ln(1/1.5) / 0.25 = −1.622 deviations
    assert second == pytest.approx((0.8751 - 0.0524) / (1 - 0.0524), abs=0.03)  # ln(2/1.5) / 0.25 = 1.151
    assert third > 0.9
    assert slaps("expert:reaction=0.3,tick_ms=400", table(**GOOD)) == pytest.approx(0.875, abs=0.02)


def test_errors() -> None:
    """A wrong slap once a window at that rate; at a good pile one hesitates, then slaps."""
    assert slaps("expert:errors=0.1", table(**BAD)) == pytest.approx(0.1, abs=0.02)
    assert slaps("expert:errors=0.1", held(table(**BAD), 1)) == 0
    assert slaps("expert:errors=0.1", table(**GOOD)) == pytest.approx(0.9, abs=0.02)
    assert slaps("expert:errors=0.1", held(table(**GOOD), 1)) == pytest.approx(0.9, abs=0.02)


# --- expert: the gamble ---------------------------------------------------------------------------------------


def test_a_located_card_in_the_air_is_known() -> None:
    """It is slapped unseen if it makes the pile good, and left if not; without a memory never."""
    for memory, kind, expected in ((True, GOOD, 1), (True, BAD, 0), (False, GOOD, 0)):
        tables = table(**kind, memory=memory, reflexes=[BLIND, [0, 0.5, 0.5, 0], [0, 0.5, 0.5, 0]])
        tables.states["was_located"] = 1
        tables.look()
        assert slaps("expert", tables) == slaps("expert", tables, 0) == expected


def test_the_odds_of_the_unlocated_cards() -> None:
    """Where only sevens are not located, the card in the air makes a double, whichever it is. A five would not."""
    for rank, expected in ((7, 1), (5, 0)):
        tables = table(**GOOD, memory=True, reflexes=BLIND, rest=0)
        not_located = np.arange(rank - 1 + 13 * 2, 52, 13)
        air = rank - 1 + 13
        tables.states["pile"][0, 1] = air
        tables.states["located"] = 1
        tables.states["located"][0, not_located] = 0
        tables.look()
        unlocated = LAYOUT.split(tables.observations[0, 1])["unlocated"]
        assert unlocated.tolist() == [3.0 * (other == rank) for other in range(1, 14)]
        assert slaps("expert", tables) == expected


def test_no_gamble_once_the_pile_has_proved_bad() -> None:
    tables = table(**GOOD, memory=True, reflexes=BLIND)
    tables.states["was_located"] = 1
    tables.states["wrong"][0, 2] = 1
    tables.look()
    assert slaps("expert", tables) == 0


# --- all ------------------------------------------------------------------------------------------------------


def test_strength() -> None:
    """Reflexes being equal, seeing beats guessing, memory beats seeing, and a slow human loses."""

    def share(player: str, rival: str, games: int, **options: Any) -> float:
        return arena.play("ratscrew", [player, rival], games, 0, players=4, **options).win_share[0]

    assert share("greedy", "random:rate=0.02", 200) > 0.9
    assert share("expert", "greedy", 4_000) == pytest.approx(0.25, abs=0.03)  # without a memory they are the same
    assert share("expert", "greedy", 400, memory=True) > 0.75
    assert share("expert:reaction=0.35,errors=0.02", "greedy", 200) < 0.05


def test_wrong_settings() -> None:
    for name, message in (
        ("expert:speed=1", "policy 'expert' has reaction, errors, tick_ms, not 'speed'"),
        ("expert:errors=2", "errors of policy 'expert' takes a number from 0 to 1, not 2"),
        ("expert:reaction=fast", "reaction takes a number, not 'fast'"),
        ("expert:reaction=nan", "reaction of policy 'expert' takes a number from 0 to 10, not nan"),
        ("random:rate=-1", "rate of policy 'random' takes a number from 0 to 1, not -1"),
        ("expert:", "nothing follows the colon of 'expert:'"),
        ("greedy:rate=1", "policy 'greedy' takes no settings, not 'rate'"),
        ("expert:0.3", "options are written key=value,key=value, not '0.3'"),
    ):
        with pytest.raises(ValueError, match=message):
            make_policy("ratscrew", name)


def test_names_of_players_with_settings() -> None:
    assert repr(make_policy("ratscrew", "expert:reaction=0.35,errors=0.02")) == "expert:reaction=0.35,errors=0.02"
    assert repr(make_policy("ratscrew", "expert")) == "expert"


def test_same_choices_without_compiling(tmp_path: Path) -> None:
    """Rows of every table size from random games."""
    rng = np.random.default_rng(0)
    rows = Rows()
    for number, size in enumerate(SIZES):
        tables = start(drawn_options(size, 31 - number, rng), 6, rng)
        for _ in range(6):
            rows.add(tables)
            playing = np.flatnonzero((tables.actors >= 0).any(axis=1))
            tables.play(tables.sample(), playing)
    names = ("greedy", "expert", "expert:reaction=0.2,errors=0.1", "random:rate=0.3")
    for name, chosen in same_choices("ratscrew", names, rows.all(), tmp_path).items():
        assert set(chosen) == {HOLD, SLAP}, name
