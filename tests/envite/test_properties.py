"""What holds in every game of Envite, whatever is dealt, said and played, at every table size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import stats

from card_envs.core.random import slot_seeds
from card_envs.core.tables import Tables
from card_envs.envite import GAME, rules
from card_envs.envite.cards import CLASSES, HIGHEST, TRUMP
from tests.envite.hand_made import act, actor, look, look_all, table

SIZES = (4, 6, 8, 10, 12)
LAYOUT = GAME.layout
SPACE = LAYOUT.space
KEY_1, KEY_2 = np.uint64(123456789), np.uint64(987654321)
NO_CARD = rules.NOBODY

per_size = pytest.mark.parametrize("players", SIZES)
searched = settings(
    max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], database=None
)


@dataclass(frozen=True)
class Play:
    """How one episode goes: its options and seed, and numbers that choose among the legal actions, over and over."""

    options: rules.EnviteOptions
    seed: int
    choices: list[int]


@st.composite
def variants(draw: st.DrawFn) -> rules.EnviteVariant:
    """Any variant that plays quickly."""
    base, *rungs = sorted(draw(st.sets(st.integers(1, 20), min_size=1, max_size=7)))
    chico_stones = draw(st.integers(2, 20))
    return rules.EnviteVariant(
        base=base,
        rungs=tuple(rungs),
        chico_stones=chico_stones,
        tumbo_from=draw(st.integers(0, chico_stones - 1)),
        tumbo_penalty=draw(st.integers(1, 5)),
        may_decline=draw(st.booleans()),
        decline_stones=draw(st.integers(1, 3)),
        chicos_to_win=draw(st.integers(1, 2)),
        exact_hit=draw(st.sampled_from(("chico", "tumbo"))),
    )


@st.composite
def plays(draw: st.DrawFn, players: int) -> Play:
    episode = draw(st.sampled_from(rules.EPISODES))
    options = rules.EnviteOptions(
        players=players,
        variant=draw(st.one_of(st.sampled_from(("general", "gran_canaria")), variants())),
        captains=(2 * draw(st.integers(0, players // 2 - 1)), 1 + 2 * draw(st.integers(0, players // 2 - 1))),
        episode=episode,  # type: ignore[arg-type]
        start_stones=(0, 0) if episode == "match" else "random",
        reward=draw(st.sampled_from(rules.REWARDS)),  # type: ignore[arg-type]
    )
    return Play(options, draw(st.integers(0, 2**40)), draw(st.lists(st.integers(0, 5), min_size=1, max_size=40)))


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


def decisions(play: Play, most: int = 400) -> Iterator[Tables]:
    """The episode at each of its decision points, no more than `most`. Advances when asked for the next."""
    tables = start(play)
    for number in range(most):
        if tables.terminated[0]:
            return
        yield tables
        legal = np.flatnonzero(tables.action_masks[0, 0])
        tables.play(legal[play.choices[number % len(play.choices)] % len(legal)].reshape(1, 1))


def played_to_its_end(play: Play) -> Tables:
    tables = start(play)
    while not tables.terminated[0]:
        tables.play(tables.sample())
    return tables


def cards_in(held: np.ndarray) -> list[int]:
    """The cards in an array; empty places are left out."""
    return sorted(held[held != NO_CARD].tolist())


def determinized(observations: np.ndarray, keys: np.ndarray, reward: int = 0) -> np.ndarray:
    """Record array [k]: one state for each observation and key."""
    states = np.zeros(len(keys), rules.State)
    states["reward"] = reward
    GAME.loops.determinize_rows(np.ascontiguousarray(observations), keys, states)
    return states


def may_hold(state: np.record, seat: int, card: int) -> bool:
    """Whether what the seat has shown allows it the card: the highest card is no trump for its void (E14)."""
    place = int(state.players) // 2 - 2, int(state.vira) // 10
    kind = CLASSES[(*place, card)]
    return not state.voids[seat, kind] or (kind == TRUMP and card == HIGHEST[place])


# --- every state -----------------------------------------------------------------------------------------------


@any_play
def test_40_cards_are_conserved(play: Play) -> None:
    """Hands, cards played and the vira of a round are always what was dealt, each card once."""
    dealt, index = [], -1
    for tables in decisions(play):
        state = tables.states[0]
        cards = sorted(cards_in(state.hands) + cards_in(state.played) + [int(state.vira)])
        if state.round_index != index:
            dealt, index = cards, int(state.round_index)
            assert not cards_in(state.played)
        assert cards == dealt
        assert len(set(cards)) == len(cards) == 3 * play.options.players + 1
        assert set(cards) <= set(range(40))


@any_play
def test_every_seat_plays_one_card_a_trick(play: Play) -> None:
    for tables in decisions(play):
        state = tables.states[0]
        for seat in range(play.options.players):
            assert len(cards_in(state.hands[seat])) + len(cards_in(state.played[:, seat])) == 3
        assert len(cards_in(state.played[: state.trick])) == int(state.trick) * play.options.players
        assert state.tricks_won.sum() == state.trick
        assert state.tricks_won.max() < 2


@any_play
def test_masks_are_never_empty_and_others_wait(play: Play) -> None:
    """The acting seat never waits; whoever is not asked has WAIT and nothing else; cards are from one's own hand."""
    for tables in decisions(play):
        for seat, mask in enumerate(look_all(tables.states[0])[1]):
            assert set(np.unique(mask)) <= {0, 1}
            if seat == actor(tables):
                assert mask.any()
                assert not mask[rules.WAIT]
                assert mask.tobytes() == tables.action_masks[0, 0].tobytes()
                held = set(cards_in(tables.states["hands"][0, seat]))
                assert set((np.flatnonzero(mask[rules.FIRST_CARD :])).tolist()) <= held
            else:
                assert mask.tolist() == [1] + [0] * 46


@any_play
def test_observations_are_in_the_declared_space(play: Play) -> None:
    """The dtype included, of every seat whoever acts."""
    for tables in decisions(play):
        observations, _ = look_all(tables.states[0])
        for observation in observations:
            assert SPACE.contains(observation)
        assert tables.observations[0, 0].tobytes() == observations[actor(tables)].tobytes()


@any_play
def test_ended_states(play: Play) -> None:
    """At the end nobody acts, last observations are in the space, and there is one team of winners."""
    tables = played_to_its_end(play)
    players, result = play.options.players, tables.final_results[0]
    assert actor(tables) == -1
    assert not tables.action_masks.any()
    assert not tables.observations.any()
    assert tables.final_observations[0].tobytes() == look_all(tables.states[0])[0].tobytes()
    for final in tables.final_observations[0]:
        assert SPACE.contains(final)
        assert not LAYOUT.split(final)["actor"].any()
    winners = result.winners[:players].tolist()
    assert winners in ([1, 0] * (players // 2), [0, 1] * (players // 2))
    assert result.ranks[:players].tolist() == [1 if won else players // 2 + 1 for won in winners]
    needed = {"match": play.options.numbers.chicos_to_win, "chico": 1, "round": 0}[play.options.episode]
    won = winners.index(1)
    assert result.chicos[won] >= needed
    assert result.chicos[1 - won] < max(needed, 1)
    assert (result.stones[:players] < play.options.numbers.chico_stones).all()


@any_play
def test_payoffs_sum_to_zero(play: Play) -> None:
    """Seats of a team are paid the same, the other team the opposite; a "win" is ±1 over the episode."""
    players, tables, paid = play.options.players, start(play), np.zeros(play.options.players)
    while not tables.terminated[0]:
        tables.play(tables.sample())
        rewards = tables.rewards[0].tolist()
        assert rewards == [rewards[0], -rewards[0]] * (players // 2)
        paid += tables.rewards[0]
    winners = tables.final_results["winners"][0, :players].astype(bool)
    if play.options.reward == "win":
        assert paid[winners].tolist() == [1] * (players // 2)
    elif play.options.episode == "round":
        assert (paid[winners] > 0).all()


@any_play
def test_stones_stay_below_a_chico(play: Play) -> None:
    """And only a team that was in tumbo is judged so: what the deal said stands for the round."""
    number, tumbo, index = play.options.numbers, None, -1
    for tables in decisions(play):
        state = tables.states[0]
        assert ((state.stones >= 0) & (state.stones < number.chico_stones)).all()
        if state.round_index != index:
            index, tumbo = int(state.round_index), [bool(stones >= number.tumbo_from) for stones in state.stones]
        assert state.tumbo.astype(bool).tolist() == tumbo
        assert (state.phase == rules.BETTING) <= (not any(tumbo))
        assert (state.phase == rules.DECLINING) <= (number.may_decline and sum(tumbo) == 1)


@any_play
def test_voids_are_true(play: Play) -> None:
    """A seat never holds what it is known not to have."""
    for tables in decisions(play):
        state = tables.states[0]
        for seat in range(play.options.players):
            assert all(may_hold(state, seat, card) for card in cards_in(state.hands[seat]))


# --- nothing leaks ---------------------------------------------------------------------------------------------


def twin(state: np.record, seat: int, seed: int) -> np.record:
    """A state that differs in what the seat cannot know: all it has not seen is dealt anew, partners' hands too."""
    generator = np.random.default_rng(seed)
    other = np.array([state], rules.State)[0]
    other.seed, other.episode = generator.integers(2**63), generator.integers(2**31)
    other.reward = 1 - state.reward
    other.random_start = 1 - state.random_start
    other.start_stones = 1 - state.start_stones
    other.moves += 5
    other.round_index += 3
    other.last_winner, other.gained = 1, (0.5, 0.25)
    seen = {int(state.vira), *cards_in(state.hands[seat]), *cards_in(state.played)}
    pool = generator.permutation([card for card in range(40) if card not in seen])
    for holder in range(int(state.players)):
        if holder != seat:
            places = np.flatnonzero(state.hands[holder] != NO_CARD)
            other.hands[holder, places], pool = pool[: len(places)], pool[len(places) :]
    return other


@any_play
def test_no_leak(play: Play) -> None:
    """At every decision and for every seat: byte-equal observation and mask, so the same draws of `determinize`."""
    for tables in decisions(play, most=60):
        state = tables.states[0]
        observations, masks = look_all(state)
        for seat in range(play.options.players):
            observation, mask = look(twin(state, seat, play.seed), seat)
            assert observation.tobytes() == observations[seat].tobytes()
            assert mask.tobytes() == masks[seat].tobytes()


@per_size
def test_twins_differ_and_others_notice(players: int) -> None:
    """The twins above do differ in every other hand, a partner's as well, and whoever holds it sees that."""
    tables = table(players=players)
    state = tables.states[0]
    for seat in range(players):
        other = twin(state, seat, 1)
        changed = [
            holder for holder in range(players) if cards_in(state.hands[holder]) != cards_in(other.hands[holder])
        ]
        assert changed == [holder for holder in range(players) if holder != seat]
        for holder in changed:
            assert look(state, holder)[0].tobytes() != look(other, holder)[0].tobytes()


@any_play
def test_hands_show_in_no_other_observation(play: Play) -> None:
    """Of the cards only one's own, the vira and those played stand in what one sees."""
    for tables in decisions(play, most=60):
        state = tables.states[0]
        for seat, observation in enumerate(look_all(state)[0]):
            seen = LAYOUT.split(observation)
            assert np.flatnonzero(seen["hand"]).tolist() == cards_in(state.hands[seat])
            assert np.flatnonzero(seen["vira"]).tolist() == [state.vira]
            assert np.flatnonzero(seen["gone"]).tolist() == cards_in(state.played)
            assert sorted((seen["played"][seen["played"] > 0] - 1).tolist()) == cards_in(state.played)


# --- determinize -----------------------------------------------------------------------------------------------


@any_play
def test_determinize_keeps_what_the_seat_knows(play: Play) -> None:
    """At every decision and for every seat, also out of turn: seat 0 of the new state sees byte for byte the same."""
    players = play.options.players
    for tables in decisions(play, most=60):
        state = tables.states[0]
        observations, masks = look_all(state)
        keys = np.arange(players, dtype=np.uint64) + KEY_1
        new = determinized(observations, keys, reward=int(state.reward))
        for seat, drawn in enumerate(new):
            observation, mask = look(drawn, 0)
            assert observation.tobytes() == observations[seat].tobytes()
            assert mask.tobytes() == masks[seat].tobytes()
            assert (drawn.ended, drawn.reward) == (0, state.reward)
            check_hidden(drawn, state, seat)


def check_hidden(drawn: np.record, state: np.record, seat: int) -> None:
    """Every other seat has as many cards as before, none that was seen, none twice, none that it has shown to lack."""
    players = int(state.players)
    cards = [int(state.vira), *cards_in(state.played)]
    for distance in range(players):
        hand = cards_in(drawn.hands[distance])
        assert len(hand) == len(cards_in(state.hands[(seat + distance) % players]))
        assert distance == 0 or all(may_hold(drawn, distance, card) for card in hand)
        cards += hand
    assert len(set(cards)) == len(cards) == 3 * players + 1
    assert (drawn.hands[players:] == NO_CARD).all()


@any_play
def test_determinized_games_can_be_played_out(play: Play) -> None:
    """From every third decision on, to an end with a result."""
    for number, tables in enumerate(decisions(play, most=40)):
        if number % 3 == 0:
            playout = Tables(GAME, play.options, 1)
            playout.reset(slot_seeds(0, 1))
            reward = int(tables.states["reward"][0])
            playout.states[:] = determinized(tables.observations[0, :1], np.array([KEY_1]), reward)
            playout.look()
            assert actor(playout) == 0
            while not playout.terminated[0]:
                playout.play(playout.sample())
            assert playout.final_results["winners"].sum() == play.options.players // 2


@per_size
def test_determinize_draws_anew_with_another_key(players: int) -> None:
    """Other hands and another seed; the same key gives the same bytes."""
    observation = look(table(players=players).states[0], 1)[0][None]
    one, two, again = (determinized(observation, np.array([key]))[0] for key in (KEY_1, KEY_2, KEY_1))
    assert one.tobytes() == again.tobytes()
    assert one.seed != two.seed
    for seat in range(1, players):
        assert cards_in(one.hands[seat]) != cards_in(two.hands[seat])
    assert cards_in(one.hands[0]) == cards_in(two.hands[0])


@per_size
def test_later_deals_are_not_the_originals(players: int) -> None:
    """Played on to the next round, original and draws deal different hands to every seat."""
    tables = table(players=players)
    observation = tables.observations[0, :1]
    three = Tables(GAME, tables.options, 3)
    three.states[0] = tables.states[0]
    three.states[1:] = determinized(np.repeat(observation, 2, axis=0), np.array([KEY_1, KEY_2]))
    three.look()
    for action in (rules.RAISE, rules.FOLD):
        three.play(np.full((3, 1), action))
    for seat in range(players):
        assert len({tuple(cards_in(hands[seat])) for hands in three.states["hands"]}) == 3


DRAWS = 24_000
Deal = tuple[tuple[int, ...], ...]  # the hands of the other seats, in the order of play


def drawn_deals(state: np.record, seat: int) -> Counter[Deal]:
    """What `determinize` deals the other seats, as a seat sees the state: how often each."""
    players = int(state.players)
    keys = np.random.default_rng(2024).integers(2**64, size=DRAWS, dtype=np.uint64)
    drawn = determinized(np.repeat(look(state, seat)[0][None], DRAWS, axis=0), keys)["hands"]
    sizes = [len(cards_in(state.hands[(seat + distance) % players])) for distance in range(players)]
    hands = np.sort(drawn, axis=2).tolist()  # empty places first
    return Counter(
        tuple(tuple(hand[distance][3 - sizes[distance] :]) for distance in range(1, players)) for hand in hands
    )


def consistent_deals(state: np.record, seat: int) -> list[Deal]:
    """All ways to deal the other seats what they hold of what the seat has not seen, by what they have shown."""
    players = int(state.players)
    seen = {int(state.vira), *cards_in(state.hands[seat]), *cards_in(state.played)}

    def deals(distance: int, left: list[int]) -> Iterator[Deal]:
        if distance == players:
            yield ()
            return
        other = (seat + distance) % players
        choice = [card for card in left if may_hold(state, other, card)]
        for hand in combinations(choice, len(cards_in(state.hands[other]))):
            for others in deals(distance + 1, [card for card in left if card not in hand]):
                yield hand, *others

    return list(deals(1, [card for card in range(40) if card not in seen]))


def check_uniform(state: np.record, seat: int) -> None:
    """All consistent deals are drawn, and nothing else, each as often as any other."""
    deals, found = consistent_deals(state, seat), drawn_deals(state, seat)
    assert 15 <= len(deals) <= DRAWS // 6
    assert set(found) <= set(deals)
    assert stats.chisquare([found[deal] for deal in deals]).pvalue > 1e-3


def moment(players: int, waiting: int, seed: int) -> np.record:
    """The last trick of a random round, with this many seats still to play after the acting one."""
    options = rules.EnviteOptions(players=players)
    for number in range(seed, seed + 1000):
        tables = Tables(GAME, options, 1)
        tables.reset(slot_seeds(number, 1))
        state = tables.states[0]
        while state.round_index == 0:
            if state.trick == 2 and (state.leader - state.turn) % players == waiting + 1:
                return state
            tables.play(tables.sample())
    raise AssertionError("no such round")


@pytest.mark.parametrize(("players", "waiting"), [(8, 2), (10, 2), (10, 3), (12, 3), (12, 4)])
@pytest.mark.parametrize("seed", [1, 1001, 2001])
def test_determinize_is_uniform_in_random_rounds(players: int, waiting: int, seed: int) -> None:
    """Late in a round, by what seats have shown in it."""
    state = moment(players, waiting, seed)
    check_uniform(state, int(state.turn))


def voided(state: np.record, lacks: dict[int, str]) -> np.record:
    """The state with what seats have shown to lack written anew: letters of oros, copas, espadas, bastos, trump."""
    state.voids[:] = 0
    for seat, letters in lacks.items():
        for letter in letters:
            state.voids[seat, "ocebt".index(letter)] = 1
    return state


def second_trick(leader: int) -> np.record:
    """2v2, copas trump, five oros gone; the leader has taken the first trick and all up to seat 0 have played on."""
    firsts = ["oros-1", "oros-3", "oros-4", "oros-5"]
    firsts[leader] = "oros-12"
    seconds = ["oros-7", "espadas-2", "espadas-3", "espadas-4"]
    thirds = ["bastos-1", "oros-2", "espadas-5", "bastos-2"]
    tables = table([" ".join(hand) for hand in zip(firsts, seconds, thirds, strict=True)])
    act(tables, f"pass pass {' '.join(firsts)}")
    act(tables, " ".join(seconds[leader:] if leader else ""))
    assert actor(tables) == 0
    return tables.states[0]


@pytest.mark.parametrize(
    ("leader", "lacks"),
    [
        (1, {1: "cebt", 2: "cet", 3: "oct"}),  # a card each; choices overlap in part
        (1, {1: "ceb", 2: "cebt", 3: "oceb"}),
        (2, {1: "cebt", 2: "cet", 3: "oct"}),  # seat 1 has yet to play and holds two
        (2, {1: "cebt", 2: "cebt", 3: "cet"}),
        (2, {1: "oceb", 2: "ocbt", 3: "ocet"}),
        (3, {1: "cebt", 2: "cebt", 3: "cet"}),  # seats 1 and 2 hold two
        (3, {1: "cebt", 2: "oceb", 3: "cebt"}),
        (0, {1: "cebt", 2: "cebt", 3: "oceb"}),  # all hold two
        (0, {1: "oceb", 2: "cebt", 3: "cebt"}),
        (0, {1: "cebt", 2: "oceb", 3: "cebt"}),
    ],
)
def test_determinize_is_uniform_with_voids(leader: int, lacks: dict[int, str]) -> None:
    """Voids by hand, so that few deals are left. Without trumps a seat may still hold the highest (E14)."""
    check_uniform(voided(second_trick(leader), lacks), 0)
