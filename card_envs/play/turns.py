"""Playing move by move: the person types theirs."""

from __future__ import annotations

from card_envs.play.reading import plain, read_move
from card_envs.play.screen import Screen, told
from card_envs.play.sitting import Adviser, Played, Sitting

QUIT, HINT = ("q", "quit", "salir"), "?"


class Left(Exception):  # noqa: N818  # nothing went wrong
    """The person has had enough."""


def play_turns(sitting: Sitting, screen: Screen, adviser: Adviser, language: str) -> None:
    """Play a game to its end.

    Raises:
        Left: the person leaves.
    """
    screen.say("keys", "dim")
    while not sitting.over:
        before = told(sitting.game, sitting.state, sitting.seat, language)
        action = _asked(sitting, screen, adviser, language) if sitting.asked else None
        _tell(sitting, screen, before, sitting.play(action), language)


def _asked(sitting: Sitting, screen: Screen, adviser: Adviser, language: str) -> int:
    """The person's choice."""
    game, state, seat = sitting.game, sitting.state, sitting.seat
    moves = game.text.moves(state, seat, language)
    names = {action: _names(sitting, action, words, language) for action, words in moves.items()}
    screen.table(told(game, state, seat, language))
    screen.menu(moves)
    while True:
        typed = _line(screen)
        if plain(typed) in QUIT:
            raise Left
        if typed.strip() == HINT:
            screen.advice(adviser.name, sitting.advice(adviser.policy), moves)
            continue
        try:
            return read_move(typed, names, language)
        except ValueError as error:
            screen.line(str(error), "red")


def _names(sitting: Sitting, action: int, words: str, language: str) -> tuple[str, ...]:
    """What a move may be called: with what it means now, in words, and as programs call it."""
    return words, sitting.game.text.action(action, language), sitting.game.actions[action]


def _line(screen: Screen) -> str:
    try:
        return input(screen.phrases["prompt"])
    except (EOFError, KeyboardInterrupt):
        print()
        raise Left from None


def _tell(sitting: Sitting, screen: Screen, before: list[str], played: Played, language: str) -> None:
    """What was done, where it is not plain to see on the table, and how parts of the game closed."""
    if not sitting.game.simultaneous:
        for seat, action in played.actions.items():
            screen.did(seat, action)
    for look in played.closings:
        after = told(sitting.game, look, sitting.seat, language)
        if news := [line for line in after if line not in before]:
            screen.news(news)
        before = after
