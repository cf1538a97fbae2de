"""People who mean no good: the server says no, goes on, and no table is lost."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from tests.service.client import PATIENCE, Person, Server, open_socket, over

GAME = {"options": {"players": 2}, "pause_ms": 0}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with small limits."""
    limits = ("--max-tables", "30", "--max-bytes", "4000", "--messages-per-second", "50", "--max-simulations", "100")
    server = Server(tmp_path_factory.mktemp("strict"), *limits, "--allow-origin", "https://friend.example")
    yield server
    assert "Traceback" not in server.stop()


@pytest.fixture
def person(strict: Server) -> Iterator[Person]:
    """Somebody at a table; after whatever the test does, the game can still be played to its end."""
    name, (token,) = strict.table("tapeo", [None, "greedy"], **GAME)
    with Person(strict, name, token) as person:
        person.name, person.token = name, token  # type: ignore[attr-defined]
        yield person
    with Person(strict, name, token) as again:
        assert again.play(np.random.default_rng(1), over)["result"]["winners"]


MALFORMED: list[Any] = [
    "",
    "not JSON",
    "[]",
    "null",
    "1e999",
    '{"event":"move"',
    "[" * 1500,
    '{"event":"' + "x" * 3000 + '"}',
    json.dumps({"event": "steal"}),
    json.dumps({"event": "move"}),
    json.dumps({"event": "move", "move": "tortilla", "point": "0"}),
    json.dumps({"event": "move", "move": "tortilla", "point": 10**30}),
    json.dumps({"event": "move", "move": {"a": 1}, "point": 0}),
    json.dumps({"event": "move", "move": "tortilla", "point": 0, "seat": 1}),
    json.dumps({"event": "look", "language": "fr"}),
    json.dumps({"event": "hint", "bot": "search:1000000"}),
    json.dumps({"event": "hint", "bot": "../../policy.onnx"}),
    json.dumps({"event": "hint", "bot": "expert:reaction=nan"}),
    json.dumps({"event": "hint", "bot": "trained:temperature=0.123"}),
    json.dumps({"event": "hint", "bot": "trained:"}),
    '{"event":"hint","bot":"\\ud800"}',
    b"\x00\xff",
]


def error(person: Person) -> dict[str, Any]:
    """The next error that a person is told."""
    while (message := person.receive())["event"] != "error":
        assert message["event"] == "table", message
    return message


def test_what_is_no_message_is_told_and_passed_over(person: Person) -> None:
    for text in MALFORMED:
        person.socket.send(text)
        assert error(person)["message"]


ANYTHING: list[Any] = [None, True, -1, 0, 2**70, 1.5, "", "tortilla", "greedy", "es", "\0", [], {"event": "join"}]
EVENTS: list[Any] = ["join", "move", "hint", "history", "look", "table", None, 7, ["move"]]
FIELDS = ["move", "point", "token", "bot", "language", "seat"]


def test_whatever_is_sent_is_survived(person: Person) -> None:
    """Events with any fields and any values in them; the table is told as ever afterwards."""
    random = np.random.default_rng(11)
    for _ in range(80):
        fields = random.choice(FIELDS, size=random.integers(4), replace=False)
        message = {"event": EVENTS[random.integers(len(EVENTS))]}
        message |= {str(field): ANYTHING[random.integers(len(ANYTHING))] for field in fields}
        person.socket.send(json.dumps(message))
    person.send("look", language="es")
    while "Eres player_0" not in person.table.get("text", ""):
        person.receive()


def test_what_is_allowed_is_told(person: Person) -> None:
    person.socket.send(json.dumps({"event": "steal"}))
    assert "'join', 'move', 'hint', 'history', 'look'" in error(person)["message"]


def test_moves_out_of_turn_and_of_the_past_are_refused(person: Person) -> None:
    person.until(lambda table: table["legal"])
    move, point = person.table["legal"][0], person.table["point"]
    for wrong in (point + 1, point - 1, -(2**60)):
        person.send("move", move=move, point=wrong)
        assert "decision point" in error(person)["message"]
    person.send("move", move=move, point=point)
    person.until(lambda table: table["point"] == point + 1)
    person.send("move", move=move, point=point)  # the same message once more
    assert error(person)["about"] == "move"


def closed(line: ClientConnection) -> int | None:
    """The code that the server closes a connection with."""
    try:
        while True:
            line.recv(PATIENCE)
    except ConnectionClosed as end:
        return end.rcvd and end.rcvd.code


def test_a_huge_message_closes_the_connection(person: Person) -> None:
    person.socket.send("x" * 5000)
    assert closed(person.socket) == 1009


def test_too_many_messages_close_the_connection(person: Person) -> None:
    with suppress(ConnectionClosed):
        for _ in range(200):
            person.send("history")
    assert closed(person.socket) == 4008


def test_a_token_opens_its_own_seat_only(strict: Server, person: Person) -> None:
    other, tokens = strict.table("tapeo", [None, None], options={"players": 2})
    name, token = person.name, person.token  # type: ignore[attr-defined]
    for table, given in ((name, tokens[0]), (other, token), (name, ""), (name, token[:-1]), ("none", token)):
        with open_socket(strict, table) as line:
            line.send(json.dumps({"event": "join", "token": given}))
            assert closed(line) == 4003


def test_a_token_used_again_takes_the_seat_over(strict: Server, person: Person) -> None:
    with Person(strict, person.name, person.token) as newer:  # type: ignore[attr-defined]
        assert closed(person.socket) == 4001
        newer.send("look")
        newer.await_("table")


@pytest.mark.parametrize("first", ['{"event":"look"}', "{}", "x" * 100])
def test_nothing_is_told_before_joining(strict: Server, person: Person, first: str) -> None:
    with open_socket(strict, person.name) as line:  # type: ignore[attr-defined]
        line.send(first)
        assert closed(line) == 4003


def test_pages_of_other_sites_are_refused(strict: Server, person: Person) -> None:
    name = person.name  # type: ignore[attr-defined]
    with pytest.raises(InvalidStatus, match="403"), open_socket(strict, name, origin="https://enemy.example"):
        pass
    for origin in (f"http://{strict.address}", "https://friend.example"):
        with open_socket(strict, name, origin=origin) as line:
            line.send("{}")
            assert closed(line) == 4003


WRONG_TABLES: list[tuple[Any, list[Any], str]] = [
    ({"game": "chess", "seats": [None]}, ["game"], "'tapeo', 'envite' or 'ratscrew'"),
    ({"game": "tapeo", "seats": [None] * 3}, ["seats"], "takes 4 entries for 4 players"),
    ({"game": "tapeo", "seats": ["greedy"] * 4}, ["seats"], "there must be one"),
    ({"game": "tapeo", "seats": [None, "nobody", None, None]}, ["seats", 1], "there are random"),
    ({"game": "tapeo", "seats": [None, "/etc/passwd.onnx", None, None]}, ["seats", 1], "there are random"),
    ({"game": "tapeo", "seats": [None, "search:101", None, None]}, ["seats", 1], "at most 100 simulations"),
    ({"game": "tapeo", "seats": [None] * 4, "options": {"colour": 1}}, ["options"], "TapeoOptions has players"),
    ({"game": "tapeo", "seats": [None] * 4, "options": {"players": 99}}, ["options"], "from 2 to 6"),
    ({"game": "envite", "seats": [None] * 4, "options": {"variant": [1]}}, ["options"], "variant takes one of"),
    ({"game": "tapeo", "seats": [None] * 4, "tick_ms": 50}, ["tick_ms"], "in real time"),
    ({"game": "ratscrew", "seats": [None] * 4, "tick_ms": 1}, ["tick_ms"], "from 50 to 2000"),
    ({"game": "tapeo", "seats": [None] * 4, "seed": 1}, [], "'seed' is not known here; there are game, options, seats"),
    ([], [], "valid dictionary"),
    (b"{", [1], "JSON"),
]


@pytest.mark.parametrize(("wanted", "place", "message"), WRONG_TABLES)
def test_a_wrong_table_is_refused_with_what_is_allowed(
    strict: Server, wanted: Any, place: list[Any], message: str
) -> None:
    status, answer = strict.post("/api/v1/tables", wanted)
    assert status == 422
    assert answer["detail"][0]["loc"] == ["body", *place]
    assert message in answer["detail"][0]["msg"]


def test_a_large_request_is_refused(strict: Server) -> None:
    assert strict.post("/api/v1/tables", {"x": "x" * 5000})[0] == 413


def test_other_sites_get_nothing_from_a_browser(strict: Server, server: Server) -> None:
    """No answer says that a page of another site may read it, unless it was allowed."""
    for served, origin, allowed in (
        (strict, "https://friend.example", "https://friend.example"),
        (strict, "https://enemy.example", None),
        (server, "https://friend.example", None),
    ):
        assert served.header("/api/v1/games", "access-control-allow-origin", origin=origin) == allowed


def test_pages_of_other_sites_may_ask_nothing(strict: Server) -> None:
    """A browser sends some requests without asking first: they make no tables either."""
    wanted = {"game": "tapeo", "seats": [None, "greedy"], "options": {"players": 2}}
    answers = [
        strict.post("/api/v1/tables", wanted, origin=origin)[0]
        for origin in ("https://enemy.example", "null", "https://friend.example", f"http://{strict.address}")
    ]
    assert answers == [403, 403, 201, 201]


def test_there_are_no_more_tables_than_allowed(serve: Callable[..., Server]) -> None:
    """However many are asked for; those that there are go on."""
    server = serve("--max-tables", "3", "--requests-per-second", "1000000")
    name, (token,) = server.table("tapeo", [None, "greedy"], **GAME)
    answers = asked_at_once(server, {"game": "tapeo", "seats": [None] * 4}, 10_000)
    assert answers.count(201) == 2
    assert answers.count(503) == 9_998
    status, answer = server.post("/api/v1/tables", {"game": "tapeo", "seats": [None] * 4})
    assert (status, answer["detail"]) == (503, "there are 3 tables, no more can be made")
    with Person(server, name, token) as person:
        assert person.play(np.random.default_rng(1), over)["result"]["winners"]


def asked_at_once(server: Server, wanted: Any, count: int) -> list[int]:
    """The statuses of so many requests for a table, sent without waiting for the answers."""
    body = json.dumps(wanted).encode()
    head = f"POST /api/v1/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {len(body)}"
    host, port = server.address.split(":")
    answers: list[int] = []
    with socket.create_connection((host, int(port)), PATIENCE) as line, line.makefile("rb") as answered:
        while len(answers) < count:
            line.sendall((head.encode() + b"\r\n\r\n" + body) * 100)
            answers += [status_of(answered) for _ in range(100)]
    return answers


def status_of(answered: BinaryIO) -> int:
    """The status of the next of several answers."""
    status, length = int(answered.readline().split()[1]), 0
    while line := answered.readline().strip():
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    answered.read(length)
    return status


def test_there_are_no_more_connections_and_requests_than_allowed(serve: Callable[..., Server]) -> None:
    server = serve("--max-connections", "2", "--requests-per-second", "5")
    name, (token,) = server.table("tapeo", [None, "greedy"], **GAME)
    with Person(server, name, token) as person:
        with open_socket(server, name):
            for _ in range(5):
                with pytest.raises(InvalidStatus, match="403"), open_socket(server, name):
                    pass
        assert set(asked_at_once(server, {}, 300)) <= {422, 429}
        assert asked_at_once(server, {}, 100).count(429) > 0
        person.send("look")
        person.await_("table")


def test_idle_tables_end(serve: Callable[..., Server]) -> None:
    server = serve("--idle-minutes", "0.01", "--max-tables", "1")
    name, (token,) = server.table("tapeo", [None, "greedy"], **GAME)
    with Person(server, name, token) as person:
        assert closed(person.socket) == 4000
    with open_socket(server, name) as line:
        line.send(json.dumps({"event": "join", "token": token}))
        assert closed(line) == 4003
    assert server.post("/api/v1/tables", {"game": "tapeo", "seats": [None] * 4})[0] == 201
