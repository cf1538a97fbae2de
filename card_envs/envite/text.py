"""Envite in words, English and Spanish: an action, the table as one seat knows it, and the whole table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from card_envs.core.loops import RUNNING
from card_envs.core.options import checked_integer
from card_envs.core.text import agent, checked_language, columns, counted, joined, legal_moves, look, over
from card_envs.envite.cards import CLASSES, RANKS, STRENGTHS, SUITS, TRUMP, TRUMP_ORDER, card
from card_envs.envite.rules import (
    ACCEPT,
    ACTIONS,
    CHICO,
    DECLINE_TUMBO,
    FIRST_CARD,
    FOLD,
    MATCH,
    NOBODY,
    PLAYING,
    RAISE,
)

PERICA = card("oros-10")
FIGURES = {
    "en": {1: "ace", 10: "sota", 11: "caballo", 12: "rey"},
    "es": {1: "as", 10: "sota", 11: "caballo", 12: "rey"},
}

PHRASES: dict[str, dict[str, Any]] = {
    "en": {
        "calls": ("wait", "pass", "bet or raise", "accept", "fold", "play in tumbo", "decline to play in tumbo"),
        "card": "{rank} of {suit}",
        "malilla": "{card} (malilla)",
        "perica": "{card} (perica)",
        "matador": "{card} (matador)",
        "trump": "{card} (trump)",
        "match": "Match to {chicos} of {stones}. You are {me}.",
        "one_chico": "One chico of {stones}. You are {me}.",
        "one_round": "One round; {stones} are a chico. You are {me}.",
        "ladder": "Stakes: {levels}.",
        "tumbo_rule": "Tumbo from {stones}: losing it gives the rivals {penalty}.",
        "decline_rule": "Declining to play it gives them {stones}.",
        "no_tumbo_rule": "There is no tumbo.",
        "exact_rule": "Exactly {stones} count as one fewer.",
        "own": "your team",
        "rivals": "the rivals",
        "team": "{team} ({agents}): {chicos}, {stones}. Captain: {captain}.",
        "in_tumbo": "In tumbo.",
        "vira": "Vira: {card}; {suit} are trumps.",
        "hand": "Your hand: {cards}.",
        "no_hand": "Your hand is empty.",
        "will_lead": "{agent} leads the first trick.",
        "leads": "Trick {trick}: {agent} leads.",
        "trick": "Trick {trick}: {cards}.",
        "wins_trick": "{agent} wins it.",
        "play": "{agent} {card}",
        "voids": "{agent} holds no {kinds}.",
        "trumps": "trump, save perhaps the highest card",
        "or": " or ",
        "passed": "Passed: {teams}.",
        "raises": "Bets and raises: {own} by your team, {rivals} by the rivals.",
        "no_bets": "No bets: this round is played in tumbo.",
        "agreed": "The round is worth {stake}.",
        "agreed_by": "The round is worth {stake}, as {team} asked.",
        "proposed": "{stake} asked for by {team}; agreed so far: {agreed}.",
        "fuera": "chico fuera",
        "chico": "chico",
        "chicos": "chicos",
        "stone": "stone",
        "stones": "stones",
        "turn": "It is the turn of {agent}.",
        "bet": "bet {stake}",
        "raise": "raise to {stake}",
        "accept": "accept {stake}",
        "fold": "fold: the rivals take {stones}",
        "decline": "decline to play: the rivals take {stones}",
        "win": "{agents} win.",
        "title": "Envite · vira {card} · {worth}",
        "title_over": "Envite · game over · vira {card} · {worth}",
        "worth": "worth {stake}",
        "worth_asked": "worth {stake}, team {team} asks for {proposed}",
        "worth_tumbo": "tumbo",
        "score": "team {team}: {chicos}, {stones}",
        "score_tumbo": "team {team}: {chicos}, {stones}, in tumbo",
        "columns": ("seat", "hand", "trick 1", "trick 2", "trick 3"),
        "captain": "captain",
        "roles": ("{card}", "{card}, leads", "{card}, wins", "{card}, leads and wins"),
    },
    "es": {
        "calls": ("esperar", "pasar", "envidar o subir", "aceptar", "rajarse", "jugar el tumbo", "no jugar el tumbo"),
        "card": "{rank} de {suit}",
        "malilla": "{card} (malilla)",
        "perica": "{card} (perica)",
        "matador": "{card} (matador)",
        "trump": "{card} (triunfo)",
        "match": "Partida a {chicos} de {stones}. Eres {me}.",
        "one_chico": "Un chico de {stones}. Eres {me}.",
        "one_round": "Una ronda; {stones} son un chico. Eres {me}.",
        "ladder": "Se juega por: {levels}.",
        "tumbo_rule": "Tumbo desde {stones}: perderlo da {penalty} al rival.",
        "decline_rule": "No jugarlo le da {stones}.",
        "no_tumbo_rule": "No hay tumbo.",
        "exact_rule": "{stones} justas cuentan como una menos.",
        "own": "tu equipo",
        "rivals": "el rival",
        "team": "{team} ({agents}): {chicos}, {stones}. Capitanea {captain}.",
        "in_tumbo": "En tumbo.",
        "vira": "Vira: {card}; pintan {suit}.",
        "hand": "Tu mano: {cards}.",
        "no_hand": "No te quedan cartas.",
        "will_lead": "En la primera baza sale {agent}.",
        "leads": "Baza {trick}: sale {agent}.",
        "trick": "Baza {trick}: {cards}.",
        "wins_trick": "La gana {agent}.",
        "play": "{agent} {card}",
        "voids": "{agent} no tiene {kinds}.",
        "trumps": "triunfos, salvo quizá la carta más alta",
        "or": " ni ",
        "passed": "Han pasado: {teams}.",
        "raises": "Envites y subidas: {own} de tu equipo, {rivals} del rival.",
        "no_bets": "No hay envites: en esta ronda se juega el tumbo.",
        "agreed": "La ronda vale {stake}.",
        "agreed_by": "La ronda vale {stake}, como pidió {team}.",
        "proposed": "{team} pide {stake}; acordado hasta ahora: {agreed}.",
        "fuera": "chico fuera",
        "chico": "chico",
        "chicos": "chicos",
        "stone": "piedra",
        "stones": "piedras",
        "turn": "Es el turno de {agent}.",
        "bet": "envidar {stake}",
        "raise": "subir a {stake}",
        "accept": "aceptar {stake}",
        "fold": "rajarse: el rival se lleva {stones}",
        "decline": "no jugar el tumbo: el rival se lleva {stones}",
        "win": "Ganan {agents}.",
        "title": "Envite · vira {card} · {worth}",
        "title_over": "Envite · fin de la partida · vira {card} · {worth}",
        "worth": "vale {stake}",
        "worth_asked": "vale {stake}, el equipo {team} pide {proposed}",
        "worth_tumbo": "tumbo",
        "score": "equipo {team}: {chicos}, {stones}",
        "score_tumbo": "equipo {team}: {chicos}, {stones}, en tumbo",
        "columns": ("puesto", "mano", "baza 1", "baza 2", "baza 3"),
        "captain": "capitanea",
        "roles": ("{card}", "{card}, sale", "{card}, gana", "{card}, sale y gana"),
    },
}


def action(action: int, language: str = "en") -> str:
    """What an action says or plays: "bet or raise", "ace of copas", "as de copas".

    Args:
        action: index into `rules.ACTIONS`.
        language: one of `core.text.LANGUAGES`.

    Raises:
        ValueError: no such action or language.
    """
    checked_language(language)
    checked_integer("action", action, 0, len(ACTIONS) - 1)
    return PHRASES[language]["calls"][action] if action < FIRST_CARD else _card(action - FIRST_CARD, language)


def moves(state: Any, seat: int, language: str = "en") -> dict[int, str]:
    """What a seat may do now: each of its actions in words, with what it means as things stand; none after the end.

    Raises:
        ValueError: no such seat or language.
    """
    checked_language(language)
    seen, legal, _ = look("envite", state, seat)
    return {move: _move(move, seen, language) for move in legal}


def describe(state: Any, seat: int, language: str = "en") -> str:
    """The table as one seat knows it, with its legal moves and their numbers; after the end, the result.

    Written from the seat's observation and mask alone, so that it cannot tell more than they do.

    Args:
        state: one record of `rules.State`.
        seat: 0 to players − 1.
        language: one of `core.text.LANGUAGES`.

    Returns:
        Lines of text. Seats have their absolute names, one's own first, then in the order of play.

    Raises:
        ValueError: no such seat or language.
    """
    checked_language(language)
    seen, _, names = look("envite", state, seat)
    phrases = PHRASES[language]
    if not seen["phase"].any():
        winners = names[_winning_side(seen) :: 2]
        lines = [over(names, language), *_teams(seen, names, language)]
        return "\n".join([*lines, phrases["win"].format(agents=joined(winners, language))])
    lines = [*_variant(seen, names, language), *_teams(seen, names, language), *_cards(seen, names, language)]
    lines += _bidding(seen, language)
    if not seen["actor"][0]:
        lines.append(phrases["turn"].format(agent=names[int(seen["actor"].argmax())]))
    return "\n".join([*lines, legal_moves(moves(state, seat, language), language)])


# --- what one seat sees ----------------------------------------------------------------------------------------


def _variant(seen: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    """What is played for (E18, E23–E28)."""
    phrases, needed = PHRASES[language], _stones(seen["chico_stones"][0], language)
    kind = {MATCH: "match", CHICO: "one_chico"}.get(int(seen["episode"].argmax()), "one_round")
    chicos = counted(seen["chicos_to_win"][0], phrases["chico"], phrases["chicos"], language)
    levels = [f"{stones:g}" for stones in (seen["base"][0], *seen["rungs"]) if stones]
    rules = [phrases["ladder"].format(levels=", ".join([*levels, phrases["fuera"]]))]
    if seen["tumbo_from"][0] < 0:
        rules.append(phrases["no_tumbo_rule"])
    else:
        values = _stones(seen["tumbo_from"][0], language), _stones(seen["tumbo_penalty"][0], language)
        rules.append(phrases["tumbo_rule"].format(stones=values[0], penalty=values[1]))
    if seen["may_decline"][0]:
        rules.append(phrases["decline_rule"].format(stones=_stones(seen["decline_stones"][0], language)))
    if seen["exact_is_tumbo"][0]:
        rules.append(phrases["exact_rule"].format(stones=needed))
    return [phrases[kind].format(chicos=chicos, stones=needed, me=names[0]), " ".join(rules)]


def _teams(seen: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    """The two teams with their standing, one's own first."""
    phrases, lines = PHRASES[language], []
    for side, team in enumerate(("own", "rivals")):
        captains = [name for distance, name in enumerate(names) if seen["captains"][distance] and distance % 2 == side]
        line = phrases["team"].format(
            team=_sentence(phrases[team]),
            agents=", ".join(names[side::2]),
            chicos=counted(seen["chicos"][side], phrases["chico"], phrases["chicos"], language),
            stones=_stones(seen["stones"][side], language),
            captain=captains[0],
        )
        lines.append(line + (" " + phrases["in_tumbo"] if seen["tumbo"][side] and seen["phase"].any() else ""))
    return lines


def _cards(seen: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    """The vira, one's hand, the tricks, and what seats have shown not to have."""
    phrases, players, vira = PHRASES[language], len(names), int(seen["vira"].argmax())
    hand = [_ranked(held, vira, players, language) for held in np.flatnonzero(seen["hand"]).tolist()]
    lines = [
        phrases["vira"].format(card=_card(vira, language), suit=SUITS[vira // 10]),
        phrases["hand"].format(cards=joined(hand, language)) if hand else phrases["no_hand"],
    ]
    leader = int(seen["first_leader"].argmax())
    if not seen["phase"][PLAYING]:
        lines.append(phrases["will_lead"].format(agent=names[leader]))
    else:
        for trick in range(int(seen["trick"].argmax()) + 1):
            played = [int(number) - 1 for number in seen["played"][trick, :players]]
            lines.append(_trick(trick, played, leader, names, vira, language))
            leader = leading(played, leader, vira)
    for distance, name in enumerate(names):
        kinds = [(*SUITS, phrases["trumps"])[kind] for kind in np.flatnonzero(seen["voids"][distance])]
        if kinds:
            lines.append(phrases["voids"].format(agent=name, kinds=phrases["or"].join(kinds)))
    return lines


def _trick(trick: int, played: Sequence[int], leader: int, names: Sequence[str], vira: int, language: str) -> str:
    """The cards of a trick in the order played, and who won it."""
    phrases, players = PHRASES[language], len(names)
    if played[leader] == NOBODY:
        return phrases["leads"].format(trick=trick + 1, agent=names[leader])
    order = [(leader + turn) % players for turn in range(players)]
    cards = [
        phrases["play"].format(agent=names[seat], card=_card(played[seat], language))
        for seat in order
        if played[seat] != NOBODY
    ]
    line = phrases["trick"].format(trick=trick + 1, cards=", ".join(cards))
    if NOBODY in played:
        return line
    return line + " " + phrases["wins_trick"].format(agent=names[leading(played, leader, vira)])


def _bidding(seen: dict[str, Any], language: str) -> list[str]:
    """What was said, and what the round is worth."""
    phrases = PHRASES[language]
    if seen["tumbo"].any():
        return [phrases["no_bets"]]
    teams, lines = (phrases["own"], phrases["rivals"]), []
    if seen["passed"].any():
        passed = [team for team, said in zip(teams, seen["passed"], strict=True) if said]
        lines.append(phrases["passed"].format(teams=joined(passed, language)))
    if seen["raises"].any():
        own, rivals = map(int, seen["raises"])
        lines.append(phrases["raises"].format(own=own, rivals=rivals))
    named = teams[int(seen["proposer"].argmax())]
    agreed, asked = _stakes(seen, language)
    if asked:
        lines.append(_sentence(phrases["proposed"].format(team=named, stake=asked, agreed=agreed)))
    elif seen["proposer"].any():
        lines.append(phrases["agreed_by"].format(team=named, stake=agreed))
    else:
        lines.append(phrases["agreed"].format(stake=agreed))
    return lines


def _stakes(seen: dict[str, Any], language: str) -> tuple[str, str]:
    """What is agreed and what waits for an answer, in words; the second is empty if nothing waits."""
    agreed, asked = (_stake(stones, language) for stones in seen["stake"])
    return agreed, asked if seen["proposed"].any() else ""


def _move(move: int, seen: dict[str, Any], language: str) -> str:
    """A legal move in words, with what it means now."""
    phrases = PHRASES[language]
    agreed, asked = _stakes(seen, language)
    if move == RAISE:
        level = int((seen["proposed"] if asked else seen["level"]).argmax()) + 1
        ladder = [*(stones for stones in seen["rungs"] if stones), 0]
        return phrases["raise" if asked else "bet"].format(stake=_stake(ladder[level - 1], language))
    if move == ACCEPT:
        return phrases["accept"].format(stake=asked)
    if move == FOLD:
        return phrases["fold"].format(stones=agreed)
    if move == DECLINE_TUMBO:
        return phrases["decline"].format(stones=_stones(seen["decline_stones"][0], language))
    return action(move, language)


def _winning_side(seen: dict[str, Any]) -> int:
    """Which side won the last round, hence the game: by two tricks, by the other's fold, or as it would not play."""
    if seen["tricks_won"].max() == 2:
        return int(seen["tricks_won"].argmax())
    if seen["proposed"].any():
        return int(seen["proposer"].argmax())
    return int(seen["tumbo"].argmin())


# --- cards and numbers -----------------------------------------------------------------------------------------


def _card(card: int, language: str) -> str:
    rank = RANKS[card % 10]
    return PHRASES[language]["card"].format(rank=FIGURES[language].get(rank, rank), suit=SUITS[card // 10])


def _ranked(card: int, vira: int, players: int, language: str) -> str:
    """A card, and what it is this round: malilla, perica, another matador, another trump, or plain."""
    table = players // 2 - 2, vira // 10, card
    name, place = _card(card, language), int(STRENGTHS[table]) - len(TRUMP_ORDER)
    if CLASSES[table] != TRUMP:
        return name
    role = "malilla" if place == -1 else "trump" if place < 0 else "perica" if card == PERICA else "matador"
    return PHRASES[language][role].format(card=name)


def leading(played: Sequence[int], leader: int, vira: int) -> int:
    """The seat whose card wins of those played (E15); cards by seat, `NOBODY` where none."""
    classes, strengths = CLASSES[len(played) // 2 - 2, vira // 10], STRENGTHS[len(played) // 2 - 2, vira // 10]

    def worth(seat: int) -> tuple[bool, bool, int]:
        card = played[seat]
        if card == NOBODY:
            return False, False, NOBODY
        return classes[card] == TRUMP, classes[card] == classes[played[leader]], int(strengths[card])

    return max(range(len(played)), key=worth)


def _sentence(words: str) -> str:
    """With a capital first letter."""
    return words[:1].upper() + words[1:]


def _stones(stones: float, language: str) -> str:
    return counted(stones, PHRASES[language]["stone"], PHRASES[language]["stones"], language)


def _stake(stones: float, language: str) -> str:
    """Stones, or the chico fuera where they are 0."""
    return _stones(stones, language) if stones else PHRASES[language]["fuera"]


# --- the whole table -------------------------------------------------------------------------------------------


def render(state: Any, language: str = "en") -> str:
    """The whole table for a spectator, every hand open, as a monospaced table with a line for each seat.

    An arrow marks the seat that acts. After the end it shows the last round as it was left.

    Args:
        state: one record of `rules.State`.
        language: one of `core.text.LANGUAGES`.

    Raises:
        ValueError: no such language.
    """
    checked_language(language)
    scores = [score(state, team, language) for team in range(2)]
    lines = [title(state, language), *scores, "", *_grid(state, language)]
    if won := outcome(state, language):
        lines += ["", won]
    return "\n".join(lines)


def title(state: Any, language: str) -> str:
    """The vira and what the round is worth, in one line; every seat sees the same."""
    vira, worth = _card(int(state.vira), language), _worth(state, language)
    return PHRASES[language]["title" if state.ended == RUNNING else "title_over"].format(card=vira, worth=worth)


def outcome(state: Any, language: str) -> str:
    """Who has won; empty as long as the game goes on."""
    if state.ended == RUNNING:
        return ""
    winners = [agent(seat) for seat in range(int(state.last_winner), int(state.players), 2)]
    return PHRASES[language]["win"].format(agents=joined(winners, language))


def _worth(state: Any, language: str) -> str:
    """What the round is worth; every seat sees the same."""
    phrases = PHRASES[language]
    if state.tumbo.any():
        return phrases["worth_tumbo"]
    agreed, asked = _stakes(look("envite", state, 0).seen, language)
    if not asked:
        return phrases["worth"].format(stake=agreed)
    return phrases["worth_asked"].format(stake=agreed, team=int(state.proposer), proposed=asked)


def score(state: Any, team: int, language: str) -> str:
    """How a team stands."""
    phrases = PHRASES[language]
    return phrases["score_tumbo" if state.tumbo[team] else "score"].format(
        team=team,
        chicos=counted(state.chicos[team], phrases["chico"], phrases["chicos"], language),
        stones=_stones(state.stones[team], language),
    )


def _grid(state: Any, language: str) -> list[str]:
    """Seats down; who they are, their hands and the tricks across."""
    players = int(state.players)
    cells = [
        [_seat(state, seat, language) for seat in range(players)],
        [_hand(state, seat, language) for seat in range(players)],
    ]
    leader = int(state.first_leader)
    for played in state.played[:, :players].tolist():
        cells.append(_column(played, leader, int(state.vira), language))
        leader = leading(played, leader, int(state.vira))
    return columns(PHRASES[language]["columns"], cells)


def _seat(state: Any, seat: int, language: str) -> str:
    acts = state.turn if state.phase == PLAYING else state.captains[state.speaker]
    mark = "→ " if state.ended == RUNNING and seat == acts else "  "
    captain = ", " + PHRASES[language]["captain"] if seat in state.captains else ""
    return mark + agent(seat) + captain


def _hand(state: Any, seat: int, language: str) -> str:
    return ", ".join(_card(int(held), language) for held in state.hands[seat] if held != NOBODY)


def _column(played: Sequence[int], leader: int, vira: int, language: str) -> list[str]:
    """The cards of one trick by seat; who led it, and who won it once it is complete."""
    phrases, cells = PHRASES[language], []
    winner = NOBODY if NOBODY in played else leading(played, leader, vira)
    for seat, number in enumerate(played):
        cell = "" if number == NOBODY else _card(number, language)
        role = (seat == leader) + 2 * (seat == winner)
        cells.append(phrases["roles"][role].format(card=cell) if cell else cell)
    return cells
