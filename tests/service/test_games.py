"""Whole games by WebSocket, and servers that are killed in the middle of them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np
import pytest

from card_envs.core.game import get_game
from card_envs.service.schema import Answer, view_model
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


class Killed(NamedTuple):
    """What a person saw before the server was killed in mid-game, and the seat to come back to."""

    server: Server
    table: str
    token: str
    before: Person


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Killed]]:
    """A table of each game on a server that was killed while their moves were on the way, and started again."""
    server, places = Server(tmp_path_factory.mktemp("killed")), {}
    for game in SHORT:
        name, (token,) = server.table(game, seats(game), **SHORT[game])
        places[game] = Killed(server, name, token, Person(server, name, token))
    for game, place in places.items():
        place.before.play(np.random.default_rng(2), lambda table: table["point"] >= 7)
        if game != "ratscrew":
            place.before.until(lambda table: table["legal"] and table["waiting"] == [0])
        place.before.move(place.before.table["legal"][-1])
    server.kill()
    server.start()
    yield places
    assert "Traceback" not in server.stop()


@pytest.mark.parametrize("game", SHORT)
def test_a_server_that_is_killed_goes_on(killed: dict[str, Killed], game: str) -> None:
    """All that was told before holds; the game is played to its end."""
    server, name, token, before = killed[game]
    with Person(server, name, token) as after:
        first, last = after.messages[0], before.table
        assert first["options"] == last["options"]
        assert first["point"] >= last["point"]  # what was played since was kept, though not told any more
        if first["point"] == last["point"]:
            passing = {"waiting": [], "chosen": None}
            assert first | passing == last | passing
        after.send("history")
        told = moves(before)
        assert told or game == "ratscrew"  # where nobody need have slapped
        assert after.await_("history")["moves"][: len(told)] == told
        end = after.play(np.random.default_rng(3), over)
    assert end["result"]["winners"]
    with Person(server, name, token) as again:
        assert again.table["result"] == end["result"]


def moves(person: Person) -> list[dict[str, Any]]:
    """All moves that a person was told of, each once."""
    told = {}
    for message in person.messages:
        if message["event"] == "table" and message["last"]:
            told[message["last"]["point"]] = message["last"]["moves"]
    return [{"point": point, **move} for point, made in sorted(told.items()) for move in made]


def test_two_people_see_only_their_own(server: Server) -> None:
    """What one holds is in no message to the other before it is played, and both are told of the same game."""
    options = {"players": 4, "episode": "round"}
    name, tokens = server.table("envite", [None, "expert", None, "expert"], options=options, pause_ms=0)
    with Person(server, name, tokens[0]) as one:
        assert one.table["status"] == "gathering"
        assert one.table["legal"] == []
        assert [seat["here"] for seat in one.table["seats"]] == [True, True, False, True]
        one.send("move", move="pass", point=0)
        assert "not everybody has come" in one.receive()["message"]
        with Person(server, name, tokens[1]) as other:
            one.until(lambda table: table["status"] == "playing")
            while not over(one.table):  # whatever happens is told to both
                assert one.table["point"] == other.table["point"]
                for person, rival in ((one, other), (other, one)):
                    hidden = set(rival.table["view"]["hand"])
                    shown = json.dumps(person.table)
                    assert not [card for card in hidden if f'"{card}"' in shown]
                    assert not [token for token in tokens if token in shown]
                    if person.table["legal"] and person.table["chosen"] is None:
                        person.move(person.table["legal"][-1])
                one.await_("table")
                other.await_("table")
    assert over(other.table)


def test_captains_bet_at_a_table_of_twelve(server: Server) -> None:
    """Both are people; the others wait until cards are played, the bids are told to all."""
    options = {"players": 12, "captains": [4, 7], "variant": "gran_canaria", "episode": "chico"}
    seated: list[str | None] = ["greedy"] * 12
    seated[4] = seated[7] = seated[8] = None
    name, tokens = server.table("envite", seated, options=options, pause_ms=0)
    with ExitStack() as stack:
        captains = [stack.enter_context(Person(server, name, token)) for token in tokens[:2]]
        waiting = stack.enter_context(Person(server, name, tokens[2]))
        for person in (*captains, waiting):
            person.until(lambda table: table["status"] == "playing")
        first, second = captains if captains[0].table["legal"] else captains[::-1]
        assert first.table["legal"] == ["pass", "raise"]
        assert (second.table["legal"], waiting.table["legal"]) == ([], [])
        second.send("move", move="raise", point=0)
        assert "not your turn" in second.receive()["message"]
        for speaker, listener, call in ((first, second, "raise"), (second, first, "raise"), (first, second, "accept")):
            assert call in speaker.table["legal"]
            speaker.move(call)
            point = speaker.table["point"]
            for person in (speaker, listener, waiting):
                last = person.until(lambda table, point=point: table["point"] == point + 1)["last"]  # type: ignore[misc]
                assert [move["move"] for move in last["moves"]] == [call]
        assert waiting.table["view"]["level"] == 2
        assert waiting.table["view"]["phase"] == "playing"


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
    for bot in ("random", "greedy", "expert", "search:20", "trained", "trained:easy"):
        status, answer = server.post(f"/api/v1/games/{game}/bots/{bot}/move", {"view": table["view"]})
        assert status == 200, answer
        Answer(**answer)
        assert list(answer["probabilities"]) == table["legal"]
        assert answer["move"] in table["legal"]
        assert sum(answer["probabilities"].values()) == pytest.approx(1)
        assert (answer["value"] is None) == (not bot.startswith("trained"))


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
        assert bots == ["random", "greedy", "expert", "trained", "search"]
        assert [bot["strengths"] for bot in offer["bots"]] == [[], [], [], ["easy", "medium", "hard"], []]
        assert (offer["clock"] is None) == (name != "ratscrew")
        status, made = server.post("/api/v1/tables", {"game": name, "options": options, "seats": [None, *bots[:3]]})
        assert status == 201, made
