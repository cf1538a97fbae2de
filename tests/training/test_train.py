"""Training runs: whole, killed and resumed, and with wrong settings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict, replace

import pytest
import torch

from card_envs.core.game import GAMES, get_game
from card_envs.files import alone_in
from card_envs.policies.registry import trained_file
from tests.training.conftest import TINY
from training.begin import begin_with, runs_before
from training.callback import BetweenRollouts
from training.checkpoint import NAME, load
from training.presets import preset, presets
from training.settings import changed, settings_from
from training.train import _made, finish, keep, main, start, train


def parameters(run):
    return torch.cat([p.flatten() for p in run.policy.parameters()])


def test_run_leaves_everything(tiny):
    run, folder = tiny
    result = json.loads((folder / "result.json").read_text())
    assert result["decisions"] == run.model.num_timesteps >= TINY.decisions
    assert result["settings"]["seed"] == 0
    assert result["settings"]["options"] == {"players": 4}
    assert {"torch", "stable-baselines3", "numba"} <= result["versions"].keys()
    assert [match["policies"][1] for match in result["matches"]] == ["random"]
    assert [entry["decisions"] // TINY.evaluate_every for entry in result["history"]] == [1, 2]
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert list((folder / "tensorboard").glob("events.*"))
    assert (folder / "model.zip").is_file()


def test_same_seed_same_policy(tiny, tmp_path):
    again = start(TINY)
    train(again, TINY, tmp_path)
    assert torch.equal(parameters(again), parameters(tiny[0]))
    other = start(replace(TINY, seed=1))
    assert not torch.equal(parameters(other), parameters(start(TINY)))


def test_resumed_run_ends_as_an_uninterrupted_one(tiny, tmp_path, monkeypatch):
    """Stopped after any checkpoint and read back, training goes on to the same bytes."""
    whole = tiny[0]

    class StoppedError(Exception):
        pass

    updates = 0
    after_update = BetweenRollouts._after_update

    def stop_after_second(self):
        nonlocal updates
        after_update(self)
        updates += 1
        if updates == 2:
            raise StoppedError

    monkeypatch.setattr(BetweenRollouts, "_after_update", stop_after_second)
    with pytest.raises(StoppedError):
        train(start(TINY), TINY, tmp_path)
    monkeypatch.undo()
    torch.manual_seed(12345)  # whatever the process did in between
    run = load(tmp_path)
    assert 0 < run.model.num_timesteps < TINY.decisions
    train(run, TINY, tmp_path)
    assert run.model.num_timesteps == whole.model.num_timesteps
    assert torch.equal(parameters(run), parameters(whole))
    assert [e["decisions"] for e in run.history] == [e["decisions"] for e in whole.history]


def test_killed_run_resumes(tmp_path):
    """kill -9, then --resume finishes the run and exports."""
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "training.train", "tapeo", "--preset", "smoke", "--out", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        give_up = time.monotonic() + 240
        while not (folder / NAME).exists() and time.monotonic() < give_up:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
    assert (folder / NAME).exists()
    assert not (folder / "policy.onnx").exists()
    resumed = subprocess.run(
        [sys.executable, "-m", "training.train", "--resume", str(folder)], capture_output=True, text=True, check=True
    )
    assert "going on with" in resumed.stdout
    assert json.loads((folder / "result.json").read_text())["decisions"] >= 60_000
    assert (folder / "policy.onnx").is_file()


def refused(capsys, *arguments):
    """What the command line says of wrong arguments."""
    with pytest.raises(SystemExit) as stopped:
        main(list(arguments))
    assert stopped.value.code == 2
    return capsys.readouterr().err


def test_wrong_command_lines(capsys, tmp_path):
    out = ("--out", str(tmp_path / "new"))
    assert "no game is called 'chess'" in refused(capsys, "chess", *out)
    assert "no preset 'huge'; there are quick, long, win, few, " in refused(capsys, "tapeo", "--preset", "huge", *out)
    assert "players takes an integer from 2 to 6, not 9" in refused(capsys, "tapeo", "--players", "9", *out)
    assert "unknown option 'colour'" in refused(capsys, "tapeo", "--option", "colour=red", *out)
    assert "decisions takes an integer from 1" in refused(capsys, "tapeo", "--decisions", "0", *out)
    assert "--minutes takes a number above 0" in refused(capsys, "tapeo", "--minutes", "-1", *out)
    assert "say which game" in refused(capsys)
    assert not (tmp_path / "new").exists()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    assert "is not empty" in refused(capsys, "tapeo", "--out", str(tmp_path / "full"))
    assert (tmp_path / "full" / "notes.txt").read_text() == "mine"


def test_wrong_resumes(capsys, tiny, tmp_path):
    assert "has no settings.json" in refused(capsys, "--resume", str(tmp_path))
    (tmp_path / "settings.json").write_text(json.dumps({"game": "tapeo"}))
    assert "there is no checkpoint" in refused(capsys, "--resume", str(tmp_path))
    whole = (tiny[1] / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(whole[: len(whole) // 2])
    assert "is damaged and cannot be resumed" in refused(capsys, "--resume", str(tmp_path))
    assert "only --minutes goes with it" in refused(capsys, "tapeo", "--resume", str(tiny[1]))
    assert "['seed', 'players']" in refused(capsys, "--resume", str(tiny[1]), "--seed", "3", "--players", "5")
    (tmp_path / "settings.json").write_text("[]")
    assert "does not hold the settings of a run" in refused(capsys, "--resume", str(tmp_path))
    (tmp_path / "settings.json").write_text("{")
    assert "settings.json" in refused(capsys, "--resume", str(tmp_path))


def test_one_process_trains_in_a_folder(tmp_path, capsys):
    keep(TINY, start(TINY), [], tmp_path)
    with alone_in(tmp_path, "training"):
        assert "another process is training in" in refused(capsys, "--resume", str(tmp_path))


def test_a_run_that_is_killed_at_once_goes_on(tmp_path):
    """The first checkpoint is there before anything is learnt, and is where the run began."""
    run = start(TINY)
    keep(TINY, run, [], tmp_path)
    again = load(tmp_path)
    for each in (run, again):
        (tmp_path / "other").mkdir(exist_ok=True)
        train(each, replace(TINY, decisions=TINY.rollout), tmp_path / "other")
    assert torch.equal(parameters(again), parameters(run))


def test_what_cannot_begin_leaves_nothing(tmp_path, capsys):
    for policy, why in (("trained", "another network"), ("expert", "trained or a path"), ("none.onnx", "no file")):
        assert why in refused(capsys, "tapeo", "--preset", "smoke", "--begin", policy, "--out", str(tmp_path / "new"))
        assert not (tmp_path / "new").exists()


def test_two_runs_that_start_at_once_get_two_folders(tmp_path):
    assert _made(tmp_path / "runs" / "a")
    assert not _made(tmp_path / "runs" / "a")


def test_settings_are_checked():
    with pytest.raises(ValueError, match="does not fit a rollout"):
        replace(TINY, minibatch=10**6)
    with pytest.raises(ValueError, match="league_tables takes an integer from 0 to 16"):
        replace(TINY, league_tables=17)
    with pytest.raises(ValueError, match="seed takes an integer from 0 to 4294967295"):
        replace(TINY, seed=2**32)
    with pytest.raises(ValueError, match="tables takes an integer from 1"):
        replace(TINY, tables=0, league_tables=0)
    with pytest.raises(ValueError, match="players takes an integer from 2 to 6"):
        changed(preset("tapeo", "quick"), {"players": 1})


def test_what_is_asked_for_holds_at_every_table():
    """Options of the command line go before those that a preset learns with."""
    quick = preset("tapeo", "quick")
    tables = quick.tables
    assert quick.parts == [({"players": 4, "reward": "score"}, tables)]
    assert changed(quick, {"players": 6}).parts == [({"players": 6, "reward": "score"}, tables)]
    assert changed(quick, {"reward": "win"}).parts == [({"players": 4, "reward": "win"}, tables)]
    mixed = replace(quick, mix=({"players": 3}, {"players": 5}))
    assert [(kind["players"], number) for kind, number in mixed.parts] == [(3, tables // 2), (5, tables // 2)]
    assert [(kind["players"], number) for kind, number in changed(mixed, {"players": 2}).parts] == [(2, tables)]


def test_a_kind_given_twice_has_twice_the_tables():
    mixed = replace(TINY, mix=({"players": 3}, {"players": 2}, {"players": 3}, {}))
    assert [(kind["players"], number) for kind, number in mixed.parts] == [(3, 8), (2, 4), (4, 4)]
    assert mixed.rows == (6 * 3 + 2) + (3 * 2 + 1) + (3 * 4 + 1)


def test_rows_and_rollout():
    """Self-play at 12 tables of four, one learner at each of the 4 tables of the league."""
    assert TINY.rows == 12 * 4 + 4
    assert TINY.rollout == 21 * 52
    assert replace(TINY, mix=({}, {"players": 2})).rows == (6 * 4 + 2) + (6 * 2 + 2)
    with pytest.raises(ValueError, match="16 tables cannot be 3 kinds"):
        replace(TINY, mix=({}, {}, {}))


def test_every_game_has_the_presets():
    for name in GAMES:
        assert preset(name, "quick").game == get_game(name).name
        assert preset(name, "smoke").decisions < 100_000


def test_begin_with_the_network_of_another_run(tiny, tmp_path):
    """A new run starts where a finished one ended, and tells of it; another network is refused."""
    policy, folder = tiny[1] / "policy.onnx", tmp_path / "second"
    told = json.loads(policy.with_suffix(".json").read_text())["training"]
    folder.mkdir()
    run = start(replace(TINY, learning={"reward": "score"}, seed=3))
    before = begin_with(run, TINY, str(policy))
    keep(TINY, run, before, folder)
    assert torch.equal(parameters(run), parameters(tiny[0]))
    assert run.model.num_timesteps == 0
    assert runs_before(folder) == before == told
    assert settings_from(told[0]["settings"]) == TINY
    short = replace(TINY, decisions=TINY.rollout, baselines=("random",), final_games=20)
    train(run, short, folder)
    finish(run, short, folder)
    assert [stage["decisions"] for stage in json.loads((folder / "policy.json").read_text())["training"]] == [
        told[0]["decisions"],
        run.model.num_timesteps,
    ]


def test_begin_with_what_cannot_be(tiny, tmp_path):
    policy = str(tiny[1] / "policy.onnx")
    wide = replace(TINY, widths=(64,))
    with pytest.raises(ValueError, match=r"layers of \(64,\): network.layers.0.weight is \(32, .* there, \(64, "):
        begin_with(start(wide), wide, policy)
    run = start(TINY)
    before = parameters(run)
    with pytest.raises(ValueError, match="trained or a path, not 'expert'"):
        begin_with(run, TINY, "expert")
    with pytest.raises(ValueError, match="there is no file"):
        begin_with(run, TINY, str(tmp_path / "none.onnx"))
    with pytest.raises(ValueError, match="plays envite, not tapeo"):
        begin_with(run, TINY, str(trained_file(get_game("envite"))))
    assert torch.equal(parameters(run), before)


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in GAMES for name in presets(game)])
def test_settings_come_back_from_json(game, name):
    """Tuples inside options included: a shipped bot's card finds its preset by them."""
    settings = preset(game, name)
    assert settings_from(json.loads(json.dumps(asdict(settings)))) == settings


def test_self_play_by_table_size():
    settings = replace(preset("tapeo", "smoke"), mix=({}, {"players": 2}), tables=32, league_tables=24, self_play=(2,))
    assert settings.learners({"players": 4}, 16) == [1] * 12 + [4] * 4
    assert settings.learners({"players": 2}, 16) == [2] * 16
