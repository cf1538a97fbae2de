"""Egyptian ratscrew in words, English and Spanish: an action, the table as one seat knows it, and the whole table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from card_envs.core.loops import RUNNING
from card_envs.core.options import checked_integer
from card_envs.core.text import (
    agent,
    checked_language,
    columns,
    counted,
    joined,
    legal_moves,
    look,
    number,
    over,
    placed,
)
from card_envs.ratscrew.cards import CARDS, LETTERS, RANKS
from card_envs.ratscrew.observation import TOP
from card_envs.ratscrew.rules import ACTIONS, NOBODY, RING, is_in, next_flipper

# From the ace up, and in the order of the deck.
RANK_NAMES = {
    "en": ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"),
    "es": ("as", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jota", "reina", "rey"),
}
SUIT_NAMES = {
    "en": ("clubs", "diamonds", "hearts", "spades"),
    "es": ("tréboles", "diamantes", "corazones", "picas"),
}

PHRASES: dict[str, dict[str, Any]] = {
    "en": {
        "actions": ("hold", "slap"),
        "card_name": "{rank} of {suit}",
        "turn": "Tick {tick} of {ticks} after a flip. You are {me}.",
        "turn_out": "Tick {tick} of {ticks} after a flip. You are {me} and out of the game.",
        "patterns": ("double", "sandwich", "top-bottom", "marriage", "tens"),
        "slaps": "Slaps: {patterns}.",
        "no_slaps": "No slap is ever good.",
        "penalty": "A wrong slap burns {cards}.",
        "shuffled": "A pile is shuffled when it is won.",
        "reflexes": "Reflexes of {agents}: {shares}.",
        "share": "tick {tick} {share}%",
        "share_late": "too late {share}%",
        "air": "{agent} has flipped a card that you do not see yet: pile, challenge and stacks are told without it.",
        "before": "{agent} flipped the card before it.",
        "newest": "{agent} flipped the top card; you see it from tick {tick} on.",
        "pile": "Pile: {cards}.",
        "pile_burnt": "Pile: {cards} (burnt: {burnt}).",
        "top": "From the top: {cards}.",
        "first": "First played: {card}.",
        "no_challenge": "No challenge.",
        "challenge": "Challenge by {agent}: {cards} to be paid.",
        "paid": "Challenge by {agent}: paid in full.",
        "next": "If nobody slaps, {agent} flips next.",
        "card": "card",
        "cards": "cards",
        "seat": "{agent}: {cards}.",
        "seat_empty": "{agent}: no cards, still in.",
        "seat_out": "{agent}: out.",
        "wrong": "{slaps} in this window.",
        "wrong_slap": "wrong slap",
        "wrong_slaps": "wrong slaps",
        "memory": "Has memory.",
        "air_card": "You remember the card in the air: {card}.",
        "air_unknown": "You do not know the card in the air.",
        "next_card": "You remember the next card: {card}.",
        "next_unknown": "You do not know the next card.",
        "unlocated": "Not located: {cards}.",
        "all_located": "Every card is located.",
        "wins": "{agent} wins.",
        "draw": "The game was cut: a draw between {agents}.",
        "title": "Egyptian ratscrew · tick {tick} of {ticks}",
        "title_over": "Egyptian ratscrew · game over",
        "flips": "flip {flips} of {most}",
        "columns": ("seat", "cards", "sees it at tick", "wrong slaps", "next cards"),
        "out": "out",
        "late": "too late",
    },
    "es": {
        "actions": ("esperar", "golpear"),
        "card_name": "{rank} de {suit}",
        "turn": "Paso {tick} de {ticks} tras una carta. Eres {me}.",
        "turn_out": "Paso {tick} de {ticks} tras una carta. Eres {me} y estás fuera del juego.",
        "patterns": ("doble", "sándwich", "arriba-abajo", "matrimonio", "suma diez"),
        "slaps": "Golpes: {patterns}.",
        "no_slaps": "Ningún golpe vale.",
        "penalty": "Un golpe equivocado quema {cards}.",
        "shuffled": "El montón se baraja al ganarlo.",
        "reflexes": "Reflejos de {agents}: {shares}.",
        "share": "paso {tick} {share} %",
        "share_late": "tarde {share} %",
        "air": "{agent} ha descubierto una carta que aún no ves: montón, desafío y mazos se cuentan sin ella.",
        "before": "La carta anterior la descubrió {agent}.",
        "newest": "{agent} descubrió la carta de arriba; la ves desde el paso {tick}.",
        "pile": "Montón: {cards}.",
        "pile_burnt": "Montón: {cards} (quemadas: {burnt}).",
        "top": "Desde arriba: {cards}.",
        "first": "Primera jugada: {card}.",
        "no_challenge": "No hay desafío.",
        "challenge": "Desafío de {agent}: {cards} por pagar.",
        "paid": "Desafío de {agent}: pagado.",
        "next": "Si nadie golpea, la siguiente carta es de {agent}.",
        "card": "carta",
        "cards": "cartas",
        "seat": "{agent}: {cards}.",
        "seat_empty": "{agent}: sin cartas, sigue dentro.",
        "seat_out": "{agent}: fuera.",
        "wrong": "{slaps} en esta ventana.",
        "wrong_slap": "golpe equivocado",
        "wrong_slaps": "golpes equivocados",
        "memory": "Tiene memoria.",
        "air_card": "Recuerdas la carta en el aire: {card}.",
        "air_unknown": "No conoces la carta en el aire.",
        "next_card": "Recuerdas la carta siguiente: {card}.",
        "next_unknown": "No conoces la carta siguiente.",
        "unlocated": "Sin localizar: {cards}.",
        "all_located": "Todas las cartas están localizadas.",
        "wins": "Gana {agent}.",
        "draw": "La partida se ha cortado: empate entre {agents}.",
        "title": "Egyptian ratscrew · paso {tick} de {ticks}",
        "title_over": "Egyptian ratscrew · fin de la partida",
        "flips": "carta {flips} de {most}",
        "columns": ("puesto", "cartas", "la ve en el paso", "golpes equivocados", "siguientes cartas"),
        "out": "fuera",
        "late": "tarde",
    },
}


def action(action: int, language: str = "en") -> str:
    """What an action is: "hold" or "slap", "esperar" or "golpear".

    Args:
        action: index into `rules.ACTIONS`.
        language: one of `core.text.LANGUAGES`.

    Raises:
        ValueError: no such action or language.
    """
    checked_language(language)
    checked_integer("action", action, 0, len(ACTIONS) - 1)
    return PHRASES[language]["actions"][action]


def moves(state: Any, seat: int, language: str = "en") -> dict[int, str]:
    """What a seat may do now: each of its actions in words; none for a seat that is out or after the end.

    Raises:
        ValueError: no such seat or language.
    """
    checked_language(language)
    return {move: action(move, language) for move in look("ratscrew", state, seat).moves}


def describe(state: Any, seat: int, language: str = "en") -> str:
    """The table as one seat knows it, with its legal moves and their numbers; after the end, the result.

    Written from the seat's observation and mask alone, so that it cannot tell more than they do, and from whether
    the game has ended. Ticks are counted from 1.

    Args:
        state: one record of `rules.State`.
        seat: 0 to players − 1; one that is out is told the table too, but has no moves.
        language: one of `core.text.LANGUAGES`.

    Returns:
        Lines of text. Seats have their absolute names, one's own first, then in the order of play.

    Raises:
        ValueError: no such seat or language.
    """
    checked_language(language)
    seen, legal, names = look("ratscrew", state, seat)
    if state.ended != RUNNING:
        lines = [over(names, language), *_seats(seen, names, language)]
        return "\n".join([*lines, _result(seen["stacks"], seen["in"], names, language)])
    lines = [*_rules(seen, names, language), *_turn(seen, names, language), *_seats(seen, names, language)]
    if seen["memory"][0]:
        lines += _memory(seen, language)
    if legal:
        lines.append(legal_moves(moves(state, seat, language), language))
    return "\n".join(lines)


def glance(state: Any, seat: int, language: str = "en") -> list[str]:
    """What one seat must see at once when ticks are short, in lines: the clock, the cards, the challenge, the stacks.

    Written from the seat's observation, as `describe` is. A card in the air shows no face.

    Raises:
        ValueError: no such seat or language.
    """
    checked_language(language)
    seen, _, names = look("ratscrew", state, seat)
    faces = [LETTERS[int(rank) - 1] for rank in seen["top"][::-1] if rank] + ["░░"] * int(seen["air"][0])
    first = [LETTERS[int(rank) - 1] for rank in seen["first"] if rank and seen["pile"] - seen["burnt"] > TOP]
    drawn = [f"{left}  {right}" for left, right in zip(_boxes(first), _boxes(faces), strict=True)]
    pile = pile_size(int(seen["pile"][0]), int(seen["burnt"][0]), language)
    waits = challenge(_marked(seen["challenger"], names), int(seen["owed"][0]), language)
    stacks = []
    for distance, name in enumerate(names):
        held = _cards(seen["stacks"][distance], language) if seen["in"][distance] else PHRASES[language]["out"]
        stacks.append(f"{'→' if seen['flipper'][distance] else ' '} {name}: {held}")
    return [title(state, language), *drawn, pile, waits, *stacks]


# --- what one seat sees ----------------------------------------------------------------------------------------


def _rules(seen: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    """Where in the window one is, and what is played (R10, R11, R15)."""
    phrases = PHRASES[language]
    turn = phrases["turn" if seen["in"][0] else "turn_out"]
    in_force = [phrases["patterns"][pattern] for pattern in np.flatnonzero(seen["slaps"])]
    said = [
        phrases["slaps"].format(patterns=", ".join(in_force)) if in_force else phrases["no_slaps"],
        phrases["penalty"].format(cards=_cards(seen["penalty"][0], language)),
    ]
    if seen["shuffle_won"][0]:
        said.append(phrases["shuffled"])
    clock = turn.format(tick=int(seen["tick"][0]) + 1, ticks=int(seen["ticks"][0]), me=names[0])
    return [clock, " ".join(said), *_reflexes(seen, names, language)]


def _reflexes(seen: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    """How likely one sees a card from each tick on: a line for all seats that are alike in this."""
    phrases, ticks = PHRASES[language], int(seen["ticks"][0])
    alike: dict[str, list[str]] = {}
    for distance, name in enumerate(names):
        shares = []
        for tick in np.flatnonzero(seen["reflexes"][distance]):
            share = number(100 * seen["reflexes"][distance, tick], language)
            shares.append(phrases["share" if tick < ticks else "share_late"].format(tick=tick + 1, share=share))
        alike.setdefault(", ".join(shares), []).append(name)
    return [phrases["reflexes"].format(agents=joined(who, language), shares=shares) for shares, who in alike.items()]


def _turn(seen: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    """The newest card, the pile, the challenge, and whose flip it is; as before it if that card is in the air."""
    phrases, ranks = PHRASES[language], RANK_NAMES[language]
    flipper, last_flipper, challenger = (
        _marked(seen[block], names) for block in ("flipper", "last_flipper", "challenger")
    )
    top = [ranks[int(rank) - 1] for rank in seen["top"] if rank]
    first = ranks[int(seen["first"][0]) - 1] if seen["first"][0] else ""
    pile = _pile(int(seen["pile"][0]), int(seen["burnt"][0]), top, first, language)
    waits = challenge(challenger, int(seen["owed"][0]), language)
    if not seen["air"][0]:
        newest = phrases["newest"].format(agent=last_flipper, tick=int(seen["seen_at"][0]) + 1)
        return [newest, pile, waits, phrases["next"].format(agent=flipper)]
    newest = phrases["air"].format(agent=flipper)
    return [newest, *([phrases["before"].format(agent=last_flipper)] if last_flipper else []), pile, waits]


def _seats(seen: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    """Who they are to the observer, their stacks, and what else is known of them."""
    phrases, lines = PHRASES[language], []
    for distance in range(len(names)):
        stack, wrong = seen["stacks"][distance], seen["wrong_slaps"][distance]
        kind = "seat_out" if not seen["in"][distance] else "seat" if stack else "seat_empty"
        said = [phrases[kind].format(agent=placed(names, distance, language), cards=_cards(stack, language))]
        if wrong:
            slaps = counted(wrong, phrases["wrong_slap"], phrases["wrong_slaps"], language)
            said.append(phrases["wrong"].format(slaps=slaps))
        if seen["memory"][distance]:
            said.append(phrases["memory"])
        lines.append(" ".join(said))
    return lines


def _memory(seen: dict[str, Any], language: str) -> list[str]:
    """What a perfect memory adds."""
    phrases, ranks = PHRASES[language], RANK_NAMES[language]
    block = "air" if seen["air"][0] else "next"
    rank = int(seen[f"{block}_card"][0])
    card = phrases[f"{block}_card"].format(card=ranks[rank - 1]) if rank else phrases[f"{block}_unknown"]
    left = ", ".join(f"{ranks[at]} ×{int(seen['unlocated'][at])}" for at in np.flatnonzero(seen["unlocated"]))
    return [card, phrases["unlocated"].format(cards=left) if left else phrases["all_located"]]


def _marked(block: Any, names: Sequence[str]) -> str:
    """The seat with the 1; empty if there is none."""
    return names[int(block.argmax())] if block.any() else ""


def _boxes(faces: Sequence[str]) -> list[str]:
    """Cards side by side, three lines high."""
    edges = [("┌────┐", f"│{face:^4}│", "└────┘") for face in faces]
    return ["".join(edge[line] for edge in edges) for line in range(3)]


# --- cards and numbers -----------------------------------------------------------------------------------------


def _cards(count: float, language: str) -> str:
    return counted(count, PHRASES[language]["card"], PHRASES[language]["cards"], language)


def _card(card: int, language: str) -> str:
    rank, suit = RANK_NAMES[language][card % RANKS], SUIT_NAMES[language][card // RANKS]
    return PHRASES[language]["card_name"].format(rank=rank, suit=suit)


def _pile(size: int, burnt: int, top: Sequence[str], first: str, language: str) -> str:
    """The cards in the pile, and those that count in the patterns (R8)."""
    phrases, said = PHRASES[language], [pile_size(size, burnt, language)]
    if first:
        said += [phrases["top"].format(cards=", ".join(top)), phrases["first"].format(card=first)]
    return " ".join(said)


def pile_size(size: int, burnt: int, language: str) -> str:
    """The number of cards in the pile."""
    return PHRASES[language]["pile_burnt" if burnt else "pile"].format(cards=_cards(size, language), burnt=burnt)


def challenge(challenger: str, owed: int, language: str) -> str:
    """Whose court card or ace waits for how many cards; there is no challenge without a challenger."""
    phrases = PHRASES[language]
    if not challenger:
        return phrases["no_challenge"]
    return phrases["challenge" if owed else "paid"].format(agent=challenger, cards=_cards(owed, language))


def _result(stacks: Any, still_in: Any, names: Sequence[str], language: str) -> str:
    """R14: who has all the cards; in a game that was cut, a draw."""
    phrases = PHRASES[language]
    for stack, name in zip(stacks, names, strict=False):
        if stack == CARDS:
            return phrases["wins"].format(agent=name)
    drawn = [name for inside, name in zip(still_in, names, strict=False) if inside]
    return phrases["draw"].format(agents=joined(drawn, language))


# --- the whole table -------------------------------------------------------------------------------------------


def render(state: Any, language: str = "en") -> str:
    """The whole table for a spectator, as a monospaced table with a line for each seat.

    Every stack shows its next cards. An arrow marks the seat that flips next if nobody slaps.

    Args:
        state: one record of `rules.State`.
        language: one of `core.text.LANGUAGES`.

    Raises:
        ValueError: no such language.
    """
    checked_language(language)
    names = [agent(seat) for seat in range(int(state.players))]
    flips = PHRASES[language]["flips"].format(flips=state.flips, most=state.max_flips)
    lines = [f"{title(state, language)} · {flips}"]
    if state.ended == RUNNING:
        played = [_card(int(card), language) for card in state.pile[: state.played]]
        size = len(played) + int(state.burnt_count)
        lines.append(_pile(size, int(state.burnt_count), played[: -TOP - 1 : -1], played[0], language))
        challenger = "" if state.challenger == NOBODY else names[state.challenger]
        lines.append(challenge(challenger, int(state.owed), language))
    lines += ["", *_grid(state, names, language)]
    if won := outcome(state, language):
        lines += ["", won]
    return "\n".join(lines)


def title(state: Any, language: str) -> str:
    """Where in its window the table is, in one line."""
    key = "title" if state.ended == RUNNING else "title_over"
    return PHRASES[language][key].format(tick=state.tick + 1, ticks=state.ticks)


def outcome(state: Any, language: str) -> str:
    """Who has won, or that nobody has; empty as long as the game goes on."""
    if state.ended == RUNNING:
        return ""
    names = [agent(seat) for seat in range(int(state.players))]
    still_in = [is_in(state, seat) for seat in range(int(state.players))]
    return _result(state.held, still_in, names, language)


def _grid(state: Any, names: Sequence[str], language: str) -> list[str]:
    """Seats down; who they are, and how they stand, across."""
    rows = [_row(state, seat, name, language) for seat, name in enumerate(names)]
    return columns(PHRASES[language]["columns"], list(zip(*rows, strict=True)))


def _row(state: Any, seat: int, name: str, language: str) -> tuple[str, ...]:
    phrases, sees, held = PHRASES[language], int(state.perception[seat]), int(state.held[seat])
    marked = state.ended == RUNNING and seat == next_flipper(state)
    who = ("→ " if marked else "  ") + name
    if not is_in(state, seat):
        return who, phrases["out"], "", "", ""
    following = [
        _card(int(state.stacks[seat, (state.tops[seat] + at) % RING]), language) for at in range(min(TOP, held))
    ]
    following += ["…"] * (held > TOP)
    seen_at = str(sees + 1) if sees < state.ticks else phrases["late"]
    return who, str(held), seen_at, str(state.wrong[seat]), ", ".join(following)
