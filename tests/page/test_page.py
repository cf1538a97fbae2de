"""The page around the games: what it weighs, what it says, how it looks, how tables are made and found again."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from card_envs.core.game import GAMES, get_game
from card_envs.drawing import symbols
from card_envs.service.front import PAGE
from tests.page import looks
from tests.page.visitor import Visitor, any_move
from tests.service.client import Server

MOST_BYTES = 300_000
SCRIPTS = sorted(PAGE.rglob("*.js"))
PLACES = re.compile(r"\{(\w+)")
LOOKS = [("desktop", "light"), ("desktop", "dark"), ("phone", "light"), ("phone", "dark")]
NAMELESS = re.compile(r"^ *- (?:button|link|radio|img|textbox|group|region|navigation)(?: \[\w+\])*:?$", re.M)
SEATS = {"tapeo": 4, "envite": 6, "ratscrew": 5}


def seated(server: Server, game: str, players: int) -> tuple[str, str]:
    seats = [None, *["greedy"] * (players - 1)]
    slowly = {"tick_ms": 1_000} if game == "ratscrew" else {"pause_ms": 0}
    table, [token] = server.table(game, seats, options={"players": players}, **slowly)
    return table, token


def move_once(visitor: Visitor, game: str) -> None:
    """Make a move and wait to be asked again; in real time, wait to be asked."""
    visitor.await_turn()
    if game != "ratscrew":
        point = visitor.point
        any_move(visitor)
        visitor.await_next(point)
        visitor.await_turn()


# --- weight, safety, names ---------------------------------------------------------------------------------------


def test_weight_of_the_files() -> None:
    """All files of the page and all drawings, uncompressed."""
    files = sum(path.stat().st_size for path in PAGE.rglob("*") if path.is_file())
    drawings = sum(len(symbols(game).encode()) for game in GAMES if get_game(game).drawing is not None)
    assert files + drawings <= MOST_BYTES


def test_weight_on_the_way(visit: Callable[..., Visitor], server: Server) -> None:
    """All that a browser has fetched when it shows a table."""
    visitor = visit()
    sizes: list[int] = []
    visitor.page.on("requestfinished", lambda request: sizes.append(sum(_sizes(request))))
    visitor.start()
    visitor.press(visitor.find("[type=submit]"))
    visitor.find("#stage[data-status=playing]").wait_for()
    visitor.page.wait_for_load_state("networkidle")
    assert len(sizes) > len(SCRIPTS)
    assert sum(sizes) <= MOST_BYTES


def _sizes(request: Any) -> tuple[int, int]:
    sizes = request.sizes()
    return sizes["responseHeadersSize"], sizes["responseBodySize"]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_nothing_becomes_markup(path: Path) -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", path.read_text())


def test_the_browser_refuses_what_is_not_ours(visit: Callable[..., Visitor], server: Server) -> None:
    """Scripts and styles in the page, other sites and frames are refused by the page's security policy."""
    policy = dict(part.split(" ", 1) for part in str(server.header("/", "content-security-policy")).split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert server.header("/main.js", "content-security-policy") == server.header("/", "content-security-policy")
    visitor = visit()
    visitor.start()
    refused = visitor.page.evaluate(
        """async () => {
            const refused = [];
            document.addEventListener("securitypolicyviolation", (one) => refused.push(one.effectiveDirective));
            const script = document.createElement("script");
            script.textContent = "window.ran = true";
            const picture = document.createElement("img");
            picture.src = "https://example.org/picture.png";
            document.body.append(script, picture);
            await fetch("https://example.org/").catch(() => {});
            document.body.setAttribute("style", "color: red");
            await new Promise((done) => setTimeout(done, 50));
            return [...refused.toSorted(), window.ran ?? false];
        }"""
    )
    assert refused == ["connect-src", "img-src", "script-src-elem", "style-src-attr", False]
    assert len(visitor.complaints) >= 4
    visitor.complaints.clear()
    visitor.hosts.discard("example.org")  # which was asked for, as the browser tells it, and refused


# --- words -------------------------------------------------------------------------------------------------------


def code(path: Path) -> str:
    """A script without its comments."""
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", path.read_text(), flags=re.S)


@pytest.fixture
def texts(visit: Callable[..., Visitor]) -> dict[str, list[str]]:
    visitor = visit()
    visitor.start()
    found: dict[str, list[str]] = visitor.page.evaluate("import('/texts.js').then(({ TEXTS }) => TEXTS)")
    return found


def test_every_text_is_in_both_languages(texts: dict[str, list[str]]) -> None:
    assert len(texts) > 100
    for key, versions in texts.items():
        english, spanish = versions
        assert english.strip(), key
        assert spanish.strip(), key
        assert set(PLACES.findall(english)) == set(PLACES.findall(spanish)), key


def test_no_text_is_told_twice_and_none_is_missing_or_of_no_use(texts: dict[str, list[str]]) -> None:
    told = [key for path in PAGE.glob("texts/*.js") for key in re.findall(r'^  "([\w.]+)": \[', path.read_text(), re.M)]
    assert sorted(told) == sorted(texts)
    sources = "\n".join(code(path) for path in SCRIPTS if path.parent.name != "texts")
    for key in re.findall(r'\bt\(\s*"([\w.]+)"', sources):
        assert key in texts
    prefixes, suffixes = re.findall(r"`([\w.]+)\$\{", sources), re.findall(r"\bt\(`\$\{game\}([\w.]+)`", sources)
    parts = [*prefixes, *(game + suffix for game in GAMES for suffix in suffixes)]
    for prefix in re.findall(r"\bt\(\s*`([\w.]+)\$\{", sources):
        assert any(key.startswith(prefix) for key in texts), prefix
    for key in texts:
        assert f'"{key}"' in sources or key in GAMES or any(map(key.startswith, parts)), key


def test_nothing_is_said_but_from_the_texts() -> None:
    """No words stand in the scripts outside the texts, but for names."""
    for path in SCRIPTS:
        if path.parent.name != "texts":
            for words in re.findall(r'h\("(?:b|p|span|h\d|button|th|td|li)", [^()]*?\}, "([^"]+)"', code(path)):
                assert not re.search(r"[a-z]{3}", words), f"{path.name}: {words}"


def test_every_action_and_option_that_the_page_names_has_a_text(texts: dict[str, list[str]]) -> None:
    for kind in get_game("tapeo").actions:
        assert f"tapeo.{kind}" in texts
    for call in get_game("envite").actions[1:7]:
        assert f"envite.move.{call}" in texts


# --- how it looks and reads --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "light"), LOOKS)
def test_all_can_be_read(visit: Callable[..., Visitor], server: Server, size: str, light: str) -> None:
    """The contrast of every text, at the start, at each table, in the rules."""
    visitor = visit(size, "es", light)
    visitor.start()
    assert looks.faint(visitor.page) == []
    for game, players in SEATS.items():
        visitor.sit(*seated(server, game, players))
        move_once(visitor, game)
        assert looks.faint(visitor.page) == [], game
        visitor.press(visitor.find("[data-act=rules]"))
        visitor.find("dialog[open]").wait_for()
        visitor.keep(f"{game}-rules")
        assert looks.faint(visitor.page) == [], game
        visitor.page.keyboard.press("Escape")


@pytest.mark.parametrize("game", SEATS)
def test_everything_has_a_name(visit: Callable[..., Visitor], server: Server, game: str) -> None:
    """A screen reader finds landmarks, and a name on whatever can be pressed or is a picture."""
    visitor = visit("desktop", "en")
    visitor.start()
    start = visitor.find("body").aria_snapshot()
    visitor.sit(*seated(server, game, SEATS[game]))
    visitor.await_turn()
    table = visitor.find("body").aria_snapshot()
    for snapshot in (start, table):
        nameless = NAMELESS.findall(snapshot)
        assert nameless == []
        assert "- main" in snapshot
    assert f'- heading "{ {"tapeo": "Tapeo", "envite": "Envite", "ratscrew": "Ratscrew"}[game] }" [level=1]' in table
    assert visitor.find("#news[aria-live=polite]").count() == 1
    asked = "Slap the pile" if game == "ratscrew" else "Your hand"
    assert asked in table


@pytest.mark.parametrize(
    ("size", "width", "height"),
    [("phone", 360, 640), ("phone", 844, 390), ("desktop", 1920, 1080), ("phone", 820, 1180)],
)
def test_other_windows(visit: Callable[..., Visitor], server: Server, size: str, width: int, height: int) -> None:
    """A small phone, one on its side, a large screen, a tablet: the largest tables fit."""
    visitor = visit(size, "es")
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.start()
    visitor.keep(f"start-{width}")
    for game in SEATS:
        visitor.sit(*seated(server, game, server_sizes(server, game)[-1]))
        visitor.await_turn()
        visitor.keep(f"{game}-{width}")


def server_sizes(server: Server, game: str) -> list[int]:
    sizes: list[int] = next(offer["players"] for offer in server.get("/api/v1/games")["games"] if offer["game"] == game)
    return sizes


# --- making tables and finding them again ------------------------------------------------------------------------


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "es")])
def test_start(visit: Callable[..., Visitor], game: str, size: str, language: str) -> None:
    """From the start page to the table that was asked for: the last answer to every question."""
    visitor = visit(size, language)
    visitor.start()
    visitor.press(visitor.find(f".door.for-{game}"))
    visitor.keep(f"start-{game}")
    for question in visitor.find(".question").all():
        if not question.locator("[name$='.company']").count():
            visitor.press(question.locator("label").last)
    visitor.press(visitor.find("[type=submit]"))
    visitor.find("#stage[data-status=playing]").wait_for()
    told = visitor.told["table"]
    options, bots = told["options"], {seat["bot"] for seat in told["seats"][1:]}
    assert told["game"] == game
    if game == "tapeo":
        assert (options["players"], options["split"], bots) == (6, "exact", {"trained:hard"})
    elif game == "envite":
        assert (options["players"], options["episode"], bots) == (12, "chico", {"trained:hard"})
        assert told["view"]["chico_stones"] == 10  # Gran Canaria
    else:
        assert (options["players"], options["slaps"], options["penalty"]) == (8, ["double"], 1)
        assert (options["max_flips"], told["clock"]["tick_ms"]) == (150, 100)
    assert visitor.page.evaluate("document.documentElement.lang") == language
    visitor.keep(f"{game}-made")


@pytest.mark.parametrize("game", SEATS)
def test_a_reload_gets_the_table_again(visit: Callable[..., Visitor], server: Server, game: str) -> None:
    visitor = visit("phone", "en")
    visitor.sit(*seated(server, game, SEATS[game]))
    move_once(visitor, game)
    before = visitor.told["table"]
    visitor.told.clear()
    visitor.page.reload()
    visitor.await_turn()
    after = visitor.told["table"]
    still = [] if game == "ratscrew" else ["point", "view", "legal"]  # where time does not go on
    same = ["game", "options", "seats", *still]
    assert [after[name] for name in same] == [before[name] for name in same]
    assert after["point"] >= before["point"]
    visitor.keep(f"{game}-reloaded")


def test_back_from_the_start_page(visit: Callable[..., Visitor], server: Server) -> None:
    visitor = visit("phone", "es")
    visitor.sit(*seated(server, "tapeo", 4))
    visitor.await_turn()
    hand = visitor.told["table"]["view"]["hand"]
    visitor.press(visitor.find("[data-act=leave]"))
    visitor.find("dialog[open]").wait_for()
    visitor.keep("leave")
    visitor.press(visitor.find("dialog [data-act=home]"))
    visitor.find(".order").wait_for()
    visitor.keep("start-back")
    visitor.press(visitor.find(".welcome .button"))
    visitor.await_turn()
    assert visitor.told["table"]["view"]["hand"] == hand


def test_a_friend_is_invited(visit: Callable[..., Visitor]) -> None:
    one, friend = visit("desktop", "en"), visit("phone", "es")
    one.start()
    one.press(one.find(".door.for-envite"))
    one.press(one.find("label:has([name='envite.company'][value=partner])"))
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
    visitor.sit(*seated(server, "tapeo", 2))
    visitor.await_turn()
    english = visitor.told["table"]["text"]
    visitor.press(visitor.find("[data-language=es]"))
    visitor.find(".prompt").filter(has_text="tapa te quedas").wait_for()
    visitor.press(visitor.find("[data-act=words]"))
    spanish = visitor.find(".words").inner_text()
    assert spanish.startswith("Ronda 1 de 3")
    assert english.startswith("Round 1 of 3")
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
    table, token = seated(server, "tapeo", 2)
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
    sockets: list[Any] = []
    visitor.page.route_web_socket(
        re.compile("/tables/"), lambda socket: sockets.append((socket, socket.connect_to_server()))
    )
    visitor.sit(*seated(server, "tapeo", 2))
    visitor.await_turn()
    held = visitor.open_moves()
    page_side, server_side = sockets[0]
    server_side.close()
    page_side.close(code=1012)
    visitor.find("#toast:not(:empty)").wait_for()
    visitor.keep("back")
    assert len(sockets) == 2
    assert visitor.open_moves() == held
    point = visitor.point
    visitor.press(visitor.find("[data-move]:enabled").first)
    visitor.await_next(point)


@pytest.mark.parametrize(("language", "title"), [("en", "The table is closed"), ("es", "La mesa está cerrada")])
def test_a_table_that_has_ended(visit: Callable[..., Visitor], server: Server, language: str, title: str) -> None:
    visitor = visit("phone", language)
    sockets: list[Any] = []
    visitor.page.route_web_socket(
        re.compile("/tables/"), lambda socket: sockets.append((socket, socket.connect_to_server()))
    )
    visitor.sit(*seated(server, "tapeo", 3))
    visitor.await_turn()
    sockets[0][0].close(code=4000)
    visitor.find(".panel.closed").wait_for()
    assert visitor.find(".panel h2").inner_text() == title
    visitor.keep("ended")
    assert len(sockets) == 1


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_server_that_is_away_or_full(visit: Callable[..., Visitor], language: str) -> None:
    away = {"en": "The server does not answer", "es": "El servidor no responde"}[language]
    full = {"en": "All tables are taken", "es": "No quedan mesas libres"}[language]
    visitor = visit("desktop", language)
    visitor.page.route("**/api/v1/games", lambda route: route.abort())
    visitor.page.goto(f"http://{visitor.address}/")
    visitor.find(".veil").filter(has_text=away).wait_for()
    visitor.keep("away")
    visitor.page.unroute_all()
    visitor.press(visitor.find("[data-act=retry]"))
    visitor.page.route("**/api/v1/tables", lambda route: route.fulfill(status=503, json={"detail": "full"}))
    visitor.press(visitor.find("[type=submit]"))
    visitor.find("[role=alert]").filter(has_text=full).wait_for()
    visitor.keep("full")
    visitor.page.unroute_all()
    visitor.press(visitor.find("[type=submit]"))
    visitor.find("#stage[data-status=playing]").wait_for()
    assert len(visitor.complaints) == 2  # which the browser makes of the two failures
    visitor.complaints.clear()
