"""Envite in the browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.visitor import OPEN_MOVE, Visitor
from tests.service.client import Server

SHORT = {"base": 2, "rungs": [4], "chico_stones": 6, "tumbo_from": 5, "chicos_to_win": 1, "may_decline": True}
ACCEPTED = {"en": "Accept", "es": "Quiero"}


def seated(server: Server, players: int) -> tuple[str, str]:
    options = {"players": players, "variant": SHORT}
    table, [token] = server.table("envite", [None, *["greedy"] * (players - 1)], options=options, pause_ms=0)
    return table, token


def any_legal_move(visitor: Visitor) -> None:
    """Make an open move, having seen that exactly the legal ones are open."""
    told = visitor.told["table"]
    if str(told["point"]) == visitor.point:
        assert set(visitor.open_moves()) == set(told["legal"])
    visitor.press(visitor.find(OPEN_MOVE).last)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("size", "players"), [("desktop", 12), ("phone", 4), ("phone", 12)])
def test_a_whole_game(visit: Callable[..., Visitor], server: Server, size: str, players: int, language: str) -> None:
    visitor = visit(size, language)
    visitor.sit(*seated(server, players))
    visitor.await_turn()
    visitor.keep(f"envite-{players}-first")
    kept: set[str] = set()

    def choose(visitor: Visitor) -> None:
        phase = str(visitor.told["table"]["view"]["phase"])
        if phase not in kept:
            kept.add(phase)
            visitor.keep(f"envite-{players}-{phase}")
        any_legal_move(visitor)

    assert visitor.play_out(choose) > 0
    visitor.keep(f"envite-{players}-over")
    chicos = visitor.told["table"]["result"]["chicos"][:2]
    assert visitor.find(".panel tbody tr").first.locator("td").all_inner_texts() == [str(n) for n in chicos]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_bids_of_the_round_outlive_a_reload(visit: Callable[..., Visitor], server: Server, language: str) -> None:
    """The captain bets; after a reload the same seat sees the same table, and what was said."""
    visitor = visit("desktop", language)
    visitor.sit(*seated(server, 4))
    while True:
        visitor.await_turn()
        point = visitor.point
        if "accept" in visitor.open_moves():
            break
        bets = visitor.find("[data-move=raise]:enabled")
        visitor.press(bets if bets.count() else visitor.find(OPEN_MOVE).first)
        visitor.await_next(point)
        visitor.await_turn()
        if visitor.told["table"]["view"]["raises"]["own"] or visitor.over:
            break
    visitor.keep("envite-bids")
    before = visitor.told["table"]["view"]
    assert "." not in visitor.page.url.split("#")[1]  # the address does not give the seat away
    visitor.page.reload()
    visitor.find("#stage:not([data-status=none])").wait_for()
    assert visitor.told["table"]["view"]["hand"] == before["hand"]
    assert visitor.told["table"]["view"]["stones"] == before["stones"]
    said = visitor.find(".bids > ol > li:not(.none)")
    said.first.wait_for()
    raises = sum(visitor.told["table"]["view"]["raises"].values())
    assert sum("4" in text for text in said.all_inner_texts()) == raises > 0
    visitor.press(visitor.find("[data-act=moves]"))
    assert visitor.find(".log li").count() == len(visitor.told["history"]["moves"])
    visitor.keep("envite-moves")


def test_illegal_cards_cannot_be_played(visit: Callable[..., Visitor], server: Server) -> None:
    """Cards that do not follow are shut, and nothing that the page can be made to do opens them."""
    visitor = visit("desktop", "es")
    visitor.sit(*seated(server, 4))
    shut = visitor.find(".hand .cards [data-move]:disabled")
    while True:
        visitor.await_turn()
        assert not visitor.over, "no card was ever shut"
        legal = visitor.told["table"]["legal"]
        if shut.count() and legal and "-" in legal[0]:
            break
        point = visitor.point
        visitor.press(visitor.find(OPEN_MOVE).last)
        visitor.await_next(point)
    visitor.keep("envite-shut")
    point, sent = visitor.point, []
    visitor.page.on("websocket", lambda socket: sent.append(socket))
    shut.first.click(force=True)
    shut.first.dispatch_event("click")
    assert visitor.point == point
    assert visitor.told.get("error") is None
