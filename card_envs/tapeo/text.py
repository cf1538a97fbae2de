"""Tapeo in words, English and Spanish: a tapa, the table as one seat knows it, and the whole table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from card_envs.core.options import checked_integer
from card_envs.core.text import (
    agent,
    checked_language,
    counted,
    joined,
    legal_moves,
    look,
    number,
    over,
    placed,
)
from card_envs.tapeo.rules import ACTIONS, FREELOADER, HAND_SIZES, KINDS, POINT, ROUNDS, TapeoOptions


class Tapa(NamedTuple):
    """One kind of tapa: its name, what one and several are counted as, and one already spoken of."""

    name: str
    one: str
    many: str
    definite: str


# By language; the index is the kind, hence the action.
TAPAS = {
    "en": (
        Tapa("tortilla", "tortilla", "tortillas", "the tortilla"),
        Tapa("croqueta", "croqueta", "croquetas", "the croqueta"),
        Tapa("ham with 1 slice", "ham with 1 slice", "hams with 1 slice", "the ham with 1 slice"),
        Tapa("ham with 2 slices", "ham with 2 slices", "hams with 2 slices", "the ham with 2 slices"),
        Tapa("ham with 3 slices", "ham with 3 slices", "hams with 3 slices", "the ham with 3 slices"),
        Tapa("garlic prawns", "plate of garlic prawns", "plates of garlic prawns", "the garlic prawns"),
        Tapa("bread", "bread", "breads", "the bread"),
        Tapa("Padrón pepper", "Padrón pepper", "Padrón peppers", "the Padrón pepper"),
        Tapa("freeloader", "freeloader", "freeloaders", "the freeloader"),
        Tapa("churro", "churro", "churros", "the churro"),
    ),
    "es": (
        Tapa("tortilla", "tortilla", "tortillas", "la tortilla"),
        Tapa("croqueta", "croqueta", "croquetas", "la croqueta"),
        Tapa("jamón de 1 loncha", "jamón de 1 loncha", "jamones de 1 loncha", "el jamón de 1 loncha"),
        Tapa("jamón de 2 lonchas", "jamón de 2 lonchas", "jamones de 2 lonchas", "el jamón de 2 lonchas"),
        Tapa("jamón de 3 lonchas", "jamón de 3 lonchas", "jamones de 3 lonchas", "el jamón de 3 lonchas"),
        Tapa("gambas al ajillo", "ración de gambas al ajillo", "raciones de gambas al ajillo", "las gambas al ajillo"),
        Tapa("pan", "pan", "panes", "el pan"),
        Tapa("pimiento de Padrón", "pimiento de Padrón", "pimientos de Padrón", "el pimiento de Padrón"),
        Tapa("gorrón", "gorrón", "gorrones", "el gorrón"),
        Tapa("churro", "churro", "churros", "el churro"),
    ),
}

PHRASES = {
    "en": {
        "turn": "Round {round} of {rounds}, pick {pick} of {picks}. You are {me}.",
        "hams": "Hams in the deck: {} with 1 slice, {} with 2 and {} with 3.",
        "exact": "Shared prizes keep their fractions.",
        "hand": "Your hand: {tapas}.",
        "seat": "{agent}: {points}, {churros}.",
        "point": "point",
        "points": "points",
        "kept": "churro kept",
        "kept_many": "churros kept",
        "bar": "Bar: {tapas}.",
        "empty": "empty",
        "revealed": "Last pick: {reveals}.",
        "steal": "took {tapa} from {victim}",
        "holds": "{agent} holds {tapas}.",
        "unknown": "You do not know the hand of {agents}.",
        "unknown_many": "You do not know the hands of {agents}.",
        "wins": "{agents} wins.",
        "win_shared": "{agents} share the win.",
        "title": "Tapeo · round {round} of {rounds} · pick {pick} of {picks}",
        "title_over": "Tapeo · game over",
        "row_points": "points",
        "row_churros": "churros kept",
        "column_bar": "bar",
        "column_hand": "hand",
        "list_revealed": "last pick",
    },
    "es": {
        "turn": "Ronda {round} de {rounds}, jugada {pick} de {picks}. Eres {me}.",
        "hams": "Jamones en el mazo: {} de 1 loncha, {} de 2 y {} de 3.",
        "exact": "Los premios se reparten con fracciones.",
        "hand": "Tu mano: {tapas}.",
        "seat": "{agent}: {points}, {churros}.",
        "point": "punto",
        "points": "puntos",
        "kept": "churro guardado",
        "kept_many": "churros guardados",
        "bar": "Barra: {tapas}.",
        "empty": "vacía",
        "revealed": "Última jugada: {reveals}.",
        "steal": "le ha robado {tapa} a {victim}",
        "holds": "{agent} tiene en la mano {tapas}.",
        "unknown": "No conoces la mano de {agents}.",
        "unknown_many": "No conoces las manos de {agents}.",
        "wins": "Gana {agents}.",
        "win_shared": "{agents} comparten la victoria.",
        "title": "Tapeo · ronda {round} de {rounds} · jugada {pick} de {picks}",
        "title_over": "Tapeo · fin de la partida",
        "row_points": "puntos",
        "row_churros": "churros guardados",
        "column_bar": "barra",
        "column_hand": "mano",
        "list_revealed": "última jugada",
    },
}


def action(action: int, language: str = "en") -> str:
    """The tapa that an action picks: "ham with 2 slices", "jamón de 2 lonchas".

    Args:
        action: index into `rules.ACTIONS`.
        language: one of `core.text.LANGUAGES`.

    Raises:
        ValueError: no such action or language.
    """
    checked_language(language)
    checked_integer("action", action, 0, len(ACTIONS) - 1)
    return TAPAS[language][action].name


def moves(state: Any, seat: int, language: str = "en") -> dict[int, str]:
    """What a seat may do now: each of its actions in words; none after the end.

    Raises:
        ValueError: no such seat or language.
    """
    checked_language(language)
    return {move: action(move, language) for move in look("tapeo", state, seat).moves}


def describe(state: Any, seat: int, language: str = "en") -> str:
    """The table as one seat knows it, with its legal moves and their numbers; after the end, the result.

    Written from the seat's observation and mask alone, so that it cannot tell more than they do.

    Args:
        state: one record of `rules.State`.
        seat: 0 to players − 1.
        language: one of `core.text.LANGUAGES`.

    Returns:
        Lines of text. Seats have their absolute names, one's own first, then in the order of passing (T7).

    Raises:
        ValueError: no such seat or language.
    """
    checked_language(language)
    seen, _, names = look("tapeo", state, seat)
    if not seen["round"].any():
        return "\n".join(_over(seen, names, language))
    return "\n".join([*_running(seen, names, language), legal_moves(moves(state, seat, language), language)])


def _running(seen: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    phrases, players, picks = PHRASES[language], len(names), int(seen["picks"][0])
    lines = [phrases["turn"].format(me=names[0], **_clock(int(seen["round"].argmax()), picks, players))]
    if tuple(seen["ham_split"]) != TapeoOptions.ham_split:
        lines.append(phrases["hams"].format(*(int(count) for count in seen["ham_split"])))
    if seen["exact"][0]:
        lines.append(phrases["exact"])
    lines.append(phrases["hand"].format(tapas=_tapas(seen["hand"], language)))
    for distance in range(players):
        bar = _tapas(seen["bars"][distance], language) or phrases["empty"]
        lines.append(_standing(seen, names, distance, language) + " " + phrases["bar"].format(tapas=bar))
    if seen["reveals"].any():
        lines += _last_pick(seen["reveals"][:players].argmax(axis=1), names, language)
    known = [distance for distance in range(1, players) if seen["known"][distance - 1]]
    for distance in known:
        tapas = _tapas(seen["known_hands"][distance - 1], language)
        lines.append(phrases["holds"].format(agent=names[distance], tapas=tapas))
    unknown = [names[distance] for distance in range(1, players) if distance not in known]
    if unknown:
        key = "unknown" if len(unknown) == 1 else "unknown_many"
        lines.append(phrases[key].format(agents=joined(unknown, language)))
    return lines


def _over(seen: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    players = len(names)
    lines = [over(names, language)]
    lines += [_standing(seen, names, distance, language) for distance in range(players)]
    return [*lines, _winners(seen["scores"][:players], seen["churros"][:players], names, language)]


def _standing(seen: dict[str, Any], names: Sequence[str], distance: int, language: str) -> str:
    """Who the seat is to the observer, its points and churros."""
    phrases = PHRASES[language]
    points = counted(seen["scores"][distance], phrases["point"], phrases["points"], language)
    churros = counted(seen["churros"][distance], phrases["kept"], phrases["kept_many"], language)
    return phrases["seat"].format(agent=placed(names, distance, language), points=points, churros=churros)


def _last_pick(reveals: Sequence[int], names: Sequence[str], language: str) -> list[str]:
    """What each seat revealed last, and a line for each theft."""
    shown = [f"{TAPAS[language][kind].name} ({name})" for kind, name in zip(reveals, names, strict=True)]
    lines = [PHRASES[language]["revealed"].format(reveals=", ".join(shown))]
    for seat, name in enumerate(names):
        if steal := _steal(reveals, names, seat, language):
            lines.append(f"{name} {steal}.")
    return lines


def _steal(reveals: Sequence[int], names: Sequence[str], seat: int, language: str) -> str:
    """T9, T10: what the seat's freeloader took from the left neighbour; empty if it took nothing."""
    left = (seat + 1) % len(names)
    if reveals[seat] != FREELOADER or reveals[left] == FREELOADER:
        return ""
    tapa = TAPAS[language][reveals[left]].definite
    return PHRASES[language]["steal"].format(tapa=tapa, victim=names[left])


def _winners(scores: Sequence[float], churros: Sequence[int], names: Sequence[str], language: str) -> str:
    """T21: most points win, then most churros; equals share the win."""
    standings = list(zip(scores, churros, strict=True))
    best = max(standings)
    winners = [name for name, standing in zip(names, standings, strict=True) if standing == best]
    return PHRASES[language]["wins" if len(winners) == 1 else "win_shared"].format(agents=joined(winners, language))


def _tapas(counts: Sequence[float], language: str) -> str:
    """Counts by kind in words: "2 tortillas and 1 bread"; nothing if all are zero."""
    kinds = zip(counts, TAPAS[language], strict=True)
    return joined([counted(count, tapa.one, tapa.many, language) for count, tapa in kinds if count], language)


def _clock(round_index: int, picks: int, players: int) -> dict[str, int]:
    """The numbers of a headline; the last tapa of a hand is no pick (T8)."""
    return {"round": round_index + 1, "rounds": ROUNDS, "pick": picks + 1, "picks": int(HAND_SIZES[players]) - 1}


def render(state: Any, language: str = "en") -> str:
    """The whole table for a spectator, every hand open, as a monospaced table with a column for each seat.

    After the end it shows the bars of the last round, as they were scored.

    Args:
        state: one record of `rules.State`.
        language: one of `core.text.LANGUAGES`.

    Raises:
        ValueError: no such language.
    """
    checked_language(language)
    phrases, names = PHRASES[language], [agent(seat) for seat in range(int(state.players))]
    lines = [title(state, language), "", *_grid(state, names, language)]
    if state.reveals.any():
        reveals = [int(kind) - 1 for kind in state.reveals[: len(names)]]
        lines += ["", phrases["list_revealed"]]
        for seat, kind in enumerate(reveals):
            steal = _steal(reveals, names, seat, language)
            lines.append(f"{names[seat]}  {TAPAS[language][kind].name}" + (f": {steal}" if steal else ""))
    if won := outcome(state, language):
        lines += ["", won]
    return "\n".join(lines)


def title(state: Any, language: str) -> str:
    """How far the game is, in one line."""
    if state.round_index == ROUNDS:
        return PHRASES[language]["title_over"]
    clock = _clock(int(state.round_index), int(state.picks), int(state.players))
    return PHRASES[language]["title"].format(**clock)


def outcome(state: Any, language: str) -> str:
    """Who has won; empty as long as the game goes on."""
    if state.round_index < ROUNDS:
        return ""
    players = int(state.players)
    names = [agent(seat) for seat in range(players)]
    return _winners(state.scores[:players], state.churros[:players], names, language)


def _grid(state: Any, names: Sequence[str], language: str) -> list[str]:
    """Kinds down, seats across, each with bar and hand side by side; points and churros at the foot."""
    phrases, seats = PHRASES[language], range(len(names))
    bar, hand = phrases["column_bar"], phrases["column_hand"]
    margin = max(len(tapa.name) for tapa in TAPAS[language])
    width = len(bar) + 1 + len(hand)

    def row(label: str, cells: Sequence[str]) -> str:
        return "│ ".join([label.ljust(margin), *(cell.rjust(width) for cell in cells)])

    def pair(on_bar: int, in_hand: int) -> str:
        return f"{on_bar or '·':>{len(bar)}} {in_hand or '·':>{len(hand)}}"

    rule = "┼─".join(["─" * margin, *["─" * width] * len(names)])
    lines = [row("", names), row("", [f"{bar} {hand}"] * len(names)), rule]
    for kind in range(KINDS):
        cells = [pair(int(state.bars[seat, kind]), int(state.hands[seat, kind])) for seat in seats]
        lines.append(row(TAPAS[language][kind].name, cells))
    points = [number(state.scores[seat] / POINT, language) for seat in seats]
    churros = [number(state.churros[seat], language) for seat in seats]
    return [*lines, rule, row(phrases["row_points"], points), row(phrases["row_churros"], churros)]
