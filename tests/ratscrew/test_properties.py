"""What holds in every game of Egyptian ratscrew, whatever is dealt, seen and slapped, at every table size."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from card_envs.core.random import slot_seeds
from card_envs.core.tables import Batch, Tables
from card_envs.ratscrew import GAME, rules
from card_envs.ratscrew.cards import rank_of
from card_envs.ratscrew.options import RatscrewOptions
from tests.chi_square import chi_square
from tests.ratscrew.hand_made import look_all, stack_cards, table, tick
from tests.ratscrew.random_play import SIZES, drawn_options, slap_rates, start
from tests.uncompiled import printed_uncompiled

LAYOUT = GAME.layout
SPACE = LAYOUT.space
NOBODY = rules.NOBODY
KEY_1, KEY_2 = np.uint64(123456789), np.uint64(987654321)
TABLES = 8  # for each size
GAMES = 4  # at each of these

per_size = pytest.mark.parametrize("players", SIZES)


class Play:
    """Random games with the same options.

    Attributes:
        rows: the games that are running.
    """

    def __init__(self, options: RatscrewOptions, games: int, rng: np.random.Generator) -> None:
        self.tables = start(options, games, rng)
        self.rates = [slap_rates(options.players, rng) for _ in range(games)]
        self.rng = rng
        self.rows = list(range(games))

    def advance(self) -> None:
        """One tick in every game that is running."""
        actions = np.zeros((self.tables.num_games, self.tables.seats), np.int64)
        for row in self.rows:
            rates = self.rates[row][int(rules.good_pile(self.tables.states[row]))]
            actions[row] = self.rng.random(self.tables.seats) < rates
        self.tables.play(actions, np.array(self.rows))
        self.rows = np.flatnonzero(~(self.tables.terminated | self.tables.truncated)).tolist()

    def states(self) -> Iterator[tuple[int, np.record]]:
        """The games at every decision point, with their rows."""
        while self.rows:
            for row in self.rows:
                yield row, self.tables.states[row]
            self.advance()


def plays(players: int, **options: Any) -> Iterator[Play]:
    """Games at tables of all kinds."""
    for number in range(TABLES):
        rng = np.random.default_rng(100 * players + number)
        drawn = drawn_options(players, 5 * number + players, rng)
        yield Play(RatscrewOptions(**{**vars(drawn), **options}), GAMES, rng)


def cards_of(state: np.record) -> list[int]:
    """All the cards there are: in stacks, in the pile and burnt under it."""
    stacks = [card for seat in range(state.players) for card in stack_cards(state, seat)]
    return stacks + state.pile[: state.played].tolist() + state.burnt[: state.burnt_count].tolist()


def in_the_air(state: np.record, seat: int) -> bool:
    return bool(state.perception[seat] > state.tick)


def determinized(observations: np.ndarray, keys: np.ndarray, **kept: int) -> np.ndarray:
    """Record array [k]: one state for each observation and key; `kept` are the fields that no seat sees."""
    states = np.zeros(len(keys), rules.State)
    for name, value in kept.items():
        states[name] = value
    GAME.loops.determinize_rows(np.ascontiguousarray(observations), keys, states)
    return states


# --- every state -----------------------------------------------------------------------------------------------


@per_size
def test_52_cards_are_conserved(players: int) -> None:
    """Through flips, burns, won and shuffled piles: each card lies in exactly one place."""
    for play in plays(players):
        for _, state in play.states():
            assert sorted(cards_of(state)) == list(range(52))
        for state in play.tables.states:
            assert sorted(cards_of(state)) == list(range(52))


@per_size
def test_observations_are_in_the_declared_space(players: int) -> None:
    """The dtype included, in play and at the end; rows of seats that are out are zero, and those of ended games."""
    for play in plays(players):
        for row, _ in play.states():
            seen, actors = play.tables.observations[row], play.tables.actors[row]
            assert all(SPACE.contains(observation) for observation in seen[actors >= 0])
            assert not seen[actors < 0].any()
        assert not play.tables.observations.any()
        for final in play.tables.final_observations.reshape(-1, LAYOUT.size):
            assert final.any()
            assert SPACE.contains(final)


@per_size
def test_everybody_in_may_hold_or_slap(players: int) -> None:
    """Two at least are in; whoever is out has no cards, acts no more and never comes back (R13)."""
    for play in plays(players):
        out: list[set[int]] = [set() for _ in range(GAMES)]
        for row, state in play.states():
            gone = set(np.flatnonzero(state.out_at).tolist())
            assert out[row] <= gone
            assert len(gone) <= players - 2
            assert not state.held[list(gone)].any()
            expected = [NOBODY if seat in gone else seat for seat in range(players)]
            assert play.tables.actors[row].tolist() == expected
            assert play.tables.action_masks[row].tolist() == [[seat not in gone] * 2 for seat in range(players)]
            out[row] = gone


@per_size
def test_win_pays_each_seat_once(players: int) -> None:
    """−1/(n − 1) to whoever goes out, in that very step, 1 to the winner, 0 to those still in at the cut."""
    lost = np.float32(-1 / (players - 1))
    for play in plays(players, reward="win"):
        paid: list[list[float]] = [[] for _ in range(GAMES * players)]
        while play.rows:
            rows = play.rows
            play.advance()
            for row in rows:
                gone = play.tables.states["out_at"][row, :players] == play.tables.states["moves"][row]
                assert (play.tables.rewards[row][gone] == lost).all()
                for seat in np.flatnonzero(play.tables.rewards[row]):
                    paid[players * row + seat].append(play.tables.rewards[row, seat])
        winners = play.tables.final_results["winners"][:, :players]
        for (row, seat), rewards in zip(product(range(GAMES), range(players)), paid, strict=True):
            if winners[row, seat]:
                assert rewards == [1] * int(play.tables.terminated[row])
            else:
                assert rewards == [lost]


@per_size
def test_cards_pays_what_is_held(players: int) -> None:
    """The payments of a game add up to what each stack has gained since the first flip."""
    for play in plays(players, reward="cards"):
        first, paid = play.tables.states["held"][:, :players].astype(int), np.zeros((GAMES, players))
        while play.rows:
            rows = play.rows
            play.advance()
            paid[rows] += play.tables.rewards[rows]
        np.testing.assert_allclose(paid, (play.tables.states["held"][:, :players] - first) / 52, atol=1e-5)


@per_size
def test_same_game_at_any_batch_size(players: int) -> None:
    """Slot i of a batch seeded s is the one game seeded s + i, ties, shuffles and later games included."""
    options = RatscrewOptions(players=players, shuffle_won=True, memory=True)
    many = Batch(GAME, options, 5, seed=40)
    ones = [Batch(GAME, options, 1, seed=40 + slot) for slot in range(5)]
    for _ in range(150):
        assert many.states.tobytes() == b"".join(one.states.tobytes() for one in ones)
        assert many.observations.tobytes() == b"".join(one.observations.tobytes() for one in ones)
        actions = many.sample()
        many.step(actions)
        for slot, one in enumerate(ones):
            assert one.sample().tobytes() == actions[slot].tobytes()
            one.step(actions[slot : slot + 1])
            assert one.rewards.tobytes() == many.rewards[slot].tobytes()
    assert many.states["episode"].all()
    assert len({state.pile.tobytes() for state in many.states}) == 5


# --- nothing leaks ---------------------------------------------------------------------------------------------


def twin(state: np.record, seat: int, rng: np.random.Generator) -> np.record:
    """A state that differs in what the seat cannot know.

    That is the seed, what the others perceive and when it will see a card in the air, and the cards: without memory
    all but the top three and the first of the pile that it sees, with memory those that are not located. A card in
    the air never makes good a pile that was slapped wrongly.
    """
    other = np.array([state], rules.State)[0]
    other.seed = rng.integers(2**63)
    air = in_the_air(state, seat)
    earliest = int(state.tick) + 1 if air else int(state.perception[seat])
    players, ticks = int(state.players), int(state.ticks)
    other.perception[:players] = rng.integers(ticks + 1, size=players)
    other.perception[seat] = rng.integers(earliest, ticks + 1) if air else earliest
    if not state.memory[seat]:
        other.located[:] = rng.integers(2, size=52)
        other.was_located = rng.integers(2)
    shuffle_hidden(other, hidden_places(state, seat), rng)
    if air:
        newest, new = int(state.pile[state.played - 1]), int(other.pile[state.played - 1])
        other.located[newest] = 0
        other.located[new] = 1
        other.challenger, other.owed = state.challenger_before, state.owed_before
        rules.challenge(other, int(state.flipper), rank_of(new))
        if other.challenger != NOBODY and other.out_at[other.challenger]:
            other.challenger, other.owed = NOBODY, 0
    else:
        other.flipper_before, other.challenger_before = rng.integers(-1, players, size=2)
        other.owed_before = rng.integers(5)
    return other


def hidden_places(state: np.record, seat: int) -> list[tuple[str, Any]]:
    """Where cards lie that the seat cannot know: fields of the state, and places in them."""
    air = in_the_air(state, seat)
    seen = int(state.played) - air
    places: list[tuple[str, Any]] = [("burnt", place) for place in range(state.burnt_count)]
    for holder in range(state.players):
        tops, held = int(state.tops[holder]), int(state.held[holder])
        places += [("stacks", (holder, (tops + place) % rules.RING)) for place in range(held)]
    if state.memory[seat]:
        places = [(field, place) for field, place in places if not state.located[state[field][place]]]
    else:
        places += [("pile", place) for place in range(1, seen - 3)]
    if air and not (state.memory[seat] and state.was_located):
        places.append(("pile", seen))
    return places


def shuffle_hidden(state: np.record, places: list[tuple[str, Any]], rng: np.random.Generator) -> None:
    """The cards in these places in another order, but none that makes a good pile of one that was slapped wrongly."""
    cards = [state[field][place] for field, place in places]
    for attempt in range(20):
        order = rng.permutation(len(cards)) if attempt < 19 else np.arange(len(cards))
        for (field, place), card in zip(places, order, strict=True):
            state[field][place] = cards[card]
        if not (state.wrong.any() and rules.good_pile(state)):
            return
    raise AssertionError("a wrong slap on a good pile")


@per_size
def test_nothing_hidden_shows(players: int) -> None:
    """Twins look the same, byte for byte, and so `determinize` draws the same."""
    rng = np.random.default_rng(players)
    for play in plays(players):
        for row, state in play.states():
            if row > 1:
                continue
            observations, masks = look_all(state)
            for seat in range(players):
                seen, mask = (array[seat : seat + 1] for array in look_all(twin(state, seat, rng)))
                assert seen.tobytes() == observations[seat].tobytes()
                assert mask.tobytes() == masks[seat].tobytes()
                draws = [determinized(look, np.array([KEY_1])) for look in (seen, observations[seat : seat + 1])]
                assert draws[0].tobytes() == draws[1].tobytes()


def test_twins_differ_and_others_notice() -> None:
    """The twins of the test above do have other cards in the air and other challenges, and who sees them sees that."""
    rng = np.random.default_rng(0)
    found: Counter[str] = Counter()
    for play in plays(4):
        for _, state in play.states():
            unseeing = [seat for seat in range(4) if in_the_air(state, seat)]
            for seat in unseeing[:1]:
                other = twin(state, seat, rng)
                newest, new = (int(each.pile[state.played - 1]) % 13 for each in (state, other))
                found["same"] += newest == new
                if newest != new:
                    other.perception[:] = state.perception
                    mine, theirs = look_all(state)[0], look_all(other)[0]
                    for another in set(range(4)) - set(unseeing):
                        assert mine[another].tobytes() != theirs[another].tobytes()
                        found["noticed"] += 1
                    found["other card"] += 1
                    found["other challenge"] += (state.challenger, state.owed) != (other.challenger, other.owed)
    assert min(found.values()) > 50, found
    assert found["other card"] > 3 * found["same"]


# --- determinize -----------------------------------------------------------------------------------------------


@per_size
def test_determinize_fits_what_the_seat_sees(players: int) -> None:
    """At every tick, for everybody in: seat 0 of the new state sees byte for byte what was given."""
    for number, play in enumerate(plays(players)):
        for row, state in play.states():
            seats = [seat for seat in range(players) if state.out_at[seat] == 0]
            observations = look_all(state)[0][seats]
            keys = np.arange(len(seats), dtype=np.uint64) + np.uint64(1000 * number + row)
            kept = {"reward": 1, "max_flips": 77}
            for seat, given, drawn in zip(seats, observations, determinized(observations, keys, **kept), strict=True):
                observation, masks = look_all(drawn)
                if observation[0].tobytes() != given.tobytes():
                    np.testing.assert_equal(LAYOUT.split(observation[0]), LAYOUT.split(given))
                assert masks[0].all()
                check_drawn(state, seat, drawn)


def check_drawn(state: np.record, seat: int, drawn: np.record) -> None:
    """What holds of a drawn state besides what its seat 0 sees."""
    players = int(state.players)
    order = [(seat + distance) % players for distance in range(players)]
    assert sorted(cards_of(drawn)) == list(range(52))
    assert drawn.ended == 0
    assert (drawn.reward, drawn.max_flips) == (1, 77)
    assert not (drawn.wrong.any() and rules.good_pile(drawn))
    for field in ("players", "ticks", "penalty", "shuffle_won", "slaps"):
        np.testing.assert_array_equal(drawn[field], state[field])
    for distance, other in enumerate(order):
        assert (drawn.out_at[distance] > 0) == (state.out_at[other] > 0)
        # a perception that never happens is not drawn; reflexes are float32 in what is seen
        assert drawn.reflexes[distance, drawn.perception[distance]] > 0
        np.testing.assert_array_equal(drawn.reflexes[distance], state.reflexes[other].astype(np.float32))
    assert in_the_air(drawn, 0) == in_the_air(state, seat)


@pytest.mark.parametrize("latest", [1, 2, 3])
def test_determinize_knows_who_flips_next_when_nobody_has_cards(latest: int) -> None:
    """R14: seat 0 flips the last card and is put out; whoever of the others flipped last is seen to flip next."""
    tables = table(["5", "", "", ""], pile="3 4", flipped=[1, 2, 3, latest])
    tick(tables, 0)
    for seat in (1, 2, 3):
        observations = look_all(tables.states[0])[0]
        assert (
            LAYOUT.split(observations[seat])["flipper"].tolist()
            == [other % 4 == latest for other in range(seat, seat + 4)] + [0] * 4
        )
        (drawn,) = determinized(observations[[seat]], np.array([KEY_1]))
        assert look_all(drawn)[0][0].tobytes() == observations[seat].tobytes()


def test_determinized_games_can_be_played_out() -> None:
    """From any tick on, cards are conserved and the game comes to an end with a result."""
    ends: Counter[bool] = Counter()
    for players in SIZES:
        for play in plays(players):
            for number, (row, _) in enumerate(play.states()):
                if number % 40:
                    continue
                actor = play.tables.actors[row].max()
                observation = play.tables.observations[row, [actor]]
                playout = Tables(GAME, play.tables.options, 1)
                playout.states[:] = determinized(observation, np.array([number], np.uint64), max_flips=30)
                playout.look()
                rng = np.random.default_rng(number)
                while not (playout.terminated[0] or playout.truncated[0]):
                    playout.play((rng.random((1, players)) < 0.3).astype(np.int64))
                    assert sorted(cards_of(playout.states[0])) == list(range(52))
                assert playout.final_results["winners"].any()
                ends[bool(playout.terminated[0])] += 1
    assert min(ends.values()) > 30, ends


def test_determinize_draws_anew_with_another_key() -> None:
    """Other cards, another perception and another seed; the same key gives the same bytes."""
    tables = Tables(GAME, RatscrewOptions(ticks=8), 1)
    tables.reset(slot_seeds(1, 1))
    one, two, again = (determinized(tables.observations[0, :1], np.array([key]))[0] for key in (KEY_1, KEY_2, KEY_1))
    assert one.tobytes() == again.tobytes()
    assert one.seed != two.seed
    assert one.perception.tobytes() != two.perception.tobytes()
    for seat in range(4):
        assert one.stacks[seat].tobytes() != two.stacks[seat].tobytes()


DRAWS = 40_000


def draws(tables: Tables, seat: int = 0) -> np.ndarray:
    """Record array [DRAWS] of what `determinize` draws for the seat."""
    observation = look_all(tables.states[0])[0][seat]
    keys = np.random.default_rng(2024).integers(2**64, size=DRAWS, dtype=np.uint64)
    return determinized(np.repeat(observation[None], DRAWS, axis=0), keys)


def ranks(cards: np.ndarray) -> list[int]:
    return (cards % 13 + 1).tolist()


def deck_without(*seen: int) -> Counter[int]:
    """The cards of each rank that are left when these ranks are seen."""
    return Counter({rank: 4 - seen.count(rank) for rank in range(1, 14)})


NEVER = [0.0, 0.0, 0.0, 1.0]


@pytest.mark.parametrize("slapped", [False, True])
def test_without_memory_every_arrangement_is_equally_likely(slapped: bool) -> None:
    """Joint law of the card in the air, the own top card and a burnt card, all ordered triples enumerated.

    After a wrong slap the card in the air is none that would have made the pile good: no 7 and no king.
    """
    tables = table(["4 4", "", "5 5 5"], pile="7 K", burnt="2 3", rest=1, reflexes=NEVER)
    if slapped:
        tick(tables, 2)
    drawn, left = draws(tables), deck_without(7, 13)
    weights = {}
    for air, top, under in product(range(1, 14), repeat=3):
        count = left[air] * (left[top] - (top == air)) * (left[under] - (under == air) - (under == top))
        weights[air, top, under] = 0 if slapped and air in (7, 13) else count
    total = sum(weights.values())
    tops = drawn["stacks"][np.arange(DRAWS), 0, drawn["tops"][:, 0]]
    found = Counter(zip(ranks(drawn["pile"][:, 2]), ranks(tops), ranks(drawn["burnt"][:, 0]), strict=True))
    assert chi_square(found, {outcome: weight / total for outcome, weight in weights.items()}) > 1e-3


def test_with_memory_cards_are_drawn_from_what_is_and_is_not_located() -> None:
    """Few cards are not located: two aces, a five and a king. Joint law of what memory leaves open.

    The next card (not located, as is seen), a middle card of the pile (located, since it was flipped), and the burnt
    card with whether it is located: all enumerated.
    """
    tables = table(["2", "A K 3", ""], pile="6 8 10 J", burnt="9", flipped=[1], first=0, memory=True, rest=2)
    state = tables.states[0]
    hidden = Counter({1: 2, 5: 1, 13: 1})
    state.located[:] = 1
    for rank, count in hidden.items():
        state.located[[13 * suit + rank - 1 for suit in range(count)]] = 0
    assert rules.next_flipper(state) == 1  # who flips an ace
    located = deck_without(6, 10, 11, 2)  # seen: the first and the top three, 2, J and 10
    located.subtract(hidden)
    weights: Counter[tuple[int, int, int, bool]] = Counter()
    for upcoming, middle in product(hidden, range(1, 14)):
        for under, known in product(range(1, 14), (False, True)):
            pool = (located if known else hidden)[under] - (under == (middle if known else upcoming))
            weights[upcoming, middle, under, known] = hidden[upcoming] * located[middle] * max(pool, 0)
    total = weights.total()
    drawn = draws(tables)
    tops = drawn["stacks"][np.arange(DRAWS), 1, drawn["tops"][:, 1]]
    under = drawn["burnt"][:, 0]
    known = drawn["located"][np.arange(DRAWS), under] > 0
    found = Counter(zip(ranks(tops), ranks(drawn["pile"][:, 1]), ranks(under), known.tolist(), strict=True))
    assert chi_square(found, {outcome: weight / total for outcome, weight in weights.items() if weight}) > 1e-3


@pytest.mark.parametrize(("slapped", "law"), [(False, {1: 2 / 4, 5: 1 / 4, 13: 1 / 4}), (True, {1: 2 / 3, 5: 1 / 3})])
def test_with_memory_the_card_in_the_air_is_one_not_located(slapped: bool, law: dict[int, float]) -> None:
    """Two aces, a five and a king are not located; a king would have made a double of what was slapped wrongly."""
    tables = table(["A", "5 K", ""], pile="8 K", memory=True, rest=2, reflexes=NEVER)
    state = tables.states[0]
    state.located[:] = 1
    state.located[[0, 13, 4, 12 + 13]] = 0
    state.located[state.pile[2]] = 1
    state.was_located = 0
    if slapped:
        tick(tables, 2)
    found = Counter(ranks(draws(tables)["pile"][:, 2]))
    assert chi_square(found, law) > 1e-3


def test_perceptions_are_drawn_from_the_reflexes() -> None:
    """The others' from all of them; one's own, with the card in the air after two ticks, from what is left."""
    reflexes = [[0.1, 0.2, 0.3, 0.4], [0.5, 0.0, 0.25, 0.25], [0.25, 0.25, 0.5, 0.0]]
    tables = table(["4", "5", "6"], rest=0, reflexes=reflexes)
    tables.states[0].perception[:3] = 3
    tick(tables)
    drawn = draws(tables)["perception"]
    assert chi_square(Counter(drawn[:, 0].tolist()), {2: 3 / 7, 3: 4 / 7}) > 1e-3
    for seat in (1, 2):
        law = {tick: share for tick, share in enumerate(reflexes[seat]) if share}
        assert chi_square(Counter(drawn[:, seat].tolist()), law) > 1e-3


# --- without compiling -----------------------------------------------------------------------------------------


def digest() -> str:
    """Some random games at every table size, with all that is seen, paid and drawn, as one hash."""
    found = hashlib.sha256()
    for players in SIZES:
        rng = np.random.default_rng(players)
        play = Play(drawn_options(players, players, rng), 1, rng)
        for number, (_, state) in enumerate(play.states()):
            if number > 25:
                break
            observations = look_all(state)[0]
            found.update(state.tobytes())
            found.update(observations.tobytes())
            found.update(determinized(observations[:1], np.array([number], np.uint64)).tobytes())
            found.update(play.tables.rewards.tobytes())
    return found.hexdigest()


def test_compiled_is_plain_python() -> None:
    """Byte for byte, and without a warning."""
    script = "from tests.ratscrew.test_properties import digest; print(digest())"
    assert printed_uncompiled(script).strip() == digest()
