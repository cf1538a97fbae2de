"""The words of Tapeo: exact strings, and that a description holds all that a seat knows and nothing else."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from card_envs.core import text as core_text
from card_envs.core.game import get_game
from card_envs.core.tables import Tables
from card_envs.tapeo import rules, text
from tests.tapeo.hand_made import POINT, counts, table

LANGUAGES = ("en", "es")


def first_thefts() -> np.record:
    """Four players in round 2 after one pick: freeloader, prawns, freeloader, freeloader (seats 0 to 3)."""
    state = table(4)
    state.round_index, state.picks = 1, 1
    state.hands[0] = counts({"tortilla": 6, "ham1": 1})
    state.hands[1] = counts({"croqueta": 1, "ham2": 2, "prawns": 1, "bread": 1, "pepper": 2})
    state.hands[2] = counts({"prawns": 3, "bread": 4})
    state.hands[3] = counts({"tortilla": 1, "churro": 6})
    state.bars[0] = counts(["prawns", "freeloader"])
    state.bars[2] = state.bars[3] = counts(["freeloader"])
    state.reveals[:4] = [9, 6, 9, 9]
    state.scores[:4] = np.array([12, 1, 0, 7]) * POINT
    state.churros[:4] = [2, 1, 0, 3]
    return state


def shared_win() -> np.record:
    """Three players at the end, prizes split exactly: seats 0 and 2 level on points and churros."""
    state = table(3, split="exact")
    state.round_index, state.picks, state.ended = 3, 9, 1
    state.bars[1] = counts(["churro"])
    state.reveals[:3] = [1, 10, 9]
    state.scores[:3] = [20 * POINT + 45, -90, 20 * POINT + 45]
    state.churros[:3] = [4, 1, 4]
    return state


def fresh_pair() -> np.record:
    """Two players before the first pick, with options that are not the usual ones."""
    state = table(2, ham_split=(0, 6, 6), split="exact")
    state.hands[0] = counts({"tortilla": 1, "croqueta": 9})
    state.hands[1] = counts({"ham3": 2, "freeloader": 8})
    return state


def test_description_in_play():
    assert text.describe(first_thefts(), 3) == (
        "Round 2 of 3, pick 2 of 7. You are player_3.\n"
        "Your hand: 1 tortilla and 6 churros.\n"
        "player_3 (you): 7 points, 3 churros kept. Bar: 1 freeloader.\n"
        "player_0 (left neighbour): 12 points, 2 churros kept. Bar: 1 plate of garlic prawns and 1 freeloader.\n"
        "player_1: 1 point, 1 churro kept. Bar: empty.\n"
        "player_2 (right neighbour): 0 points, 0 churros kept. Bar: 1 freeloader.\n"
        "Last pick: freeloader (player_3), freeloader (player_0), garlic prawns (player_1), freeloader (player_2).\n"
        "player_0 took the garlic prawns from player_1.\n"
        "player_0 holds 6 tortillas and 1 ham with 1 slice.\n"
        "You do not know the hands of player_1 and player_2.\n"
        "Legal moves: 0 = tortilla, 9 = churro."
    )
    assert text.describe(first_thefts(), 0, "es") == (
        "Ronda 2 de 3, jugada 2 de 7. Eres player_0.\n"
        "Tu mano: 6 tortillas y 1 jamón de 1 loncha.\n"
        "player_0 (tú): 12 puntos, 2 churros guardados. Barra: 1 ración de gambas al ajillo y 1 gorrón.\n"
        "player_1 (a tu izquierda): 1 punto, 1 churro guardado. Barra: vacía.\n"
        "player_2: 0 puntos, 0 churros guardados. Barra: 1 gorrón.\n"
        "player_3 (a tu derecha): 7 puntos, 3 churros guardados. Barra: 1 gorrón.\n"
        "Última jugada: gorrón (player_0), gambas al ajillo (player_1), gorrón (player_2), gorrón (player_3).\n"
        "player_0 le ha robado las gambas al ajillo a player_1.\n"
        "player_1 tiene en la mano 1 croqueta, 2 jamones de 2 lonchas, 1 ración de gambas al ajillo, 1 pan"
        " y 2 pimientos de Padrón.\n"
        "No conoces las manos de player_2 y player_3.\n"
        "Puedes elegir: 0 = tortilla, 2 = jamón de 1 loncha."
    )


def test_description_with_two_players_and_other_options():
    assert text.describe(fresh_pair(), 0) == (
        "Round 1 of 3, pick 1 of 9. You are player_0.\n"
        "Hams in the deck: 0 with 1 slice, 6 with 2 and 6 with 3.\n"
        "Shared prizes keep their fractions.\n"
        "Your hand: 1 tortilla and 9 croquetas.\n"
        "player_0 (you): 0 points, 0 churros kept. Bar: empty.\n"
        "player_1 (left and right neighbour): 0 points, 0 churros kept. Bar: empty.\n"
        "You do not know the hand of player_1.\n"
        "Legal moves: 0 = tortilla, 1 = croqueta."
    )
    assert text.describe(fresh_pair(), 1, "es") == (
        "Ronda 1 de 3, jugada 1 de 9. Eres player_1.\n"
        "Jamones en el mazo: 0 de 1 loncha, 6 de 2 y 6 de 3.\n"
        "Los premios se reparten con fracciones.\n"
        "Tu mano: 2 jamones de 3 lonchas y 8 gorrones.\n"
        "player_1 (tú): 0 puntos, 0 churros guardados. Barra: vacía.\n"
        "player_0 (a tu izquierda y a tu derecha): 0 puntos, 0 churros guardados. Barra: vacía.\n"
        "No conoces la mano de player_0.\n"
        "Puedes elegir: 4 = jamón de 3 lonchas, 8 = gorrón."
    )


def test_description_of_the_end():
    assert text.describe(shared_win(), 1) == (
        "The game is over. You are player_1.\n"
        "player_1 (you): −1.5 points, 1 churro kept.\n"
        "player_2 (left neighbour): 20.75 points, 4 churros kept.\n"
        "player_0 (right neighbour): 20.75 points, 4 churros kept.\n"
        "player_2 and player_0 share the win."
    )
    state = shared_win()
    state.churros[2] = 3  # T21: level on points, fewer churros
    assert text.describe(state, 2, "es") == (
        "La partida ha terminado. Eres player_2.\n"
        "player_2 (tú): 20,75 puntos, 3 churros guardados.\n"
        "player_0 (a tu izquierda): 20,75 puntos, 4 churros guardados.\n"
        "player_1 (a tu derecha): −1,5 puntos, 1 churro guardado.\n"
        "Gana player_0."
    )


def test_rendered_table():
    assert text.render(first_thefts()) == (
        "Tapeo · round 2 of 3 · pick 2 of 7\n"
        "\n"
        "                 │ player_0│ player_1│ player_2│ player_3\n"
        "                 │ bar hand│ bar hand│ bar hand│ bar hand\n"
        "─────────────────┼─────────┼─────────┼─────────┼─────────\n"
        "tortilla         │   ·    6│   ·    ·│   ·    ·│   ·    1\n"
        "croqueta         │   ·    ·│   ·    1│   ·    ·│   ·    ·\n"
        "ham with 1 slice │   ·    1│   ·    ·│   ·    ·│   ·    ·\n"
        "ham with 2 slices│   ·    ·│   ·    2│   ·    ·│   ·    ·\n"
        "ham with 3 slices│   ·    ·│   ·    ·│   ·    ·│   ·    ·\n"
        "garlic prawns    │   1    ·│   ·    1│   ·    3│   ·    ·\n"
        "bread            │   ·    ·│   ·    1│   ·    4│   ·    ·\n"
        "Padrón pepper    │   ·    ·│   ·    2│   ·    ·│   ·    ·\n"
        "freeloader       │   1    ·│   ·    ·│   1    ·│   1    ·\n"
        "churro           │   ·    ·│   ·    ·│   ·    ·│   ·    6\n"
        "─────────────────┼─────────┼─────────┼─────────┼─────────\n"
        "points           │       12│        1│        0│        7\n"
        "churros kept     │        2│        1│        0│        3\n"
        "\n"
        "last pick\n"
        "player_0  freeloader: took the garlic prawns from player_1\n"
        "player_1  garlic prawns\n"
        "player_2  freeloader\n"
        "player_3  freeloader"
    )
    assert text.render(shared_win(), "es") == (
        "Tapeo · fin de la partida\n"
        "\n"
        "                  │   player_0│   player_1│   player_2\n"
        "                  │ barra mano│ barra mano│ barra mano\n"
        "──────────────────┼───────────┼───────────┼───────────\n"
        "tortilla          │     ·    ·│     ·    ·│     ·    ·\n"
        "croqueta          │     ·    ·│     ·    ·│     ·    ·\n"
        "jamón de 1 loncha │     ·    ·│     ·    ·│     ·    ·\n"
        "jamón de 2 lonchas│     ·    ·│     ·    ·│     ·    ·\n"
        "jamón de 3 lonchas│     ·    ·│     ·    ·│     ·    ·\n"
        "gambas al ajillo  │     ·    ·│     ·    ·│     ·    ·\n"
        "pan               │     ·    ·│     ·    ·│     ·    ·\n"
        "pimiento de Padrón│     ·    ·│     ·    ·│     ·    ·\n"
        "gorrón            │     ·    ·│     ·    ·│     ·    ·\n"
        "churro            │     ·    ·│     1    ·│     ·    ·\n"
        "──────────────────┼───────────┼───────────┼───────────\n"
        "puntos            │      20,75│       −1,5│      20,75\n"
        "churros guardados │          4│          1│          4\n"
        "\n"
        "última jugada\n"
        "player_0  tortilla\n"
        "player_1  churro\n"
        "player_2  gorrón: le ha robado la tortilla a player_0\n"
        "\n"
        "player_0 y player_2 comparten la victoria."
    )


def test_a_table_before_its_first_pick_shows_no_reveals():
    assert text.render(fresh_pair()).endswith("churros kept     │        0│        0")


def test_names_of_the_actions():
    assert [text.action(action) for action in range(10)] == [
        "tortilla",
        "croqueta",
        "ham with 1 slice",
        "ham with 2 slices",
        "ham with 3 slices",
        "garlic prawns",
        "bread",
        "Padrón pepper",
        "freeloader",
        "churro",
    ]
    assert [text.action(action, "es") for action in range(10)] == [
        "tortilla",
        "croqueta",
        "jamón de 1 loncha",
        "jamón de 2 lonchas",
        "jamón de 3 lonchas",
        "gambas al ajillo",
        "pan",
        "pimiento de Padrón",
        "gorrón",
        "churro",
    ]


def test_every_kind_is_counted_in_words_of_its_own():
    for language in LANGUAGES:
        for number in (1, 2):
            state, lines = table(2), set()
            for kind in range(rules.KINDS):
                state.hands[0] = 0
                state.hands[0, kind] = number
                lines.add(text.describe(state, 0, language).split("\n")[1])
            assert len(lines) == rules.KINDS
    assert text.PHRASES["en"].keys() == text.PHRASES["es"].keys()


def positions(players: int, seed: int, **options: Any) -> tuple[Tables, list[np.record]]:
    """Every state of one game of uniform legal picks, the end included, and the tables that played it."""
    tables = Tables(get_game("tapeo"), rules.TapeoOptions(players=players, **options), 1)
    tables.reset(np.array([seed], np.uint64))
    seen = [tables.states.copy()[0]]
    while not tables.terminated[0]:
        tables.play(tables.sample())
        seen.append(tables.states.copy()[0])
    return tables, seen


def twin(state: np.record, seat: int, rng: np.random.Generator) -> np.record:
    """A state that differs in all that the seat cannot know: hands never held, seed, episode and reward option."""
    other = state.copy()
    other.seed, other.episode, other.reward = rng.integers(2**63), rng.integers(1000), (int(state.reward) + 1) % 3
    players = int(state.players)
    deck = [kind for kind in range(rules.KINDS) for _ in range(rules.card_count(state, kind))]
    unknown = [(seat + distance) % players for distance in range(1, players) if distance > state.picks]
    for kind in range(rules.KINDS):
        known = state.bars[:, kind].sum() + state.hands[:, kind].sum() - state.hands[unknown, kind].sum()
        for _ in range(known):
            deck.remove(kind)
    rng.shuffle(deck)
    for holder in unknown:
        size = state.hands[holder].sum()
        other.hands[holder] = np.bincount(deck[:size], minlength=rules.KINDS)
        del deck[:size]
    return other


@pytest.mark.parametrize("players", range(2, 7))
def test_what_a_seat_cannot_know_is_not_told(players):
    rng = np.random.default_rng(players)
    _, states = positions(players, seed=players)
    hidden = 0
    for state in states:
        for seat in range(players):
            other = twin(state, seat, rng)
            hidden += (other.hands != state.hands).any()
            for language in LANGUAGES:
                assert text.describe(other, seat, language) == text.describe(state, seat, language)
    # In every round, all but each seat's own hand at the first pick, one hand fewer at each pick after it.
    assert hidden >= rules.ROUNDS * players


def test_what_a_seat_knows_is_told():
    def changed(field: str, index: Any, value: Any) -> np.record:
        state = first_thefts()
        state[field][index] = value
        return state

    known = [
        changed("hands", (3, rules.PEPPER), 1),  # one's own
        changed("hands", (0, rules.PEPPER), 1),  # passed on to the left
        changed("bars", (1, rules.BREAD), 1),
        changed("reveals", 2, 1),
        changed("scores", 1, 2 * POINT),
        changed("churros", 2, 1),
        changed("ham_split", slice(None), (5, 3, 4)),
    ]
    for field, value in (("round_index", 2), ("picks", 2), ("exact", 1)):
        state = first_thefts()
        state[field] = value
        known.append(state)
    for language in LANGUAGES:
        told = {text.describe(state, 3, language) for state in [first_thefts(), *known]}
        assert len(told) == len(known) + 1


@pytest.mark.parametrize("players", range(2, 7))
def test_whole_games_in_words(players):
    tables, states = positions(players, seed=100 + players, split="exact")
    mask = np.zeros(rules.KINDS, np.int8)
    for state in states[:-1]:
        for seat in range(players):
            rules.legal(state, seat, mask)
            for language in LANGUAGES:
                legal = text.describe(state, seat, language).split("\n")[-1]
                assert [int(move) for move in re.findall(r"(\d+) =", legal)] == np.flatnonzero(mask).tolist()
    winners = [f"player_{seat}" for seat in np.flatnonzero(tables.final_results[0].winners)]
    for language in LANGUAGES:
        for last in (text.describe(states[-1], 0, language), text.render(states[-1], language)):
            assert re.findall(r"player_\d", last.split("\n")[-1]) == winners


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", range(2, 7))
def test_columns_are_aligned(players, language):
    _, states = positions(players, seed=200 + players)
    for state in states:
        grid = text.render(state, language).split("\n")[2:17]
        borders = {tuple(place for place, sign in enumerate(line) if sign in "│┼") for line in grid}
        assert len(borders) == 1
        assert len(borders.pop()) == players
        assert len({len(line) for line in grid}) == 1


@pytest.mark.parametrize("language", ["fr", "EN", "", None, 1])
def test_other_languages_are_refused(language):
    for speak in (lambda: text.action(0, language), lambda: text.describe(first_thefts(), 0, language)):
        with pytest.raises(ValueError, match="'en', 'es'"):
            speak()
    with pytest.raises(ValueError, match="'en', 'es'"):
        text.render(first_thefts(), language)


@pytest.mark.parametrize("wrong", [-1, 4, 1.0, True, "player_0", None])
def test_other_seats_are_refused(wrong):
    with pytest.raises(ValueError, match="seat takes an integer from 0 to 3"):
        text.describe(first_thefts(), wrong)


@pytest.mark.parametrize("wrong", [-1, 10, 1.0, True, "tortilla", None])
def test_other_actions_are_refused(wrong):
    with pytest.raises(ValueError, match="action takes an integer from 0 to 9"):
        text.action(wrong)


def test_describing_changes_nothing():
    state = first_thefts()
    text.describe(state, 0)
    text.render(state)
    assert state.tobytes() == first_thefts().tobytes()


def test_lists_and_numbers_in_words():
    assert [core_text.joined(list("abc")[:length], "en") for length in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert core_text.joined(["a", "b", "c"], "es") == "a, b y c"
    assert [core_text.number(value, "en") for value in (0, -6, 1.2, 0.75, 112)] == ["0", "−6", "1.2", "0.75", "112"]
    assert core_text.number(-1.25, "es") == "−1,25"
    # As float32, which has no exact 1.2.
    assert core_text.number(np.float32(1.2), "en") == "1.2"
    assert [core_text.counted(value, "point", "points", "en") for value in (0, 1, -1, 1.5)] == [
        "0 points",
        "1 point",
        "−1 point",
        "1.5 points",
    ]
