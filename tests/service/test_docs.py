"""What docs/service.md says works as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from card_envs.service import connection, host
from card_envs.service.messages import EVENTS
from tests.service.client import Server

TEXT = (Path(__file__).parents[2] / "docs" / "service.md").read_text(encoding="utf-8")


def block(language: str, server: Server) -> str:
    """The one example in a language, for this server."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert "127.0.0.1:8000" in found
    return str(found).replace("127.0.0.1:8000", server.address)


def test_the_request_for_a_move_is_answered(server: Server) -> None:
    """Asked without curl, which need not be there."""
    (path, header, body) = re.findall(
        r"curl -s http://[^/]+(/\S+) -H '(.*?)' -d '(.*?)'", block("sh", server), re.DOTALL
    )[0]
    assert header == "content-type: application/json"
    status, told = server.post(path, body.encode())
    assert status == 200
    assert told["move"] in told["probabilities"]
    assert set(told["probabilities"]) == {"croqueta", "pepper"}
    assert sum(told["probabilities"].values()) == pytest.approx(1)


def test_the_table_is_played_to_its_end(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    exec(block("python", server), {})
    assert re.fullmatch(r"\[.*\] \[.*\]\n", capsys.readouterr().out)


def test_every_event_and_code_is_told() -> None:
    events = EVENTS.json_schema()["discriminator"]["mapping"]
    for event in events:
        assert f"| `{event}` |" in TEXT
    for code in (host.ENDED, host.TAKEN_OVER, host.FAILED, connection.NO_SUCH_SEAT, connection.TOO_MANY):
        assert str(code) in TEXT
    assert str(connection.TOO_SLOW) in TEXT
