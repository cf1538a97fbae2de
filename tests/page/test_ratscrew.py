"""Ratscrew in the browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.visitor import Visitor
from tests.service.client import Server


def seated(server: Server, players: int, flips: int, tick_ms: int = 50) -> tuple[str, str]:
    options = {"players": players, "ticks": 4, "max_flips": flips}
    seats = [None, *["greedy"] * (players - 1)]
    table, [token] = server.table("ratscrew", seats, options=options, tick_ms=tick_ms, reaction_ms=400)
    return table, token


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("size", "players"), [("desktop", 2), ("phone", 8)])
def test_a_whole_game(visit: Callable[..., Visitor], server: Server, size: str, players: int, language: str) -> None:
    visitor = visit(size, language)
    visitor.sit(*seated(server, players, flips=16))
    visitor.find("#stage[data-status=playing]").wait_for()
    arena = visitor.find(".slap").bounding_box()
    for number in range(4):
        visitor.press(visitor.find(".slap"))
        visitor.keep(f"ratscrew-{players}-slap-{number}")
    visitor.find("#stage[data-status=over]").wait_for()
    assert visitor.find(".slap").bounding_box() == arena
    visitor.keep(f"ratscrew-{players}-over")
    result = visitor.told["table"]["result"]
    slaps = (
        visitor.find(
            ".panel tbody tr",
        )
        .filter(has_text={"en": "You", "es": "Tú"}[language])
        .locator("td")
    )
    shown = [int(text) for text in slaps.all_inner_texts()[1:]]
    assert shown == [result["won_slaps"][0], result["wrong_slaps"][0]]
    assert sum(shown) > 0


def test_the_space_bar_slaps(visit: Callable[..., Visitor], server: Server) -> None:
    visitor = visit("desktop", "es")
    visitor.sit(*seated(server, 2, flips=2_000, tick_ms=300))
    visitor.find(".pile > span").first.wait_for()
    visitor.page.keyboard.press("Space")
    visitor.find(".burst.bad").wait_for()
    visitor.keep("ratscrew-burnt")
    assert {"seat": 0, "move": "slap"} in visitor.told["table"]["last"]["moves"]


def test_the_clock_stands_still_while_nobody_is_there(visit: Callable[..., Visitor], server: Server) -> None:
    visitor = visit("phone", "en")
    table, token = seated(server, 3, flips=2_000)
    visitor.sit(table, token)
    visitor.find("#stage[data-status=playing]").wait_for()
    visitor.page.goto("about:blank")
    visitor.context.set_offline(False)
    visitor.page.go_back()
    visitor.find("#stage[data-status=playing]").wait_for()
    assert visitor.told["table"]["clock"]["running"]
