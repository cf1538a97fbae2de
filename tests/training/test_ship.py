"""Shipping: a run is judged once, match by match, and leaves a file, its facts and a card."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from card_envs import arena
from training import ship
from training.ship import Judgement, judge, model_card

PLAN = [
    Judgement({"players": 2}, "random", 20),
    Judgement({"players": 3}, "greedy", 30),
]


@pytest.fixture
def run(tiny, tmp_path: Path) -> Path:
    """A finished run of Tapeo in a folder of its own."""
    for name in ("policy.onnx", "policy.json"):
        (tmp_path / name).write_bytes((tiny[1] / name).read_bytes())
    return tmp_path


def test_judged_once(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was judged before an interruption is not played again, unless the policy is another file."""
    played = []
    play = arena.play

    def counted(game, policies, *rest, **options):
        played.append((policies[1], options))
        if len(played) == 2:
            raise KeyboardInterrupt
        return play(game, policies, *rest, **options)

    monkeypatch.setattr(arena, "play", counted)
    with pytest.raises(KeyboardInterrupt):
        judge("tapeo", run, PLAN)
    judged = judge("tapeo", run, PLAN)
    assert played == [("random", {"players": 2}), ("greedy", {"players": 3}), ("greedy", {"players": 3})]
    expected = play("tapeo", [str(run / "policy.onnx"), "greedy"], 30, ship.SEED, players=3)
    assert (judged[1].win_share, judged[1].interval) == (expected.win_share[0], expected.win_share_interval[0])
    assert judge("tapeo", run, PLAN) == judged
    assert len(played) == 3
    (run / "policy.onnx").write_bytes(b"another file")
    with pytest.raises(ValueError, match="not an ONNX file"):
        judge("tapeo", run, PLAN)


def test_card_and_facts(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    out.mkdir()
    monkeypatch.setattr(ship, "trained_file", lambda game: out / f"{game.name}.onnx")
    judged = [Judgement({"players": 2}, "random", 20, 0.7512, (0.6, 0.85), 0.5)]
    exploit = {
        "policy": "runs/a/policy.onnx",
        "options": {"players": 4},
        "seconds": 600.0,
        "decisions": 9_000_000,
        "gain": 0.0123,
        "interval": [0.01, 0.02],
        "fair_share": 0.25,
        "games": 20_000,
    }
    told = json.loads((run / "policy.json").read_text())["training"]
    ship.ship("tapeo", run, judged, [exploit])
    facts = json.loads((out / "tapeo.json").read_text())
    assert facts["results"][0]["win_share"] == 0.7512
    assert facts["exploitability"] == [{**exploit, "policy": "trained"}]
    assert facts["training"] == told
    card = (out / "tapeo.md").read_text()
    assert "| 2 players | 50.0% | `random` | 75.12% | 60.00% – 85.00% | 20 |" in card
    assert "4 players: a best response trained for 10:00 (9,000,000 decisions) gains +1.23%" in card
    assert f": {told[0]['decisions']:,} decisions in " in card
    assert card == model_card("tapeo", told, judged, [exploit])


def test_too_large_a_file_does_not_ship(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ship, "MOST_BYTES", 1_000)
    with pytest.raises(ValueError, match="a bot that ships has 1,000 at most"):
        ship.ship("tapeo", run, [], [])


def test_only_finished_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ship.main([str(tmp_path)])
    assert "does not hold a finished run" in capsys.readouterr().err


def test_a_weaker_bot_does_not_ship() -> None:
    """What ships wins far more than 26% against three experts at four players."""
    weak = Judgement({"players": 4}, "expert", 20_000, 0.25, (0.24, 0.26), 0.25)
    with pytest.raises(ValueError, match=r"4 players, against expert: it wins 25.00%, less than the 4\d.* --weaker"):
        ship.check_no_weaker("tapeo", [weak])
    ship.check_no_weaker("tapeo", [Judgement({"players": 4}, "expert", 20_000, 0.9, (0.89, 0.91), 0.25)])
