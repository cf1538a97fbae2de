"""The command: what it cannot do is one line and exit status 2, and it ends when it is told to."""

from __future__ import annotations

import signal
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from card_envs.cli import main
from card_envs.commands.serve import LIMITS
from card_envs.service.settings import Settings
from tests.service.client import Person, Server

WRONG = [
    (["--port", "99999"], "--port takes a number from 0 to 65535, not 99999"),
    (["--host", "nowhere.invalid"], "cannot listen at 'nowhere.invalid'"),
    (["--host", "192.0.2.1"], "cannot listen at '192.0.2.1', port 0: Cannot assign requested address"),
    (["--database", "/nowhere/tables.sqlite3"], "cannot keep tables in '/nowhere/tables.sqlite3': unable to open"),
    (["--database", "/"], "cannot keep tables in '/': unable to open"),
    (["--database", __file__], "file is not a database"),
    *(([f"--{name}", "0"], f"--{name} takes a number above 0, not 0") for name, _, _ in LIMITS),
    (["--idle-minutes", "nan"], "--idle-minutes takes a number above 0, not nan"),
    (["--requests-per-second", "inf"], "--requests-per-second takes a number above 0, not inf"),
    (["--allow-origin", "*"], "takes a site as in https://example.org"),
    (["--allow-origin", "https://friend.example/page"], "takes a site as in https://example.org"),
    (["--bot", "tapeo:mine"], "--bot takes GAME:NAME=FILE with a game of tapeo, envite, ratscrew"),
    (["--bot", "chess:mine=policy.onnx"], "--bot takes GAME:NAME=FILE with a game of tapeo, envite, ratscrew"),
    (["--bot", "tapeo:expert=policy.onnx"], "tapeo has a bot called 'expert'"),
    (["--bot", "tapeo:mine=/nowhere/policy.onnx"], "there is no file '/nowhere/policy.onnx'"),
]


def refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that the command ends with."""
    with pytest.raises(SystemExit) as end:
        main(["serve", "--port", "0", "--database", str(tmp_path / "tables.sqlite3"), *arguments])
    said = capsys.readouterr()
    assert (end.value.code, said.out, said.err.count("\n")) == (2, "", 1)
    return said.err


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_what_cannot_be_is_told_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert message in refused(tmp_path, capsys, *arguments)


def test_a_port_in_use_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        message = refused(tmp_path, capsys, "--port", port)
    assert message == f"error: cannot listen at '127.0.0.1', port {port}: Address already in use\n"


def test_one_file_is_kept_by_one_server(tmp_path: Path, capsys: pytest.CaptureFixture[str], server: Server) -> None:
    message = refused(tmp_path, capsys, "--database", str(server.database))
    assert message == f"error: cannot keep tables in {str(server.database)!r}: database is locked\n"


def test_a_database_of_others_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "theirs.sqlite3"
    with sqlite3.connect(file) as theirs:
        theirs.execute("CREATE TABLE tables (name TEXT)")
    theirs.close()
    assert "it is a database of another program" in refused(tmp_path, capsys, "--database", str(file))


def test_every_limit_is_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    """With its default in the help; the other settings have options of their own."""
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    fields = vars(Settings()).keys() - {"database", "origins", "bots"}
    assert {field for _, field, _ in LIMITS} == fields
    for name, field, _ in LIMITS:
        assert f"--{name} N" in text
        assert f"default {getattr(Settings(), field):,}" in text
    for name in ("host", "port", "database", "allow-origin", "bot"):
        assert f"--{name} " in text


@pytest.mark.parametrize(("how", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_it_ends_in_the_middle_of_everything(serve: Callable[..., Server], how: signal.Signals, status: int) -> None:
    """With people at a table, a bot that thinks, and a request of which half has come."""
    server = serve()
    seats: list[str | None] = [None, "search:2000", "search:2000", "greedy"]
    name, (token,) = server.table("tapeo", seats, options={"players": 4})
    host, port = server.address.split(":")
    with Person(server, name, token) as person, socket.create_connection((host, int(port))) as half:
        half.sendall(b"POST /api/v1/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{")
        person.until(lambda table: table["legal"])
        said = server.stop(how)
    assert "Traceback" not in said
    assert server.process.returncode == status
