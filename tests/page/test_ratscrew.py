"""Ratscrew in the browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.page.visitor import Visitor
from tests.service.client import Server

TICKS = 4
AWAY = 4.0  # seconds
LONG = {"max_flips": 2_000}
HEADS = {
    "en": ["Player", "Cards", "Slaps won", "Wrong slaps"],
    "es": ["Jugador", "Cartas", "Golpes ganados", "Golpes en falso"],
}


def seated(server: Server, players: int, tick_ms: int, **options: Any) -> tuple[str, str]:
    options = {"players": players, "ticks": TICKS} | options
    seats = [None, *["greedy"] * (players - 1)]
    table, [token] = server.table("ratscrew", seats, options=options, tick_ms=tick_ms, reaction_ms=300)
    return table, token


def middle(visitor: Visitor) -> tuple[float, float]:
    """Of the pile."""
    box = visitor.find(".slap").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("size", "players"), [("desktop", 2), ("phone", 8)])
def test_a_whole_game(visit: Callable[..., Visitor], server: Server, size: str, players: int, language: str) -> None:
    visitor = visit(size, language, "light" if language == "es" else "dark")
    visitor.sit(*seated(server, players, tick_ms=60, max_flips=18))
    visitor.find("#stage[data-status=playing]").wait_for()
    arena = visitor.find(".slap").bounding_box()
    place = middle(visitor)
    while not visitor.over:
        visitor.press_at(*place)
        visitor.page.wait_for_timeout(200)
    assert visitor.find(".slap").bounding_box() == arena  # nothing jumps
    visitor.keep(f"ratscrew-{players}-over")
    assert visitor.find(".panel thead th").all_inner_texts() == HEADS[language]
    result = visitor.told["table"]["result"]
    own = visitor.find(".panel tbody tr").filter(has_text={"en": "You", "es": "Tú"}[language]).locator("td")
    shown = [int(text) for text in own.all_inner_texts()[1:]]
    assert shown == [result["won_slaps"][0], result["wrong_slaps"][0]]
    assert sum(shown) > 0


@pytest.mark.parametrize(("size", "players", "light"), [("desktop", 4, "light"), ("phone", 8, "dark")])
def test_what_is_in_sight(visit: Callable[..., Visitor], server: Server, size: str, players: int, light: str) -> None:
    """The cards on top, how many everybody has, whose turn it is and what is owed; a wrong slap and what it costs."""
    visitor = visit(size, "es", light)
    visitor.sit(*seated(server, players, tick_ms=1_000, **LONG))
    visitor.find(".pile > span").nth(1).wait_for()
    table = visitor.told["table"]
    view = table["view"]
    drawn = visitor.page.eval_on_selector_all(".pile use", "cards => cards.map(card => card.getAttribute('href'))")
    numbers = {"ace": 1, "jack": 11, "queen": 12, "king": 13} | {str(rank): rank for rank in range(2, 11)}
    ranks = [numbers[str(rank)] for rank in reversed(view["top"]) if rank is not None]
    assert [int(name.rsplit("-", 1)[1]) for name in drawn] == ranks
    counts = visitor.page.eval_on_selector_all(
        ".life .count > [aria-hidden]", "lives => lives.map(life => Number(life.textContent))"
    )
    assert counts == [*view["stacks"][1:], view["stacks"][0]]
    assert visitor.find(".life.flips").get_attribute("data-key") == f"life-{view['flipper']}"
    assert visitor.find(".duel").count() == (view["challenger"] is not None)
    visitor.keep(f"ratscrew-{players}")
    visitor.press_at(*middle(visitor))
    visitor.find(".burst").wait_for()
    visitor.keep(f"ratscrew-{players}-slap")
    moves = [move for told in visitor.heard if told.get("last") for move in told["last"]["moves"]]
    assert {"seat": 0, "move": "slap"} in moves


def test_the_space_bar_slaps_and_so_does_enter(visit: Callable[..., Visitor], server: Server) -> None:
    visitor = visit("desktop", "es")
    visitor.sit(*seated(server, 2, tick_ms=300, **LONG))
    visitor.find(".pile > span").first.wait_for()
    for key in ("Space", "Enter"):
        visitor.find(".burst").wait_for(state="detached")
        before = len(visitor.moves_sent())
        visitor.find("[data-move=slap]").focus()
        visitor.page.keyboard.press(key)
        visitor.find(".burst").wait_for()
        assert visitor.moves_sent()[before:] == ["slap"]


def test_a_hint_for_slaps(visit: Callable[..., Visitor], server: Server) -> None:
    visitor = visit("desktop", "en")
    visitor.sit(*seated(server, 2, tick_ms=1_000, **LONG))
    visitor.find(".pile > span").first.wait_for()
    visitor.press(visitor.find("[data-act=hint]"))
    visitor.find(".slap .odds:not([hidden])").wait_for()
    visitor.keep("ratscrew-hint")
    odds = visitor.told["hint"]["probabilities"]["slap"]
    assert visitor.find(".slap .odds").inner_text() == f"{int(100 * odds + 0.5)}%"


def test_the_clock_stands_still_while_nobody_is_there(visit: Callable[..., Visitor], server: Server) -> None:
    visitor = visit("phone", "en")
    tick_ms = 50
    visitor.sit(*seated(server, 3, tick_ms=tick_ms, **LONG))
    visitor.find(".pile > span").first.wait_for()
    visitor.page.goto("about:blank")
    left_at = visitor.told["table"]["point"]
    visitor.heard.clear()
    time.sleep(AWAY)
    visitor.page.go_back()
    visitor.find("#stage[data-status=playing]").wait_for()
    back_at, clock = next((told["point"], told["clock"]) for told in visitor.heard if told["event"] == "table")
    assert back_at - left_at < 1_000 * AWAY / tick_ms / 2, "the clock went on"
    assert clock == {"tick_ms": tick_ms, "running": True}
    visitor.find(f'#stage:not([data-point="{back_at}"])').wait_for()
