"""Work shared among processes: every answer once, errors as they were, and nothing left behind."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from dataclasses import asdict
from pathlib import Path

import pytest

from card_envs import arena
from card_envs.arena import workers
from tests.arena.stand_ins import Failing, Lowest, OutError, StubbornError, fall_over, process_of, squared
from tests.signals import started

LONG = ["evaluate", "tapeo", "greedy", "expert", "--games", "2000000", "--processes", "2"]


@pytest.mark.parametrize("processes", [None, 1, 2])
def test_every_chunk_is_answered(processes: int | None) -> None:
    found = list(workers.answers(squared, range(7), processes))
    assert sorted(found) == [(number, number * number) for number in range(7)]


def test_one_process_works_here_and_more_do_not() -> None:
    assert {pid for _, pid in workers.answers(process_of, range(3), 1)} == {os.getpid()}
    others = {pid for _, pid in workers.answers(process_of, range(40), 2)}
    assert os.getpid() not in others
    assert 1 <= len(others) <= 2


def test_work_that_is_worth_it_is_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is begun here goes on in other processes once enough is seen to be left."""
    monkeypatch.setattr(workers, "WORTH_STARTING", -1.0)
    monkeypatch.setattr(workers, "LOADING", 0.0)
    monkeypatch.setattr(workers, "processors", lambda: 2)
    found = dict(workers.answers(process_of, range(6)))
    assert found[0] == os.getpid()
    assert os.getpid() not in {found[number] for number in range(1, 6)}
    monkeypatch.setattr(workers, "processors", lambda: 1)
    assert set(dict(workers.answers(process_of, range(6))).values()) == {os.getpid()}


def test_a_process_that_dies_is_told() -> None:
    with pytest.raises(ChildProcessError, match="a worker process ended by itself, with exit status 7"):
        list(workers.answers(fall_over, range(6), 2))


def test_what_cannot_be_sent_is_refused() -> None:
    with pytest.raises(ValueError, match=r"cannot be sent to other processes .*; use processes=1"):
        list(workers.answers(lambda number: number, range(3), 2))


# --- matches ---------------------------------------------------------------------------------------------------


def test_the_same_at_any_number_of_processes(tmp_path: Path) -> None:
    """The result, and the records byte for byte."""
    found = []
    for processes in (1, 2, 3):
        path = tmp_path / f"{processes}.jsonl"
        match = arena.play(
            "tapeo", ["random", "greedy", "expert"], 400, seed=3, processes=processes, record=path, players=3
        )
        found.append((asdict(match), path.read_bytes()))
    assert found[0] == found[1] == found[2]
    assert found[0][1].count(b"\n") == 402


def test_the_same_at_any_number_of_processes_with_a_slow_policy() -> None:
    """Chunks of few games, which both processes have finished in another order."""
    matches = [arena.play("tapeo", ["search:100", "greedy"], 240, processes=n, players=2) for n in (1, 2)]
    assert asdict(matches[0]) == asdict(matches[1])


def test_objects_can_be_shared_too() -> None:
    alone = arena.play("envite", [Lowest(), "greedy"], 130, processes=1)
    shared = arena.play("envite", [Lowest(), "greedy"], 130, processes=2)
    here, there = asdict(alone), asdict(shared)
    for result in (here, there):
        assert result.pop("policies")[1] == "greedy"
        assert [d.pop("other") for d in result["differences"]] == ["greedy"]
        result["differences"][0].pop("policy")
    assert here == there


def test_a_policys_error_reaches_the_caller_as_it_was() -> None:
    with pytest.raises(OutError) as raised:
        arena.play("tapeo", [Failing(OutError), "greedy"], 8, processes=2)
    assert raised.value.args == (8, "tired")
    assert "in act" in raised.value.__notes__[0]
    with pytest.raises(RuntimeError, match="StubbornError: 8 rows, tired"):
        arena.play("tapeo", [Failing(StubbornError), "greedy"], 8, processes=2)
    with pytest.raises(TypeError):
        pickle.loads(pickle.dumps(StubbornError(1, "x")))


def test_policies_of_the_script_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lowest, "__module__", "__main__")
    with pytest.raises(ValueError, match="Lowest is defined in the script that is run"):
        arena.play("tapeo", [Lowest()], 8, processes=2)
    assert arena.play("tapeo", [Lowest()], 8, processes=1).games == 8


# --- interruptions ---------------------------------------------------------------------------------------------


def children(pid: int) -> list[int]:
    """The processes that a process has started and that are not over."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def within(seconds: float, happens) -> bool:
    """Whether it happens in that time."""
    end = time.monotonic() + seconds
    while not happens():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def is_running(pid: int) -> bool:
    """Whether there is such a process; one that is over and only waits to be looked at is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize(("how", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_no_process_is_left_behind(how: signal.Signals, status: int) -> None:
    """After Ctrl-C, nor after the process that started them has been killed."""
    command = [sys.executable, "-m", "card_envs.cli", *LONG]
    with started(command) as match:
        assert within(60, lambda: len(children(match.pid)) == 2)
        workers = children(match.pid)
        match.send_signal(how)
        _, said = match.communicate(timeout=60)
    assert match.returncode == status
    assert within(30, lambda: not any(map(is_running, workers)))
    if how == signal.SIGINT:
        assert said.endswith("interrupted\n")
        assert "Traceback" not in said
