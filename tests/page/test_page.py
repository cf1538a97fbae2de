"""The page around the games: what it weighs, what it says, how tables are made and shared."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import card_envs.service.app as app
from card_envs.core.game import GAMES, get_game
from card_envs.drawing import symbols
from tests.page.visitor import Visitor
from tests.service.client import Server

MOST_BYTES = 300_000
SCRIPTS = sorted(app.PAGE.rglob("*.js"))
PLACES = re.compile(r"\{(\w+)")


def test_weight() -> None:
    """All files of the page and all drawings, uncompressed."""
    files = sum(path.stat().st_size for path in app.PAGE.rglob("*") if path.is_file())
    drawings = sum(len(symbols(game).encode()) for game in GAMES if get_game(game).drawing is not None)
    assert files + drawings <= MOST_BYTES


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_nothing_becomes_markup(path: Path) -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", path.read_text())


@pytest.fixture
def texts(visit: Callable[..., Visitor]) -> dict[str, list[str]]:
    visitor = visit()
    visitor.start()
    found: dict[str, list[str]] = visitor.page.evaluate("import('/texts.js').then(({ TEXTS }) => TEXTS)")
    return found


def test_every_text_is_in_both_languages(texts: dict[str, list[str]]) -> None:
    for key, versions in texts.items():
        english, spanish = versions
        assert english.strip(), key
        assert spanish.strip(), key
        assert set(PLACES.findall(english)) == set(PLACES.findall(spanish)), key


def test_no_text_is_told_twice_and_none_is_missing(texts: dict[str, list[str]]) -> None:
    told = [
        key for path in app.PAGE.glob("texts/*.js") for key in re.findall(r'^  "([\w.]+)": \[', path.read_text(), re.M)
    ]
    assert sorted(told) == sorted(texts)
    sources = "\n".join(path.read_text() for path in SCRIPTS if path.parent.name != "texts")
    for key in re.findall(r'\bt\(\s*"([\w.]+)"', sources):
        assert key in texts
    for prefix in re.findall(r"\bt\(\s*`([\w.]+)\$\{", sources):
        assert any(key.startswith(prefix) for key in texts), prefix


def test_every_action_and_option_that_the_page_names_has_a_text(texts: dict[str, list[str]]) -> None:
    for kind in get_game("tapeo").actions:
        assert f"tapeo.{kind}" in texts
    for call in get_game("envite").actions[1:7]:
        assert f"envite.move.{call}" in texts or call == "raise"


@pytest.mark.parametrize("game", ["tapeo", "envite", "ratscrew"])
@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "es")])
def test_start(visit: Callable[..., Visitor], game: str, size: str, language: str) -> None:
    """From the start page to the table that was asked for."""
    visitor = visit(size, language)
    visitor.start()
    visitor.press(visitor.find(f".door.{game}"))
    visitor.press(visitor.find(f"[name='{game}.players']").nth(1))
    visitor.keep(f"start-{game}")
    visitor.press(visitor.find("[type=submit]"))
    visitor.find("#stage[data-status=playing]").wait_for()
    told = visitor.told["table"]
    assert told["game"] == game
    assert (
        told["options"]["players"]
        == visitor.page.evaluate("fetch('/api/v1/games').then(r => r.json())")["games"][list(GAMES).index(game)][
            "players"
        ][1]
    )
    assert visitor.page.evaluate("document.documentElement.lang") == language
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_friend_is_invited(visit: Callable[..., Visitor]) -> None:
    one, friend = visit("desktop", "en"), visit("phone", "es")
    one.start()
    one.press(one.find(".door.envite"))
    one.press(one.find("[name='envite.company'][value=partner]"))
    one.press(one.find("[type=submit]"))
    one.find(".gathering").wait_for()
    one.keep("gathering")
    assert not one.open_moves()
    link = one.find(".link input").input_value()
    friend.page.goto(link)
    friend.find("#stage[data-status=playing]").wait_for()
    one.find("#stage[data-status=playing]").wait_for()
    assert friend.page.url == one.page.url
    assert friend.told["table"]["view"]["hand"] != one.told["table"]["view"]["hand"]
    assert [seat["bot"] is None for seat in friend.told["table"]["seats"]] == [True, False, True, False]


def test_language_and_light_change_at_the_table(visit: Callable[..., Visitor], server: Server) -> None:
    visitor = visit("phone", "en")
    table, [token] = server.table("tapeo", [None, "greedy"], options={"players": 2}, pause_ms=0)
    visitor.sit(table, token)
    visitor.await_turn()
    english = visitor.told["table"]["text"]
    visitor.press(visitor.find("[data-language=es]"))
    visitor.page.wait_for_function("document.querySelector('.prompt').textContent.includes('tapa te quedas')")
    visitor.press(visitor.find("[data-act=words]"))
    spanish = visitor.find(".words").inner_text()
    assert spanish == visitor.told["table"]["text"] != english
    visitor.keep("words")
    visitor.page.keyboard.press("Escape")
    colours = []
    for theme in ("light", "dark", "auto"):
        visitor.press(visitor.find(".theme"))
        assert visitor.page.evaluate("document.documentElement.dataset.theme") == theme
        colours.append(visitor.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert colours[0] != colours[1]
    visitor.page.reload()
    visitor.await_turn()
    assert visitor.page.evaluate("document.documentElement.lang") == "es"


@pytest.mark.parametrize(("language", "title"), [("en", "There is no such seat"), ("es", "No existe ese asiento")])
def test_no_such_seat(visit: Callable[..., Visitor], language: str, title: str) -> None:
    visitor = visit("desktop", language)
    visitor.page.goto(f"http://{visitor.address}/#nowhere.nothing")
    assert visitor.find(".panel h2").inner_text() == title
    visitor.keep("no-seat")
    visitor.press(visitor.find("[data-act=home]"))
    visitor.find(".order").wait_for()


def test_a_seat_taken_elsewhere(visit: Callable[..., Visitor], server: Server) -> None:
    """The older window says so, does not fight for the seat, and takes it back when asked to."""
    one, other = visit("desktop", "es"), visit("phone", "es")
    table, [token] = server.table("tapeo", [None, "greedy"], options={"players": 2}, pause_ms=0)
    one.sit(table, token)
    other.sit(table, token)
    one.find(".panel.closed").wait_for()
    one.keep("taken")
    other.await_turn()
    one.press(one.find("[data-act=return]"))
    one.await_turn()
    other.find(".panel.closed").wait_for()


def test_a_lost_connection_comes_back(visit: Callable[..., Visitor], server: Server) -> None:
    visitor = visit("desktop", "en")
    table, [token] = server.table("tapeo", [None, "greedy"], options={"players": 2}, pause_ms=0)
    sockets: list[Any] = []
    visitor.page.route_web_socket(
        re.compile("/tables/"), lambda socket: sockets.append((socket, socket.connect_to_server()))
    )
    visitor.sit(table, token)
    visitor.await_turn()
    hand = visitor.told["table"]["view"]["hand"] if "table" in visitor.told else None
    page_side, server_side = sockets[0]
    server_side.close()
    page_side.close(code=1012)
    visitor.page.wait_for_function("document.querySelector('#toast').textContent !== ''")
    visitor.keep("back")
    assert len(sockets) == 2
    assert visitor.open_moves() if hand is None else visitor.told["table"]["view"]["hand"] == hand
