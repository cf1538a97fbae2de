"""Search: finds what is forced, knows what its seat knows, and plays better than what it plays playouts with."""

from __future__ import annotations

import math
import pickle
from pathlib import Path

import numpy as np
import pytest

from card_envs import arena
from card_envs.core import search
from card_envs.core.game import get_game
from card_envs.core.options import made_options
from card_envs.core.random import POLICY, combine, slot_seeds
from card_envs.core.tables import Tables
from card_envs.policies import Policy, make_policy, random_keys
from card_envs.policies.search import SearchPolicy
from tests.envite import hand_made as envite
from tests.ratscrew import hand_made as ratscrew
from tests.tapeo import hand_made as tapeo
from tests.toy import TOYS
from tests.uncompiled import Rows, same_choices

GAMES = ("tapeo", "envite", "ratscrew")
SIZES = {"tapeo": (2, 4, 6), "envite": (4, 6, 12), "ratscrew": (2, 3, 8)}

each_game = pytest.mark.parametrize("game", GAMES)


def table(game: str, **options) -> Tables:
    """One game, just dealt."""
    record = get_game(game)
    tables = Tables(record, made_options(record.options, options), 1)
    tables.reset(slot_seeds(0, 1))
    return tables


def rows(game: str, moments: int = 8) -> dict[str, np.ndarray]:
    """What acting seats see in random games of several table sizes: observations, masks and keys."""
    found = Rows()
    for players in SIZES[game]:
        tables = table(game, players=players)
        for _ in range(moments):
            found.add(tables)
            tables.play(tables.sample())
            if tables.states["ended"][0]:
                break
    return found.all()


def chosen(tables: Tables, policy: Policy, keys: int = 5) -> set[str]:
    """What the policy does in the first acting seat, by name, over several keys."""
    observations, masks = (
        np.repeat(array[0, :1], keys, axis=0) for array in (tables.observations, tables.action_masks)
    )
    actions = policy.act(observations, masks, np.arange(keys, dtype=np.uint64))
    return {tables.game.actions[action] for action in actions}


# --- what is forced --------------------------------------------------------------------------------------------


def test_tapeo_gives_up_a_point_to_win() -> None:
    """Last round, two tapas left: the croqueta brings 1 and the pepper 2, but the rival's fifth croqueta 5.

    With the croqueta it ends 13 to 12, with the pepper 14 to 15 (T13, T18, T21).
    """
    state = tapeo.with_hands([["croqueta", "pepper"], ["churro", "churro"]])
    state.bars[1] = tapeo.counts({"croqueta": 4})
    state.round_index = 2
    state.scores[0] = 12 * tapeo.POINT
    tables = table("tapeo", players=2)
    tables.states[0] = state
    tables.look()
    assert chosen(tables, make_policy("tapeo", "search:200")) == {"croqueta"}
    assert chosen(tables, make_policy("tapeo", "greedy")) == {"pepper"}


def test_tapeo_leaves_the_pepper_that_would_be_one_too_many() -> None:
    """Last round, two tapas left, two peppers on the bar: a third makes them the most, 6 − 6 against 4 (T18).

    With the bread it ends 4 to 2, for the rival gets the pepper; with the pepper 0 to 0.
    """
    state = tapeo.with_hands([["pepper", "bread"], ["bread", "bread"]])
    state.bars[0] = tapeo.counts({"pepper": 2})
    state.round_index = 2
    tables = table("tapeo", players=2)
    tables.states[0] = state
    tables.look()
    assert chosen(tables, make_policy("tapeo", "search:200")) == {"bread"}


def test_envite_keeps_the_highest_card_for_the_last_trick() -> None:
    """One trick lost, and the partner wins the second: the malilla wins the third, if it is still there (E15, E16)."""
    hands = [
        "espadas-2 copas-2 bastos-4",
        "espadas-12 oros-7 bastos-12",
        "espadas-3 oros-12 bastos-3",
        "espadas-4 oros-2 bastos-5",
    ]
    tables = envite.table(hands)
    envite.act(tables, "pass pass espadas-2 espadas-12 espadas-3 espadas-4 oros-7 oros-12 oros-2")
    assert envite.actor(tables) == 0
    assert envite.legal(tables) == ["copas-2", "bastos-4"]
    assert chosen(tables, make_policy("envite", "search:500")) == {"bastos-4"}
    assert chosen(tables, make_policy("envite", "greedy")) == {"copas-2"}


def test_envite_takes_a_chico_that_cannot_be_lost() -> None:
    """The three strongest cards in hand, and asked for chico fuera: it is won whatever the others hold (E19–E21)."""
    tables = envite.table(envite.winning_hands(0))
    envite.act(tables, "raise raise raise raise")
    assert envite.legal(tables) == ["accept", "fold"]
    assert chosen(tables, make_policy("envite", "search:200")) == {"accept"}


def test_envite_gives_nothing_up_where_a_fold_is_the_end() -> None:
    """At 10–10 a fold for 2 stones loses the chico for certain, the worst cards only most likely (E20, E23)."""
    tables = envite.table(["oros-1 espadas-1 bastos-1", "oros-4 espadas-4 oros-3"], stones=(10, 10))
    envite.act(tables, "raise")
    assert chosen(tables, make_policy("envite", "search:500")) <= {"accept", "raise"}


def test_ratscrew_slaps_to_win_and_holds_not_to_lose() -> None:
    """A double, the other player cardless: who slaps it wins. Cardless oneself, a wrong slap loses (R9, R12, R14)."""
    policy = make_policy("ratscrew", "search:200")
    assert chosen(ratscrew.table(["7", ""], pile="7", rest=0), policy) == {"slap"}
    assert chosen(ratscrew.table(["", "9"], pile="7", first=1, rest=1), policy) == {"hold"}


# --- what it knows, and what it depends on ---------------------------------------------------------------------


@each_game
def test_hidden_state_changes_nothing(game: str) -> None:
    """Another state that looks the same to the seat, drawn by `determinize`, gets the same choice."""
    policy = make_policy(game, "search:50")
    differ = 0
    for players in SIZES[game]:
        tables = table(game, players=players)
        twin = table(game, players=players)
        for move in range(8):
            if tables.actors[0, 0] == 0:
                twin.states[:] = tables.states
                tables.game.loops.determinize_rows(tables.observations[0, :1], np.array([7], np.uint64), twin.states)
                twin.look()
                differ += twin.states.tobytes() != tables.states.tobytes()
                key = np.array([move], np.uint64)
                actions = [policy.act(t.observations[0, :1], t.action_masks[0, :1], key) for t in (tables, twin)]
                assert actions[0] == actions[1]
            tables.play(tables.sample())
    assert differ > 5


@each_game
def test_choices_are_legal_and_belong_to_their_row(game: str) -> None:
    """Rows of several table sizes, in another order, alone, and from a copy of the policy: the same actions."""
    observations, masks, keys = rows(game).values()
    policy = make_policy(game, "search:30")
    assert isinstance(policy, Policy)
    actions = policy.act(observations, masks, keys)
    assert actions.dtype == np.int64
    assert masks[np.arange(len(masks)), actions].all()
    order = np.random.default_rng(0).permutation(len(masks))
    np.testing.assert_array_equal(policy.act(observations[order], masks[order], keys[order]), actions[order])
    alone = [policy.act(observations[row : row + 1], masks[row : row + 1], keys[row : row + 1])[0] for row in range(9)]
    np.testing.assert_array_equal(alone, actions[:9])
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(policy)).act(observations, masks, keys), actions)
    assert len(policy.act(observations[:0], masks[:0], 0)) == 0


def test_other_keys_draw_other_states() -> None:
    """With a single simulation the action that is tried is any."""
    observations, masks, _ = rows("tapeo", moments=1).values()
    policy, keys = SearchPolicy(get_game("tapeo"), 1), random_keys(0, 200)
    actions = policy.act(np.repeat(observations[:1], 200, axis=0), np.repeat(masks[:1], 200, axis=0), keys)
    assert set(actions.tolist()) == set(np.flatnonzero(masks[0]).tolist())


@pytest.mark.parametrize("playout", ["greedy", "random"])
@each_game
def test_compiled_is_plain_python(game: str, playout: str, tmp_path: Path) -> None:
    same_choices(game, [f"search:12,playout={playout}"], rows(game, moments=1), tmp_path)


# --- the tree --------------------------------------------------------------------------------------------------


def searched(game: str, simulations: int, moves: int = 0, **options) -> tuple[search.Tree, np.ndarray]:
    """The tree of the first decision of a game, or after some random moves, and the mask there."""
    tables, policy = table(game, **options), SearchPolicy(get_game(game), simulations)
    seats, actions = get_game(game).result["winners"].shape[0], len(get_game(game).actions)
    columns = get_game(game).columns(seats)
    tree = search.new_tree(simulations, columns, actions)
    scratch = search.new_scratch(policy._template, columns, seats, actions, get_game(game).layout.size)
    for _ in range(moves):
        tables.play(tables.sample())
    observations, masks = tables.observations[0, :1], tables.action_masks[0, :1]
    policy._search(
        observations,
        masks,
        tables.keys(POLICY)[0, :1],
        simulations,
        tree,
        scratch,
        policy._settings,
        np.zeros(1, np.int64),
    )
    return tree, masks[0]


@pytest.mark.parametrize(("game", "moves"), [("tapeo", 4), ("envite", 0), ("ratscrew", 0)])
def test_statistics_add_up(game: str, moves: int) -> None:
    """Every simulation chooses at the root, in each seat that acts; a node below is chosen in from its second visit."""
    simulations = 300
    tree, mask = searched(game, simulations, moves, players=4)
    columns = 4 if get_game(game).simultaneous else 1
    assert tree.edges["visits"][0].sum(axis=1)[:columns].tolist() == [simulations] * columns
    assert tree.edges["available"][0, 0].tolist() == (simulations * mask.astype(int)).tolist()
    assert (tree.edges["available"] >= tree.edges["visits"]).all()
    assert 2 < tree.size[0] <= simulations + 1
    assert len(set(tree.keys[: tree.size[0]].tolist())) == tree.size[0]
    below = tree.edges["visits"][1 : tree.size[0], 0].sum(axis=1)
    assert below.max() > 1
    assert (below == 0).any()
    assert not tree.edges["visits"][:, columns:].any()


def test_hidden_hands_make_actions_rare() -> None:
    """Tapeo, first pick: what others may choose depends on the hands drawn, so it is available less often."""
    tree, _ = searched("tapeo", 300, players=2)
    others = tree.edges["available"][0, 1]
    assert (others < 300).any()
    assert (others > 0).all()


def test_a_full_tree_grows_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_NODES", 10)
    tree, _ = searched("envite", 500, players=4)
    assert tree.size[0] == len(tree.keys) == 11
    assert tree.edges["visits"][0, 0].sum() == 500


def edges(*statistics: tuple[float, int, int]) -> np.ndarray:
    """(mean, visits, available) for each action."""
    made = np.zeros(len(statistics), search.Edge)
    for edge, (mean, visits, available) in zip(made, statistics, strict=True):
        edge.total, edge.visits, edge.available = mean * visits, visits, available
    return made


def test_selection() -> None:
    """What is untried first; then mean + EXPLORATION · √(ln available / visits), `available` counting this time."""
    mask, key = np.array([1, 1, 1, 0], np.int8), np.uint64(0)
    some = edges((0.5, 10, 20), (0.0, 0, 5), (0.0, 0, 5), (9.0, 1, 1))
    assert {int(search.select(some.copy(), mask, np.uint64(key))) for key in range(20)} == {1, 2}

    def bound(mean: float, visits: int, available: int) -> float:
        return mean + search.EXPLORATION * math.sqrt(math.log(available + 1) / visits)

    tried = [(0.5, 100, 200), (0.4, 20, 200), (0.4, 20, 30)]
    assert bound(*tried[1]) > max(bound(*tried[0]), bound(*tried[2]))
    some = edges(*tried, (9.0, 1, 1))
    assert search.select(some, mask, key) == 1
    assert some["available"].tolist() == [201, 201, 31, 1]


def test_the_choice_is_the_most_visited() -> None:
    mask = np.array([1, 1, 1, 0], np.int8)
    assert search.most_visited(edges((0.9, 3, 9), (0.1, 5, 9), (0.2, 5, 9), (1.0, 99, 99)), mask) == 2
    assert search.most_visited(edges((0.9, 6, 9), (0.1, 5, 9), (0.2, 5, 9), (1.0, 99, 99)), mask) == 0


def test_histories_differ_by_action_and_by_everything_seen() -> None:
    key = combine(np.uint64(1), 2)
    seen = [np.array(numbers, np.float32) for numbers in ([0, 1, 2, 0], [0, 2, 1, 0], [1, 2, 0, 0], [0, 1, 2, 0.5])]
    keys = {int(search.history(key, action, numbers)) for action in (-1, 0, 1) for numbers in seen}
    assert len(keys) == 12
    assert search.history(key, 0, seen[0].copy()) == search.history(key, 0, seen[0])


# --- strength --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "rival", "games", "least"),
    [("tapeo", "greedy", 60, 0.65), ("envite", "greedy", 60, 0.65), ("ratscrew", "random", 12, 0.9)],
)
def test_search_beats_what_it_plays_playouts_with(game: str, rival: str, games: int, least: float) -> None:
    players = SIZES[game][0]
    match = arena.play(game, ["search:200", rival], games, players=players)
    assert match.win_share[0] > least


# --- names and wrong use ---------------------------------------------------------------------------------------


def test_names() -> None:
    assert repr(make_policy("tapeo", "search")) == "search:1000"
    assert repr(make_policy("tapeo", "search:20")) == "search:20"
    assert repr(make_policy("tapeo", "search:simulations=20,playout=expert")) == "search:20,playout=expert"
    assert repr(make_policy("tapeo", "search:20,playout=expert")) == "search:20,playout=expert"
    assert make_policy("tapeo", "search:1000000").simulations == 1_000_000


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("search:0", "simulations takes an integer from 1 to 1000000, not 0"),
        ("search:1000001", "simulations takes an integer from 1 to 1000000, not 1000001"),
        ("search:-3", "simulations takes an integer from 1 to 1000000, not -3"),
        ("search:many", "simulations takes an integer, not 'many'"),
        ("search:1.5", "simulations takes an integer, not '1.5'"),
        ("search:playout=best", "playout takes one of 'random', 'greedy', 'expert', not 'best'"),
        ("search:20,depth=3", "search takes simulations and playout, not 'depth'"),
    ],
)
def test_wrong_names(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_policy("tapeo", name)


def test_wrong_rows() -> None:
    observations, masks, keys = rows("tapeo", moments=1).values()
    policy = make_policy("tapeo", "search:5")
    with pytest.raises(ValueError, match=r"search:5 of tapeo takes observations \[B, 211\] and masks \[B, 10\], not"):
        policy.act(observations, masks[:, :3], keys)
    with pytest.raises(ValueError, match="must be raw, within its observation space"):
        policy.act(observations - 100, masks, keys)
    with pytest.raises(ValueError, match="allows nothing"):
        policy.act(observations, masks * 0, keys)
    with pytest.raises(ValueError, match="row 0 is nothing that an acting seat of tapeo can see"):
        policy.act(observations * 0, masks, keys)
    impossible = masks.copy()
    impossible[1] = 1 - masks[1]
    impossible[1, :2] = 1
    with pytest.raises(ValueError, match="row 1 is nothing"):
        policy.act(observations, impossible, keys)


def test_a_game_that_says_nothing_of_lookahead_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("card_envs.core.game", fromlist=["GAMES"]).GAMES, "pile", TOYS["pile"])
    with pytest.raises(ValueError, match="pile cannot be searched"):
        SearchPolicy(get_game("pile"), 10)
    with pytest.raises(ValueError, match="no policy is called 'search:10' for pile; there are random, and"):
        make_policy("pile", "search:10")
