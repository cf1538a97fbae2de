"""The scripted players: the obvious choice where there is one, legal choices always, and strength."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from card_envs.core.loops import bind_player, uniform
from card_envs.core.random import POLICY, slot_seeds
from card_envs.core.tables import Tables
from card_envs.envite import GAME, players, rules
from tests.envite.hand_made import STRONGEST, act, actor, look, table
from tests.uncompiled import Rows, same_choices

SIZES = (4, 6, 8, 10, 12)
VARIANTS = (
    "general",
    "gran_canaria",
    rules.EnviteVariant(base=1, rungs=(), chico_stones=5, tumbo_from=None, chicos_to_win=1),
    rules.EnviteVariant(rungs=(3, 4, 5, 6, 7, 8), chico_stones=9, tumbo_from=0, may_decline=True, exact_hit="tumbo"),
    rules.EnviteVariant(base=3, rungs=(90,), chico_stones=99, tumbo_from=50, tumbo_penalty=40, may_decline=True),
)
NO_SETTINGS = np.zeros(0)
PLAYERS = {
    "greedy": bind_player("greedy", players.greedy, GAME.folder),
    "expert": bind_player("expert", players.expert, GAME.folder),
    "random": bind_player("random", uniform, GAME.folder),
}
KEYS = 400
WEAK = "oros-4 espadas-5 bastos-6"
OTHERS = ["oros-6 oros-7 espadas-6", "bastos-5 bastos-7 espadas-7", "oros-3 espadas-3 bastos-2"]

both = pytest.mark.parametrize("player", ["greedy", "expert"])
per_size = pytest.mark.parametrize("size", SIZES)


def shares(player: str, tables: Tables) -> dict[str, float]:
    """How often the player whose turn it is does what, over many keys."""
    observation, mask = look(tables.states[0], actor(tables))
    actions = np.zeros(KEYS, np.int64)
    keys = np.random.default_rng(0).integers(2**63, size=KEYS).astype(np.uint64)
    PLAYERS[player](np.repeat(observation[None], KEYS, 0), np.repeat(mask[None], KEYS, 0), keys, NO_SETTINGS, actions)
    chosen, times = np.unique(actions, return_counts=True)
    return {rules.ACTIONS[action]: time / KEYS for action, time in zip(chosen, times, strict=True)}


def choice(player: str, tables: Tables) -> str:
    """What the player does, whatever the key."""
    (action,) = shares(player, tables)
    return action


def at(hands: Sequence[str], words: str, **options: Any) -> Tables:
    """The table of these hands (a vira of copas) after these actions."""
    tables = table(hands, **options)
    act(tables, words)
    return tables


# --- cards -----------------------------------------------------------------------------------------------------


@both
def test_wins_the_trick_that_would_lose_the_round(player: str) -> None:
    """E16: at 0–1 the last to play takes the trick with a trump, the expert with the lower one."""
    hands = [
        "oros-1 copas-3 copas-6",
        "oros-12 oros-4 copas-7",
        "espadas-1 espadas-3 oros-11",
        "espadas-2 oros-2 oros-7",
    ]
    tables = at(hands, "pass pass oros-1 oros-12 oros-11 oros-2", captains=(0, 1))
    act(tables, "oros-4 espadas-1 oros-7")
    assert actor(tables) == 0
    assert choice(player, tables) == ("copas-6" if player == "greedy" else "copas-3")


def test_greedy_plays_high_to_win_and_low_to_lose() -> None:
    hands = ["oros-11 espadas-1 espadas-2", "oros-10 oros-12 copas-4", "oros-3 oros-1 oros-7"]
    tables = at(hands, "pass pass")
    assert choice("greedy", tables) == "oros-11"
    act(tables, "oros-11")
    assert choice("greedy", tables) == "oros-12"
    act(tables, "oros-12")
    assert choice("greedy", tables) == "oros-3"


def test_greedy_leads_its_strongest() -> None:
    """E6–E8: a low trump before a king, and a matador before the malilla."""
    assert choice("greedy", at(["oros-12 espadas-12 copas-3"], "pass pass")) == "copas-3"
    assert choice("greedy", at(["copas-2 bastos-3 copas-12"], "pass pass")) == "copas-2"
    assert choice("greedy", at(["copas-2 bastos-3 copas-12"], "pass pass", players=6)) == "bastos-3"


def test_expert_saves_its_trumps_on_a_trick_the_partner_has_won() -> None:
    """Last to play, the partner's king of oros wins: the malilla and even the lowest trump are kept."""
    hands = [
        "oros-4 espadas-1 bastos-1",
        "oros-12 bastos-4 bastos-7",
        "oros-5 oros-6 espadas-5",
        "copas-2 copas-6 bastos-2",
    ]
    tables = at(hands, "pass pass oros-4 oros-12 oros-5")
    assert actor(tables) == 3
    assert choice("expert", tables) == "bastos-2"
    assert choice("greedy", tables) == "copas-2"


def test_expert_wins_with_the_lesser_card() -> None:
    """Last to play, behind the rivals' king: the 3 of copas does what the malilla does."""
    hands = [
        "oros-12 espadas-1 bastos-1",
        "oros-4 bastos-4 bastos-7",
        "oros-5 oros-6 espadas-5",
        "copas-2 copas-3 bastos-2",
    ]
    tables = at(hands, "pass pass oros-12 oros-4 oros-5")
    assert choice("expert", tables) == "copas-3"
    assert choice("greedy", tables) == "copas-2"


def test_expert_saves_the_matadores() -> None:
    """E8, three a side: last to play, the king wins as surely as the perica; both win what a 7 leads."""
    tail = ["oros-2 espadas-5 espadas-6", "oros-3 espadas-1 bastos-1", "oros-4 espadas-2 bastos-2"]
    hands = ["oros-7 espadas-3 bastos-4", "oros-6 bastos-5 bastos-6", *tail, "oros-12 oros-10 bastos-3"]
    tables = at(hands, "pass pass oros-7 oros-6 oros-2 oros-3 oros-4", players=6)
    assert actor(tables) == 5
    assert choice("expert", tables) == "oros-12"


def test_expert_gives_away_the_first_trick() -> None:
    """Behind the malilla the rey de copas cannot win: the lowest trump goes, and strength stays for the other two."""
    hands = ["copas-2 espadas-1 bastos-1", "copas-12 copas-3 copas-11"]
    tables = at(hands, "pass pass copas-2")
    assert choice("expert", tables) == "copas-3"
    # Even where it could win: of malilla and two low cards the two tricks to come are not to be had without it.
    hands = [
        "oros-12 espadas-1 bastos-1",
        "oros-4 bastos-4 bastos-7",
        "oros-5 oros-6 espadas-5",
        "copas-2 copas-12 oros-2",
    ]
    assert choice("expert", at(hands, "pass pass oros-12 oros-4 oros-5")) == "oros-2"


def test_expert_needs_the_trick_once_one_is_lost() -> None:
    """E16: at 0–1 a trick is not given away, whatever it costs."""
    hands = [
        "copas-12 oros-12 bastos-1",
        "copas-3 copas-2 bastos-7",
        "oros-5 oros-6 espadas-5",
        "espadas-2 oros-2 oros-3",
    ]
    tables = at(hands, "pass pass copas-12 copas-3 espadas-5 espadas-2 oros-12")
    assert actor(tables) == 1
    assert choice("expert", tables) == "copas-2"


# --- bets ------------------------------------------------------------------------------------------------------


def test_greedy_bets_by_the_number_of_strong_cards() -> None:
    """Trumps, matadores and kings: two to bet, one to accept, three to raise."""
    hands = {0: WEAK, 1: "oros-12 espadas-5 bastos-6", 2: "oros-12 copas-3 bastos-6", 3: "oros-12 copas-3 bastos-12"}
    first, asked = {}, {}
    for strong, hand in hands.items():
        first[strong] = choice("greedy", table([hand]))
        asked[strong] = choice("greedy", at([OTHERS[0], hand], "raise"))
    assert first == {0: "pass", 1: "pass", 2: "raise", 3: "raise"}
    assert asked == {0: "fold", 1: "accept", 2: "accept", 3: "raise"}
    # E8: the perica is one from three a side.
    assert choice("greedy", at([OTHERS[0], "oros-10 espadas-5 bastos-6"], "raise")) == "fold"
    assert choice("greedy", at([OTHERS[0], "oros-10 espadas-5 bastos-6"], "raise", players=6)) == "accept"
    # E19: the chico fuera cannot be raised.
    assert choice("greedy", at([hands[3]], "raise raise raise raise")) == "accept"


@both
@per_size
def test_the_strongest_hand_goes_all_the_way(player: str, size: int) -> None:
    """E18: it bets, raises each time it is asked, and accepts the chico fuera."""
    tables = table([STRONGEST[size // 2]], players=size)
    assert choice(player, tables) == "raise"
    act(tables, "raise raise")
    assert choice(player, tables) == "raise"
    act(tables, "raise raise")
    assert choice(player, tables) == "accept"


def test_expert_folds_early_and_cheap_with_nothing() -> None:
    """E20: 2 stones to get out of a bet of 4; and out of what it has bluffed itself into."""
    assert choice("expert", at([OTHERS[0], WEAK], "raise")) == "fold"
    assert choice("expert", at([WEAK], "raise raise")) == "fold"


def test_expert_bluffs_now_and_then() -> None:
    """With nothing it passes as a rule, and bets by the key."""
    told = shares("expert", table([WEAK]))
    assert told.keys() == {"pass", "raise"}
    assert told["raise"] == pytest.approx(players.BLUFF, abs=0.05)
    # Never the chico fuera, which a table without rungs begins with.
    assert choice("expert", table([WEAK], variant=rules.EnviteVariant(rungs=()))) == "pass"


def test_expert_calls_chico_fuera_only_with_a_matador_or_the_malilla() -> None:
    """At 0–10 nothing more is to be lost, yet the rey, caballo and sota de copas stop at 9; the malilla goes on."""
    asked, behind = "pass raise raise raise", {"stones": (0, 10)}
    assert choice("expert", at(["copas-12 copas-11 copas-10"], asked, **behind)) == "accept"
    assert choice("expert", at(["copas-2 copas-11 copas-10"], asked, **behind)) == "raise"
    # E8: three a side the perica is above the rey de copas.
    assert choice("expert", at(["copas-12 copas-11 oros-10"], asked, **behind)) == "accept"
    assert choice("expert", at(["copas-12 copas-11 oros-10"], asked, players=6, **behind)) == "raise"


def test_expert_does_not_give_the_chico_away() -> None:
    """E20, E23: at 10–10 a fold for 2 stones loses the chico as surely as the round. E28: not if 12 count as 11."""
    hands, exact = [OTHERS[0], WEAK], rules.EnviteVariant(exact_hit="tumbo")
    assert choice("expert", at(hands, "raise", stones=(9, 10))) == "fold"
    assert choice("expert", at(hands, "raise", stones=(10, 10))) == "accept"
    assert choice("expert", at(hands, "raise", stones=(10, 10), variant=exact)) == "fold"


def test_expert_defends_against_tumbo() -> None:
    """E24: a fold that would put the rivals in tumbo is not cheap; the same stones short of it are."""
    hands, early = [OTHERS[0], WEAK], rules.EnviteVariant(tumbo_from=8)
    assert choice("expert", at(hands, "raise", stones=(6, 0))) == "fold"
    assert choice("expert", at(hands, "raise", stones=(5, 0), variant=early)) == "fold"
    assert choice("expert", at(hands, "raise", stones=(6, 0), variant=early)) == "accept"


@both
def test_tumbo_is_played_with_a_good_hand(player: str) -> None:
    """E26: at 9–0 in Gran Canaria."""
    tables = table([STRONGEST[2]], variant="gran_canaria", episode="chico", stones=(9, 0))
    assert choice(player, tables) == "play_tumbo"


def test_only_the_expert_declines_and_only_without_hope() -> None:
    """E26: a stone against three; not where that stone is the chico, nor where it makes little odds."""
    options = {"variant": "gran_canaria", "stones": (9, 4)}
    assert choice("expert", table([WEAK], **options)) == "decline_tumbo"
    assert choice("greedy", table([WEAK], **options)) == "play_tumbo"
    assert choice("expert", table(["oros-4 espadas-5 copas-6"], **options)) == "play_tumbo"
    chico = rules.EnviteVariant(chico_stones=10, tumbo_from=9, may_decline=True, decline_stones=6)
    assert choice("expert", table([WEAK], stones=(9, 4), variant=chico)) == "play_tumbo"


# --- whole games -----------------------------------------------------------------------------------------------


def play(seats: Sequence[str], games: int, seed: int, **options: Any) -> np.ndarray:
    """Which games team 0 won, bool [games]; every action is checked by the engine."""
    tables = Tables(GAME, rules.EnviteOptions(players=len(seats), **options), games)
    tables.reset(slot_seeds(seed, games))
    while len(rows := np.flatnonzero(tables.actors[:, 0] >= 0)):
        observations, masks, keys = tables.observations[:, 0], tables.action_masks[:, 0], tables.keys(POLICY)[:, 0]
        actions = np.zeros((games, 1), np.int64)
        for player in set(seats):
            turn = [row for row in rows if seats[tables.actors[row, 0]] == player]
            chosen = np.zeros(len(turn), np.int64)
            PLAYERS[player](
                *(np.ascontiguousarray(array[turn]) for array in (observations, masks, keys)), NO_SETTINGS, chosen
            )
            actions[turn, 0] = chosen
        tables.play(actions, rows)
    return tables.final_results["winners"][:, 0].astype(bool)


@per_size
@pytest.mark.parametrize("variant", VARIANTS, ids=range(len(VARIANTS)))
@pytest.mark.parametrize("episode", rules.EPISODES)
def test_choices_are_legal(size: int, variant: Any, episode: str) -> None:
    """Beside random players too, which bring about what the others do not; an illegal choice raises."""
    seats = (["expert", "greedy", "random", "expert", "random", "greedy"] * 2)[:size]
    captains = (size - 2, 3)
    start = {} if episode == "match" else {"start_stones": "random"}
    won = play(seats, 40, 5, variant=variant, episode=episode, captains=captains, **start)
    assert 0 < won.sum() < 40


def win_share(team: str, rivals: str, size: int, games: int, **options: Any) -> float:
    """The share of matches won by a team of one player, the same deals played from both sides."""
    first = play([team, rivals] * (size // 2), games, 11, **options)
    second = play([rivals, team] * (size // 2), games, 11, **options)
    return float(first.mean() + 1 - second.mean()) / 2


# Each bound lies five standard errors or more below what was measured over 2,000 deals.
@pytest.mark.parametrize("variant", ["general", "gran_canaria"])
@pytest.mark.parametrize(("size", "least"), [(4, 0.68), (6, 0.68), (8, 0.68), (10, 0.7), (12, 0.72)])
def test_expert_beats_greedy(size: int, least: float, variant: str) -> None:
    assert win_share("expert", "greedy", size, games=400, variant=variant) > least


@pytest.mark.parametrize("variant", ["general", "gran_canaria"])
@pytest.mark.parametrize(("size", "least"), [(4, 0.54), (6, 0.54), (8, 0.56), (10, 0.58), (12, 0.6)])
def test_greedy_beats_random(size: int, least: float, variant: str) -> None:
    assert win_share("greedy", "random", size, games=400, variant=variant) > least


def test_same_choices_without_compiling(tmp_path: Path) -> None:
    """Rows of every table size from within random games, of bets, tumbo and cards."""
    rows = Rows()
    for size in SIZES:
        options = {"variant": "gran_canaria", "episode": "round", "start_stones": "random"}
        tables = Tables(GAME, rules.EnviteOptions(players=size, **options), 12)
        tables.reset(slot_seeds(size, 12))
        for _ in range(size + 3):
            rows.add(tables)
            tables.play(tables.sample(), np.flatnonzero(tables.actors[:, 0] >= 0))
    for chosen in same_choices("envite", ("greedy", "expert"), rows.all(), tmp_path).values():
        assert {rules.PASS, rules.RAISE, rules.ACCEPT, rules.FOLD, rules.PLAY_TUMBO} <= set(chosen)


def test_a_row_without_a_choice_is_left_alone() -> None:
    """Rows of ended games are zero, the mask as well: action 0, but no error; a seat that waits has no choice."""
    waiting = np.zeros((2, 47), np.int8)
    waiting[1, rules.WAIT] = 1
    for player in PLAYERS.values():
        actions = np.full(2, 7, np.int64)
        player(np.zeros((2, 331), np.float32), waiting, np.arange(2, dtype=np.uint64), NO_SETTINGS, actions)
        assert actions.tolist() == [0, rules.WAIT]
