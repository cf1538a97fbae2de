"""The scripted players: the obvious pick where there is one, legal picks always, and strength."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from card_envs.core.loops import bind_player, uniform
from card_envs.core.random import POLICY, slot_seeds
from card_envs.core.tables import Tables
from card_envs.tapeo import GAME, players, rules
from tests.tapeo.hand_made import counts, with_hands
from tests.uncompiled import Rows, same_choices

SIZES = (2, 3, 4, 5, 6)
NO_SETTINGS = np.zeros(0)
PLAYERS = {
    "greedy": bind_player("greedy", players.greedy, GAME.folder),
    "expert": bind_player("expert", players.expert, GAME.folder),
    "random": bind_player("random", uniform, GAME.folder),
}
KEYS = 50

both = pytest.mark.parametrize("player", ["greedy", "expert"])


def picks(player: str, hands: list[list[str]], bars: dict[int, list[str]] | None = None, **fields) -> set[str]:
    """What a player in seat 0 picks, over many keys.

    `bars` is seat → tapas; `fields` are options (split, ham_split) and fields of the state (churros, round_index).
    """
    options = {name: fields.pop(name) for name in ("split", "ham_split") if name in fields}
    state = with_hands(hands, **options)
    for seat, tapas in (bars or {}).items():
        state.bars[seat] = counts(tapas)
    for name, value in fields.items():
        state[name] = value
    return {rules.ACTIONS[action] for action in choices(player, state)}


def choices(player: str, state: np.record) -> np.ndarray:
    table = Tables(GAME, rules.TapeoOptions(players=int(state.players)), 1)
    table.states[0] = state
    table.look()
    observations, masks = np.repeat(table.observations[:, 0], KEYS, 0), np.repeat(table.action_masks[:, 0], KEYS, 0)
    actions = np.zeros(KEYS, np.int64)
    PLAYERS[player](observations, masks, np.arange(KEYS, dtype=np.uint64), NO_SETTINGS, actions)
    return actions


# --- what both see ---------------------------------------------------------------------------------------------


@both
def test_finishes_a_pair(player: str) -> None:
    """T12: 5 points against 1."""
    hands = [["tortilla", "croqueta"], ["bread", "bread"], ["bread", "bread"]]
    assert picks(player, hands, {0: ["tortilla"]}) == {"tortilla"}
    assert picks(player, hands, {0: ["tortilla", "tortilla"]}) == {"croqueta"}


@both
def test_croquetas_grow(player: str) -> None:
    """T13: the fifth croqueta brings 5, the sixth nothing."""
    hands = [["croqueta", "prawns"], ["churro", "churro"], ["churro", "churro"]]
    assert picks(player, hands, {0: ["croqueta"] * 4}) == {"croqueta"}
    assert picks(player, hands, {0: ["croqueta"] * 5}) == {"prawns"}


@both
def test_leaves_the_pepper_that_costs_six(player: str) -> None:
    """T18: a third pepper costs whoever then has most, ties included; below another's count it is 2 points."""
    hands = [["pepper", "croqueta"], ["bread", "bread"], ["bread", "bread"]]
    two = ["pepper", "pepper"]
    assert picks(player, hands, {0: two}) == {"croqueta"}
    assert picks(player, hands, {0: two, 2: ["pepper"] * 3}) == {"croqueta"}
    assert picks(player, hands, {0: two, 2: ["pepper"] * 4}) == {"pepper"}


@both
def test_dips_prawns(player: str) -> None:
    """T17: bread is worth 3 with prawns to dip, prawns 6 with bread to wait for them."""
    rest = [["churro", "churro"], ["churro", "churro"]]
    assert picks(player, [["bread", "croqueta"], *rest], {0: ["prawns"]}) == {"bread"}
    assert picks(player, [["bread", "croqueta"], *rest], {0: ["prawns", "bread"]}) == {"croqueta"}
    assert picks(player, [["prawns", "tortilla"], *rest], {0: ["bread", "tortilla"]}) == {"prawns"}
    assert picks(player, [["prawns", "tortilla"], *rest], {0: ["prawns", "tortilla"]}) == {"tortilla"}


@both
def test_takes_the_slices_that_win(player: str) -> None:
    """T14: two slices behind, three win the ham and one does not."""
    hands = [["ham1", "ham3"], ["bread", "bread"], ["bread", "bread"]]
    assert picks(player, hands, {1: ["ham2"], 2: ["churro"]}) == {"ham3"}


@both
def test_freeloader_takes_what_the_neighbour_will_reveal(player: str) -> None:
    """T9, T10: the neighbour's hand is known; prawns are worth 6 here, and freeloaders are never stolen."""
    own, other = ["freeloader", "croqueta"], ["churro", "churro"]
    assert picks(player, [own, ["prawns", "pepper"], other], {0: ["bread"]}) == {"freeloader"}
    assert picks(player, [own, ["freeloader", "freeloader"], other], {0: ["bread"]}) == {"croqueta"}
    # It is the left neighbour's reveal that is taken, not the right one's.
    assert picks(player, [own, ["freeloader", "freeloader"], ["prawns", "prawns"]], {0: ["bread"]}) == {"croqueta"}


# --- greedy alone ----------------------------------------------------------------------------------------------


def test_greedy_draws_among_equals() -> None:
    hands = [["prawns", "bread", "croqueta"], ["churro"] * 3, ["churro"] * 3]
    assert picks("greedy", hands, {0: ["prawns"]}) == {"prawns", "bread"}


def test_greedy_reads_the_split() -> None:
    """T16: a quarter of the 6 is 1 in whole points, as much as a croqueta, and 1.5 exactly."""
    hands = [["ham1", "croqueta"], ["bread", "bread"], ["bread", "bread"], ["bread", "bread"]]
    bars = {1: ["ham1"], 2: ["ham1"], 3: ["ham1"]}
    assert picks("greedy", hands, bars, split="whole") == {"ham1", "croqueta"}
    assert picks("greedy", hands, bars, split="exact") == {"ham1"}


# --- expert alone ----------------------------------------------------------------------------------------------


def test_expert_opens_a_pair_only_if_it_can_be_finished() -> None:
    """T8: the right neighbour's last tapa comes by itself, a tortilla or none."""
    own, left = ["tortilla", "croqueta"], ["pepper", "pepper"]
    assert picks("expert", [own, left, ["tortilla", "tortilla"]]) == {"tortilla"}
    assert picks("expert", [own, left, ["bread", "bread"]]) == {"croqueta"}


def test_expert_knows_that_its_own_hand_comes_back() -> None:
    """Of two players, each gets its hand back after two picks: two tortillas in it will wait, one will not."""
    left = ["bread", "bread", "bread", "bread"]
    assert picks("expert", [["tortilla", "tortilla", "tortilla", "croqueta"], left]) == {"tortilla"}
    assert picks("expert", [["tortilla", "croqueta", "croqueta", "croqueta"], left]) == {"croqueta"}


def test_expert_denies_the_left_neighbour() -> None:
    """A tortilla worth nothing to oneself is worth 5 to the neighbour who would be given it."""
    hands = [["tortilla", "croqueta"], ["bread", "bread"], ["bread", "bread"]]
    assert picks("expert", hands, {1: ["tortilla"]}) == {"tortilla"}
    assert picks("expert", hands, {2: ["tortilla"]}) == {"croqueta"}
    assert picks("greedy", hands, {1: ["tortilla"]}) == {"croqueta"}


def test_expert_fights_for_churros_in_the_last_round() -> None:
    """T19: the last churro decides between most and a share; far behind it decides nothing."""
    hands = [["churro", "prawns"], ["bread", "bread"], ["bread", "bread"]]
    level, behind = [3, 3, 0, 0, 0, 0], [3, 9, 0, 0, 0, 0]
    assert picks("expert", hands, churros=level, round_index=2) == {"churro"}
    assert picks("expert", hands, churros=behind, round_index=2) == {"prawns"}


def test_expert_knows_who_can_lose_by_churros() -> None:
    """T19: a churro that lifts one from the fewest saves 6; of two players nobody loses, so it only draws level."""
    own, rest = ["churro", "prawns"], ["croqueta", "croqueta"]
    assert picks("expert", [own, rest, rest], churros=[1, 1, 9, 0, 0, 0], round_index=2) == {"churro"}
    assert picks("expert", [own, rest], {0: ["bread"]}, churros=[1, 2, 0, 0, 0, 0], round_index=2) == {"prawns"}


# --- whole games -----------------------------------------------------------------------------------------------


def play(seats: list[str], games: int, seed: int, **options) -> np.ndarray:
    """Each seat's share of the wins, games played by these players; every pick is checked by the engine."""
    tables = Tables(GAME, rules.TapeoOptions(players=len(seats), **options), games)
    tables.reset(slot_seeds(seed, games))
    while not tables.terminated.any():
        observations, keys = tables.observations, tables.keys(POLICY)
        actions = np.zeros((games, len(seats)), np.int64)
        for seat, player in enumerate(seats):
            chosen = np.zeros(games, np.int64)
            masks = np.ascontiguousarray(tables.action_masks[:, seat])
            columns = np.ascontiguousarray(observations[:, seat]), masks, np.ascontiguousarray(keys[:, seat])
            PLAYERS[player](*columns, NO_SETTINGS, chosen)
            actions[:, seat] = chosen
        tables.play(actions)
    winners = tables.final_results["winners"][:, : len(seats)]
    return (winners / winners.sum(1, keepdims=True)).mean(0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("options", [{}, {"ham_split": (0, 0, 12), "split": "exact"}, {"ham_split": (12, 0, 0)}])
def test_picks_are_legal(size: int, options: dict) -> None:
    """Against random players too, whose hands and bars come out otherwise; an illegal pick raises."""
    seats = ["expert", "random", "greedy", "random", "random", "greedy"][:size]
    assert play(seats, 100, 5, **options).sum() == pytest.approx(1.0)


def win_share(player: str, rival: str, size: int, games: int) -> float:
    """The share of one seat against rivals in all others, the same deals played from every seat."""
    shares = [play([rival] * seat + [player] + [rival] * (size - 1 - seat), games, 11)[seat] for seat in range(size)]
    return float(np.mean(shares))


# The fair share is 1/size. Each bound lies five standard errors or more below what was measured over 2,000 deals.
@pytest.mark.parametrize(("size", "least"), [(2, 0.95), (3, 0.75), (4, 0.65), (5, 0.55), (6, 0.55)])
def test_expert_beats_greedy(size: int, least: float) -> None:
    assert win_share("expert", "greedy", size, games=600) > least


@pytest.mark.parametrize(("size", "least"), [(2, 0.7), (3, 0.6), (4, 0.55), (5, 0.45), (6, 0.45)])
def test_greedy_beats_random(size: int, least: float) -> None:
    assert win_share("greedy", "random", size, games=600) > least


def test_same_picks_without_compiling(tmp_path: Path) -> None:
    """Rows of every table size from within random games, some of their ties broken by the key."""
    rows = Rows()
    for size in SIZES:
        tables = Tables(GAME, rules.TapeoOptions(players=size), 4)
        tables.reset(slot_seeds(size, 4))
        for _ in range(12):
            rows.add(tables)
            tables.play(tables.sample())
    for chosen in same_choices("tapeo", ("greedy", "expert"), rows.all(), tmp_path).values():
        assert len(set(chosen)) == rules.KINDS


def test_a_row_without_a_choice_is_left_alone() -> None:
    """Rows of ended games are zero, the mask as well: no pick, but no error either."""
    for player in PLAYERS.values():
        actions = np.full(2, 7, np.int64)
        player(
            np.zeros((2, 211), np.float32),
            np.zeros((2, 10), np.int8),
            np.arange(2, dtype=np.uint64),
            NO_SETTINGS,
            actions,
        )
        assert actions.tolist() == [0, 0]
