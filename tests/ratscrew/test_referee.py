"""The engine against the referee over thousands of random games, at every step and in everything it shows."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from card_envs.core.tables import Tables
from card_envs.ratscrew import GAME
from card_envs.ratscrew.options import SLAPS, RatscrewOptions
from tests.ratscrew import hand_made
from tests.ratscrew.random_play import SIZES, SLAP_SETS, drawn_options, slap_rates, start
from tests.ratscrew.referee import RANKS, SUITS, Referee, rank

GAMES = 10  # for each table size and each set of slaps: 2,240 in all
PLACES = GAME.layout.slices
CARD_NAMES = [f"{name}-{suit}" for suit in SUITS for name in RANKS]
RANK_NUMBER = {name: number + 1 for number, name in enumerate(RANKS)}

# What must have come up in these games for the comparison to mean something.
EVENTS = {
    "all cardless", "cardless back by a slap", "cardless challenger", "cardless challenger outlasts a good pile",
    "cardless challenger settled", "challenge passed on", "challenger put out", "challenger takes unpaid",
    "chance passed", "earlier flipper takes", "everybody would be put out", "last one in",
    "last one in without cards", "latest flipper takes", "payer burnt empty", "payer ran out by flipping",
    "slap during a challenge", "tie among slappers", "truncated with somebody out", "two out at once",
    "two players left", "52 with a cardless player in", "win in the last settlement", "wrong slap without cards",
}  # fmt: skip

seen: dict[int, Counter[str]] = {}  # by table size


# --- one game --------------------------------------------------------------------------------------------------


def option_views(options: RatscrewOptions) -> np.ndarray:
    """What each seat is shown of the options and the seats at the table, float32 [players, 169]."""
    views = np.zeros((options.players, GAME.layout.size), np.float32)
    blocks = [GAME.layout.split(view) for view in views]
    for seat, block in enumerate(blocks):
        block["ticks"][0] = options.ticks
        block["penalty"][0] = options.penalty
        block["shuffle_won"][0] = options.shuffle_won
        block["slaps"][:] = [name in options.slaps for name in SLAPS]
        for distance in range(options.players):
            other = (seat + distance) % options.players
            block["present"][distance] = 1
            block["memory"][distance] = options.memory[other]
            block["reflexes"][distance, : options.ticks + 1] = options.reflexes[other]
    return views


def expected_view(game: Referee, seat: int, out: np.ndarray, memory: bool) -> None:
    """Write what the referee says that the seat sees into `out` float32 [169], which holds the options already."""
    shown, players = game.view(seat), game.players
    for place, card in enumerate(shown["top"]):
        out[PLACES["top"].start + place] = RANK_NUMBER[rank(card)]
    if shown["first"]:
        out[PLACES["first"]] = RANK_NUMBER[rank(shown["first"])]
    for block in ("pile", "burnt", "owed", "air", "tick", "seen_at"):
        out[PLACES[block]] = shown[block]
    for block in ("stacks", "wrong_slaps"):
        start = PLACES[block].start
        out[start : start + players] = shown[block][seat:] + shown[block][:seat]
    for block in ("flipper", "last_flipper", "challenger"):
        if shown[block] is not None:
            out[PLACES[block].start + (shown[block] - seat) % players] = 1
    for other in shown["in"]:
        out[PLACES["in"].start + (other - seat) % players] = 1
    if memory:
        for block in ("next_card", "air_card"):
            if shown[block]:
                out[PLACES[block]] = RANK_NUMBER[rank(shown[block])]
        for card in shown["unlocated"]:
            out[PLACES["unlocated"].start + RANK_NUMBER[rank(card)] - 1] += 1


def words(cards: list[int] | np.ndarray) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def stack_words(state: np.record, seat: int) -> list[str]:
    return words(hand_made.stack_cards(state, seat))


class Match:
    """A game of the engine beside one of the referee."""

    def __init__(self, tables: Tables, row: int, options: RatscrewOptions) -> None:
        self.tables, self.row, self.options = tables, row, options
        self.shown = option_views(options)
        self.game = Referee(
            options.players, options.ticks, options.slaps, options.penalty, options.shuffle_won, options.max_flips
        )
        state = tables.states[row]
        stacks = [stack_words(state, seat) for seat in range(options.players)]
        first = int(state.flipper)
        stacks[first].insert(0, CARD_NAMES[state.pile[0]])
        self.game.deal(stacks, first)
        self.perceive()

    def perceive(self) -> None:
        self.game.perceive(self.tables.states[self.row].perception[: self.options.players].tolist())

    def step(self, slappers: set[int]) -> None:
        """Tell the referee what the engine has just played."""
        state = self.tables.states[self.row]
        over = bool(self.tables.terminated[self.row] or self.tables.truncated[self.row])

        def shuffled(seat: int, won: list[str]) -> list[str]:
            flipped = [] if over else words(state.pile[:1])
            return (flipped + stack_words(state, seat))[-len(won) :]

        first_hand = int(state.taker if over else state.flipper) if len(slappers) > 1 and self.game.good else None
        if self.game.step(slappers, first_hand, shuffled):
            self.perceive()

    def check(self) -> None:
        """Stacks, pile, turn, who is in and what every seat sees."""
        game, state = self.game, self.tables.states[self.row]
        observations, masks = hand_made.look_all(state)
        expected = self.shown.copy()
        for seat in range(game.players):
            assert stack_words(state, seat) == game.stacks[seat]
            expected_view(game, seat, expected[seat], self.options.memory[seat])
        assert words(state.pile[: state.played]) == game.played
        assert words(state.burnt[: state.burnt_count]) == game.burnt
        assert (state.challenger, state.owed) == (-1 if game.challenger is None else game.challenger, game.owed)
        if observations.tobytes() != expected.tobytes():
            for mine, theirs in zip(observations, expected, strict=True):
                np.testing.assert_equal(GAME.layout.split(mine), GAME.layout.split(theirs))
        acting = [seat if seat in game.seats_in and not game.over else -1 for seat in range(game.players)]
        assert self.tables.actors[self.row].tolist() == acting
        assert self.tables.action_masks[self.row].tolist() == [[seat >= 0] * 2 for seat in acting]
        assert masks.tolist() == [[1, seat >= 0] for seat in acting]

    def check_step(self) -> None:
        """Rewards and ends."""
        game, tables, row = self.game, self.tables, self.row
        paid = np.array([float(reward) for reward in game.rewards(self.options.reward)], np.float32)
        assert tables.rewards[row].tobytes() == paid.tobytes()
        assert (tables.terminated[row], tables.truncated[row]) == (game.winner is not None, game.truncated)
        if game.over:
            self.check_result()

    def check_result(self) -> None:
        game, result, players = self.game, self.tables.final_results[self.row], self.game.players
        assert result.scores[:players].tolist() == [len(stack) for stack in game.stacks]
        assert result.winners[:players].tolist() == [seat in game.winners() for seat in range(players)]
        assert result.ranks[:players].tolist() == game.ranks()
        assert result.outcomes[:players].tolist() == pytest.approx([float(score) for score in game.scores()])
        for block in result.dtype.names:
            assert not result[block][players:].any()
        observations, _ = hand_made.look_all(self.tables.states[self.row])
        assert self.tables.final_observations[self.row].tobytes() == observations.tobytes()


# --- many games ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", SIZES)
def test_engine_agrees(players: int) -> None:
    """Every set of slaps."""
    events: Counter[str] = Counter()
    for number in range(len(SLAP_SETS)):
        rng = np.random.default_rng(100 * players + number)
        options = drawn_options(players, number, rng)
        tables = start(options, GAMES, rng)
        matches = [Match(tables, row, options) for row in range(GAMES)]
        rates = [slap_rates(players, rng) for _ in matches]
        for match in matches:
            match.check()
        while running := [match for match in matches if not match.game.over]:
            slaps_now = np.zeros((GAMES, players), np.int64)
            for match in running:
                slaps_now[match.row] = rng.random(players) < rates[match.row][int(match.game.good)]
            tables.play(slaps_now, np.array([match.row for match in running]))
            for match in running:
                match.step(set(np.flatnonzero(slaps_now[match.row]).tolist()) & match.game.seats_in)
                match.check_step()
                match.check()
        for match in matches:
            events.update(match.game.events)
    seen[players] = events


def test_rare_cases_came_up() -> None:
    if len(seen) < len(SIZES):
        pytest.skip("only after all the games above")
    assert {event for events in seen.values() for event in events} == EVENTS
