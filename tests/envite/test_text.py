"""The words of Envite: exact strings, and that a description holds all that a seat knows and nothing else."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from card_envs.core.random import slot_seeds
from card_envs.core.tables import Tables
from card_envs.envite import GAME, rules, text
from card_envs.envite.cards import CARD_NAMES, CARDS
from tests.envite.hand_made import act, table

LANGUAGES = ("en", "es")
SIZES = (4, 6, 8, 10, 12)
SIX = [
    "oros-10 copas-2 bastos-4",
    "bastos-11 bastos-1 copas-12",
    "bastos-3 bastos-12 espadas-2",
    "oros-1 oros-2 copas-4",
    "espadas-5 espadas-6 oros-5",
    "copas-7 oros-11 espadas-1",
]
FOUR = [
    "copas-2 oros-12 espadas-4",
    "oros-1 copas-6 bastos-1",
    "bastos-12 bastos-11 bastos-10",
    "copas-7 oros-7 oros-6",
]
CUSTOM = rules.EnviteVariant(
    base=1,
    rungs=(3,),
    chico_stones=8,
    tumbo_from=7,
    may_decline=True,
    decline_stones=2,
    chicos_to_win=1,
    exact_hit="tumbo",
)


def second_trick() -> np.record:
    """Three a side, the round raised to 7 and accepted; player_5 has trumped the first trick and leads."""
    tables = table(SIX, players=6, captains=(4, 1), first_leader=1, stones=(8, 4), chicos=(1, 0))
    act(tables, "pass raise raise accept bastos-1 bastos-12 oros-1 espadas-5 copas-7 bastos-4")
    return tables.states[0]


def asked_for_all() -> Tables:
    """Two a side, no tumbo, one round: team 1 has just named the chico fuera."""
    options = {"variant": rules.EnviteVariant(tumbo_from=None), "episode": "round"}
    tables = table(FOUR, stones=(3, 7), start_stones=(3, 7), **options)
    act(tables, "raise raise raise raise")
    return tables


def in_tumbo() -> Tables:
    """Two a side, a variant of its own: team 1 is in tumbo and must say whether it plays."""
    return table(FOUR, variant=CUSTOM, stones=(3, 7), episode="chico", first_leader=2)


# --- exact words -----------------------------------------------------------------------------------------------


def test_description_in_play():
    assert text.describe(second_trick(), 0) == (
        "Match to 2 chicos of 12 stones. You are player_0.\n"
        "Stakes: 2, 4, 7, 9, chico fuera. Tumbo from 11 stones: losing it gives the rivals 3 stones.\n"
        "Your team (player_0, player_2, player_4): 1 chico, 8 stones. Captain: player_4.\n"
        "The rivals (player_1, player_3, player_5): 0 chicos, 4 stones. Captain: player_1.\n"
        "Vira: 5 of copas; copas are trumps.\n"
        "Your hand: sota of oros (perica) and 2 of copas (malilla).\n"
        "Trick 1: player_1 ace of bastos, player_2 rey of bastos, player_3 ace of oros, player_4 5 of espadas, "
        "player_5 7 of copas, player_0 4 of bastos. player_5 wins it.\n"
        "Trick 2: player_5 leads.\n"
        "player_3 holds no bastos.\n"
        "player_4 holds no bastos.\n"
        "player_5 holds no bastos.\n"
        "Passed: the rivals.\n"
        "Bets and raises: 1 by your team, 1 by the rivals.\n"
        "The round is worth 7 stones, as the rivals asked.\n"
        "It is the turn of player_5.\n"
        "Legal moves: 0 = wait."
    )
    assert text.describe(second_trick(), 5, "es") == (
        "Partida a 2 chicos de 12 piedras. Eres player_5.\n"
        "Se juega por: 2, 4, 7, 9, chico fuera. Tumbo desde 11 piedras: perderlo da 3 piedras al rival.\n"
        "Tu equipo (player_5, player_1, player_3): 0 chicos, 4 piedras. Capitanea player_1.\n"
        "El rival (player_0, player_2, player_4): 1 chico, 8 piedras. Capitanea player_4.\n"
        "Vira: 5 de copas; pintan copas.\n"
        "Tu mano: caballo de oros y as de espadas.\n"
        "Baza 1: player_1 as de bastos, player_2 rey de bastos, player_3 as de oros, player_4 5 de espadas, "
        "player_5 7 de copas, player_0 4 de bastos. La gana player_5.\n"
        "Baza 2: sale player_5.\n"
        "player_5 no tiene bastos.\n"
        "player_3 no tiene bastos.\n"
        "player_4 no tiene bastos.\n"
        "Han pasado: tu equipo.\n"
        "Envites y subidas: 1 de tu equipo, 1 del rival.\n"
        "La ronda vale 7 piedras, como pidió tu equipo.\n"
        "Puedes elegir: 15 = caballo de oros, 27 = as de espadas."
    )


def test_description_of_bets():
    """Every answer is told with what it would cost or bring (E18–E20)."""

    def last_lines(words: str, seat: int, language: str, count: int = 2) -> list[str]:
        tables = table(FOUR)
        act(tables, words)
        return text.describe(tables.states[0], seat, language).split("\n")[-count:]

    assert last_lines("", 0, "en") == ["The round is worth 2 stones.", "Legal moves: 1 = pass, 2 = bet 4 stones."]
    assert last_lines("", 1, "es") == ["Es el turno de player_0.", "Puedes elegir: 0 = esperar."]
    assert last_lines("pass", 1, "es", 3) == [
        "Han pasado: el rival.",
        "La ronda vale 2 piedras.",
        "Puedes elegir: 1 = pasar, 2 = envidar 4 piedras.",
    ]
    assert last_lines("raise", 1, "en") == [
        "4 stones asked for by the rivals; agreed so far: 2 stones.",
        "Legal moves: 2 = raise to 7 stones, 3 = accept 4 stones, 4 = fold: the rivals take 2 stones.",
    ]
    assert last_lines("raise raise raise", 1, "es") == [
        "El rival pide 9 piedras; acordado hasta ahora: 7 piedras.",
        "Puedes elegir: 2 = subir a chico fuera, 3 = aceptar 9 piedras, 4 = rajarse: el rival se lleva 7 piedras.",
    ]
    assert last_lines("pass pass", 0, "en", 3) == [
        "Passed: your team and the rivals.",
        "The round is worth 2 stones.",
        "Legal moves: 16 = rey of oros, 18 = 2 of copas, 30 = 4 of espadas.",
    ]
    state = asked_for_all().states[0]
    assert text.describe(state, 0) == (
        "One round; 12 stones are a chico. You are player_0.\n"
        "Stakes: 2, 4, 7, 9, chico fuera. There is no tumbo.\n"
        "Your team (player_0, player_2): 0 chicos, 3 stones. Captain: player_0.\n"
        "The rivals (player_1, player_3): 0 chicos, 7 stones. Captain: player_1.\n"
        "Vira: 5 of copas; copas are trumps.\n"
        "Your hand: rey of oros, 2 of copas (malilla) and 4 of espadas.\n"
        "player_0 leads the first trick.\n"
        "Bets and raises: 2 by your team, 2 by the rivals.\n"
        "Chico fuera asked for by the rivals; agreed so far: 9 stones.\n"
        "Legal moves: 3 = accept chico fuera, 4 = fold: the rivals take 9 stones."
    )


def test_description_in_tumbo():
    state = in_tumbo().states[0]
    assert text.describe(state, 1) == (
        "One chico of 8 stones. You are player_1.\n"
        "Stakes: 1, 3, chico fuera. Tumbo from 7 stones: losing it gives the rivals 3 stones. "
        "Declining to play it gives them 2 stones. Exactly 8 stones count as one fewer.\n"
        "Your team (player_1, player_3): 0 chicos, 7 stones. Captain: player_1. In tumbo.\n"
        "The rivals (player_2, player_0): 0 chicos, 3 stones. Captain: player_0.\n"
        "Vira: 5 of copas; copas are trumps.\n"
        "Your hand: ace of oros, 6 of copas (trump) and ace of bastos.\n"
        "player_2 leads the first trick.\n"
        "No bets: this round is played in tumbo.\n"
        "Legal moves: 5 = play in tumbo, 6 = decline to play: the rivals take 2 stones."
    )
    assert text.describe(state, 0, "es") == (
        "Un chico de 8 piedras. Eres player_0.\n"
        "Se juega por: 1, 3, chico fuera. Tumbo desde 7 piedras: perderlo da 3 piedras al rival. "
        "No jugarlo le da 2 piedras. 8 piedras justas cuentan como una menos.\n"
        "Tu equipo (player_0, player_2): 0 chicos, 3 piedras. Capitanea player_0.\n"
        "El rival (player_1, player_3): 0 chicos, 7 piedras. Capitanea player_1. En tumbo.\n"
        "Vira: 5 de copas; pintan copas.\n"
        "Tu mano: rey de oros, 2 de copas (malilla) y 4 de espadas.\n"
        "En la primera baza sale player_2.\n"
        "No hay envites: en esta ronda se juega el tumbo.\n"
        "Es el turno de player_1.\n"
        "Puedes elegir: 0 = esperar."
    )
    assert text.describe(state, 1, "es").split("\n")[-1] == (
        "Puedes elegir: 5 = jugar el tumbo, 6 = no jugar el tumbo: el rival se lleva 2 piedras."
    )


def test_description_of_the_end():
    tables = asked_for_all()
    act(tables, "fold")
    assert text.describe(tables.states[0], 0) == (
        "The game is over. You are player_0.\n"
        "Your team (player_0, player_2): 0 chicos, 0 stones. Captain: player_0.\n"
        "The rivals (player_1, player_3): 1 chico, 0 stones. Captain: player_1.\n"
        "player_1 and player_3 win."
    )
    assert text.describe(tables.states[0], 3, "es") == (
        "La partida ha terminado. Eres player_3.\n"
        "Tu equipo (player_3, player_1): 1 chico, 0 piedras. Capitanea player_1.\n"
        "El rival (player_0, player_2): 0 chicos, 0 piedras. Capitanea player_0.\n"
        "Ganan player_3 y player_1."
    )


def test_rendered_table():
    assert text.render(second_trick()) == (
        "Envite · vira 5 of copas · worth 7 stones\n"
        "team 0: 1 chico, 8 stones\n"
        "team 1: 0 chicos, 4 stones\n"
        "\n"
        "seat               │ hand                           │ trick 1             │ trick 2│ trick 3\n"
        "───────────────────┼────────────────────────────────┼─────────────────────┼────────┼────────\n"
        "  player_0         │ sota of oros, 2 of copas       │ 4 of bastos         │        │        \n"
        "  player_1, captain│ caballo of bastos, rey of copas│ ace of bastos, leads│        │        \n"
        "  player_2         │ 3 of bastos, 2 of espadas      │ rey of bastos       │        │        \n"
        "  player_3         │ 2 of oros, 4 of copas          │ ace of oros         │        │        \n"
        "  player_4, captain│ 6 of espadas, 5 of oros        │ 5 of espadas        │        │        \n"
        "→ player_5         │ caballo of oros, ace of espadas│ 7 of copas, wins    │        │        "
    )
    tables = table(FOUR, episode="round", first_leader=3)
    act(tables, "pass pass oros-7 oros-12 oros-1 bastos-10 copas-2 copas-6 bastos-11 copas-7")
    assert text.render(tables.states[0], "es") == (
        "Envite · fin de la partida · vira 5 de copas · vale 2 piedras\n"
        "equipo 0: 0 chicos, 2 piedras\n"
        "equipo 1: 0 chicos, 0 piedras\n"
        "\n"
        "puesto               │ mano         │ baza 1           │ baza 2                 │ baza 3\n"
        "─────────────────────┼──────────────┼──────────────────┼────────────────────────┼───────\n"
        "  player_0, capitanea│ 4 de espadas │ rey de oros, gana│ 2 de copas, sale y gana│       \n"
        "  player_1, capitanea│ as de bastos │ as de oros       │ 6 de copas             │       \n"
        "  player_2           │ rey de bastos│ sota de bastos   │ caballo de bastos      │       \n"
        "  player_3           │ 6 de oros    │ 7 de oros, sale  │ 7 de copas             │       \n"
        "\n"
        "Ganan player_0 y player_2."
    )


def test_headlines_of_the_table():
    def headline(tables: Tables, language: str) -> list[str]:
        return text.render(tables.states[0], language).split("\n")[:3]

    assert headline(asked_for_all(), "en") == [
        "Envite · vira 5 of copas · worth 9 stones, team 1 asks for chico fuera",
        "team 0: 0 chicos, 3 stones",
        "team 1: 0 chicos, 7 stones",
    ]
    assert headline(in_tumbo(), "es") == [
        "Envite · vira 5 de copas · tumbo",
        "equipo 0: 0 chicos, 3 piedras",
        "equipo 1: 0 chicos, 7 piedras, en tumbo",
    ]


def test_names_of_the_actions():
    ranks = {"en": "ace 2 3 4 5 6 7 sota caballo rey", "es": "as 2 3 4 5 6 7 sota caballo rey"}
    calls = {
        "en": ["wait", "pass", "bet or raise", "accept", "fold", "play in tumbo", "decline to play in tumbo"],
        "es": ["esperar", "pasar", "envidar o subir", "aceptar", "rajarse", "jugar el tumbo", "no jugar el tumbo"],
    }
    for language, of in (("en", "of"), ("es", "de")):
        suits = ("oros", "copas", "espadas", "bastos")
        cards = [f"{rank} {of} {suit}" for suit in suits for rank in ranks[language].split()]
        said = [text.action(action, language) for action in range(len(rules.ACTIONS))]
        assert said == calls[language] + cards
        assert len(set(said)) == len(rules.ACTIONS)
    assert text.action(rules.ACTIONS.index("oros-10"), "es") == "sota de oros"
    assert text.PHRASES["en"].keys() == text.PHRASES["es"].keys()


@pytest.mark.parametrize(
    ("players", "roles"),
    [
        (4, ["trump", "malilla", "trump", "trump", None]),
        (6, ["trump", "malilla", "trump", "perica", "matador"]),
        (8, ["trump", "malilla", "matador", "perica", "matador"]),
        (10, ["trump", "matador", "matador", "perica", "matador"]),
        (12, ["matador", "matador", "matador", "perica", "matador"]),
    ],
)
def test_what_the_cards_are_this_round(players: int, roles: list[str | None]):
    """E8, E9: as, 2, 5 and sota de oros and the 3 de bastos, with oros as trumps."""
    said = ""
    for hand in ("oros-1 oros-2 oros-5", "oros-10 bastos-3 espadas-3"):
        said += text.describe(table([hand], vira="oros-7", players=players).states[0], 0)
    cards = ("ace of oros", "2 of oros", "5 of oros", "sota of oros", "3 of bastos")
    for card, role in zip(cards, roles, strict=True):
        assert re.search(rf"{card}( \((\w+)\))?", said)[2] == role


def test_what_a_seat_has_shown_not_to_hold():
    """E13, E14: no trump, save perhaps the highest card."""
    tables = table(FOUR, first_leader=3)
    act(tables, "pass pass copas-7 copas-2 copas-6 bastos-10 oros-12 oros-1 bastos-11")
    told = text.describe(tables.states[0], 0).split("\n")
    assert "player_2 holds no oros or trump, save perhaps the highest card." in told
    told = text.describe(tables.states[0], 0, "es").split("\n")
    assert "player_2 no tiene oros ni triunfos, salvo quizá la carta más alta." in told


def test_an_empty_hand():
    tables = table(FOUR, first_leader=1)
    act(tables, "pass pass oros-1 bastos-10 oros-6 oros-12 copas-2 copas-6 bastos-11 copas-7")
    state = tables.states[0]
    assert state.round_index == 1
    state.hands[0] = rules.NOBODY
    assert text.describe(state, 0).split("\n")[5] == "Your hand is empty."
    assert text.describe(state, 0, "es").split("\n")[5] == "No te quedan cartas."


# --- what is told ----------------------------------------------------------------------------------------------


def positions(players: int, seed: int, **options: Any) -> tuple[Tables, list[np.record]]:
    """Every state of one game of uniform legal actions, the end included, and the tables that played it."""
    tables = Tables(GAME, rules.EnviteOptions(players=players, **options), 1)
    tables.reset(slot_seeds(seed, 1))
    seen = [tables.states.copy()[0]]
    while not tables.terminated[0]:
        tables.play(tables.sample())
        seen.append(tables.states.copy()[0])
    return tables, seen


def twin(state: np.record, seat: int, rng: np.random.Generator) -> np.record:
    """A state that differs in all that the seat cannot know: the other hands, what is to come, the reward option."""
    other = state.copy()
    other.seed, other.episode, other.moves = rng.integers(2**63), rng.integers(1000), rng.integers(1000)
    other.round_index, other.reward, other.random_start = rng.integers(1000), 1 - state.reward, 1 - state.random_start
    other.start_stones = rng.integers(5, size=2)
    seen = {int(state.vira), *state.played.ravel().tolist(), *state.hands[seat].tolist()}
    deck = [card for card in range(CARDS) if card not in seen]
    rng.shuffle(deck)
    for holder in range(int(state.players)):
        if holder != seat:
            held = state.hands[holder] != rules.NOBODY
            other.hands[holder][held] = [deck.pop() for _ in range(held.sum())]
    return other


@pytest.mark.parametrize("players", SIZES)
def test_what_a_seat_cannot_know_is_not_told(players: int):
    rng = np.random.default_rng(players)
    _, states = positions(players, players, variant="gran_canaria", episode="chico", start_stones="random")
    hidden = 0
    for state in states[::3]:
        for seat in range(players):
            other = twin(state, seat, rng)
            hidden += (other.hands != state.hands).any()
            for language in LANGUAGES:
                assert text.describe(other, seat, language) == text.describe(state, seat, language)
    assert hidden >= players * (len(states) // 3 - 2)


def test_what_a_seat_knows_is_told():
    def changed(field: str, value: Any, place: Any = ...) -> np.record:
        state = second_trick()
        state[field][place] = value
        return state

    cards = {name: number for number, name in enumerate(CARD_NAMES)}
    known = [
        changed("hands", cards["copas-11"], (0, 0)),
        changed("played", cards["oros-3"], (0, 3)),
        changed("captains", (2, 1)),
        changed("stones", (8, 5)),
        changed("chicos", (0, 0)),
        changed("tumbo", (0, 1)),
        changed("passed", (1, 1)),
        changed("raises", (1, 2)),
        changed("rungs", 5, 0),
        changed("voids", 1, (2, 4)),
    ]
    for field, value in {
        "vira": cards["copas-6"], "turn": 4, "first_leader": 2, "level": 1, "proposer": 0,
        "chico_stones": 13, "tumbo_from": 10, "tumbo_penalty": 4, "may_decline": 1, "chicos_to_win": 3,
        "exact_is_tumbo": 1, "episode_kind": rules.CHICO, "phase": rules.BETTING, "base_stones": 1,
    }.items():  # fmt: skip
        state = second_trick()
        state[field] = value
        known.append(state)
    decline = second_trick()
    decline.may_decline, decline.decline_stones = 1, 2
    states = [second_trick(), *known, decline]
    for language in LANGUAGES:
        assert len({text.describe(state, 0, language) for state in states}) == len(states)


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("variant", ["general", "gran_canaria", CUSTOM])
def test_whole_games_in_words(players: int, variant: Any):
    """Moves and winners are those of the engine, and whoever wins a trick is said to."""
    start: Any = {"episode": "round", "start_stones": "random"}
    mask = np.zeros(len(rules.ACTIONS), np.int8)
    for seed in range(12):
        tables, states = positions(players, 100 + seed, variant=variant, **start)
        for state in states[:-1]:
            tables.states[0] = state
            tables.look()
            seat = int(tables.actors[0, 0])
            mask[:] = tables.action_masks[0, 0]
            for language in LANGUAGES:
                said = text.describe(state, seat, language).split("\n")
                assert [int(move) for move in re.findall(r"(\d+) = ", said[-1])] == np.flatnonzero(mask).tolist()
                lead = {"en": r"Trick \d: (player_\d+)", "es": r"Baza \d:(?: sale)? (player_\d+)"}[language]
                leaders = [re.match(lead, line) for line in said]
                if state.phase == rules.PLAYING:
                    assert [found[1] for found in leaders if found][-1] == f"player_{state.leader}"
        winners = {f"player_{seat}" for seat in np.flatnonzero(tables.final_results[0].winners)}
        for language in LANGUAGES:
            for last in (text.describe(states[-1], 0, language), text.render(states[-1], language)):
                assert set(re.findall(r"player_\d+", last.split("\n")[-1])) == winners


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", SIZES)
def test_columns_are_aligned(players: int, language: str):
    _, states = positions(players, 200 + players, episode="chico")
    for state in states:
        grid = text.render(state, language).split("\n")[4 : 6 + players]
        borders = {tuple(place for place, sign in enumerate(line) if sign in "│┼") for line in grid}
        assert len(borders) == 1
        assert len(borders.pop()) == 4
        assert len({len(line) for line in grid}) == 1


@pytest.mark.parametrize("language", ["fr", "EN", "", None, 1])
def test_other_languages_are_refused(language: Any):
    state = in_tumbo().states[0]
    for speak in (
        lambda: text.action(0, language),
        lambda: text.describe(state, 0, language),
        lambda: text.render(state, language),
    ):
        with pytest.raises(ValueError, match="'en', 'es'"):
            speak()


@pytest.mark.parametrize("wrong", [-1, 4, 1.0, True, "player_0", None])
def test_other_seats_are_refused(wrong: Any):
    with pytest.raises(ValueError, match="seat takes an integer from 0 to 3"):
        text.describe(in_tumbo().states[0], wrong)


@pytest.mark.parametrize("wrong", [-1, 47, 1.0, True, "pass", None])
def test_other_actions_are_refused(wrong: Any):
    with pytest.raises(ValueError, match="action takes an integer from 0 to 46"):
        text.action(wrong)


def test_describing_changes_nothing():
    state = second_trick()
    before = state.tobytes()
    text.describe(state, 0)
    text.render(state)
    assert state.tobytes() == before
