"""The command `card-envs`."""

from __future__ import annotations

import json

import pytest

from card_envs.cli import main


def refused(capsys, *arguments):
    with pytest.raises(SystemExit) as stopped:
        main(list(arguments))
    assert stopped.value.code == 2
    return capsys.readouterr().err


def test_evaluate_shows_a_table_and_writes_json(capsys, tmp_path):
    path = tmp_path / "match.json"
    main(["evaluate", "tapeo", "greedy", "random", "--players", "3", "--games", "99", "--json", str(path)])
    shown = capsys.readouterr().out
    result = json.loads(path.read_text())
    assert result["games"] == 99
    assert result["policies"] == ["greedy", "random"]
    assert result["options"] == {"players": 3}
    assert f"{result['win_share'][0]:.2%}" in shown
    assert "fair share 33.3%" in shown


def test_evaluate_json_alone(capsys):
    main(["evaluate", "tapeo", "random", "--games", "20", "--json", "-", "--option", "split=exact", "--seed", "5"])
    result = json.loads(capsys.readouterr().out)
    assert result["options"] == {"split": "exact"}
    assert result["seed"] == 5


def test_options_reach_the_game(capsys):
    main(["evaluate", "tapeo", "random", "--games", "8", "--json", "-", "--option", "ham_split=12,0,0"])
    assert json.loads(capsys.readouterr().out)["options"] == {"ham_split": [12, 0, 0]}


def test_wrong_arguments(capsys, tmp_path):
    assert "no game is called 'chess'" in refused(capsys, "evaluate", "chess", "random")
    assert "no policy is called 'x'" in refused(capsys, "evaluate", "tapeo", "x")
    assert "takes 1 to 2 policies, not 3" in refused(capsys, "evaluate", "tapeo", *["random"] * 3, "--players", "2")
    assert "players takes an integer from 2 to 6, not 7" in refused(
        capsys, "evaluate", "tapeo", "random", "--players", "7"
    )
    assert "games takes an integer from 1" in refused(capsys, "evaluate", "tapeo", "random", "--games", "0")
    assert "KEY=VALUE" in refused(capsys, "evaluate", "tapeo", "random", "--option", "exact")
    assert "there is no file" in refused(capsys, "evaluate", "tapeo", str(tmp_path / "gone.onnx"))
    assert "required" in refused(capsys)
