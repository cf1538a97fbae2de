"""The rules of Tapeo, one by one, with exact values. Numbers like T9 are rules of `seeds/tapeo.md`."""

from __future__ import annotations

import numpy as np
import pytest

from card_envs.core.random import slot_seeds
from card_envs.core.tables import Batch, Tables
from card_envs.tapeo import GAME, rules
from tests.tapeo.hand_made import churro_points, counts, names, round_points, table, with_bars, with_hands

SIZES = (2, 3, 4, 5, 6)
HAND_SIZE = {2: 10, 3: 9, 4: 8, 5: 7, 6: 7}  # T5
DECISIONS = {2: 27, 3: 24, 4: 21, 5: 18, 6: 18}  # T8, over three rounds


def action(name: str) -> int:
    return rules.ACTIONS.index(name)


def actions(*picks: str) -> np.ndarray:
    return np.array([action(name) for name in picks], np.int64)


def revealed(*picks: str) -> np.record:
    """The state after these reveals, from hands that hold a freeloader and what is revealed (so that T8 waits)."""
    state = with_hands([[name, "freeloader", "churro"] for name in picks])
    for seat, name in enumerate(picks):
        state.reveals[seat] = action(name) + 1
    rules.reveal(state)
    return state


def bars(state: np.record) -> list[list[str]]:
    assert not state.bars[state.players :].any()
    return [names(bar) for bar in state.bars[: state.players]]


# --- table, deck, deal -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", SIZES)
def test_t1_two_to_six_players(players: int) -> None:
    assert rules.TapeoOptions(players=players).players == players


@pytest.mark.parametrize("players", [1, 7, 0, -2])
def test_t1_no_other_table(players: int) -> None:
    with pytest.raises(ValueError, match="players takes an integer from 2 to 6"):
        rules.TapeoOptions(players=players)


def test_t2_deck() -> None:
    """T2, T3: 84 tapas, and 4 hams of each size unless the option says otherwise."""
    deck, size = rules.whole_deck(table(4))
    assert size == 84
    assert np.bincount(deck, minlength=10).tolist() == [14, 14, 4, 4, 4, 10, 8, 10, 6, 10]
    assert rules.ACTIONS == (
        "tortilla", "croqueta", "ham1", "ham2", "ham3", "prawns", "bread", "pepper", "freeloader", "churro",
    )  # fmt: skip


@pytest.mark.parametrize("split", [(4, 4, 4), (12, 0, 0), (0, 12, 0), (0, 0, 12), (3, 4, 5)])
def test_t3_ham_split(split: tuple[int, int, int]) -> None:
    deck, size = rules.whole_deck(table(3, ham_split=split))
    assert size == 84
    assert np.bincount(deck, minlength=10)[2:5].tolist() == list(split)


@pytest.mark.parametrize("players", SIZES)
def test_t4_t5_every_round_is_dealt_from_the_whole_deck(players: int) -> None:
    """T4, T5: three rounds, each with full hands of the right size.

    Over all slots, every kind is dealt as often in round three as in round one, churros too: none is held out for
    the tally, and nothing is left out that an earlier round used up.
    """
    slots = 2000
    batch = Batch(GAME, rules.TapeoOptions(players=players), slots, seed=0)
    dealt = []
    for round_index in range(3):
        assert (batch.states["round_index"] == round_index).all()
        hands = batch.states["hands"]
        assert (hands[:, :players].sum(axis=2) == HAND_SIZE[players]).all()
        assert not hands[:, players:].any()
        assert (hands.sum(axis=1) <= [14, 14, 4, 4, 4, 10, 8, 10, 6, 10]).all()
        dealt.append(hands.sum(axis=(0, 1)) / slots)
        for _ in range(HAND_SIZE[players] - 1):
            batch.step(batch.sample())
    expected = np.array([14, 14, 4, 4, 4, 10, 8, 10, 6, 10]) * players * HAND_SIZE[players] / 84
    np.testing.assert_allclose(dealt, np.tile(expected, (3, 1)), atol=0.15)


def test_t4_each_round_is_shuffled_anew() -> None:
    batch = Batch(GAME, rules.TapeoOptions(players=2), 1, seed=0)
    hands = [batch.states["hands"][0].copy()]
    for _ in range(27):
        batch.step(batch.sample())
        if batch.states["picks"][0] == 0:
            hands.append(batch.states["hands"][0].copy())
    assert len({hand.tobytes() for hand in hands}) == 4  # three rounds and the first of the next game


# --- picks -----------------------------------------------------------------------------------------------------


def test_t6_all_seats_pick_from_their_own_hand() -> None:
    state = with_hands([["tortilla", "tortilla", "ham2"], ["pepper", "churro", "bread"]])
    seats = np.zeros(2, np.int64)
    rules.acting(state, seats)
    assert seats.tolist() == [0, 1]
    mask = np.ones(10, np.int8)
    rules.legal(state, 0, mask)
    assert mask.tolist() == [1, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    rules.legal(state, 1, mask)
    assert mask.tolist() == [0, 0, 0, 0, 0, 0, 1, 1, 0, 1]


def test_t6_t7_picks_go_to_their_bars_and_the_hands_to_the_left() -> None:
    """T6, T7: each pick lies on its picker's bar; seat i's hand is now seat i + 1's."""
    state = with_hands([["tortilla", "ham1", "ham1"], ["croqueta", "bread", "bread"], ["prawns", "churro", "pepper"]])
    rules.apply(state, actions("tortilla", "croqueta", "prawns"))
    assert bars(state) == [["tortilla"], ["croqueta"], ["prawns"]]
    assert [names(hand) for hand in state.hands[:3]] == [["pepper", "churro"], ["ham1", "ham1"], ["bread", "bread"]]
    assert state.reveals[:3].tolist() == (actions("tortilla", "croqueta", "prawns") + 1).tolist()
    assert state.picks == 7
    assert not state.gains.any()


@pytest.mark.parametrize("round_index", [0, 1, 2])
def test_t7_to_the_left_in_every_round(round_index: int) -> None:
    hands = [["churro", "tortilla", "tortilla"], ["churro", "pepper", "pepper"], ["churro", "bread", "bread"]]
    state = with_hands(hands)
    state.round_index = round_index
    rules.apply(state, actions("churro", "churro", "churro"))
    assert [names(hand)[0] for hand in state.hands[:3]] == ["bread", "tortilla", "pepper"]


def test_t8_the_last_tapa_is_revealed_by_itself() -> None:
    """T8: the pick from two tapas ends the round; the last one, which comes from the right, is on the bar as well.

    Seat 0 keeps a tortilla and is passed seat 1's, a pair: 5. Seat 1 keeps prawns and is passed bread: 6.
    """
    state = with_hands([["tortilla", "bread"], ["prawns", "tortilla"]])
    rules.apply(state, actions("tortilla", "prawns"))
    assert [int(gain) for gain in state.gains[:2]] == [5 * 60, 6 * 60]
    assert state.round_index == 1


def test_t8_a_pick_with_one_legal_kind_is_still_a_decision() -> None:
    state = with_hands([["bread", "bread", "bread"], ["churro", "churro", "churro"]])
    mask = np.zeros(10, np.int8)
    rules.legal(state, 0, mask)
    assert mask.sum() == 1
    rules.apply(state, actions("bread", "churro"))
    assert bars(state) == [["bread"], ["churro"]]
    assert state.round_index == 0


@pytest.mark.parametrize("players", SIZES)
def test_t8_decisions_in_a_game(players: int) -> None:
    batch = Batch(GAME, rules.TapeoOptions(players=players), 3, seed=5)
    steps = 0
    while not batch.terminated.any():
        assert (batch.actors == np.arange(players)).all()
        batch.step(batch.sample())
        steps += 1
    assert steps == DECISIONS[players]
    assert batch.terminated.all()
    assert not batch.truncated.any()


def test_t9_a_freeloader_takes_what_the_left_neighbour_reveals() -> None:
    """T9: the tapa lies on the thief's bar, and so does the freeloader."""
    assert bars(revealed("freeloader", "prawns", "tortilla")) == [["prawns", "freeloader"], [], ["tortilla"]]


def test_t9_left_is_seat_plus_one_round_the_table() -> None:
    """T9: the last seat's left neighbour is seat 0; a freeloader never takes from the right."""
    assert bars(revealed("prawns", "tortilla", "freeloader")) == [[], ["tortilla"], ["prawns", "freeloader"]]


def test_t9_a_freeloader_scores_nothing() -> None:
    assert round_points([{"freeloader": 3}, {}, {}]) == [0, 0, 0]


def test_t10_worked_example() -> None:
    """T9, T10: of three freeloaders only the one whose left neighbour shows prawns takes anything."""
    state = revealed("freeloader", "prawns", "freeloader", "freeloader")
    assert bars(state) == [["prawns", "freeloader"], [], ["freeloader"], ["freeloader"]]


def test_t10_a_freeloader_is_not_stolen_but_steals() -> None:
    """T10: no chain. Seat 0 takes nothing from seat 1, which takes seat 2's croqueta."""
    state = revealed("freeloader", "freeloader", "croqueta", "ham3")
    assert bars(state) == [["freeloader"], ["croqueta", "freeloader"], [], ["ham3"]]


def test_t11_two_players_are_each_others_left() -> None:
    assert bars(revealed("freeloader", "churro")) == [["freeloader", "churro"], []]
    assert bars(revealed("churro", "freeloader")) == [[], ["freeloader", "churro"]]


@pytest.mark.parametrize("players", SIZES)
def test_t11_all_freeloaders_take_nothing(players: int) -> None:
    assert bars(revealed(*["freeloader"] * players)) == [["freeloader"]] * players


def test_t11_a_stolen_churro_counts_for_the_thief() -> None:
    state = with_hands([["freeloader", "bread"], ["churro", "bread"], ["pepper", "bread"]])
    rules.apply(state, actions("freeloader", "churro", "pepper"))
    assert state.churros[:3].tolist() == [1, 0, 0]


def test_t11_freeloaders_act_on_the_last_tapa() -> None:
    """T8, T11: seat 1 is passed a freeloader as its last tapa and takes seat 2's, which came from seat 1: prawns.

    With the prawns it picked, seat 1 has 6 points.
    """
    state = with_hands([["bread", "freeloader"], ["prawns", "prawns"], ["bread", "bread"]])
    rules.apply(state, actions("bread", "prawns", "bread"))
    assert [gain / 60 for gain in state.gains[:3]] == [0, 6, 0]


# --- scores of a round -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tortillas", "worth"), [(0, 0), (1, 0), (2, 5), (3, 5), (4, 10), (9, 20), (14, 35)])
def test_t12_tortillas(tortillas: int, worth: int) -> None:
    assert round_points([{"tortilla": tortillas}, {}, {}]) == [worth, 0, 0]


@pytest.mark.parametrize(
    ("croquetas", "worth"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 15), (7, 15), (14, 15)]
)
def test_t13_croquetas(croquetas: int, worth: int) -> None:
    assert round_points([{}, {"croqueta": croquetas}]) == [0, worth]


HAM = [  # slices of each seat, points with split="whole", points with split="exact"
    ((5, 5, 3, 0), (3, 3, 0, 0), (3, 3, 0, 0)),  # shared first: no second prize
    ((6, 4, 4, 0), (6, 1, 1, 0), (6, 1.5, 1.5, 0)),
    ((7, 0, 0, 0), (6, 0, 0, 0), (6, 0, 0, 0)),  # T15
    ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)),  # T15
    ((1, 2, 3, 4), (0, 0, 3, 6), (0, 0, 3, 6)),
    ((4, 1, 5, 4), (1, 0, 6, 1), (1.5, 0, 6, 1.5)),
    ((3, 3, 3, 3), (1, 1, 1, 1), (1.5, 1.5, 1.5, 1.5)),
    ((2, 5, 2, 2), (1, 6, 1, 1), (1, 6, 1, 1)),
    ((3, 9, 3, 3, 3), (0, 6, 0, 0, 0), (0.75, 6, 0.75, 0.75, 0.75)),  # T16: 3 among 4 is 0
    ((2, 2, 2, 2, 2), (1, 1, 1, 1, 1), (1.2, 1.2, 1.2, 1.2, 1.2)),
    ((8, 1, 1, 1, 1, 1), (6, 0, 0, 0, 0, 0), (6, 0.6, 0.6, 0.6, 0.6, 0.6)),
    ((1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1)),
    ((2, 7), (3, 6), (3, 6)),  # T15: two players have a second prize
    ((4, 4), (3, 3), (3, 3)),
    ((0, 1), (0, 6), (0, 6)),
    ((0, 0), (0, 0), (0, 0)),
]


@pytest.mark.parametrize(("slices", "whole", "exact"), HAM)
def test_t14_t15_t16_ham(slices: tuple[int, ...], whole: tuple[float, ...], exact: tuple[float, ...]) -> None:
    bars = [{"ham1": number} for number in slices]
    assert round_points(bars, split="whole") == list(whole)
    assert round_points(bars, split="exact") == list(exact)


def test_t14_slices_are_counted_not_plates() -> None:
    """T14: one plate of three beats two of one, and 1 + 2 slices level with 3."""
    assert round_points([{"ham3": 1}, {"ham1": 2}, {}]) == [6, 3, 0]
    assert round_points([{"ham3": 1}, {"ham1": 1, "ham2": 1}, {"ham2": 1}]) == [3, 3, 0]
    assert round_points([{"ham1": 1, "ham2": 1, "ham3": 1}, {"ham1": 5}, {"ham2": 1}]) == [6, 3, 0]


def test_t14_many_slices_do_not_overflow() -> None:
    """T3, T14: twelve plates of three make 36 slices."""
    assert round_points([{"ham3": 12}, {}], ham_split=(0, 0, 12)) == [6, 0]


@pytest.mark.parametrize(
    ("prawns", "bread", "worth"),
    [(0, 0, 0), (0, 3, 0), (1, 0, 3), (1, 1, 6), (1, 4, 6), (3, 1, 12), (4, 4, 24), (10, 8, 54), (5, 0, 15)],
)
def test_t17_prawns_and_bread(prawns: int, bread: int, worth: int) -> None:
    assert round_points([{"prawns": prawns, "bread": bread}, {}]) == [worth, 0]


@pytest.mark.parametrize(
    ("peppers", "expected"),
    [
        ((3, 3, 2, 0), (0, 0, 4, 0)),
        ((2, 1, 0, 0), (4, 2, 0, 0)),  # fewer than three are never hot
        ((2, 2, 2, 2), (4, 4, 4, 4)),
        ((3, 0, 0, 0), (0, 0, 0, 0)),
        ((4, 3, 3, 0), (2, 6, 6, 0)),  # three are safe behind four
        ((5, 5, 0, 0), (4, 4, 0, 0)),  # the full 6 for each
        ((3, 3, 3, 1), (0, 0, 0, 2)),
        ((10, 0), (14, 0)),
        ((5, 5), (4, 4)),
    ],
)
@pytest.mark.parametrize("split", ["whole", "exact"])
def test_t18_peppers(peppers: tuple[int, ...], expected: tuple[int, ...], split: str) -> None:
    assert round_points([{"pepper": number} for number in peppers], split=split) == list(expected)


def test_t12_to_t18_add_up() -> None:
    """A whole table: every kind at once.

    Seat 0: 10 (pairs) + 6 (ham, 5 slices) = 16. Seat 1: 15 + 3 (ham, 3 slices) + 2·4 − 6 (hot) = 20.
    Seat 2: 9 + 6 (prawns) + 2·2 = 19. Churros and freeloaders: nothing.
    """
    bars = [
        {"tortilla": 5, "ham3": 1, "ham2": 1, "churro": 2},
        {"croqueta": 6, "ham1": 3, "pepper": 4},
        {"prawns": 3, "bread": 2, "pepper": 2, "freeloader": 1, "tortilla": 1},
    ]
    assert round_points(bars) == [16, 20, 19]


def test_t18b_a_round_is_added_and_cleared() -> None:
    """T18b: totals and tally take the round's bars at its end, and the bars are emptied."""
    state = with_hands([["tortilla", "churro"], ["tortilla", "churro"]])
    state.bars[0] = counts({"tortilla": 1, "churro": 2})
    state.scores[:2] = [7 * 60, -2 * 60]
    state.churros[:2] = [1, 4]
    rules.apply(state, actions("tortilla", "churro"))
    # Seat 0: pair (5) and seat 1's tortilla on top: 5; seat 1 has the two other churros.
    assert [score / 60 for score in state.scores[:2]] == [12, -2]
    assert state.churros[:2].tolist() == [3, 6]
    assert not state.bars.any()
    assert not state.reveals.any()
    assert (state.round_index, state.picks, state.ended) == (1, 0, 0)
    assert state.hands[:2].sum(axis=1).tolist() == [10, 10]


def test_t18b_the_tally_holds_finished_rounds_only() -> None:
    state = with_hands([["churro", "bread", "bread"], ["bread", "bread", "bread"]])
    rules.apply(state, actions("churro", "bread"))
    assert bars(state)[0] == ["churro"]
    assert not state.churros.any()


# --- end of the game -------------------------------------------------------------------------------------------


CHURROS = [  # the tally, points with split="whole", points with split="exact"
    ((3, 1, 1), (6, -3, -3), (6, -3, -3)),
    ((2, 2, 2), (0, 0, 0), (0, 0, 0)),  # T20
    ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)),  # T20
    ((4, 0), (6, 0), (6, 0)),  # T19: with two players nobody loses
    ((3, 3), (3, 3), (3, 3)),  # T20
    ((0, 0), (3, 3), (3, 3)),  # T20: zero is a valid most
    ((5, 1, 1, 1, 1), (6, -1, -1, -1, -1), (6, -1.5, -1.5, -1.5, -1.5)),  # T16: −6 among 4
    ((5, 3, 0, 2), (6, 0, -6, 0), (6, 0, -6, 0)),
    ((0, 0, 0, 7), (-2, -2, -2, 6), (-2, -2, -2, 6)),
    ((2, 2, 2, 2, 1), (1, 1, 1, 1, -6), (1.5, 1.5, 1.5, 1.5, -6)),
    ((3, 3, 0, 0), (3, 3, -3, -3), (3, 3, -3, -3)),
    ((4, 4, 4, 4, 4), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0)),
    ((9, 1, 1, 1, 1, 1), (6, -1, -1, -1, -1, -1), (6, -1.2, -1.2, -1.2, -1.2, -1.2)),
    ((9, 9, 9, 9, 9, 0), (1, 1, 1, 1, 1, -6), (1.2, 1.2, 1.2, 1.2, 1.2, -6)),
    ((30, 0), (6, 0), (6, 0)),
]


@pytest.mark.parametrize(("tally", "whole", "exact"), CHURROS)
def test_t16_t19_t20_churros(tally: tuple[int, ...], whole: tuple[float, ...], exact: tuple[float, ...]) -> None:
    assert churro_points(list(tally), split="whole") == list(whole)
    assert churro_points(list(tally), split="exact") == list(exact)


def last_pick(scores: list[float], churros: list[int], **options: str) -> np.record:
    """The game just ended, by a pick of bread and nothing but bread, with these totals before the churros."""
    state = with_hands([["bread", "bread"]] * len(scores), **options)
    state.round_index = 2
    state.scores[: len(scores)] = [round(score * 60) for score in scores]
    state.churros[: len(scores)] = churros
    rules.apply(state, actions(*["bread"] * len(scores)))
    return state


def result(state: np.record) -> np.record:
    out = np.zeros(1, rules.Result)[0]
    rules.report(state, out)
    return out


def test_t19_churros_are_counted_once_after_round_three() -> None:
    """T19: in the last pick the round is scored, then the churros; nothing is dealt any more."""
    state = last_pick([10, 20, 30], [4, 2, 1])
    assert [score / 60 for score in state.scores[:3]] == [16, 20, 24]
    assert [gain / 60 for gain in state.gains[:3]] == [6, 0, -6]
    assert (state.ended, state.round_index) == (1, 3)
    assert not state.hands.any()
    assert not rules.alive(state, 0)


@pytest.mark.parametrize("round_index", [0, 1])
def test_t19_churros_are_not_counted_before(round_index: int) -> None:
    state = with_hands([["bread", "bread"]] * 3)
    state.round_index = round_index
    state.churros[:3] = [4, 2, 1]
    rules.apply(state, actions("bread", "bread", "bread"))
    assert not state.scores.any()
    assert state.churros[:3].tolist() == [4, 2, 1]
    assert state.ended == 0


def test_t19_the_last_rounds_churros_count() -> None:
    """T18b before T19: the churro of the very last reveal is in the tally that is counted."""
    state = with_hands([["bread", "bread"], ["bread", "churro"], ["bread", "bread"]])
    state.round_index = 2
    state.churros[:3] = [1, 0, 1]
    rules.apply(state, actions("bread", "bread", "bread"))  # seat 2 is passed the churro as its last tapa
    assert state.churros[:3].tolist() == [1, 0, 2]
    assert [gain / 60 for gain in state.gains[:3]] == [0, -6, 6]


def test_t19_totals_may_go_below_zero() -> None:
    state = last_pick([0, 3, 9], [0, 1, 2])
    assert result(state).scores.tolist() == [-6, 3, 15, 0, 0, 0]


@pytest.mark.parametrize(
    ("scores", "churros", "winners", "ranks"),
    [
        ([30, 20, 10], [2, 2, 2], [1, 0, 0], [1, 2, 3]),
        ([10, 12, 5], [5, 3, 0], [1, 0, 0], [1, 2, 3]),  # T19 before T21: 16, 12, −1
        ([20, 20, 10], [2, 3, 2], [0, 1, 0], [2, 1, 3]),  # 20 − 3, 20 + 6, 10 − 3
        ([14, 8, 20, 0], [2, 3, 1, 0], [0, 0, 1, 0], [3, 2, 1, 4]),  # 14, 14, 20, −6: the tie is for second
        ([26, 20, 9, 8], [2, 3, 0, 1], [0, 1, 0, 0], [2, 1, 4, 3]),  # 26, 26: more churros win
        ([8, 20, 26, 9], [1, 3, 2, 0], [0, 1, 0, 0], [3, 1, 2, 4]),  # the same, other seats
        ([20, 20, 9], [3, 3, 1], [1, 1, 0], [1, 1, 3]),  # level in points and churros: shared
        ([11, 11, 11, 11], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]),
        ([40, 40, 1, 2, 40], [2, 2, 3, 1, 2], [1, 1, 0, 0, 1], [1, 1, 4, 5, 1]),
        ([15, 15], [4, 4], [1, 1], [1, 1]),
        ([21, 15], [1, 2], [0, 1], [2, 1]),  # 21, 21 and the churros
    ],
)
def test_t21_winners_and_ranks(scores: list[float], churros: list[int], winners: list[int], ranks: list[int]) -> None:
    out = result(last_pick(scores, churros))
    players = len(scores)
    assert out.winners[:players].tolist() == winners
    assert out.ranks[:players].tolist() == ranks
    assert out.churros[:players].tolist() == churros
    assert not out.winners[players:].any()
    assert not out.ranks[players:].any()


def test_t21_exact_fractions_decide() -> None:
    """T16, T21: with split="exact" half a point decides, and level fractions tie exactly.

    Four share the loss of 6, −1.5 each. Seats 0, 2 and 3 are level at 8.5, and seat 0 has more churros.
    """
    out = result(last_pick([2.5, 10.5, 10, 10, 1], [5, 1, 1, 1, 1], split="exact"))
    assert out.scores[:5].tolist() == [8.5, 9, 8.5, 8.5, -0.5]
    assert out.ranks[:5].tolist() == [2, 1, 3, 3, 5]
    # In whole points they lose 1 each: seats 0 to 3 are level at 9, and the churros decide for seat 0.
    out = result(last_pick([3, 10, 10, 10, 1], [5, 1, 1, 1, 1], split="whole"))
    assert out.scores[:5].tolist() == [9, 9, 9, 9, 0]
    assert out.ranks[:5].tolist() == [1, 2, 2, 2, 5]


def test_t22_no_pick_counts_before_all_are_in() -> None:
    """T22: the picks of a table are given all at once; a table that lacks one is refused and nothing has moved."""
    tables = Batch(GAME, rules.TapeoOptions(players=3), 1, seed=1)
    before = tables.states.tobytes()
    picks = tables.sample()
    with pytest.raises(ValueError, match="shape"):
        tables.step(picks[:, :2])
    with pytest.raises(ValueError, match="integers"):
        tables.step([[*picks[0, :2].tolist(), None]])
    assert tables.states.tobytes() == before
    tables.step(picks)
    assert tables.states["picks"].tolist() == [1]


# --- rewards ---------------------------------------------------------------------------------------------------


def payoff(state: np.record) -> list[float]:
    out = np.full(state.players, np.nan, np.float32)
    rules.payoff(state, out)
    return out.tolist()


@pytest.mark.parametrize(
    ("scores", "churros", "expected"),
    [
        ([30, 20, 10, 0], [1, 1, 1, 1], [1, -1 / 3, -1 / 3, -1 / 3]),
        ([30, 30, 10, 0], [1, 1, 1, 1], [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
        ([30, 30, 30, 0], [1, 1, 1, 1], [1 / 9, 1 / 9, 1 / 9, -1 / 3]),
        ([30, 30, 30, 30], [1, 1, 1, 1], [0, 0, 0, 0]),
        ([5, 9], [1, 1], [-1, 1]),
        ([9, 9], [1, 1], [0, 0]),
        ([1, 2, 3, 4, 5, 90], [1, 1, 1, 1, 1, 1], [-0.2, -0.2, -0.2, -0.2, -0.2, 1]),
    ],
)
def test_reward_win(scores: list[float], churros: list[int], expected: list[float]) -> None:
    """With w winners of n: (n/w − 1)/(n − 1) to each, −1/(n − 1) to the others."""
    rewards = payoff(last_pick(scores, churros, reward="win"))
    assert rewards == pytest.approx(expected, abs=1e-7)
    assert sum(rewards) == pytest.approx(0, abs=1e-6)


def test_reward_score() -> None:
    """(own points − mean of the others')/20, churros included: totals 16, 20, 24."""
    rewards = payoff(last_pick([10, 20, 30], [4, 2, 1], reward="score"))
    assert rewards == pytest.approx([(16 - 22) / 20, 0, (24 - 18) / 20], abs=1e-7)


def test_reward_score_keeps_fractions() -> None:
    """With split="exact": 8.5, 9, 8.5, 8.5, −0.5, so that seat 1 has 9 − 6.25."""
    rewards = payoff(last_pick([2.5, 10.5, 10, 10, 1], [5, 1, 1, 1, 1], split="exact", reward="score"))
    assert rewards[1] == pytest.approx((9 - 6.25) / 20, abs=1e-7)


def test_reward_round_pays_the_gain_of_the_last_round_with_churros() -> None:
    """The pick that ends the game gained 6, 0, −6, whatever the totals."""
    rewards = payoff(last_pick([10, 20, 30], [4, 2, 1], reward="round"))
    assert rewards == pytest.approx([9 / 20, 0, -9 / 20], abs=1e-7)


def test_reward_round_pays_at_the_end_of_each_round() -> None:
    """A pair of tortillas against prawns and bread: 5 and 6."""
    state = with_hands([["tortilla", "bread"], ["prawns", "tortilla"]], reward="round")
    state.scores[:2] = [100 * 60, 0]
    rules.apply(state, actions("tortilla", "prawns"))
    assert payoff(state) == pytest.approx([-1 / 20, 1 / 20], abs=1e-7)


@pytest.mark.parametrize("reward", ["win", "score"])
def test_reward_win_and_score_pay_at_the_end_only(reward: str) -> None:
    state = with_hands([["tortilla", "bread"], ["prawns", "tortilla"]], reward=reward)
    rules.apply(state, actions("tortilla", "prawns"))
    assert state.gains.any()
    assert payoff(state) == [0, 0]


@pytest.mark.parametrize("reward", ["win", "score", "round"])
def test_rewards_within_a_round_are_zero(reward: str) -> None:
    state = with_hands([["tortilla", "bread", "bread"], ["prawns", "tortilla", "bread"]], reward=reward)
    state.scores[:2] = [100 * 60, 0]
    state.gains[:2] = [100 * 60, 0]  # of an earlier pick: not paid again
    rules.apply(state, actions("tortilla", "prawns"))
    assert payoff(state) == [0, 0]


def test_absent_seats_are_never_paid_or_dealt() -> None:
    """At a table of three the places of seats 3 to 5 stay empty all game long."""
    tables = Tables(GAME, rules.TapeoOptions(players=3), 50)
    tables.reset(slot_seeds(0, 50))
    while not tables.terminated.all():
        tables.play(tables.sample())
        for field in ("hands", "bars", "reveals", "scores", "churros", "gains"):
            assert not tables.states[field][:, 3:].any()
    for field in ("scores", "winners", "ranks", "churros"):
        assert not tables.final_results[field][:, 3:].any()


def test_bars_of_other_seats_do_not_change_a_lone_bar() -> None:
    """T12, T13, T17 look at one's own bar: what the others hold of the same kinds does not matter."""
    mine = {"tortilla": 4, "croqueta": 3, "prawns": 2, "bread": 1}
    others = {"tortilla": 10, "croqueta": 9, "prawns": 8, "bread": 7}
    assert with_bars([mine, others]).bars[0].tolist() == counts(mine).tolist()
    assert round_points([mine, others])[0] == round_points([mine, {}])[0] == 10 + 6 + 6 + 3
