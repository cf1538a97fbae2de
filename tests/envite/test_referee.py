"""The engine against the referee over thousands of random rounds, at every step and in everything it shows."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from card_envs.core.tables import Batch
from card_envs.envite import GAME, rules
from card_envs.envite.cards import CARD_NAMES
from tests.envite import referee as independent
from tests.envite.hand_made import names
from tests.envite.referee import FUERA, SUITS, Numbers, Referee

CUSTOM = Numbers(
    base=1,
    rungs=(2, 5),
    chico_stones=7,
    tumbo_from=5,
    tumbo_penalty=2,
    may_decline=True,
    decline_stones=4,
    chicos_to_win=3,
    exact_hit="tumbo",
)
NO_TUMBO = Numbers(
    base=3,
    rungs=(4, 5, 6, 8, 10, 12),
    chico_stones=20,
    tumbo_from=None,
    chicos_to_win=1,
    exact_hit="tumbo",
)
NUMBERS = {**independent.VARIANTS, "custom": CUSTOM, "no tumbo": NO_TUMBO}
GAMES = 24
ROUNDS = 250  # for each episode, each variant and each table size: 10,000 in all
KINDS = (*SUITS, "trump")
PLACES = {name: place.start for name, place in GAME.layout.slices.items()}
NUMBER = {name: number for number, name in enumerate(CARD_NAMES)}

# What must have come up in these rounds for the comparison to mean something.
EVENTS = {
    "both in tumbo", "tumbo declined", "tumbo won", "tumbo lost", "matador as vira", "highest card as vira",
    "highest card may be kept", "highest card kept", "three tricks", "chico fuera", "fold at chico fuera",
    "raise by a captain who passed", "chico by a fold", "chico by a decline", "chico by a tumbo lost",
    "chico by stones", "exact hit kept as tumbo",
}  # fmt: skip

seen: dict[tuple[int, str], Counter[str]] = {}  # by test


def expected_view(game: Referee, seat: int) -> np.ndarray:
    """The observation of a seat as the referee knows it, float32 [331]."""
    out = np.zeros(GAME.layout.size, np.float32)

    def put(block: str, place: int, value: float = 1) -> None:
        out[PLACES[block] + place] = value

    numbers, ladder = game.numbers, [game.numbers.base, *game.numbers.rungs, FUERA]
    for card in game.hands[seat]:
        put("hand", NUMBER[card])
    put("vira", NUMBER[game.vira])
    for number, trick in enumerate(game.tricks):
        for other, card in trick.items():
            put("gone", NUMBER[card])
            put("played", 12 * number + (other - seat) % game.players, NUMBER[card] + 1)
    for distance in range(game.players):
        other = (seat + distance) % game.players
        put("present", distance)
        put("captains", distance, other in game.captains)
        put("first_leader", distance, other == game.first_leader)
        put("leader", distance, other == game.leads)
        put("actor", distance, not game.over and other == game.actor())
        for place, kind in enumerate(KINDS):
            put("voids", 5 * distance + place, kind in game.voids[other])
    if not game.over:
        put("phase", ("tumbo", "bets", "cards").index(game.phase))
    put("trick", len(game.tricks) - 1)
    put("level", ladder.index(game.agreed))
    put("stake", 0, 0 if game.agreed == FUERA else int(game.agreed))
    if game.named is not None:
        put("proposed", ladder.index(game.named))
        put("stake", 1, 0 if game.named == FUERA else int(game.named))
    raisers = [team for team, word in game.said if word == "raise"]
    for side, team in enumerate((seat % 2, 1 - seat % 2)):
        put("tricks_won", side, sum(winner % 2 == team for winner in game.winners))
        put("proposer", side, raisers[-1:] == [team])
        put("passed", side, (team, "pass") in game.said)
        put("raises", side, raisers.count(team))
        put("tumbo", side, game.tumbo[team])
        put("stones", side, game.stones[team])
        put("chicos", side, game.chicos[team])
    for place, rung in enumerate(numbers.rungs):
        put("rungs", place, rung)
    put("tumbo_from", 0, -1 if numbers.tumbo_from is None else numbers.tumbo_from)
    put("exact_is_tumbo", 0, numbers.exact_hit == "tumbo")
    for block in ("base", "chico_stones", "tumbo_penalty", "may_decline", "decline_stones", "chicos_to_win"):
        put(block, 0, getattr(numbers, block))
    put("episode", ("match", "chico", "round").index(game.episode))
    return out


def new_referee(options: rules.EnviteOptions, numbers: Numbers, state: np.record) -> Referee:
    """A referee of the episode that the state has just begun."""
    start = options.start_stones
    if start == "random":
        start = tuple(state.stones.tolist())
    game = Referee(options.players, numbers, options.captains, options.episode, start)
    tell_deal(game, state)
    return game


def tell_deal(game: Referee, state: np.record) -> None:
    hands = [names(hand) for hand in state.hands[: game.players]]
    game.deal(hands, CARD_NAMES[state.vira], int(state.first_leader))


def check_turn(game: Referee, actor: int, mask: np.ndarray, observation: np.ndarray) -> None:
    """Who acts, what they may do and what they see."""
    assert actor == game.actor()
    assert {rules.ACTIONS[action] for action in np.flatnonzero(mask)} == game.legal()
    assert observation.tobytes() == expected_view(game, actor).tobytes()


def check_standing(game: Referee, state: np.record) -> None:
    assert state.stones.tolist() == game.stones
    assert state.chicos.tolist() == game.chicos


def check_result(game: Referee, result: np.record, final: np.ndarray) -> None:
    """The result of an ended episode, and what every seat sees last."""
    players, number = game.players, game.numbers.chico_stones
    teams = [seat % 2 for seat in range(players)]
    scores = [game.chicos[team] + Fraction(game.stones[team], number) for team in teams]
    assert result.scores[:players].tolist() == [float(score) for score in scores]
    assert result.winners[:players].tolist() == [team == game.winner for team in teams]
    assert result.ranks[:players].tolist() == [1 if team == game.winner else players // 2 + 1 for team in teams]
    assert result.chicos[:players].tolist() == [game.chicos[team] for team in teams]
    assert result.stones[:players].tolist() == [game.stones[team] for team in teams]
    for seat in range(players):
        assert final[seat].tobytes() == expected_view(game, seat).tobytes()


def table_options(players: int, variant: str, episode: str) -> rules.EnviteOptions:
    """Captains, start and reward differ from table to table."""
    numbers = NUMBERS[variant]
    return rules.EnviteOptions(
        players=players,
        variant=variant if variant in rules.VARIANTS else rules.EnviteVariant(**vars(numbers)),
        captains=(0, 1) if variant == "general" else (players // 4 * 2, players - 1),
        episode=episode,
        start_stones="random" if episode == "round" else (0, 0),
        reward="win" if (episode == "match") == (variant == "general") else "stones",
    )


@pytest.mark.parametrize("variant", list(NUMBERS))
@pytest.mark.parametrize("players", [4, 6, 8, 10, 12])
def test_engine_agrees(players: int, variant: str) -> None:
    events: Counter[str] = Counter()
    for episode in ("match", "round"):
        options = table_options(players, variant, episode)
        batch = Batch(GAME, options, GAMES, seed=1000 * players + 100 * len(variant) + len(episode))
        games = [new_referee(options, NUMBERS[variant], state) for state in batch.states]
        rounds, ends = 0, 0
        while rounds < ROUNDS or ends < 5:
            observations = batch.observations
            for row, game in enumerate(games):
                check_turn(game, batch.actors[row, 0], batch.action_masks[row, 0], observations[row, 0])
            actions = batch.sample()
            batch.step(actions)
            for row, game in enumerate(games):
                round_over = game.act(rules.ACTIONS[actions[row, 0]])
                paid = [float(reward) for reward in game.rewards(options.reward)]
                assert batch.rewards[row].tolist() == pytest.approx(paid, abs=1e-6)
                assert (batch.terminated[row], batch.truncated[row]) == (game.over, False)
                rounds += round_over
                if game.over:
                    ends += 1
                    events.update(game.events)
                    check_result(game, batch.final_results[row], batch.final_observations[row])
                    games[row] = new_referee(options, NUMBERS[variant], batch.states[row])
                elif round_over:
                    check_standing(game, batch.states[row])
                    tell_deal(game, batch.states[row])
    seen[players, variant] = events


def test_rare_cases_came_up() -> None:
    """Each at every table size, but that nobody has matadores at 2v2 (E8)."""
    if len(seen) < 20:
        pytest.skip("only after all the rounds above")
    for players in (4, 6, 8, 10, 12):
        found = set().union(*(seen[players, variant] for variant in NUMBERS))
        assert found == EVENTS - ({"matador as vira"} if players == 4 else set())
