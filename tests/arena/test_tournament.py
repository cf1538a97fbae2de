"""Tournaments: what is played, and that they go on from wherever they were stopped."""

from __future__ import annotations

import json
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest

from card_envs import arena
from card_envs.arena.finished import read_finished
from card_envs.arena.fixtures import Fixture, fixtures
from card_envs.arena.tournament import begin, planned, play_on, resumed
from card_envs.cli import main
from card_envs.core.game import get_game
from card_envs.files import alone_in
from tests.signals import started

POLICIES = ["random", "greedy", "expert"]
SMALL = ["tournament", "tapeo", *POLICIES, "--players", "2,3", "--games", "60", "--seed", "3"]


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(["tournament", *arguments])
    assert stopped.value.code == 2
    return capsys.readouterr().err


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament that was not interrupted."""
    folder = tmp_path_factory.mktemp("whole") / "tournament"
    main([*SMALL, "--out", str(folder)])
    return folder


# --- what is played --------------------------------------------------------------------------------------------


def test_everyone_is_alone_against_copies_of_everyone() -> None:
    found = fixtures(get_game("tapeo"), ["a", "b", "c"], [2, 4])
    assert [fixture.policies for fixture in found if fixture.players == 2] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [fixture.policies for fixture in found if fixture.players == 4] == [
        ("a", "b"),
        ("a", "c"),
        ("b", "a"),
        ("b", "c"),
        ("c", "a"),
        ("c", "b"),
        ("a", "b", "c", "a"),
    ]


def test_mixed_tables_are_where_they_fit() -> None:
    tapeo = get_game("tapeo")
    assert Fixture(4, tuple("abcd")) in fixtures(tapeo, list("abcd"), [4])
    assert all(fixture.is_pairing for fixture in fixtures(tapeo, list("abcd"), [3]))
    assert all(fixture.is_pairing for fixture in fixtures(tapeo, list("ab"), [4]))


def test_teams_meet_once() -> None:
    assert [fixture.policies for fixture in fixtures(get_game("envite"), ["a", "b", "c"], [6])] == [
        ("a", "b"),
        ("a", "c"),
        ("b", "c"),
    ]


def test_matches_are_those_of_the_arena(whole: Path) -> None:
    kept = read_finished(whole / "matches.jsonl", resumed(whole).fixtures)
    assert len(kept) == 3 + 6 + 1
    for finished in (kept[0], kept[4], kept[-1]):
        match = arena.play("tapeo", finished.fixture.policies, 60, 3, players=finished.fixture.players)
        assert finished.match.win_share == match.win_share
        assert finished.match.mean_points == match.mean_points
        assert sum(count for _, count in finished.placings) == match.games == 60


def test_options_reach_the_table(tmp_path: Path) -> None:
    tournament = planned("tapeo", ["greedy", "random"], [3], 6, ham_split=(6, 4, 2), split="exact")
    (tmp_path / "t").mkdir()
    for finished in play_on(tournament, tmp_path / "t"):
        assert finished.match.options == {"players": 3, "ham_split": [6, 4, 2], "split": "exact", "reward": "win"}


# --- stopped and gone on with ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("kept", "damage"), [
    (0, None),
    (0, b""),
    (0, b'{"fixture":'),
    (1, b""),
    (4, b'{"fixture":{"players":3'),
    (4, b"\x00\x00\x00\n"),
    (9, b"half"),
    (10, b""),
])  # fmt: skip
def test_wherever_it_is_stopped_the_rest_makes_it_the_same(
    whole: Path, tmp_path: Path, kept: int, damage: bytes | None
) -> None:
    """Matches and report byte for byte: no file yet, between two matches, in the middle of a line."""
    folder = tmp_path / "stopped"
    folder.mkdir()
    shutil.copy(whole / "tournament.json", folder)
    lines = (whole / "matches.jsonl").read_bytes().splitlines(keepends=True)
    if damage is not None:
        (folder / "matches.jsonl").write_bytes(b"".join(lines[:kept]) + damage)
    main(["tournament", "--resume", str(folder)])
    for name in ("matches.jsonl", "report.html", "tournament.json"):
        assert (folder / name).read_bytes() == (whole / name).read_bytes()
    assert sorted(path.name for path in folder.iterdir()) == ["matches.jsonl", "report.html", "tournament.json"]


def test_the_same_at_two_processes(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "two"
    folder.mkdir()
    shutil.copy(whole / "tournament.json", folder)
    lines = (whole / "matches.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "matches.jsonl").write_bytes(b"".join(lines[:-1]))
    main(["tournament", "--resume", str(folder), "--processes", "2"])
    assert (folder / "matches.jsonl").read_bytes() == b"".join(lines)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_process_that_is_killed(how: signal.Signals, tmp_path: Path) -> None:
    """Killed in the middle of a match, resumed, killed no more: the same report as in one go."""
    command = ["tapeo", "random", "greedy", "expert", "--players", "4", "--games", "6000", "--processes", "1"]
    main(["tournament", *command, "--out", str(tmp_path / "whole")])
    folder = tmp_path / "killed folder"
    arguments = [sys.executable, "-m", "card_envs.cli", "tournament", *command, "--out", str(folder)]
    with started(arguments) as process:
        end = time.monotonic() + 60
        while not (folder / "matches.jsonl").exists() and time.monotonic() < end:
            time.sleep(0.01)
        process.send_signal(how)
        _, said = process.communicate(timeout=60)
    assert process.returncode == (130 if how == signal.SIGINT else -how)
    assert not (folder / "report.html").exists()
    if how == signal.SIGINT:
        assert said.endswith(f"to go on: card-envs tournament --resume '{folder}'\ninterrupted\n")
    main(["tournament", "--resume", str(folder)])
    for name in ("matches.jsonl", "report.html"):
        assert (folder / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_progress_goes_on_from_where_it_was(whole: Path, tmp_path: Path) -> None:
    tournament = resumed(whole)
    folder = tmp_path / "half"
    folder.mkdir()
    lines = (whole / "matches.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "matches.jsonl").write_bytes(b"".join(lines[:8]))
    seen: list[tuple[int, int]] = []
    play_on(tournament, folder, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(540, 600), (600, 600)]


def test_what_cannot_be_gone_on_with(capsys: pytest.CaptureFixture[str], whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(whole, folder)
    assert "holds a tournament already; go on with --resume" in refused(capsys, *SMALL[1:], "--out", str(folder))
    assert "nothing goes with it but --processes" in refused(capsys, "tapeo", "--resume", str(folder))
    assert "nothing goes with it but --processes" in refused(capsys, "--resume", str(folder), "--games", "5")
    assert "holds no tournament: there is no tournament.json" in refused(capsys, "--resume", str(tmp_path))

    matches = (folder / "matches.jsonl").read_text().splitlines(keepends=True)
    (folder / "matches.jsonl").write_text("".join([matches[0], matches[1][:50] + "\n", *matches[2:]]))
    assert "line 2 of" in refused(capsys, "--resume", str(folder))
    (folder / "matches.jsonl").write_text("".join([matches[1], matches[0]]))
    assert "has other matches than the tournament" in refused(capsys, "--resume", str(folder))

    settings = json.loads((folder / "tournament.json").read_text())
    for change, message in [
        ({"games": None, "more": 1}, "is damaged: it has other fields"),
        ({"policies": ["greedy", "gone.onnx"]}, "there is no file 'gone.onnx'"),
        ({"options": {"split": "half"}}, "split takes one of"),
    ]:
        (folder / "tournament.json").write_text(json.dumps({**settings, **change}))
        assert message in refused(capsys, "--resume", str(folder))
    (folder / "tournament.json").write_text("{")
    assert "tournament.json is damaged" in refused(capsys, "--resume", str(folder))


def test_one_process_plays_in_a_folder(capsys: pytest.CaptureFixture[str], whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    shutil.copytree(whole, folder)
    with alone_in(folder, "playing the tournament"):
        assert f"another process is playing the tournament in {folder}" in refused(capsys, "--resume", str(folder))
    main(["tournament", "--resume", str(folder)])


def test_a_policy_whose_file_has_changed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its games so far would be those of another policy."""
    path = tmp_path / "policy.onnx"
    path.write_bytes(b"one")
    monkeypatch.setattr("card_envs.arena.tournament.make_policy", lambda game, name: None)
    tournament = planned("tapeo", ["greedy", f"{path}:temperature=1"], [2], 10)
    assert list(tournament.files) == [f"{path}:temperature=1"]
    folder = tmp_path / "out"
    begin(tournament, folder)
    assert resumed(folder) == tournament
    path.write_bytes(b"two")
    with pytest.raises(ValueError, match="is another file now than when the tournament began"):
        resumed(folder)
    with pytest.raises(ValueError, match=r"the policy '.*policy.onnx' is given twice, as '.*/\./policy.onnx' too"):
        planned("tapeo", [str(path), f"{tmp_path}/./policy.onnx"])


# --- errors before anything is played --------------------------------------------------------------------------


@pytest.mark.parametrize(("arguments", "message"), [
    (["tapeo", "greedy"], "a tournament takes two policies or more, not 1"),
    (["tapeo", "greedy", "random", "greedy"], "the policy 'greedy' is given twice; each takes part once"),
    (["tapeo", "greedy", "clever"], "no policy is called 'clever' for tapeo; there are random, greedy, expert"),
    (["tapeo", "greedy", "no.onnx"], "there is no file 'no.onnx'"),
    (["poker", "greedy", "random"], "no game is called 'poker'"),
    ([], "a tournament takes a game (tapeo, envite, ratscrew) and two policies"),
    (["tapeo", "greedy", "random", "--players", "2,9"], "players takes an integer from 2 to 6, not 9"),
    (["tapeo", "greedy", "random", "--players", "2,2"], "the table size '2' is given twice"),
    (["tapeo", "greedy", "random", "--players", "two"], "--players takes table sizes such as 2,4, not 'two'"),
    (["tapeo", "greedy", "random", "--games", "0"], "games takes an integer from 1"),
    (["tapeo", "greedy", "random", "--seed", "-1"], "seed"),
    (["tapeo", "greedy", "random", "--processes", "0"], "--processes takes an integer from 1"),
    (["tapeo", "greedy", "random", "--option", "split=half"], "split takes one of"),
    (["tapeo", "greedy", "random", "--option", "players=3"], "table sizes are given by --players"),
])  # fmt: skip
def test_errors_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], message: str
) -> None:
    folder = tmp_path / "out"
    assert message in refused(capsys, *arguments, "--out", str(folder))
    assert not folder.exists()


def test_without_the_rating_library(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    told = refused(capsys, *SMALL[1:], "--out", str(tmp_path / "out"))
    assert "ratings need openskill: pip install 'card-envs[cli]'" in told
    assert not (tmp_path / "out").exists()
