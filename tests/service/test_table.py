"""A table as it is played, without clocks and connections: what seats are told, and when choices count."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from card_envs.arena.plain import plain
from card_envs.core.game import get_game
from card_envs.core.options import made_options
from card_envs.service.store import MadeTable
from card_envs.service.table import PlayedTable
from tests.service.play import GAMES, TABLES


def made(game: str, seed: int = 4, bots: dict[int, str] | None = None, **options: Any) -> PlayedTable:
    """A table of people, but for these bots."""
    record = get_game(game)
    checked = made_options(record.options, options)
    seats = range(checked.players)
    return PlayedTable(
        MadeTable(
            game=game,
            layout=record.layout.version,
            options=plain(checked),
            seed=seed,
            bots=[(bots or {}).get(seat) for seat in seats],
            digests=[""] * len(seats),
            pause_ms=0,
            tick_ms=100,
        )
    )


def play(table: PlayedTable, random: np.random.Generator) -> list[int]:
    """One decision point at random; in real time most let it pass."""
    for seat in list(table.waiting):
        legal = table.told(seat, True)["legal"]
        if table.clock is None or random.random() < 0.1:
            table.choose(seat, str(random.choice(legal)), table.point)
    return table.play()


@pytest.mark.parametrize("game", GAMES)
def test_a_table_played_again_tells_the_same(game: str) -> None:
    for options in TABLES[game]:
        random, played = np.random.default_rng(6), []
        first, second = made(game, **options), made(game, **options)
        while not first.over and len(played) < 150:
            played.append(play(first, random))
        second.replay(played)
        for seat in range(first.seats):
            assert second.told(seat, True) == first.told(seat, True)
            assert second.moves(seat) == first.moves(seat)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_told_what_it_can_know_and_no_more(game: str) -> None:
    """In another state that looks the same to the seat, it is told the same, whatever the others hold."""
    differing = 0
    for options in TABLES[game]:
        random, table = np.random.default_rng(7), made(game, **options)
        while not table.over and table.point < 60:
            seat = int(random.integers(table.seats))
            twin, told = made(game, **options), table.told(seat, True)
            if table.acts(seat) or game == "envite":
                seen = table.sight(seat).observation[None]
                states = twin._table.states
                twin.game.loops.determinize_rows(seen, np.full(1, table.point, np.uint64), states)
                twin._table.look()
                found = twin.told(0, True)
                differing += twin.told(1, True)["view"] != table.told((seat + 1) % table.seats, True)["view"]
                for part in ("view", "legal", "waiting", "status", "result"):
                    assert found[part] == told[part]
            play(table, random)
    assert differing > 20


@pytest.mark.parametrize("game", GAMES)
def test_seats_are_told_relative_to_oneself(game: str) -> None:
    random, table = np.random.default_rng(8), made(game, **TABLES[game][-1])
    while not table.over and table.point < 40:
        play(table, random)
        told = [table.told(seat, True) for seat in range(table.seats)]
        for seat, message in enumerate(told if table.last else ()):
            moves = {((move["seat"] + seat) % table.seats): move["move"] for move in message["last"]["moves"]}
            assert moves == {move["seat"]: move["move"] for move in told[0]["last"]["moves"]}
            assert sorted((seat + one) % table.seats for one in message["waiting"]) == told[0]["waiting"]
            assert table.agents(seat)[0] == {"agent": f"player_{seat}", "bot": None}


def test_a_pick_may_be_changed_until_the_last_is_in() -> None:
    """T22; and nobody is told it before."""
    table = made("tapeo", players=3)
    legal = table.told(0, True)["legal"]
    table.choose(0, legal[0], 0)
    table.choose(0, legal[1], 0)
    assert table.told(0, True)["chosen"] == legal[1]
    assert (table.told(1, True)["chosen"], table.told(1, True)["last"]) == (None, None)
    assert table.told(1, True)["waiting"] == [0, 1]
    for seat in (1, 2):
        table.choose(seat, table.told(seat, True)["legal"][0], 0)
    table.play()
    assert table.told(0, True)["last"]["moves"][0] == {"seat": 0, "move": legal[1]}
    assert table.told(0, True)["view"]["reveals"][0] == legal[1]


REFUSED = [
    (0, "churros", 0, "no move 'churros'; there are tortilla"),
    (0, "tortilla", 1, "decision point 1"),
    (0, "tortilla", -1, "decision point -1"),
]


@pytest.mark.parametrize(("seat", "move", "point", "message"), REFUSED)
def test_a_wrong_choice_is_refused(seat: int, move: str, point: int, message: str) -> None:
    table = made("tapeo", players=2)
    with pytest.raises(ValueError, match=message):
        table.choose(seat, move, point)
    assert table.waiting == [0, 1]


def test_an_illegal_move_is_refused_with_the_legal_ones() -> None:
    table = made("tapeo", players=2)
    legal = table.told(0, True)["legal"]
    wrong = next(move for move in table.game.actions if move not in legal)
    with pytest.raises(ValueError, match=f"may not choose .*{wrong}.*legal are .*{legal[0]}"):
        table.choose(0, wrong, 0)


def test_captains_speak_and_the_others_wait() -> None:
    table = made("envite", players=4)
    captain = next(seat for seat in range(4) if table.told(seat, True)["legal"])
    assert table.told(captain, True)["legal"] == ["pass", "raise"]
    with pytest.raises(ValueError, match="not your turn"):
        table.choose(1 - captain, "pass", 0)
    table.choose(captain, "raise", 0)
    table.play()
    assert table.told(1 - captain, True)["legal"] == ["raise", "accept", "fold"]
    assert table.moves(captain) == [{"point": 0, "seat": 0, "move": "raise"}]


@pytest.mark.parametrize("variant", ["general", "gran_canaria"])
@pytest.mark.parametrize("players", [4, 6, 8, 10, 12])
def test_captains_alone_bid_at_every_table(players: int, variant: str) -> None:
    """Whole games: whoever is no captain is asked for cards alone, and cannot bid."""
    random, captains = np.random.default_rng(12), (players - 2, 1)
    table = made("envite", players=players, variant=variant, captains=captains)
    bids = cards = 0
    while not table.over:
        (actor,) = table.waiting
        told = [table.told(seat, True) for seat in range(players)]
        assert [seat for seat in range(players) if told[seat]["legal"]] == [actor]
        if told[0]["view"]["phase"] == "playing":
            cards += 1
        else:
            bids += 1
            assert actor in captains
            for seat in set(range(players)) - {actor}:
                with pytest.raises(ValueError, match="not your turn"):
                    table.choose(seat, "raise", table.point)
        play(table, random)
    assert table.told(0, True)["result"]["winners"] in ([*range(0, players, 2)], [*range(1, players, 2)])
    assert bids > 0
    assert cards > 0


def test_the_end_of_a_round_is_shown_before_the_next_deal() -> None:
    """Tapeo: the last picks, then the last tapas with the points; they lead to the scores that follow."""
    random, table = np.random.default_rng(9), made("tapeo", players=3, split="exact")
    rounds = 0
    while not table.over:
        before = table.told(1, True)["view"]
        play(table, random)
        told = table.told(1, True)
        closing = told["last"]["closing"]
        assert len(closing) == (2 if before["picks"] == 7 else 0)  # 9 tapas, the last two of them at once
        if closing:
            rounds += 1
            assert [look["picks"] for look in closing] == [8, 9]
            assert sum(closing[0]["hand"].values()) == 1
            assert sum(closing[1]["hand"].values()) == 0
            assert sum(sum(bar.values()) for bar in closing[1]["bars"]) == 27
            if not table.over:
                assert closing[1]["scores"] == told["view"]["scores"]
                assert closing[1]["churros"] == told["view"]["churros"]
    assert rounds == 3


def test_the_end_of_a_trick_is_shown_with_who_took_it() -> None:
    random, table = np.random.default_rng(10), made("envite", players=6, episode="chico")
    tricks = 0
    while not table.over:
        before = table.told(0, True)["view"]
        play(table, random)
        told = table.told(0, True)
        number = (before["trick"] or 1) - 1
        last_card = before["phase"] == "playing" and before["played"][number].count(None) == 1
        assert len(told["last"]["closing"]) == last_card
        if last_card:
            tricks += 1
            look = told["last"]["closing"][0]
            assert None not in look["played"][number]
            assert sum(look["tricks_won"].values()) == number + 1
            taker = "rivals" if look["actor"] % 2 else "own"
            assert look["tricks_won"][taker] == before["tricks_won"][taker] + 1
            if not table.over and told["view"]["trick"] == number + 2:
                assert told["view"]["leader"] == look["actor"]
    assert tricks > 4


def test_a_slap_counts_for_the_card_it_was_meant_for() -> None:
    table = made("ratscrew", players=2, ticks=2, max_flips=20, reflexes=[1, 0, 0])
    table.play()
    assert table.point == 1
    table.choose(0, "slap", 0)  # the card is the same
    table.play()
    point = table.point
    with pytest.raises(ValueError, match=f"decision point {point - 1}"):
        table.choose(0, "slap", point - 1)
    told = table.told(0, True)
    assert told["last"]["moves"] == [{"seat": 0, "move": "slap"}]
    assert told["view"]["burnt"] == 2
    table.play()
    assert table.told(0, True)["last"] == told["last"]  # a tick in which nothing happens is nothing to tell


def test_people_see_at_once_and_bots_when_people_would() -> None:
    """Half of the bots' reactions come by the median, none in the first tenth of it; a person's memory is their own."""
    clock = get_game("ratscrew").hosting.clock  # type: ignore[union-attr]
    options = made_options(get_game("ratscrew").options, {"players": 3, "ticks": 8, "memory": True})
    seated = clock.seated(options, {1}, 100.0, 400.0)  # type: ignore[union-attr]
    assert seated.reflexes[1] == (1.0, *[0.0] * 8)
    assert seated.memory == (True, False, True)
    for seat in (0, 2):
        assert sum(seated.reflexes[seat]) == pytest.approx(1)
        assert sum(seated.reflexes[seat][:4]) == pytest.approx(0.5)
        assert seated.reflexes[seat][0] < 1e-6
        assert seated.reflexes[seat][8] == pytest.approx(0.0028, abs=1e-4)  # later than the window is long
    table = made("ratscrew", **plain(seated))
    for _ in range(80):
        seen = [table.told(seat, True)["view"] for seat in range(3)]
        assert seen[1]["seen_at"] == 0
        assert [view["air"] for view in seen if view["tick"] == 0] in ([], [True, False, True])
        table.play()
