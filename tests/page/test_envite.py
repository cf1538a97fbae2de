"""Envite in the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.page.visitor import OPEN_MOVE, Visitor, any_move
from tests.service.client import Server

# A chico of two or three rounds, with a tumbo that may be declined.
SHORT = {"base": 2, "rungs": [4], "chico_stones": 6, "tumbo_from": 4, "chicos_to_win": 1, "may_decline": True}
LONG = SHORT | {"chico_stones": 90, "tumbo_from": 89}  # it does not end before what is waited for
CALLS = {"pass", "raise", "accept", "fold"}


def seated(server: Server, players: int, **options: Any) -> tuple[str, str]:
    options = {"players": players, "variant": SHORT} | options
    table, [token] = server.table("envite", [None, *["greedy"] * (players - 1)], options=options, pause_ms=0)
    return table, token


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("size", "players"), [("desktop", 12), ("phone", 4)])
def test_a_whole_game(visit: Callable[..., Visitor], server: Server, size: str, players: int, language: str) -> None:
    visitor = visit(size, language, "light" if language == "es" else "dark")
    visitor.sit(*seated(server, players))
    visitor.await_turn()
    visitor.keep(f"envite-{players}-first")
    parts = {part: visitor.find(part).bounding_box() for part in (".score", ".cloth", ".bids", ".hand")}
    kept: set[str] = set()

    def choose(visitor: Visitor) -> None:
        assert {part: visitor.find(part).bounding_box() for part in parts} == parts  # nothing jumps
        view = visitor.told["table"]["view"]
        state = f"{view['phase']}-{view['trick']}" if view["phase"] == "playing" else str(view["phase"])
        if state not in kept:
            kept.add(state)
            visitor.keep(f"envite-{players}-{state}")
        any_move(visitor)

    assert visitor.play_out(choose) > 0
    visitor.keep(f"envite-{players}-over")
    chicos = visitor.told["table"]["result"]["chicos"][:2]
    assert visitor.find(".panel tbody tr").first.locator("td").all_inner_texts() == [str(n) for n in chicos]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_bids_of_the_round_outlive_a_reload(visit: Callable[..., Visitor], server: Server, language: str) -> None:
    """The captain bets; after a reload the same seat sees the same table, and what was said."""
    visitor = visit("desktop", language)
    visitor.sit(*seated(server, 4, variant=LONG))
    while not (said := bets(visitor)):
        visitor.await_turn()
        assert not visitor.over, "nobody could bet"
        point = visitor.point
        bet = visitor.find("[data-move=raise]:enabled")
        visitor.press(bet if bet.count() else visitor.find(OPEN_MOVE).last)
        visitor.await_next(point)
        visitor.await_turn()
    visitor.keep("envite-bids")
    before = visitor.told["table"]["view"]
    assert "." not in visitor.page.url.split("#")[1]  # the address does not give the seat away
    visitor.page.reload()
    visitor.find("#stage:not([data-status=none])").wait_for()
    visitor.find(".bids li:not(.none)").first.wait_for()
    after = visitor.told["table"]["view"]
    assert [after[name] for name in ("hand", "stones", "vira")] == [before[name] for name in ("hand", "stones", "vira")]
    assert bets(visitor) == said == sum(after["raises"].values())
    visitor.press(visitor.find("[data-act=moves]"))
    assert visitor.find(".log li").count() == len(visitor.told["history"]["moves"])
    visitor.keep("envite-moves")


def bets(visitor: Visitor) -> int:
    """How many of the round's bids name four stones."""
    return sum("4" in text for text in visitor.find(".bids li:not(.none)").all_inner_texts())


def test_what_lies_on_the_table(visit: Callable[..., Visitor], server: Server) -> None:
    """Cards of the trick before their seats, the vira, tricks won, and the last trick, which opens large."""
    visitor = visit("phone", "es")
    visitor.sit(*seated(server, 6, variant=LONG))
    while True:
        visitor.await_turn()
        view = visitor.told["table"]["view"]
        if view["trick"] == 2 and visitor.find(".last").count():
            break
        assert not visitor.over, "no second trick"
        point = visitor.point
        any_move(visitor)
        visitor.await_next(point)
    drawn = visitor.page.eval_on_selector_all(
        ".place",
        """places => places.map((place) =>
            [place.dataset.key, place.querySelector(".played .card use")?.getAttribute("href") ?? null])""",
    )
    cards = {f"place-{seat}": card and f"#card-{card}" for seat, card in enumerate(view["played"][1])}
    assert dict(drawn) == cards
    assert visitor.find(".vira use").last.get_attribute("href") == f"#card-{view['vira']}"
    assert visitor.find(".tricks .own .won").count() == view["tricks_won"]["own"]
    assert visitor.find(".tricks .rivals .won").count() == view["tricks_won"]["rivals"]
    visitor.press(visitor.find(".last"))
    visitor.find("dialog[open] .trick").wait_for()
    visitor.keep("envite-last-trick")
    large = visitor.page.eval_on_selector_all(".trick use", "cards => cards.map(card => card.getAttribute('href'))")
    assert large == [f"#card-{card}" for card in view["played"][0]]
    leader = visitor.find(f"[data-key=place-{view['leader']}] .who b")
    assert visitor.find(".trick .took b").inner_text() == leader.inner_text()


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "es")])
def test_tumbo(visit: Callable[..., Visitor], server: Server, size: str, language: str) -> None:
    """Nobody bets; the captain may decline, which gives the rivals a stone."""
    visitor = visit(size, language)
    visitor.sit(*seated(server, 4, variant="gran_canaria", episode="round", start_stones=[9, 3]))
    visitor.await_turn()
    assert visitor.open_moves() == ["play_tumbo", "decline_tumbo"]
    assert visitor.find(".team.own.tumbo .count").inner_text() == {"en": "in tumbo", "es": "en tumbo"}[language]
    assert visitor.find(".bids li").inner_text() == {"en": "No bets in tumbo", "es": "En tumbo no se envida"}[language]
    visitor.keep("envite-tumbo")
    visitor.press(visitor.find("[data-move=decline_tumbo]"))
    visitor.find("#stage[data-status=over]").wait_for()
    assert visitor.told["table"]["view"]["stones"] == {"own": 9, "rivals": 4}
    assert visitor.find(".team.rivals .stones svg").count() == 4


def test_illegal_cards_cannot_be_played(visit: Callable[..., Visitor], server: Server) -> None:
    """Cards that do not follow are shut, and nothing that the page can be made to do sends them."""
    visitor = visit("desktop", "es")
    visitor.sit(*seated(server, 4, variant=LONG))
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
    card = str(shut.first.get_attribute("data-move"))
    assert card in visitor.told["table"]["view"]["hand"]
    before = visitor.moves_sent()
    box = shut.first.bounding_box()
    assert box is not None
    visitor.press_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    visitor.page.evaluate(
        """card => {
            const shut = document.querySelector(`[data-move="${card}"]`);
            shut.disabled = false;
            shut.click();
            shut.focus();
        }""",
        card,
    )
    visitor.page.keyboard.press("Enter")
    point = visitor.point
    visitor.press(visitor.find(f'[data-move="{legal[0]}"]'))
    visitor.await_next(point)
    assert visitor.moves_sent() == [*before, legal[0]]
    assert "error" not in visitor.told


def test_a_hint_for_bets(visit: Callable[..., Visitor], server: Server) -> None:
    visitor = visit("phone", "en")
    visitor.sit(*seated(server, 4))
    while True:
        visitor.await_turn()
        assert not visitor.over, "the captain was never asked"
        if set(visitor.open_moves()) & CALLS:
            break
        point = visitor.point
        any_move(visitor)
        visitor.await_next(point)
    visitor.press(visitor.find("[data-act=hint]"))
    visitor.find(".call .odds:not([hidden])").first.wait_for()
    visitor.keep("envite-hint")
    odds = visitor.told["hint"]["probabilities"]
    for call in visitor.open_moves():
        assert visitor.find(f"[data-move={call}] .odds").inner_text() == f"{int(100 * odds[call] + 0.5)}%"
