"""Views: what `Layout.say` writes, `Layout.read` reads, models accept, and `sight` makes sure of."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from card_envs.core.game import get_game
from card_envs.core.layout import BlockError
from card_envs.policies import make_policy
from card_envs.policies.registry import policy_names
from card_envs.policies.scripted import scripted_players
from card_envs.service.schema import ask_model, view_model
from card_envs.service.sight import sight
from tests.service.play import GAMES, tables
from tests.uncompiled import printed_uncompiled


@pytest.mark.parametrize("game", GAMES)
def test_a_view_is_the_observation_in_words(game: str) -> None:
    """Said, as JSON, checked and read again, it is the same observation, and what may be done is known from it."""
    layout, model, seen = get_game(game).layout, view_model(get_game(game)), 0
    for table in tables(game, 1, 60):
        for seat in np.flatnonzero(table.alive):
            observation = table.seat_observations[seat]
            said = json.loads(json.dumps(layout.say(observation)))
            assert model(**said).model_dump() == said
            assert layout.read(said) == pytest.approx(observation, abs=1e-6)
            found = sight(get_game(game), said)
            assert found.observation == pytest.approx(observation, abs=1e-6)
            assert found.mask.tolist() == table.seat_masks[seat].tolist()
            seen += 1
    assert seen > 200


@pytest.mark.parametrize("game", GAMES)
def test_an_ended_game_is_nothing_to_move_in(game: str) -> None:
    for table in tables(game, 2, 100_000):
        last = table
    layout = get_game(game).layout
    rows = last.sample()
    while not last.state.ended:
        last.play(rows)
    with pytest.raises(BlockError):
        sight(get_game(game), layout.say(last.seat_observations[0]))


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_said_is_seen_or_refused(game: str) -> None:
    """Views with a few blocks of others: what is seen says the same again, and every bot can answer it."""
    record, bots = get_game(game), [make_policy(game, name) for name in (*policy_names(get_game(game)), "search:2")]
    seen = refused = 0
    for number, view in enumerate(mixed(game, 400)):
        found = answered(game, bots if number % 4 == 0 else bots[:1], view)
        refused += found is None
        if found is not None:
            seen += 1
            assert found == pytest.approx(record.layout.read(view), abs=1e-4)
    assert seen > 0
    assert refused > 0


def test_no_view_leads_compiled_code_out_of_bounds() -> None:
    """The same where nothing is compiled, so that Python looks after all bounds: no other error comes up."""
    for game in GAMES:
        assert printed_uncompiled(f"from tests.service.test_sight import tried; print(tried({game!r}))") == "100\n"


def tried(game: str) -> int:
    """How many mixed views were answered or refused."""
    bots = [make_policy(game, name) for name in (*scripted_players(get_game(game)), "search:1")]
    return len([answered(game, bots, view) for view in mixed(game, 100)])


def answered(game: str, bots: list[Any], view: dict[str, Any]) -> Any:
    """What is seen in a view, float32 [size]; None if it is refused. Every bot answers it by a legal move."""
    try:
        found = sight(get_game(game), view)
    except BlockError as error:
        if error.block not in view:
            raise
        return None
    for bot in bots:
        (action,) = bot.act(found.observation[None], found.mask[None], np.array([5], np.uint64))
        assert found.mask[action]
    return found.observation


def mixed(game: str, count: int) -> list[dict[str, Any]]:
    """Views of the right types in which up to three blocks come from another view, or have a number out of place."""
    layout, random = get_game(game).layout, np.random.default_rng(5)
    model, space, found = view_model(get_game(game)), layout.space, []
    looks = [table.seat_observations[0].copy() for table in tables(game, 3, 12)]
    while len(found) < count:
        view = layout.say(looks[random.integers(len(looks))])
        for block in random.choice(layout.blocks, size=random.integers(1, 4)):
            place, other = layout.slices[block.name], looks[random.integers(len(looks))].copy()
            if random.random() < 0.5:
                other = layout.read(view)
                at = place.start + random.integers(block.size)
                other[at] = random.choice([block.low, block.high, other[at] + 1])
            try:
                view[block.name] = layout.say(np.clip(other, space.low, space.high))[block.name]
                layout.read(view)
            except BlockError:  # a list by seat of a table of another size
                break
        else:
            found.append(model(**view).model_dump())
    return found


WRONG = [
    ("tapeo", "hand", {"tortila": 1}, "'tortilla', 'croqueta'"),
    ("tapeo", "hand", {"tortilla": 15}, "less than or equal to 14"),
    ("tapeo", "picks", "three", "valid integer"),
    ("tapeo", "scores", [-31, 0], "greater than or equal to -30"),
    ("tapeo", "scores", [float("nan"), 0], "equal to"),
    ("tapeo", "scores", [float("inf"), 0], "less than or equal to 300"),
    ("envite", "vira", "oros-8", "'oros-7', 'oros-10'"),
    ("envite", "present", 13, "less than or equal to 12"),
    ("ratscrew", "top", ["king"], "at least 3 items"),
]


@pytest.mark.parametrize(("game", "block", "value", "allowed"), WRONG)
def test_a_wrong_type_is_told_with_what_is_allowed(game: str, block: str, value: Any, allowed: str) -> None:
    table = next(tables(game, 1, 1))
    view = get_game(game).layout.say(table.seat_observations[0]) | {block: value}
    with pytest.raises(ValidationError) as refusal:
        ask_model(get_game(game))(view=view)
    first = refusal.value.errors()[0]
    assert first["loc"][:2] == ("view", block)
    assert allowed in first["msg"]


def test_an_unknown_block_is_told_with_those_that_there_are() -> None:
    view = get_game("tapeo").layout.say(next(tables("tapeo", 1, 1)).seat_observations[0])
    with pytest.raises(ValidationError, match="'knwon' is not known here; there are hand, bars, known_hands, known,"):
        ask_model(get_game("tapeo"))(view=view | {"knwon": []})


IMPOSSIBLE = [
    ("tapeo", {"picks": 1}, "hand", "takes 9 tapas after 1 picks of 2 players"),
    ("tapeo", {"round": None}, "round", "over"),
    ("tapeo", {"scores": [1]}, "scores", "takes a list of 2 at a table of 2"),
    ("tapeo", {"scores": [0.51, 0]}, "scores", r"can only be \[0.516667, 0\]"),
    ("envite", {"hand": []}, "hand", "takes 3 cards by now"),
    ("envite", {"captains": [True, False, True, False]}, "captains", "one of an even seat and one of an odd"),
    ("envite", {"rungs": [4, 3, 0, 0, 0, 0]}, "rungs", "must rise"),
    ("envite", {"tricks_won": {"own": 1}}, "tricks_won", "by the cards played"),
    ("envite", {"gone": ["oros-1"]}, "gone", "the cards played"),
    ("envite", {"level": 1}, "raises", "take 1 in turn for this level"),
    ("envite", {"passed": ["own", "rivals"]}, "passed", "at most of the team that spoke first"),
    ("envite", {"tumbo": ["own"]}, "tumbo", "of the teams whose stones reach tumbo_from"),
    ("envite", {"chicos": {"own": 1}}, "chicos", "none in an episode of one chico"),
    ("ratscrew", {"stacks": [50, 50]}, "stacks", "take 52 cards together"),
    ("ratscrew", {"tick": 8}, "tick", "takes 0 to 7"),
    ("ratscrew", {"in": [False, True]}, "in", "true of oneself"),
    ("ratscrew", {"challenger": 5}, "challenger", "takes a seat below 2"),
    ("ratscrew", {"wrong_slaps": [1, 0]}, "wrong_slaps", "at most 0 by this tick"),
    ("ratscrew", {"unlocated": {"ace": 4}}, "unlocated", "only to a seat with memory"),
]


@pytest.mark.parametrize(("game", "change", "block", "message"), IMPOSSIBLE)
def test_what_cannot_be_is_told_by_block(game: str, change: dict[str, Any], block: str, message: str) -> None:
    table = next(tables(game, 1, 1))
    view = get_game(game).layout.say(table.seat_observations[0]) | change
    with pytest.raises(BlockError, match=message) as refusal:
        sight(get_game(game), view)
    assert refusal.value.block == block
