"""What holds in every game of Tapeo, whatever is dealt and picked, at every table size."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import stats

from card_envs.core.random import slot_seeds
from card_envs.core.tables import Tables
from card_envs.tapeo import GAME, rules
from tests.chi_square import chi_square
from tests.tapeo.hand_made import with_hands

SIZES = (2, 3, 4, 5, 6)
LAYOUT = GAME.layout
SPACE = LAYOUT.space
PLACES = LAYOUT.slices
KEY_1, KEY_2 = np.uint64(123456789), np.uint64(987654321)

per_size = pytest.mark.parametrize("players", SIZES)
searched = settings(
    max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], database=None
)


@dataclass(frozen=True)
class Play:
    """How one game goes: its options and seed, and numbers that choose among the legal kinds, over and over."""

    options: rules.TapeoOptions
    seed: int
    choices: list[int]


@st.composite
def plays(draw: st.DrawFn, players: int) -> Play:
    ones = draw(st.integers(0, 12))
    twos = draw(st.integers(0, 12 - ones))
    options = rules.TapeoOptions(
        players=players,
        ham_split=(ones, twos, 12 - ones - twos),
        split=draw(st.sampled_from(("whole", "exact"))),
        reward=draw(st.sampled_from(rules.REWARDS)),
    )
    return Play(options, draw(st.integers(0, 2**40)), draw(st.lists(st.integers(0, 9), min_size=1, max_size=40)))


def any_play(test):  # type: ignore[no-untyped-def]
    """The test for each table size, over plays that Hypothesis makes up."""

    @per_size
    @searched
    @given(data=st.data())
    def run(players: int, data: st.DataObject) -> None:
        test(data.draw(plays(players)))

    run.__name__ = run.__qualname__ = test.__name__
    run.__doc__ = test.__doc__
    return run


def start(play: Play) -> Tables:
    tables = Tables(GAME, play.options, 1)
    tables.reset(slot_seeds(play.seed, 1))
    return tables


def decisions(play: Play):  # type: ignore[no-untyped-def]
    """The game, at each decision point: (tables, the picks that follow). Advances when asked for the next."""
    tables, number = start(play), 0
    while not tables.terminated[0]:
        picks = np.zeros((1, play.options.players), np.int64)
        for seat in range(play.options.players):
            legal = np.flatnonzero(tables.action_masks[0, seat])
            picks[0, seat] = legal[play.choices[number % len(play.choices)] % len(legal)]
            number += 1
        yield tables, picks
        tables.play(picks)


def deck(options: rules.TapeoOptions) -> np.ndarray:
    """int64 [10]: the 84 tapas by kind."""
    return np.array([14, 14, *options.ham_split, 10, 8, 10, 6, 10])


def look(state: np.record, seat: int) -> tuple[np.ndarray, np.ndarray]:
    """Observation and mask of a seat."""
    players = int(state.players)
    observations = np.full((players, LAYOUT.size), np.nan, np.float32)
    masks = np.full((players, rules.KINDS), -1, np.int8)
    states = np.array([state], rules.State)
    GAME.loops.observe_seats(states, 0, np.zeros(players, np.bool_), observations, masks)
    return observations[seat], masks[seat]


def determinized(observations: np.ndarray, keys: np.ndarray, reward: int = 0) -> np.ndarray:
    """Record array [k]: one state for each observation and key."""
    states = np.zeros(len(keys), rules.State)
    states["reward"] = reward
    GAME.loops.determinize_rows(np.ascontiguousarray(observations), keys, states)
    return states


# --- every state -----------------------------------------------------------------------------------------------


@any_play
def test_84_tapas_are_conserved(play: Play) -> None:
    """Hands and bars of a round always hold what was dealt, and it is of one deck: 84 with what was not dealt."""
    dealt = None
    for tables, _ in decisions(play):
        state = tables.states[0]
        held = (state.hands.astype(int) + state.bars).sum(axis=0)
        if state.picks == 0:
            dealt = held
        np.testing.assert_array_equal(held, dealt)
        undealt = deck(play.options) - held
        assert (undealt >= 0).all()
        assert (state.hands >= 0).all()
        assert undealt.sum() == 84 - play.options.players * rules.HAND_SIZES[play.options.players]
    np.testing.assert_array_equal(tables.states["bars"][0].sum(axis=0), dealt)
    assert not tables.states["hands"].any()


@any_play
def test_bars_equal_all_reveals_of_the_round(play: Play) -> None:
    """Kind by kind, over the table."""
    shown: Counter[int] = Counter()
    for tables, picks in decisions(play):
        state = tables.states[0]
        if state.picks == 0:
            shown.clear()
        assert state.bars.sum(axis=0).tolist() == [shown[kind] for kind in range(10)]
        shown.update(picks[0].tolist())
    last = tables.states[0]
    shown.update((last.reveals[: play.options.players].astype(int) - 1).tolist())
    assert last.bars.sum(axis=0).tolist() == [shown[kind] for kind in range(10)]


@any_play
def test_bars_are_ones_own_reveals_but_for_steals(play: Play) -> None:
    """Nobody steals a freeloader, and until a round shows one nothing has moved between bars."""
    own = np.zeros((6, 10), int)
    for tables, picks in decisions(play):
        state = tables.states[0]
        if state.picks == 0:
            own[:] = 0
        freeloaders = own[:, rules.FREELOADER]
        np.testing.assert_array_equal(state.bars[:, rules.FREELOADER], freeloaders)
        if not freeloaders.any():
            np.testing.assert_array_equal(state.bars, own)
        for seat, pick in enumerate(picks[0]):
            own[seat, pick] += 1


@any_play
def test_observations_are_in_the_declared_space(play: Play) -> None:
    """The dtype included, in play and at the end."""
    for tables, _ in decisions(play):
        for seat in range(play.options.players):
            assert SPACE.contains(tables.observations[0, seat])
    for final in tables.final_observations[0]:
        assert final.any()
        assert SPACE.contains(final)
    assert not tables.observations.any()


@any_play
def test_masks_are_the_kinds_in_hand_and_never_empty(play: Play) -> None:
    for tables, _ in decisions(play):
        masks = tables.action_masks[0]
        assert masks.any(axis=1).all()
        np.testing.assert_array_equal(masks, tables.states["hands"][0, : play.options.players] > 0)
    assert not tables.action_masks.any()


@any_play
def test_payoffs_sum_to_zero(play: Play) -> None:
    """Whatever the reward; and what the rounds pay adds up to the margin in points."""
    paid = np.zeros(play.options.players)
    for tables, _ in decisions(play):
        assert abs(tables.rewards[0].sum(dtype=float)) < 1e-6
        paid += tables.rewards[0]
    assert abs(tables.rewards[0].sum(dtype=float)) < 1e-6
    paid += tables.rewards[0]
    scores = tables.final_results["scores"][0, : play.options.players]
    margins = (scores - (scores.sum() - scores) / (play.options.players - 1)) / 20
    if play.options.reward == "win":
        winners = tables.final_results["winners"][0, : play.options.players].astype(bool)
        assert (paid[winners] > 0).all() or winners.all()
        assert (paid[~winners] == np.float32(-1 / (play.options.players - 1))).all()
    else:
        np.testing.assert_allclose(paid, margins, atol=1e-5)


@any_play
def test_known_hands_are_the_true_hands(play: Play) -> None:
    """After p picks the p seats to one's left are known, all of them from n − 1 on; the rest of the block is zero."""
    players = play.options.players
    for tables, _ in decisions(play):
        state = tables.states[0]
        for seat in range(players):
            view = LAYOUT.split(tables.observations[0, seat])
            known = min(int(state.picks), players - 1)
            assert view["known"].tolist() == [1] * known + [0] * (5 - known)
            for distance in range(1, 6):
                true = state.hands[(seat + distance) % players] if distance <= known else np.zeros(10)
                np.testing.assert_array_equal(view["known_hands"][distance - 1], true)


# --- nothing leaks ---------------------------------------------------------------------------------------------


def twin(state: np.record, seat: int, seed: int) -> np.record:
    """A state that differs in what the seat cannot know: hands it has never held, swapped with tapas never dealt."""
    generator = np.random.default_rng(seed)
    other = np.array([state], rules.State)[0]
    other.seed = generator.integers(2**63)
    players, picks = int(state.players), int(state.picks)
    hidden = [(seat + distance) % players for distance in range(picks + 1, players)]
    counts = np.array([14, 14, *state.ham_split, 10, 8, 10, 6, 10])
    pool = np.repeat(np.arange(10), counts - (state.hands.astype(int) + state.bars).sum(axis=0))
    pool = np.concatenate([pool, *(np.repeat(np.arange(10), state.hands[holder]) for holder in hidden)])
    generator.shuffle(pool)
    for holder in hidden:
        size = int(state.hands[holder].sum())
        other.hands[holder] = np.bincount(pool[:size], minlength=10)
        pool = pool[size:]
    return other


@any_play
def test_no_leak(play: Play) -> None:
    """At every pick: byte-equal observation and mask, and so the same draws of `determinize`."""
    for tables, _ in decisions(play):
        state = tables.states[0]
        for seat in range(play.options.players):
            other = twin(state, seat, play.seed)
            mine, theirs = look(state, seat), look(other, seat)
            assert state.seed != other.seed
            assert mine[0].tobytes() == theirs[0].tobytes() == tables.observations[0, seat].tobytes()
            assert mine[1].tobytes() == theirs[1].tobytes() == tables.action_masks[0, seat].tobytes()


@per_size
def test_twins_differ_and_others_notice(players: int) -> None:
    """The twins of the test above do differ in hands, and whoever holds such a hand sees that."""
    play = Play(rules.TapeoOptions(players=players), 3, [0, 5, 2, 7])
    for tables, _ in decisions(play):
        state = tables.states[0]
        other = twin(state, 0, 1)
        changed = [seat for seat in range(players) if (state.hands[seat] != other.hands[seat]).any()]
        hidden = list(range(int(state.picks) + 1, players))
        assert set(changed) <= set(hidden)
        if state.picks == 0:
            assert changed == hidden
        for seat in changed:
            assert look(state, seat)[0].tobytes() != look(other, seat)[0].tobytes()


# --- determinize -----------------------------------------------------------------------------------------------


@any_play
def test_determinize_keeps_what_the_seat_knows(play: Play) -> None:
    """At every pick and for every seat: seat 0 of the new state sees byte for byte what was given."""
    for tables, _ in decisions(play):
        players = play.options.players
        seen, state = tables.observations[0], tables.states[0]
        new = determinized(seen, np.arange(players, dtype=np.uint64) + KEY_1, reward=int(state.reward))
        for seat in range(players):
            drawn = new[seat]
            observation, mask = look(drawn, 0)
            assert observation.tobytes() == seen[seat].tobytes()
            assert mask.tobytes() == tables.action_masks[0, seat].tobytes()
            for option in ("players", "ham_split", "exact", "reward"):
                np.testing.assert_array_equal(drawn[option], state[option])
            assert drawn.ended == 0
            size = int(rules.HAND_SIZES[players] - state.picks)
            assert drawn.hands.sum(axis=1).tolist() == [size] * players + [0] * (6 - players)
            held = (drawn.hands.astype(int) + drawn.bars).sum(axis=0)
            assert (held <= deck(play.options)).all()


@any_play
def test_determinized_games_can_be_played_out(play: Play) -> None:
    """From every round's second pick: as many decisions are left as in the original, and it ends with a result."""
    left = 3 * (int(rules.HAND_SIZES[play.options.players]) - 1)
    for tables, _ in decisions(play):
        if tables.states["picks"][0] == 1:
            playout = Tables(GAME, play.options, 1)
            playout.reset(slot_seeds(0, 1))
            reward = int(tables.states["reward"][0])
            playout.states[:] = determinized(tables.observations[0, :1], np.array([KEY_1]), reward)
            playout.look()
            played = 0
            while not playout.terminated[0]:
                playout.play(playout.sample())
                played += 1
            assert played == left
            assert playout.final_results["winners"].any()
        left -= 1


@per_size
def test_determinize_draws_anew_with_another_key(players: int) -> None:
    """Other hands and another seed; the same key gives the same bytes."""
    tables = start(Play(rules.TapeoOptions(players=players), 8, [0]))
    observation = tables.observations[0, :1]
    one, two, again = (determinized(observation, np.array([key]))[0] for key in (KEY_1, KEY_2, KEY_1))
    assert one.tobytes() == again.tobytes()
    assert one.seed != two.seed
    for seat in range(1, players):
        assert one.hands[seat].tobytes() != two.hands[seat].tobytes()
    assert one.hands[0].tobytes() == two.hands[0].tobytes()


@per_size
def test_later_deals_are_not_the_originals(players: int) -> None:
    """Played on to the next round, original and draws deal different hands to every seat."""
    tables = start(Play(rules.TapeoOptions(players=players), 8, [0]))
    observation = tables.observations[0, :1]
    three = Tables(GAME, tables.options, 3)
    three.states[0] = tables.states[0]
    three.states[1:] = determinized(np.repeat(observation, 2, axis=0), np.array([KEY_1, KEY_2]))
    three.look()
    while (three.states["round_index"] == 0).all():
        three.play(three.sample())
    assert three.states["round_index"].tolist() == [1, 1, 1]
    for seat in range(players):
        assert len({hands[seat].tobytes() for hands in three.states["hands"]}) == 3


DRAWS = 40_000


def drawn_hands(hands: list[list[str]]) -> tuple[np.ndarray, np.ndarray]:
    """What seat 0 has not seen, by kind, and the hands [draws, 6, 10] that `determinize` draws for it."""
    state = with_hands(hands)
    observation, _ = look(state, 0)
    known = [0, *range(1, int(state.picks) + 1)]
    unseen = deck(rules.TapeoOptions()) - state.hands[known].sum(axis=0)
    keys = np.random.default_rng(2024).integers(2**64, size=DRAWS, dtype=np.uint64)
    return unseen, determinized(np.repeat(observation[None], DRAWS, axis=0), keys)["hands"]


def test_determinize_draws_every_hand_as_often_as_it_should() -> None:
    """Six players, hands of three: seat 0 does not know seat 5's alone. All its hands are enumerated."""
    size = 3
    known = [["tortilla", "ham3", "churro"], ["pepper"] * 3, ["croqueta"] * 3, ["bread"] * 3, ["prawns"] * 3]
    unseen, drawn = drawn_hands([*known, ["freeloader"] * 3])
    total = comb(int(unseen.sum()), size)
    probabilities = {
        hand: np.prod([comb(int(unseen[kind]), hand.count(kind)) for kind in set(hand)]) / total
        for hand in combinations_with_replacement(range(10), size)
    }
    found = Counter(tuple(np.repeat(np.arange(10), hand).tolist()) for hand in drawn[:, 5])
    assert chi_square(found, probabilities) > 1e-3


def test_determinize_draws_two_hands_evenly_from_one_rest() -> None:
    """Five players after two picks: the joint count of one kind in both hands that seat 0 does not know."""
    size = 5
    hands = [["tortilla"] * size, ["croqueta"] * size, ["pepper"] * size, ["bread"] * size, ["prawns"] * size]
    unseen, drawn = drawn_hands(hands)
    number, rest = int(unseen[rules.TORTILLA]), int(unseen.sum() - unseen[rules.TORTILLA])
    total = comb(number + rest, size) * comb(number + rest - size, size)
    probabilities = {
        (a, b): comb(number, a) * comb(rest, size - a) * comb(number - a, b) * comb(rest - size + a, size - b) / total
        for a in range(size + 1)
        for b in range(size + 1)
        if a + b <= number
    }
    found = Counter(zip(drawn[:, 3, 0].tolist(), drawn[:, 4, 0].tolist(), strict=True))
    assert chi_square(found, probabilities) > 1e-3


@pytest.mark.parametrize("kind", range(10))
def test_determinize_draws_each_kind_evenly(kind: int) -> None:
    """Two players at the first pick: the count of each kind in the other hand is hypergeometric."""
    mine = ["tortilla", "tortilla", "croqueta", "ham1", "ham2", "ham3", "prawns", "bread", "pepper", "churro"]
    unseen, drawn = drawn_hands([mine, mine])
    found = Counter(drawn[:, 1, kind].tolist())
    law = stats.hypergeom(int(unseen.sum()), int(unseen[kind]), 10)
    assert chi_square(found, {number: float(law.pmf(number)) for number in range(11)}) > 1e-3
