"""Whole games by WebSocket, and servers that are killed in the middle of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from card_envs.core.game import get_game
from card_envs.service.schema import view_model
from tests.service.client import Person, Server, over

# Short games: two decision points a second are not waited for.
SHORT: dict[str, dict[str, Any]] = {
    "tapeo": {"options": {"players": 2}, "pause_ms": 0},
    "envite": {"options": {"players": 4, "episode": "chico"}, "pause_ms": 0},
    "ratscrew": {"options": {"players": 3, "ticks": 2, "max_flips": 25}, "tick_ms": 50, "reaction_ms": 100},
}
SEATS = {"tapeo": 2, "envite": 4, "ratscrew": 3}


def seats(game: str, people: int = 1, bot: str = "greedy") -> list[str | None]:
    return [None] * people + [bot] * (SEATS[game] - people)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    assert "Traceback" not in server.stop()


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_game_against_bots(server: Server, game: str) -> None:
    name, (token,) = server.table(game, seats(game), **SHORT[game])
    with Person(server, name, token, "es") as person:
        end = person.play(np.random.default_rng(1), over)
        person.send("history")
        moves = person.await_("history")["moves"]
    model = view_model(get_game(game))
    tables = [message for message in person.messages if message["event"] == "table"]
    for message in tables:
        assert model(**message["view"]).model_dump() == message["view"]
        assert "Eres player_0" in message["text"]
    points = [message["point"] for message in tables]
    assert points == sorted(points)
    assert len(end["result"]["scores"]) == SEATS[game]
    assert end["result"]["winners"]
    assert (end["legal"], end["waiting"]) == ([], [])
    assert end["result"]["truncated"] == (game == "ratscrew" and 52 not in end["view"]["stacks"])
    if game != "ratscrew":  # where nobody need ever slap
        assert end["last"]["moves"][-1] == {key: moves[-1][key] for key in ("seat", "move")}
        assert {move["seat"] for move in moves} == set(range(SEATS[game]))


@pytest.mark.parametrize("game", SHORT)
def test_a_server_that_is_killed_goes_on(own_server: Server, game: str) -> None:
    name, (token,) = own_server.table(game, seats(game), **SHORT[game])
    before = Person(own_server, name, token)
    before.play(np.random.default_rng(2), lambda table: table["point"] >= 7)
    own_server.kill()
    own_server.start()
    with Person(own_server, name, token) as after:
        first, last = after.messages[0], before.table
        assert first["options"] == last["options"]
        assert first["point"] >= last["point"]  # what was played since was kept, though not told any more
        if game == "tapeo":
            assert first | {"waiting": [], "chosen": None} == last | {"waiting": [], "chosen": None}
        after.send("history")
        assert after.await_("history")["moves"][: len(moves(before))] == moves(before)
        assert after.play(np.random.default_rng(3), over)["result"]["winners"]


def moves(person: Person) -> list[dict[str, Any]]:
    """All moves that a person was told of, each once."""
    told = {}
    for message in person.messages:
        if message["event"] == "table" and message["last"]:
            told[message["last"]["point"]] = message["last"]["moves"]
    return [{"point": point, **move} for point, made in sorted(told.items()) for move in made]


def test_two_people_see_only_their_own(server: Server) -> None:
    """What one holds or has picked is in no message to the other before it is played."""
    options = {"players": 4, "episode": "round"}
    name, tokens = server.table("envite", [None, "expert", None, "expert"], options=options, pause_ms=0)
    with Person(server, name, tokens[0]) as one:
        assert one.table["status"] == "gathering"
        assert one.table["legal"] == []
        assert [seat["here"] for seat in one.table["seats"]] == [True, True, False, True]
        with Person(server, name, tokens[1]) as other:
            one.until(lambda table: table["status"] == "playing")
            while not over(one.table):  # whatever happens is told to both
                assert one.table["point"] == other.table["point"]
                for person, rival in ((one, other), (other, one)):
                    hidden = set(rival.table["view"]["hand"])
                    assert not hidden & set(person.table["view"]["hand"])
                    assert not hidden & set(person.table["view"]["gone"])
                    rest = str([person.table[key] for key in person.table if key not in ("view", "legal")])
                    assert not [card for card in hidden if f"'{card}'" in rest]
                    assert not [token for token in tokens if token in str(person.table)]
                    if person.table["legal"] and person.table["chosen"] is None:
                        person.move(person.table["legal"][-1])
                one.await_("table")
                other.await_("table")
    assert over(other.table)


def test_a_pick_is_secret_and_may_be_changed(server: Server) -> None:
    name, tokens = server.table("tapeo", [None, None], options={"players": 2})
    with Person(server, name, tokens[0]) as one, Person(server, name, tokens[1]) as other:
        one.until(lambda table: table["status"] == "playing")
        picks = one.table["legal"][:2]
        for pick in picks:
            one.move(pick)
            assert one.until(lambda table, pick=pick: table["chosen"] == pick)["waiting"] == [1]  # type: ignore[misc]
        told = other.until(lambda table: table["waiting"] == [0])
        assert (told["chosen"], told["last"], told["point"]) == (None, None, 0)
        other.move(other.table["legal"][0])
        moves = one.until(lambda table: table["point"] == 1)["last"]["moves"]
        assert moves[0] == {"seat": 0, "move": picks[1]}


def test_who_comes_back_gets_the_table_again(server: Server) -> None:
    name, (token,) = server.table("tapeo", [None, "greedy", "greedy"], options={"players": 3}, pause_ms=0)
    with Person(server, name, token) as one:
        one.play(np.random.default_rng(4), lambda table: table["point"] == 3)
        one.until(lambda table: table["waiting"] == [0])
    with Person(server, name, token) as again:
        again.until(lambda table: table["waiting"] == [0])
        assert again.table == one.table


def test_hints_say_what_a_bot_would_do(server: Server) -> None:
    name, (token,) = server.table("envite", [None, "greedy", "greedy", "greedy"], options={"players": 4}, pause_ms=0)
    strongest = {offer["game"]: offer["hint"] for offer in server.get("/api/v1/games")["games"]}["envite"]
    with Person(server, name, token) as person:
        legal = person.until(lambda table: table["legal"])["legal"]
        for bot in (None, "greedy", "search:50"):
            person.send("hint", bot=bot)
            hint = person.await_("hint")
            assert hint["bot"] == (bot or strongest)
            assert list(hint["probabilities"]) == legal
            assert sum(hint["probabilities"].values()) == pytest.approx(1)
            assert hint["probabilities"][hint["move"]] > 0
        person.send("hint", bot="nobody")
        assert "there are random" in person.receive()["message"]


@pytest.mark.parametrize("game", SHORT)
def test_a_bot_is_asked_without_a_table(server: Server, game: str) -> None:
    """The view of a table is what the bots of the stateless call take; the move is one of the legal ones."""
    name, (token,) = server.table(game, seats(game), **SHORT[game])
    with Person(server, name, token) as person:
        table = person.until(lambda table: table["legal"])
    for bot in ("random", "greedy", "expert", "search:20"):
        status, answer = server.post(f"/api/v1/games/{game}/bots/{bot}/move", {"view": table["view"]})
        assert status == 200, answer
        assert list(answer["probabilities"]) == table["legal"]
        assert answer["move"] in table["legal"]
        assert answer["value"] is None


def test_time_stands_still_while_nobody_is_there(server: Server) -> None:
    name, (token,) = server.table("ratscrew", [None, "greedy"], options={"players": 2, "ticks": 1}, tick_ms=50)
    with Person(server, name, token) as person:
        assert person.table["clock"]["tick_ms"] == 50
        assert person.until(lambda table: table["point"] >= 3)["clock"]["running"]
    time.sleep(0.6)  # twelve ticks
    with Person(server, name, token) as again:
        assert again.table["point"] <= person.table["point"] + 5


def test_the_catalogue_lists_what_can_be_asked_for(server: Server) -> None:
    games = {offer["game"]: offer for offer in server.get("/api/v1/games")["games"]}
    assert {name: offer["players"] for name, offer in games.items()} == {
        "tapeo": [2, 3, 4, 5, 6],
        "envite": [4, 6, 8, 10, 12],
        "ratscrew": [2, 3, 4, 5, 6, 7, 8],
    }
    for name, offer in games.items():
        options = {option["name"]: option["default"] for option in offer["options"]}
        assert options["players"] == 4
        assert set(offer["actions"]) == set(get_game(name).actions)
        bots = [bot["bot"] for bot in offer["bots"]]
        assert bots[:1] + bots[-1:] == ["random", "search"] or "search" in bots
        assert (offer["clock"] is None) == (name != "ratscrew")
        status, made = server.post("/api/v1/tables", {"game": name, "options": options, "seats": [None, *bots[:3]]})
        assert status == 201, made
