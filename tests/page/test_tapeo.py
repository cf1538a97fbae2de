"""Tapeo in the browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.visitor import OPEN_MOVE, Visitor, any_move
from tests.service.client import Server

PLAYERS = 6
PICKS = 18
SEATS = [None, *["greedy"] * (PLAYERS - 1)]
FIGURES = {"en": "The game in figures", "es": "La partida en cifras"}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_whole_game(visit: Callable[..., Visitor], server: Server, size: str, language: str) -> None:
    visitor = visit(size, language)
    table, [token] = server.table("tapeo", SEATS, options={"players": PLAYERS}, pause_ms=0)
    visitor.sit(table, token)
    visitor.await_turn()
    visitor.keep("tapeo-first")
    hand = visitor.find(".hand").bounding_box()

    def choose(visitor: Visitor) -> None:
        assert visitor.find(".hand").bounding_box() == hand  # nothing jumps
        if visitor.told["table"]["view"]["picks"] == 4:
            visitor.keep("tapeo-middle")
        any_move(visitor)

    assert visitor.play_out(choose) == PICKS
    visitor.keep("tapeo-over")
    assert visitor.find(".panel caption").inner_text() == FIGURES[language]
    result = visitor.told["table"]["result"]
    best = visitor.find(".panel .best td:first-of-type").all_inner_texts()
    assert [float(points.replace(",", ".").replace("−", "-")) for points in best] == [
        result["scores"][seat] for seat in result["winners"]
    ]


def test_the_end_of_a_round_waits(visit: Callable[..., Visitor], server: Server) -> None:
    visitor = visit("phone", "es")
    table, [token] = server.table("tapeo", SEATS, options={"players": PLAYERS}, pause_ms=0)
    visitor.sit(table, token)
    while not visitor.find("[data-act=continue]").count():
        visitor.await_turn()
        point = visitor.point
        any_move(visitor)
        visitor.await_next(point)
        visitor.await_turn()
    visitor.keep("tapeo-round")
    scores = visitor.told["table"]["last"]["closing"][1]["scores"]
    totals = visitor.find(".panel tbody td:nth-of-type(2)").all_inner_texts()
    assert [float(total.replace(",", ".").replace("−", "-")) for total in totals] == scores
    assert not visitor.open_moves()


def test_a_pick_can_be_changed_until_the_last_is_in(visit: Callable[..., Visitor], server: Server) -> None:
    one, other = visit("desktop", "en"), visit("phone", "es")
    table, tokens = server.table("tapeo", [None, None], options={"players": 2}, pause_ms=0)
    one.sit(table, tokens[0])
    other.sit(table, tokens[1])
    one.await_turn()
    first, second = one.open_moves()[:2]
    for move in (first, second):
        one.press(one.find(f"[data-move={move}]"))
        one.find(f"[data-move={move}][aria-pressed=true]").wait_for()
    one.keep("tapeo-chosen")
    assert one.find("[aria-pressed=true]").count() == 1
    point = one.point
    other.await_turn()
    other.press(other.find(OPEN_MOVE).first)
    one.await_next(point)
    assert one.told["table"]["last"]["moves"][0] == {"seat": 0, "move": second}


def test_a_hint(visit: Callable[..., Visitor], server: Server) -> None:
    visitor = visit("phone", "en")
    table, [token] = server.table("tapeo", SEATS, options={"players": PLAYERS}, pause_ms=0)
    visitor.sit(table, token)
    visitor.await_turn()
    hand = visitor.find(".hand").bounding_box()
    visitor.press(visitor.find("[data-act=hint]"))
    visitor.find(".odds:not([hidden])").first.wait_for()
    visitor.keep("tapeo-hint")
    odds = visitor.told["hint"]["probabilities"]
    shown = dict(
        zip(
            visitor.open_moves(),
            (int(text.rstrip("%")) for text in visitor.find(f"{OPEN_MOVE} .odds").all_inner_texts()),
            strict=True,
        )
    )
    assert shown == {move: int(100 * odds[move] + 0.5) for move in visitor.open_moves()}
    assert visitor.find(".hand").bounding_box() == hand


def test_by_keyboard_alone(visit: Callable[..., Visitor]) -> None:
    """From the start page to the result: choose the game and the table, play, go on, play again."""
    visitor = visit("desktop", "es")
    keyboard = visitor.page.keyboard
    visitor.start()
    visitor.find("input[value=envite]").focus()
    keyboard.press("ArrowLeft")
    visitor.find("[name='tapeo.players'][value='4']").focus()
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    visitor.find("[name='tapeo.pace'][value=normal]").focus()
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    visitor.find("#stage[data-status=playing]").wait_for()

    def choose(visitor: Visitor) -> None:
        keyboard.press("1" if int(visitor.point) % 2 else "ArrowRight")
        assert visitor.page.evaluate("document.activeElement.matches('[data-move]')")
        keyboard.press("Enter")

    made = 0
    while not visitor.over:
        visitor.await_turn()
        if visitor.find("[data-act=continue]").count():
            assert visitor.page.evaluate("document.activeElement.dataset.act") == "continue"
            keyboard.press("Enter")
            continue
        if not visitor.over:
            point = visitor.point
            choose(visitor)
            visitor.await_next(point)
            made += 1
    assert made == PICKS
    assert visitor.page.evaluate("document.activeElement.dataset.act") == "again"
    keyboard.press("Enter")
    visitor.find("#stage[data-status=playing]").wait_for()
    keyboard.press("r")
    visitor.find("dialog[open]").wait_for()
    visitor.keep("tapeo-rules")
    keyboard.press("Escape")
    assert not visitor.find("dialog[open]").count()
