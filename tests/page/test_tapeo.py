"""Tapeo in the browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.visitor import CONTINUE, OPEN_MOVE, Visitor, any_move
from tests.service.client import Server

PLAYERS = 6
PICKS = 18
SEATS = [None, *["greedy"] * (PLAYERS - 1)]
FIGURES = {"en": "The game in figures", "es": "La partida en cifras"}


def seated(server: Server, players: int = PLAYERS) -> tuple[str, str]:
    seats = [None, *["greedy"] * (players - 1)]
    table, [token] = server.table("tapeo", seats, options={"players": players}, pause_ms=0)
    return table, token


def numbers(texts: list[str]) -> list[float]:
    """What figures on the page say."""
    return [float(text.replace(",", ".").replace("−", "-")) for text in texts]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_whole_game(visit: Callable[..., Visitor], server: Server, size: str, language: str) -> None:
    visitor = visit(size, language, "light" if language == "es" else "dark")
    visitor.sit(*seated(server))
    visitor.await_turn()
    visitor.keep("tapeo-first")
    hand = visitor.find(".hand").bounding_box()

    def choose(visitor: Visitor) -> None:
        assert visitor.find(".hand").bounding_box() == hand  # nothing jumps
        view = visitor.told["table"]["view"]
        if view["picks"] == 4 and view["round"] == 2:
            visitor.keep("tapeo-middle")
        any_move(visitor)

    assert visitor.play_out(choose) == PICKS
    visitor.keep("tapeo-over")
    assert visitor.find(".panel caption").inner_text() == FIGURES[language]
    result = visitor.told["table"]["result"]
    best = visitor.find(".panel .best td:first-of-type").all_inner_texts()
    assert numbers(best) == [result["scores"][seat] for seat in result["winners"]]


def test_what_a_pick_reveals_and_tells(visit: Callable[..., Visitor], server: Server) -> None:
    """The card of each seat, what a freeloader takes, the bars, known hands; and all of it to a screen reader."""
    visitor = visit("desktop", "en")
    visitor.sit(*seated(server, 3))
    for _ in range(6):
        visitor.await_turn()
        point = visitor.point
        any_move(visitor)
        visitor.await_next(point)
        visitor.await_turn()
        view = visitor.told["table"]["view"]
        shown = visitor.page.eval_on_selector_all(
            ".guest .turned use:first-child, .counter .turned use:first-child",
            "cards => cards.map(card => card.getAttribute('href')).filter(name => name.startsWith('#card-'))",
        )
        assert sorted(shown) == sorted(f"#card-{tapa}" for tapa in view["reveals"])
        for seat, bar in enumerate(view["bars"][1:], 1):
            plates = visitor.find(f"[data-key=guest-{seat}] .plate").count()
            assert plates == sum(count > 0 for count in bar.values())
        news = visitor.find("#news").text_content() or ""
        assert news.startswith("Revealed. You: ")
        assert all(f"{name}: " in news for name in ("Chano", "Nieves"))
    held = visitor.page.eval_on_selector_all(".known[role=img]", "hands => hands.map(hand => hand.ariaLabel)")
    assert len(held) == sum(view["known"]) == 2
    assert all(said.startswith("holds ") for said in held)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_end_of_a_round_waits(visit: Callable[..., Visitor], server: Server, size: str) -> None:
    visitor = visit(size, "es")
    visitor.sit(*seated(server))
    while not visitor.find(CONTINUE).count():
        visitor.await_turn()
        point = visitor.point
        any_move(visitor)
        visitor.await_next(point)
        visitor.await_turn()
    visitor.keep("tapeo-round")
    closing = visitor.told["table"]["last"]["closing"][1]
    totals = visitor.find(".panel tbody td:nth-of-type(2)").all_inner_texts()
    churros = visitor.find(".panel tbody td:nth-of-type(3)").all_inner_texts()
    assert numbers(totals) == closing["scores"]
    assert numbers(churros) == closing["churros"]
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
    assert one.find("[aria-pressed=true][data-move]").count() == 1
    point = one.point
    other.await_turn()
    other.press(other.find(OPEN_MOVE).first)
    one.await_next(point)
    assert one.told["table"]["last"]["moves"][0] == {"seat": 0, "move": second}


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_hint(visit: Callable[..., Visitor], server: Server, size: str) -> None:
    visitor = visit(size, "en")
    visitor.sit(*seated(server))
    visitor.await_turn()
    places = visitor.page.eval_on_selector_all("[data-move]", "moves => moves.map(move => move.offsetTop)")
    visitor.press(visitor.find("[data-act=hint]"))
    visitor.find(".odds:not([hidden])").first.wait_for()
    visitor.keep("tapeo-hint")
    odds = visitor.told["hint"]["probabilities"]
    texts = visitor.find(f"{OPEN_MOVE} .odds").all_inner_texts()
    shown = dict(zip(visitor.open_moves(), (int(text.rstrip("%")) for text in texts), strict=True))
    assert shown == {move: int(100 * odds[move] + 0.5) for move in visitor.open_moves()}
    widths = visitor.page.eval_on_selector_all(f"{OPEN_MOVE} .odds i", "bars => bars.map(bar => bar.style.inlineSize)")
    assert widths == [f"{percent}%" for percent in shown.values()]
    assert visitor.page.eval_on_selector_all("[data-move]", "moves => moves.map(move => move.offsetTop)") == places
    visitor.find("#news").filter(has_text="%").wait_for(state="attached")


def test_by_keyboard_alone(visit: Callable[..., Visitor]) -> None:
    """From the start page to the result: choose the game and the table, play, go on, play again."""
    visitor = visit("desktop", "es")
    keyboard = visitor.page.keyboard
    visitor.start()
    while not visitor.page.evaluate("document.activeElement.name === 'game'"):
        keyboard.press("Tab")
    keyboard.press("ArrowRight")
    keyboard.press("ArrowLeft")
    assert visitor.find("input[value=tapeo]").is_checked()
    for question, steps in {"players": 2, "level": 0, "company": 0, "pace": 0}.items():
        while not visitor.page.evaluate(f"document.activeElement.name === 'tapeo.{question}'"):
            keyboard.press("Tab")
        for _ in range(steps):
            keyboard.press("ArrowRight")
    keyboard.press("Enter")
    visitor.find("#stage[data-status=playing]").wait_for()
    assert visitor.told["table"]["options"]["players"] == PLAYERS
    made = 0
    while not visitor.over:
        visitor.await_turn()
        if visitor.find(CONTINUE).count():
            assert visitor.page.evaluate("document.activeElement.dataset.act") == "continue"
            keyboard.press("Enter")
            visitor.find(CONTINUE).wait_for(state="detached")
        elif not visitor.over:
            point = visitor.point
            keyboard.press("1" if made % 2 else "ArrowRight")
            assert visitor.page.evaluate("document.activeElement.matches('[data-move]')")
            keyboard.press("Enter")
            visitor.await_next(point)
            made += 1
    assert made == PICKS
    assert visitor.page.evaluate("document.activeElement.dataset.act") == "again"
    keyboard.press("Enter")
    visitor.find("#stage[data-status=playing]").wait_for()
    for key, state in {"r": "tapeo-rules", "m": "tapeo-words"}.items():
        keyboard.press(key)
        visitor.find("dialog[open]").wait_for()
        visitor.keep(state)
        keyboard.press("Escape")
        assert not visitor.find("dialog[open]").count()
    keyboard.press("p")
    visitor.find(".odds:not([hidden])").first.wait_for()
