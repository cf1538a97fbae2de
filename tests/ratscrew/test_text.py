"""The words of Egyptian ratscrew: exact strings, and that a description holds all that a seat knows, nothing else."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from card_envs.core.loops import RUNNING, TERMINATED, TRUNCATED
from card_envs.core.table import Table
from card_envs.ratscrew import GAME, rules, text
from card_envs.ratscrew.cards import CARDS, RANKS
from card_envs.ratscrew.options import SLAPS, RatscrewOptions
from tests.ratscrew.hand_made import hold, look_all, table, tick

LANGUAGES = ("en", "es")
SIZES = range(2, 9)
REFLEXES = [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [1.0, 0.0, 0.0], [0.0, 0.125, 0.875]]


def nines() -> np.record:
    """The example of the rules: player_1's queen, player_2's two nines; player_0 does not see the second yet."""
    tables = table(["5 6", "Q 7 7", "9 9 4", "3"], first=1, memory=[True, False, False, False])
    hold(tables, 2)
    tables.states["perception"][0, :4] = [3, 0, 1, 2]
    tick(tables)
    return tables.states[0]


def burnt_out() -> np.record:
    """Options of its own; player_3 is out, player_0 and the challenger are cardless, player_1 has slapped wrongly."""
    tables = table(
        ["", "8 2 5", "K", ""],
        first=2,
        pile="4 10",
        burnt="A J",
        flipped=[0, 1],
        out=[3],
        slaps=["tens", "sandwich"],
        penalty=1,
        shuffle_won=True,
        ticks=2,
        reflexes=REFLEXES,
        memory=[False, True, False, False],
    )
    tables.states["perception"][0, :4] = [0, 1, 0, 1]
    tick(tables, 1)
    tables.states["located"][0, 1] = 1  # a two: the next card of player_1
    return tables.states[0]


def first_flip() -> np.record:
    """Two players; the first card is in the air for player_1, who knows it from a game that came before."""
    tables = table(["K", "2"], memory=True, slaps=[])
    state = tables.states[0]
    state.perception[1], state.flipper_before, state.was_located = 1, rules.NOBODY, 1
    state.located[:] = 1
    return state


def ended(how: int, held: list[int], out: list[int]) -> np.record:
    state = table(["A", "K", "3"], rest=1, max_flips=77).states[0]
    state.ended, state.flips, state.played = how, 77, 0
    state.held[:3] = held
    state.out_at[out] = 1
    return state


# --- exact words -----------------------------------------------------------------------------------------------


def test_description_of_what_is_seen():
    assert text.describe(nines(), 1) == (
        "Tick 2 of 3 after a flip. You are player_1.\n"
        "Slaps: double, sandwich, top-bottom. A wrong slap burns 2 cards.\n"
        "Reflexes of player_1, player_2, player_3 and player_0: tick 1 100%.\n"
        "player_2 flipped the top card; you see it from tick 1 on.\n"
        "Pile: 3 cards. From the top: 9, 9, queen. First played: queen.\n"
        "Challenge by player_1: paid in full.\n"
        "If nobody slaps, player_1 flips next.\n"
        "player_1 (you): 2 cards.\n"
        "player_2 (left neighbour): 1 card.\n"
        "player_3: 1 card.\n"
        "player_0 (right neighbour): 2 cards. Has memory.\n"
        "Legal moves: 0 = hold, 1 = slap."
    )
    assert text.describe(nines(), 2, "es") == (
        "Paso 2 de 3 tras una carta. Eres player_2.\n"
        "Golpes: doble, sándwich, arriba-abajo. Un golpe equivocado quema 2 cartas.\n"
        "Reflejos de player_2, player_3, player_0 y player_1: paso 1 100 %.\n"
        "player_2 descubrió la carta de arriba; la ves desde el paso 2.\n"
        "Montón: 3 cartas. Desde arriba: 9, 9, reina. Primera jugada: reina.\n"
        "Desafío de player_1: pagado.\n"
        "Si nadie golpea, la siguiente carta es de player_1.\n"
        "player_2 (tú): 1 carta.\n"
        "player_3 (a tu izquierda): 1 carta.\n"
        "player_0: 2 cartas. Tiene memoria.\n"
        "player_1 (a tu derecha): 2 cartas.\n"
        "Puedes elegir: 0 = esperar, 1 = golpear."
    )


def test_description_of_a_card_in_the_air():
    """Pile, challenge and the flipper's stack are as before; player_2, who flipped both nines, has one card more."""
    assert text.describe(nines(), 0) == (
        "Tick 2 of 3 after a flip. You are player_0.\n"
        "Slaps: double, sandwich, top-bottom. A wrong slap burns 2 cards.\n"
        "Reflexes of player_0, player_1, player_2 and player_3: tick 1 100%.\n"
        "player_2 has flipped a card that you do not see yet: pile, challenge and stacks are told without it.\n"
        "player_2 flipped the card before it.\n"
        "Pile: 2 cards. From the top: 9, queen. First played: queen.\n"
        "Challenge by player_1: 1 card to be paid.\n"
        "player_0 (you): 2 cards. Has memory.\n"
        "player_1 (left neighbour): 2 cards.\n"
        "player_2: 2 cards.\n"
        "player_3 (right neighbour): 1 card.\n"
        "You do not know the card in the air.\n"
        "Not located: ace ×4, 2 ×4, 3 ×4, 4 ×4, 5 ×4, 6 ×4, 7 ×4, 8 ×4, 9 ×3, 10 ×4, jack ×4, queen ×3, king ×4.\n"
        "Legal moves: 0 = hold, 1 = slap."
    )
    assert text.describe(nines(), 3, "es") == (
        "Paso 2 de 3 tras una carta. Eres player_3.\n"
        "Golpes: doble, sándwich, arriba-abajo. Un golpe equivocado quema 2 cartas.\n"
        "Reflejos de player_3, player_0, player_1 y player_2: paso 1 100 %.\n"
        "player_2 ha descubierto una carta que aún no ves: montón, desafío y mazos se cuentan sin ella.\n"
        "La carta anterior la descubrió player_2.\n"
        "Montón: 2 cartas. Desde arriba: 9, reina. Primera jugada: reina.\n"
        "Desafío de player_1: 1 carta por pagar.\n"
        "player_3 (tú): 1 carta.\n"
        "player_0 (a tu izquierda): 2 cartas. Tiene memoria.\n"
        "player_1: 2 cartas.\n"
        "player_2 (a tu derecha): 2 cartas.\n"
        "Puedes elegir: 0 = esperar, 1 = golpear."
    )


def test_description_of_the_first_card_in_the_air():
    assert text.describe(first_flip(), 1) == (
        "Tick 1 of 3 after a flip. You are player_1.\n"
        "No slap is ever good. A wrong slap burns 2 cards.\n"
        "Reflexes of player_1 and player_0: tick 1 100%.\n"
        "player_0 has flipped a card that you do not see yet: pile, challenge and stacks are told without it.\n"
        "Pile: 0 cards.\n"
        "No challenge.\n"
        "player_1 (you): 1 card. Has memory.\n"
        "player_0 (left and right neighbour): 1 card. Has memory.\n"
        "You remember the card in the air: king.\n"
        "Every card is located.\n"
        "Legal moves: 0 = hold, 1 = slap."
    )
    assert text.describe(first_flip(), 1, "es") == (
        "Paso 1 de 3 tras una carta. Eres player_1.\n"
        "Ningún golpe vale. Un golpe equivocado quema 2 cartas.\n"
        "Reflejos de player_1 y player_0: paso 1 100 %.\n"
        "player_0 ha descubierto una carta que aún no ves: montón, desafío y mazos se cuentan sin ella.\n"
        "Montón: 0 cartas.\n"
        "No hay desafío.\n"
        "player_1 (tú): 1 carta. Tiene memoria.\n"
        "player_0 (a tu izquierda y a tu derecha): 1 carta. Tiene memoria.\n"
        "Recuerdas la carta en el aire: rey.\n"
        "Todas las cartas están localizadas.\n"
        "Puedes elegir: 0 = esperar, 1 = golpear."
    )


def test_description_of_burns_the_cardless_and_memory():
    assert text.describe(burnt_out(), 1) == (
        "Tick 2 of 2 after a flip. You are player_1.\n"
        "Slaps: sandwich, tens. A wrong slap burns 1 card. A pile is shuffled when it is won.\n"
        "Reflexes of player_1: tick 1 50%, tick 2 50%.\n"
        "Reflexes of player_2 and player_0: tick 1 100%.\n"
        "Reflexes of player_3: tick 2 12.5%, too late 87.5%.\n"
        "player_2 flipped the top card; you see it from tick 2 on.\n"
        "Pile: 6 cards (burnt: 3). From the top: king, 10, 4. First played: 4.\n"
        "Challenge by player_2: 3 cards to be paid.\n"
        "If nobody slaps, player_1 flips next.\n"
        "player_1 (you): 2 cards. 1 wrong slap in this window. Has memory.\n"
        "player_2 (left neighbour): no cards, still in.\n"
        "player_3: out.\n"
        "player_0 (right neighbour): no cards, still in.\n"
        "You remember the next card: 2.\n"
        "Not located: ace ×4, 2 ×3, 3 ×4, 4 ×3, 5 ×4, 6 ×4, 7 ×4, 8 ×4, 9 ×4, 10 ×3, jack ×4, queen ×4, king ×3.\n"
        "Legal moves: 0 = hold, 1 = slap."
    )
    state = burnt_out()
    state.wrong[1] = 2
    state.located[1] = 0
    assert text.describe(state, 1, "es") == (
        "Paso 2 de 2 tras una carta. Eres player_1.\n"
        "Golpes: sándwich, suma diez. Un golpe equivocado quema 1 carta. El montón se baraja al ganarlo.\n"
        "Reflejos de player_1: paso 1 50 %, paso 2 50 %.\n"
        "Reflejos de player_2 y player_0: paso 1 100 %.\n"
        "Reflejos de player_3: paso 2 12,5 %, tarde 87,5 %.\n"
        "player_2 descubrió la carta de arriba; la ves desde el paso 2.\n"
        "Montón: 6 cartas (quemadas: 3). Desde arriba: rey, 10, 4. Primera jugada: 4.\n"
        "Desafío de player_2: 3 cartas por pagar.\n"
        "Si nadie golpea, la siguiente carta es de player_1.\n"
        "player_1 (tú): 2 cartas. 2 golpes equivocados en esta ventana. Tiene memoria.\n"
        "player_2 (a tu izquierda): sin cartas, sigue dentro.\n"
        "player_3: fuera.\n"
        "player_0 (a tu derecha): sin cartas, sigue dentro.\n"
        "No conoces la carta siguiente.\n"
        "Sin localizar: as ×4, 2 ×4, 3 ×4, 4 ×3, 5 ×4, 6 ×4, 7 ×4, 8 ×4, 9 ×4, 10 ×3, jota ×4, reina ×4, rey ×3.\n"
        "Puedes elegir: 0 = esperar, 1 = golpear."
    )


def test_a_seat_that_is_out_is_told_the_table_but_no_moves():
    told = text.describe(burnt_out(), 3).split("\n")
    assert told[0] == "Tick 2 of 2 after a flip. You are player_3 and out of the game."
    assert told[-4:] == [
        "player_3 (you): out.",
        "player_0 (left neighbour): no cards, still in.",
        "player_1: 2 cards. 1 wrong slap in this window. Has memory.",
        "player_2 (right neighbour): no cards, still in.",
    ]
    told = text.describe(burnt_out(), 3, "es").split("\n")
    assert told[0] == "Paso 2 de 2 tras una carta. Eres player_3 y estás fuera del juego."
    assert told[-1] == "player_2 (a tu derecha): sin cartas, sigue dentro."


def test_description_of_the_end():
    assert text.describe(ended(TERMINATED, [0, 52, 0], [2]), 0) == (
        "The game is over. You are player_0.\n"
        "player_0 (you): no cards, still in.\n"
        "player_1 (left neighbour): 52 cards.\n"
        "player_2 (right neighbour): out.\n"
        "player_1 wins."
    )
    assert text.describe(ended(TERMINATED, [0, 52, 0], [0, 2]), 1, "es").split("\n")[-1] == "Gana player_1."
    assert text.describe(ended(TRUNCATED, [12, 40, 0], [2]), 1, "es") == (
        "La partida ha terminado. Eres player_1.\n"
        "player_1 (tú): 40 cartas.\n"
        "player_2 (a tu izquierda): fuera.\n"
        "player_0 (a tu derecha): 12 cartas.\n"
        "La partida se ha cortado: empate entre player_1 y player_0."
    )
    told = text.describe(ended(TRUNCATED, [12, 40, 0], []), 2).split("\n")
    assert told[-1] == "The game was cut: a draw between player_2, player_0 and player_1."


def test_rendered_table():
    assert text.render(nines()) == (
        "Egyptian ratscrew · tick 2 of 3 · flip 3 of 2000\n"
        "Pile: 3 cards. From the top: 9 of diamonds, 9 of clubs, queen of clubs. First played: queen of clubs.\n"
        "Challenge by player_1: paid in full.\n"
        "\n"
        "seat      │ cards│ sees it at tick│ wrong slaps│ next cards               \n"
        "──────────┼──────┼────────────────┼────────────┼──────────────────────────\n"
        "  player_0│ 2    │ too late       │ 0          │ 5 of clubs, 6 of clubs   \n"
        "→ player_1│ 2    │ 1              │ 0          │ 7 of clubs, 7 of diamonds\n"
        "  player_2│ 1    │ 2              │ 0          │ 4 of clubs               \n"
        "  player_3│ 1    │ 3              │ 0          │ 3 of clubs               "
    )
    assert text.render(burnt_out(), "es") == (
        "Egyptian ratscrew · paso 2 de 2 · carta 3 de 2000\n"
        "Montón: 6 cartas (quemadas: 3). Desde arriba: rey de tréboles, 10 de tréboles, 4 de tréboles. "
        "Primera jugada: 4 de tréboles.\n"
        "Desafío de player_2: 3 cartas por pagar.\n"
        "\n"
        "puesto    │ cartas│ la ve en el paso│ golpes equivocados│ siguientes cartas           \n"
        "──────────┼───────┼─────────────────┼───────────────────┼─────────────────────────────\n"
        "  player_0│ 0     │ 1               │ 0                 │                             \n"
        "→ player_1│ 2     │ 2               │ 1                 │ 2 de tréboles, 5 de tréboles\n"
        "  player_2│ 0     │ 1               │ 0                 │                             \n"
        "  player_3│ fuera │                 │                   │                             "
    )


def test_rendered_end():
    state = table(["A", "K", "3 4"], rest=0).states[0]
    state.ended, state.flips, state.played = TRUNCATED, 77, 0
    state.out_at[1] = 1
    assert text.render(state) == (
        "Egyptian ratscrew · game over · flip 77 of 2000\n"
        "\n"
        "seat      │ cards│ sees it at tick│ wrong slaps│ next cards                           \n"
        "──────────┼──────┼────────────────┼────────────┼──────────────────────────────────────\n"
        "  player_0│ 48   │ 1              │ 0          │ 2 of clubs, 5 of clubs, 6 of clubs, …\n"
        "  player_1│ out  │                │            │                                      \n"
        "  player_2│ 2    │ 1              │ 0          │ 3 of clubs, 4 of clubs               \n"
        "\n"
        "The game was cut: a draw between player_0 and player_2."
    )
    assert text.render(ended(TERMINATED, [0, 52, 0], [2]), "es").split("\n")[0] == (
        "Egyptian ratscrew · fin de la partida · carta 77 de 77"
    )
    assert text.render(ended(TERMINATED, [0, 52, 0], [2]), "es").split("\n")[-1] == "Gana player_1."


def test_names_of_the_actions():
    assert [text.action(action) for action in range(2)] == ["hold", "slap"]
    assert [text.action(action, "es") for action in range(2)] == ["esperar", "golpear"]
    assert text.PHRASES["en"].keys() == text.PHRASES["es"].keys()


def test_names_of_the_cards():
    names = {
        "en": ("ace 2 3 4 5 6 7 8 9 10 jack queen king", "clubs diamonds hearts spades", "of"),
        "es": ("as 2 3 4 5 6 7 8 9 10 jota reina rey", "tréboles diamantes corazones picas", "de"),
    }
    state = table(["A", "2"]).states[0]
    for language, (ranks, suits, of) in names.items():
        cards = [f"{rank} {of} {suit}" for suit in suits.split() for rank in ranks.split()]
        for card in range(CARDS):
            state.pile[0] = card
            assert text.render(state, language).split("\n")[1].count(cards[card]) == 2
            assert text.describe(state, 0, language).split("\n")[4].count(f" {ranks.split()[card % RANKS]}.") == 2


# --- what is told ----------------------------------------------------------------------------------------------


def positions(players: int, seed: int, **options: Any) -> tuple[Table, list[np.record]]:
    """Every state of one game in which seats slap at random, the end included, and the table that played it."""
    rng = np.random.default_rng(seed)
    game = Table(GAME, RatscrewOptions(players=players, **options))
    game.restart(seed)
    seen = [game.states.copy()[0]]
    while game.acting:
        rate = 0.5 if rules.good_pile(game.state) else 0.05
        game.act({seat: int(rng.random() < rate) for seat in game.acting})
        seen.append(game.states.copy()[0])
    return game, seen


def twin(state: np.record, seat: int, rng: np.random.Generator) -> np.record:
    """A state that differs in all that a seat without memory cannot know: the cards that it does not see, the one in
    the air and what follows from it among them, what is to come, the others' perception and what only a memory holds.
    """
    other = state.copy()
    other.seed, other.episode, other.moves = rng.integers(2**63), rng.integers(1000), rng.integers(1000, 2000)
    other.reward, other.max_flips, other.flips = 1 - state.reward, 10**6, rng.integers(1000)
    other.located, other.was_located = rng.integers(2, size=CARDS), rng.integers(2)
    other.won_slaps, other.wrong_slaps = rng.integers(9, size=(2, 8))
    air = state.perception[seat] > state.tick
    perception = rng.integers(int(state.ticks) + 1, size=8)
    perception[seat] = rng.integers(state.tick + 1, state.ticks + 1) if air else state.perception[seat]
    other.perception = perception
    seen = int(state.played) - int(air)
    shown = {*state.pile[:1][:seen].tolist(), *state.pile[max(0, seen - 3) : seen].tolist()}
    deck = rng.permutation([card for card in range(CARDS) if card not in shown]).tolist()
    for place in [*range(1, seen - 3), *range(seen, int(state.played))]:
        other.pile[place] = deck.pop()
    other.burnt[: state.burnt_count] = [deck.pop() for _ in range(state.burnt_count)]
    other.stacks[:] = rng.integers(CARDS, size=other.stacks.shape)
    if air:
        other.challenger, other.owed = state.challenger_before, state.owed_before
        rules.challenge(other, int(state.flipper), int(other.pile[seen]) % RANKS + 1)
    return other


@pytest.mark.parametrize("players", SIZES)
def test_what_a_seat_cannot_know_is_not_told(players: int):
    rng = np.random.default_rng(players)
    _, states = positions(players, players, max_flips=60, slaps=SLAPS)
    hidden = 0
    for state in states[:-1]:
        for seat in range(players):
            other = twin(state, seat, rng)
            top = int(state.played) - 1
            hidden += state.perception[seat] > state.tick and other.pile[top] % RANKS != state.pile[top] % RANKS
            for language in LANGUAGES:
                assert text.describe(other, seat, language) == text.describe(state, seat, language)
    assert hidden > 20 * players  # of about 60 flips, two thirds are not seen at once, twelve thirteenths differ


@pytest.mark.parametrize("players", SIZES)
def test_what_a_seat_with_memory_cannot_know_is_not_told(players: int):
    """Any state drawn to fit the observation is told alike; seat 0 is its own in those."""
    _, states = positions(players, 50 + players, max_flips=60, memory=True)
    drawn_states = GAME.initial(RatscrewOptions(players=players))
    other_air = 0
    for key, state in enumerate(states[:-1]):
        GAME.loops.determinize_rows(look_all(state)[0][:1], np.array([key], np.uint64), drawn_states)
        drawn = drawn_states[0]
        top = int(state.played) - 1
        other_air += state.perception[0] > state.tick and drawn.pile[top] % RANKS != state.pile[top] % RANKS
        for language in LANGUAGES:
            assert text.describe(drawn, 0, language) == text.describe(state, 0, language)
    assert other_air > 10


def changed(make: Any, field: str, value: Any, place: Any = None) -> np.record:
    state = make()
    if place is None:
        state[field] = value
    else:
        state[field][place] = value
    return state


def test_what_a_seat_knows_is_told():
    known = [
        changed(nines, "pile", 0, 0),
        changed(nines, "pile", 0, 1),
        changed(nines, "pile", 0, 2),
        changed(nines, "burnt_count", 1),
        changed(nines, "held", 0, 3),
        changed(nines, "out_at", 1, 3),
        changed(nines, "challenger", 0),
        changed(nines, "challenger", rules.NOBODY),
        changed(nines, "owed", 1),
        changed(nines, "flipper", 3),
        changed(nines, "tick", 2),
        changed(nines, "ticks", 4),
        changed(nines, "perception", 1, 1),
        changed(nines, "perception", 2, 1),
        changed(nines, "wrong", 1, 3),
        changed(nines, "wrong", 2, 3),
        changed(nines, "penalty", 1),
        changed(nines, "shuffle_won", 1),
        changed(nines, "memory", 1, 2),
        changed(nines, "reflexes", [0.5, 0.5, *[0.0] * 7], 2),
        *(changed(nines, "slaps", 1 - on, place) for place, on in enumerate(nines().slaps)),
    ]
    for language in LANGUAGES:
        assert len({text.describe(state, 1, language) for state in [nines(), *known]}) == len(known) + 1
    remembered = [
        changed(burnt_out, "located", 0, 1),
        changed(burnt_out, "located", 1, 2),
        changed(burnt_out, "stacks", 14, (1, 1)),  # another two, not located: the next is not known
    ]
    for language in LANGUAGES:
        assert len({text.describe(state, 1, language) for state in [burnt_out(), *remembered]}) == len(remembered) + 1
        assert text.describe(remembered[1], 2, language) == text.describe(burnt_out(), 2, language)  # has no memory


@pytest.mark.parametrize("players", SIZES)
def test_whole_games_in_words(players: int):
    """In every state, for every seat: moves while it is in, the seat that flips next, and at the end who has won."""
    memory = [seat % 2 == 0 for seat in range(players)]
    for seed, options in ((100 + players, {"max_flips": 150}), (200 + players, {"shuffle_won": True, "penalty": 1})):
        game, states = positions(players, seed, memory=memory, **options)
        for state in states[:-1:3]:
            for seat in range(players):
                for language in LANGUAGES:
                    said = text.describe(state, seat, language).split("\n")
                    moves = [int(move) for move in re.findall(r"(\d+) = ", said[-1])]
                    assert moves == ([0, 1] if state.out_at[seat] == 0 else [])
                    following = {"en": r"If nobody slaps, player_(\d)", "es": r"Si nadie golpea, .* player_(\d)"}[
                        language
                    ]
                    told = [int(found[1]) for found in (re.match(following, line) for line in said) if found]
                    assert told == ([rules.next_flipper(state)] if state.perception[seat] <= state.tick else [])
        assert states[-1].ended != RUNNING
        winners = {f"player_{seat}" for seat in np.flatnonzero(game.result.winners)}
        for language in LANGUAGES:
            for seat in range(players):
                last = text.describe(states[-1], seat, language).split("\n")[-1]
                assert set(re.findall(r"player_\d", last)) == winners
            assert set(re.findall(r"player_\d", text.render(states[-1], language).split("\n")[-1])) == winners


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", SIZES)
def test_columns_are_aligned(players: int, language: str):
    _, states = positions(players, 300 + players, max_flips=100)
    for state in states[::5]:
        grid = [line for line in text.render(state, language).split("\n") if "│" in line or "┼" in line]
        assert len(grid) == players + 2
        borders = {tuple(place for place, sign in enumerate(line) if sign in "│┼") for line in grid}
        assert len(borders) == 1
        assert len(borders.pop()) == 4
        assert len({len(line) for line in grid}) == 1


# --- bad input -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["fr", "EN", "", None, 1])
def test_other_languages_are_refused(language: Any):
    state = nines()
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
        text.describe(nines(), wrong)


@pytest.mark.parametrize("wrong", [-1, 2, 1.0, True, "slap", None])
def test_other_actions_are_refused(wrong: Any):
    with pytest.raises(ValueError, match="action takes an integer from 0 to 1"):
        text.action(wrong)


def test_describing_changes_nothing():
    state = burnt_out()
    before = state.tobytes()
    text.describe(state, 0)
    text.render(state)
    assert state.tobytes() == before
