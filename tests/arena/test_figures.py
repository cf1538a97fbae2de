"""The figures of each game's results, against what the records of the games say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from card_envs import arena
from card_envs.arena.records import Record, read_records
from card_envs.arena.replay import Position, replay
from card_envs.core.game import get_game
from card_envs.ratscrew import rules as ratscrew
from card_envs.tapeo import rules as tapeo
from tests.tapeo.hand_made import table as tapeo_table
from tests.tapeo.hand_made import with_bars

SOURCES = ("tortilla", "croqueta", "ham", "prawn", "pepper", "churro")


def recorded(path: Path, game: str, policies: list[str], games: int, **options: Any) -> tuple[Any, list[Record]]:
    """A match and the records of its games."""
    match = arena.play(game, policies, games, record=path, **options)
    return match, list(read_records(path))


def positions(record: Record) -> Iterator[Position]:
    """Every position, kept as it was."""
    for position in replay(record):
        yield position._replace(state=position.state.copy())


def test_figures_are_means_of_the_results(tmp_path: Path) -> None:
    """Of every further field and no other, policy by policy."""
    for game, policies in (("tapeo", ["greedy", "random"]), ("envite", ["greedy", "random"])):
        match, records = recorded(tmp_path / f"{game}.jsonl", game, policies, 40)
        assert list(match.figures) == [
            name for name in get_game(game).result.names if name not in ("scores", "winners", "ranks")
        ]
        for name, means in match.figures.items():
            for policy, mean in zip(match.policies, means, strict=True):
                held = [
                    value
                    for record in records
                    for value, holder in zip(record.result[name], record.policies, strict=True)
                    if holder == policy
                ]
                assert mean == pytest.approx(np.mean(held))


# --- Tapeo -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("split", ["whole", "exact"])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_tapeo_points_by_source_are_the_score(players: int, split: str, tmp_path: Path) -> None:
    match, records = recorded(tmp_path / "games.jsonl", "tapeo", ["greedy", "random"], 60, players=players, split=split)
    sources = np.array([[record.result[f"{source}_points"] for source in SOURCES] for record in records])
    scores = np.array([record.result["scores"] for record in records])
    np.testing.assert_allclose(sources.sum(axis=1), scores, atol=1e-9)
    assert (sources[:, [0, 1, 2, 3]] >= 0).all()
    assert sources.any(axis=(0, 2)).all()
    for policy in range(2):
        earned = sum(match.figures[f"{source}_points"][policy] for source in SOURCES)
        assert earned == pytest.approx(match.mean_points[policy])


def test_tapeo_points_by_source_by_hand() -> None:
    """Two rounds' bars: T12–T18 seat by seat; then the churros, T19."""
    bars: list[dict[str, int]] = [
        {"tortilla": 3, "croqueta": 3, "ham3": 1, "prawns": 2, "bread": 1, "pepper": 3, "churro": 2},
        {"tortilla": 4, "croqueta": 6, "ham1": 1, "pepper": 2, "bread": 1},
        {"prawns": 1, "bread": 4, "churro": 1},
    ]
    state = with_bars(bars)
    for _ in range(2):
        tapeo.score_round(state)
    once = [[5, 6, 6, 9, 0, 0], [10, 15, 3, 0, 4, 0], [0, 0, 0, 6, 0, 0]]
    assert (state.earned[:3] / 60).tolist() == [[2 * points for points in seat] for seat in once]
    tapeo.score_churros(state)  # 4, 0 and 2 churros
    assert (state.earned[:3, tapeo.FROM_CHURRO] / 60).tolist() == [6, -6, 0]
    assert state.earned[:3].sum(axis=1).tolist() == state.scores[:3].tolist()


def test_a_new_game_of_tapeo_starts_its_sources_anew() -> None:
    state = tapeo_table(4)
    state.earned[:] = 60
    tapeo.deal(state)
    assert not state.earned.any()


# --- Envite ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "players"), [("general", 4), ("gran_canaria", 6)])
def test_envite_tallies_are_what_was_said(variant: str, players: int, tmp_path: Path) -> None:
    """Counted from the actions by name, and rounds in tumbo from the stones at each deal."""
    match, records = recorded(
        tmp_path / "games.jsonl", "envite", ["random", "greedy"], 60, variant=variant, players=players
    )
    seen: Counter[str] = Counter()
    for record in records:
        said: list[Counter[str]] = [Counter(), Counter()]
        rounds: dict[int, list[int]] = {}
        for position in positions(record):
            rounds.setdefault(int(position.state.round_index), position.state.tumbo.tolist())
            for seat in position.chosen:
                said[seat % 2][record.actions[position.move - 1][0]] += 1
        for seat in range(players):
            team = said[seat % 2]
            expected = {
                "rounds": len(rounds),
                "bets": team["raise"],
                "folds": team["fold"],
                "declines": team["decline_tumbo"],
                "tumbos": sum(tumbo[seat % 2] for tumbo in rounds.values()),
            }
            assert {name: record.result[name][seat] for name in expected} == expected
            seen.update({name for name, number in expected.items() if number})
    assert seen.keys() == {"rounds", "bets", "folds", "tumbos"} | ({"declines"} if variant == "gran_canaria" else set())
    assert match.figures["rounds"][0] == match.figures["rounds"][1]


# --- Ratscrew --------------------------------------------------------------------------------------------------


def test_ratscrew_slaps_are_what_was_done(tmp_path: Path) -> None:
    """Good slaps and ticks of reaction, counted from every position; wrong slaps; and piles won."""
    match, records = recorded(
        tmp_path / "games.jsonl",
        "ratscrew",
        ["random:rate=0.05", "expert:reaction=0.3", "greedy"],
        24,
        players=3,
        max_flips=150,
    )
    good_ones = 0
    for record in records:
        good, ticks, wrong = np.zeros(3, int), np.zeros(3, int), np.zeros(3, int)
        for position in positions(record):
            state = position.state
            slapping = [seat for seat, action in position.chosen.items() if action == ratscrew.SLAP]
            for seat in slapping:
                if not ratscrew.good_pile(state):
                    wrong[seat] += 1
                elif state.perception[seat] <= state.tick:
                    good[seat] += 1
                    ticks[seat] += int(state.tick) - int(state.perception[seat])
        assert record.result["good_slaps"] == good.tolist()
        assert record.result["reaction_ticks"] == ticks.tolist()
        assert record.result["wrong_slaps"] == wrong.tolist()
        good_ones += int(good.sum())
    assert good_ones > 50
    assert match.figures["wrong_slaps"][0] > match.figures["wrong_slaps"][2] == 0
    assert match.figures["reaction_ticks"][2] == 0  # greedy slaps as soon as it sees
    assert match.figures["reaction_ticks"][1] > 0
