"""The command `card-envs`."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys

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
    assert result["options"] == {"players": 3, "ham_split": [4, 4, 4], "split": "whole", "reward": "win"}
    assert f"{result['win_share'][0]:.2%}" in shown
    assert "99 games, every seating equally often, 33 deals in 3 seatings each; fair share 33.3%" in shown
    assert "greedy − random" in shown
    assert f"{result['differences'][0]['mean_points']:+.2f}" in shown
    assert f"{result['mean_points_variance_reduction'][0]:.2f}" in shown
    rows = {line.split("  ")[0]: line.split() for line in shown.splitlines()}
    assert rows["ham points"][2:] == [f"{mean:.2f}" for mean in result["figures"]["ham_points"]]


def test_evaluate_without_duplicate_deals(capsys):
    main(["evaluate", "tapeo", "greedy", "random", "--players", "3", "--games", "99", "--independent"])
    shown = capsys.readouterr().out
    assert "99 games, every seating equally often; fair share" in shown
    assert "÷" not in shown


def test_evaluate_says_what_reduces_variance(capsys):
    main(["evaluate", "tapeo", "greedy", "random", "--games", "100"])
    assert "variance ÷: what duplicate deals divide it by" in capsys.readouterr().out
    main(["evaluate", "tapeo", "greedy", "random", "--games", "1240"])
    assert "what duplicate deals and, of points, 31 control variates divide it by" in capsys.readouterr().out


def test_evaluate_one_game(capsys):
    """What cannot be told from it stands as a dash, and as null."""
    main(["evaluate", "tapeo", "random", "--games", "1"])
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("random"))
    assert (line.split()[:4], line.split()[5]) == (["random", "4", "25.00%", "–"], "–")
    main(["evaluate", "tapeo", "random", "--games", "1", "--json", "-"])
    assert json.loads(capsys.readouterr().out)["mean_points_interval"] == [None]


def test_evaluate_json_alone(capsys):
    main(["evaluate", "tapeo", "random", "--games", "20", "--json", "-", "--option", "split=exact", "--seed", "5"])
    result = json.loads(capsys.readouterr().out)
    assert result["options"]["split"] == "exact"
    assert result["seed"] == 5


def test_evaluate_csv_alone(capsys):
    command = ["evaluate", "envite", "greedy", "random", "--games", "40"]
    main([*command, "--json", "-"])
    result = json.loads(capsys.readouterr().out)
    main([*command, "--csv", "-"])
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["policy"] for row in rows] == ["greedy", "random"]
    for index, row in enumerate(rows):
        assert (row["game"], row["games"], row["deals"], row["seats"]) == ("envite", "40", "20", "2")
        assert float(row["win_share"]) == result["win_share"][index]
        assert [float(row["win_share_low"]), float(row["win_share_high"])] == result["win_share_interval"][index]
        assert float(row["folds"]) == result["figures"]["folds"][index]
    main(["evaluate", "tapeo", "random", "--games", "1", "--csv", "-"])
    row = next(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert row["win_share_low"] == row["mean_points_variance_reduction"] == ""


def test_progress_tells_of_whole_laps(capsys):
    """101 games of 4 seatings are 104."""
    main(["evaluate", "tapeo", "greedy", "random", "--games", "101"])
    assert "games: 104 of 104" in capsys.readouterr().out


def test_options_reach_the_game(capsys):
    main(["evaluate", "tapeo", "random", "--games", "8", "--json", "-", "--option", "ham_split=12,0,0"])
    assert json.loads(capsys.readouterr().out)["options"]["ham_split"] == [12, 0, 0]
    even = "reflexes=[[1, 0], [0.5, 0.5]]"
    main(["evaluate", "ratscrew", "random", "--games", "2", "--json", "-", "--players", "2", "--option", "ticks=1",
          "--option", "max_flips=9", "--option", even])  # fmt: skip
    assert json.loads(capsys.readouterr().out)["options"]["reflexes"] == [[1, 0], [0.5, 0.5]]


def test_wrong_arguments(capsys, tmp_path):
    assert "no game is called 'chess'" in refused(capsys, "evaluate", "chess", "random")
    assert "no policy is called 'x'" in refused(capsys, "evaluate", "tapeo", "x")
    assert "takes 1 to 2 policies, not 3" in refused(capsys, "evaluate", "tapeo", *["random"] * 3, "--players", "2")
    assert "players takes an integer from 2 to 6, not 7" in refused(
        capsys, "evaluate", "tapeo", "random", "--players", "7"
    )
    assert "games takes an integer from 1" in refused(capsys, "evaluate", "tapeo", "random", "--games", "0")
    assert "processes takes an integer from 1" in refused(capsys, "evaluate", "tapeo", "random", "--processes", "0")
    assert "write a file each" in refused(capsys, "evaluate", "tapeo", "random", "--json", "-", "--csv", "-")
    twice = str(tmp_path / "a")
    assert "write a file each" in refused(capsys, "evaluate", "tapeo", "random", "--json", twice, "--record", twice)
    for kind in ("--json", "--csv", "--record"):
        nowhere = refused(capsys, "evaluate", "tapeo", "random", "greedy", kind, str(tmp_path / "none" / "a"))
        assert "there is no such folder" in nowhere
        assert "it is a folder" in refused(capsys, "evaluate", "tapeo", "random", "greedy", kind, str(tmp_path))
    assert not list(tmp_path.iterdir())
    assert "KEY=VALUE" in refused(capsys, "evaluate", "tapeo", "random", "--option", "exact")
    assert "there is no file" in refused(capsys, "evaluate", "tapeo", str(tmp_path / "gone.onnx"))
    assert "required" in refused(capsys)


def test_nobody_reads_to_the_end(tmp_path):
    """As `card-envs replay … | head -1`: no error, no traceback."""
    path = tmp_path / "games.jsonl"
    main(["evaluate", "tapeo", "random", "--games", "40", "--record", str(path)])
    command = [sys.executable, "-m", "card_envs.cli", "replay", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as shown:
        assert shown.stdout.readline() == "Game 1: tapeo, seed 0.\n"
        shown.stdout.close()
        said = shown.stderr.read()
        assert "Traceback" not in said
        assert "error" not in said.lower()
        assert shown.wait() == 1
