"""Mean regret in the last choices: positions, policies, and the command."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pytest

from card_envs.arena.intervals import mean_interval
from card_envs.core.random import POLICY, slot_seeds
from card_envs.core.tables import Tables
from card_envs.policies import make_policy
from card_envs.tapeo import GAME
from card_envs.tapeo.endgame import solve
from card_envs.tapeo.rules import TapeoOptions
from tests.envs.stubs import Hashed
from training.regret import choice_probabilities, endings, main, mean_regret, regrets


class Solver:
    """Plays the strategies of solved games, which it finds by what each seat sees."""

    def __init__(self, tables, solved):
        self.strategies = {
            tables.observations[row, seat].tobytes(): game.strategy(seat)
            for row, game in enumerate(solved)
            for seat in range(2)
        }

    def act(self, observations, action_masks, rng):
        rng = np.random.default_rng(rng[0])
        return np.array([rng.choice(len(GAME.actions), p=self.strategies[seen.tobytes()]) for seen in observations])


def position(pair, seed, choices):
    """One game played by hand to where so many choices are left."""
    tables = Tables(GAME, TapeoOptions(players=2), 1)
    tables.reset(slot_seeds(seed, 1))
    while tables.states["round_index"][0] < 2 or tables.states["hands"][0, 0].sum() > choices + 1:
        seen, masks, keys = tables.observations[0], tables.action_masks[0], tables.keys(POLICY)[0]
        picks = [pair[s].act(seen[s : s + 1], masks[s : s + 1], keys[s : s + 1])[0] for s in range(2)]
        tables.play(np.array([picks]))
    return tables.states[0]


def test_every_pair_of_policies_plays_on_to_the_positions():
    policies = [make_policy(GAME, "random"), make_policy(GAME, "expert")]
    tables = endings(policies, number=6, choices=4, seed=5)
    pairs = [*product(policies, repeat=2)]
    for row in range(6):
        assert tables.states[row].tobytes() == position(pairs[row % 4], 5 + row, 4).tobytes()
    assert (tables.states["hands"][:, :2].sum(axis=2) == 5).all()


def test_frequencies_of_choices():
    tables = endings(["greedy"], number=20, choices=4)
    observations, masks = tables.observations[:, 0], tables.action_masks[:, 0]
    certain = choice_probabilities(Hashed(), observations, masks, draws=3)
    assert (certain.max(axis=1) == 1).all()
    assert (certain.argmax(axis=1) == Hashed().act(observations, masks, None)).all()
    uniform = choice_probabilities(make_policy(GAME, "random"), observations, masks, draws=4_000)
    np.testing.assert_allclose(uniform, masks / masks.sum(axis=1, keepdims=True), atol=0.04)
    assert not uniform[masks == 0].any()


def test_perfect_play_has_no_regret_and_random_play_has():
    tables = endings(["greedy", "expert"], number=30, choices=2, reward="score")
    solved = [solve(state) for state in tables.states]
    perfect = regrets(Solver(tables, solved), tables, solved, draws=2_000)
    assert perfect.shape == (30, 2)
    certain = np.array([[game.strategy(seat).max() == 1 for seat in range(2)] for game in solved])
    assert certain.any()
    assert (perfect[certain] == 0).all()
    assert perfect.mean() < 0.002  # where it mixes, its frequencies are estimates
    assert regrets(make_policy(GAME, "random"), tables, solved, draws=300).mean() > 0.01


def test_summary():
    found = np.array([[0.0, 0.5], [0.0, 0.0], [1.0, 0.5], [0.0, 0.0]])
    summary = mean_regret("mine", found)
    assert (summary.policy, summary.mean, summary.without) == ("mine", 0.25, 5 / 8)
    assert summary.interval == mean_interval(np.array([0.25, 0, 0.75, 0]))  # one figure a position, not one a seat


def test_command(capsys, tmp_path):
    file = tmp_path / "regret.json"
    few = ("--positions", "6", "--choices", "2", "--draws", "4", "--option", "reward=score")
    main(["greedy", *few, "--json", str(file)])
    shown = capsys.readouterr().out
    assert "6 positions reached by greedy and expert, both seats; in units of reward=score" in shown
    facts = json.loads(file.read_text())
    assert [each["policy"] for each in facts["regrets"]] == ["greedy", "random", "expert"]
    assert all(each["interval"][0] <= each["mean"] <= each["interval"][1] for each in facts["regrets"])
    assert facts["options"] == {"reward": "score"}
    main(["greedy", *few, "--json", "-"])
    assert json.loads(capsys.readouterr().out) == facts


def refused(capsys, *arguments):
    with pytest.raises(SystemExit) as stopped:
        main(list(arguments))
    assert stopped.value.code == 2
    return capsys.readouterr().err


def test_wrong_command_lines(capsys):
    assert "no policy is called 'nobody'" in refused(capsys, "nobody")
    assert "there is no file 'none.onnx'" in refused(capsys, "none.onnx")
    assert "positions takes an integer from 1" in refused(capsys, "random", "--positions", "0")
    assert "choices takes an integer from 1 to 5, not 6" in refused(capsys, "random", "--choices", "6")
    assert "tables of 2 players, not 4" in refused(capsys, "random", "--players", "4")
    assert "unknown option 'colour'" in refused(capsys, "random", "--option", "colour=red")
    assert "no policy is called 'nobody'" in refused(capsys, "random", "--played-by", "expert", "nobody")
    assert "a seed is an integer from 0 up" in refused(capsys, "random", "--seed", "-1")
    assert "draws takes an integer from 1" in refused(capsys, "random", "--positions", "1", "--draws", "0")
