"""The policies that ship: one file a game, whatever the table, in three strengths; temperatures in general."""

from __future__ import annotations

import json
from importlib import import_module

import numpy as np
import pytest

from card_envs import arena
from card_envs.core.game import GAMES, get_game
from card_envs.policies import make_policy
from card_envs.policies.registry import policy_names, trained_file, trained_strengths
from card_envs.policies.sampling import tempered
from tests.conformance import ROWS
from training.ship import MOST_BYTES, SCRIPTED, TABLES

GAMES_PLAYED = {"tapeo": 600, "envite": 400, "ratscrew": 100}
per_game = pytest.mark.parametrize("game", GAMES)


@per_game
def test_what_ships(game: str) -> None:
    """A file small enough, its facts, and a card that tells every match it was judged by."""
    path = trained_file(get_game(game))
    assert path.stat().st_size <= MOST_BYTES
    facts = json.loads(path.with_suffix(".json").read_text())
    assert facts == make_policy(game, "trained").metadata
    told = [(result["options"], result["baseline"]) for result in facts["results"]]
    assert all((table, baseline) in told for table in TABLES[game] for baseline in SCRIPTED)
    card = path.with_suffix(".md").read_text()
    for result in facts["results"]:
        assert f"| {result['win_share']:.2%} |" in card
    assert facts["exploitability"]
    for exploit in facts["exploitability"]:
        assert f"gains {exploit['gain']:+.2%}" in card
    for number, stage in enumerate(facts["training"], 1):
        assert f"{number}. `python -m training.train {game} --preset " in card
        assert f"{stage['decisions']:,} decisions" in card


@per_game
def test_plays_every_table(game: str) -> None:
    policy = make_policy(game, "trained")
    for options in [*TABLES[game], *(row.options for row in ROWS if row.game == game)]:
        batch = import_module(f"card_envs.{game}_v0").batch(num_games=8, seed=0, **options)
        for step in range(40):
            acting, actions = batch.actors >= 0, np.zeros(batch.actors.shape, np.int64)
            actions[acting] = policy.act(batch.observations[acting], batch.action_masks[acting], step)
            batch.step(actions)  # it raises where an action is illegal


@per_game
def test_stronger_wins_more(game: str) -> None:
    """Against the same opponents; by far more than chance does."""
    shares = [
        arena.play(game, [f"trained:{name}", "greedy"], GAMES_PLAYED[game], seed=9, **TABLES[game][0]).win_share[0]
        for name in ("easy", "medium", "hard")
    ]
    assert shares[0] + 0.03 < shares[1] < shares[2]


@per_game
def test_names(game: str) -> None:
    assert "trained" in policy_names(get_game(game))
    path = str(trained_file(get_game(game)))
    strengths = trained_strengths(get_game(game))
    assert list(strengths) == ["easy", "medium", "hard"]
    assert make_policy(game, "trained").temperature == strengths["hard"] == 0
    assert make_policy(game, "trained:easy").temperature == strengths["easy"] > strengths["medium"] > 0
    assert make_policy(game, "trained:temperature=0.5").temperature == 0.5
    assert repr(make_policy(game, "trained").at(0.5)) == repr(make_policy(game, "trained:temperature=0.5"))
    with pytest.raises(ValueError, match="a temperature is a number from 0 up"):
        make_policy(game, "trained").at(-1.0)
    assert repr(make_policy(game, "trained:temperature=0.5")) == f"{path}:temperature=0.5"
    with pytest.raises(ValueError, match="takes easy or medium or hard or temperature=T after its name, not 'str"):
        make_policy(game, "trained:strong=1")
    with pytest.raises(ValueError, match="nothing follows the colon"):
        make_policy(game, "trained:")
    for wrong in ("-1", "inf", "nan"):
        with pytest.raises(ValueError, match="a temperature is a number from 0 up"):
            make_policy(game, f"trained:temperature={wrong}")


def test_temperature_is_a_power() -> None:
    probabilities = np.array([[0.6, 0.3, 0.1, 0.0]], np.float32)
    np.testing.assert_allclose(tempered(probabilities, 1.0), [[1.0, 0.5, 1 / 6, 0.0]], rtol=1e-6)
    np.testing.assert_allclose(tempered(probabilities, 0.5), [[1.0, 0.25, 1 / 36, 0.0]], rtol=1e-6)
    np.testing.assert_allclose(tempered(probabilities, 2.0), [[1.0, 0.5**0.5, (1 / 6) ** 0.5, 0.0]], rtol=1e-6)
    np.testing.assert_array_equal(tempered(probabilities, 1e-4), [[1.0, 0.0, 0.0, 0.0]])
