"""What the terminal shows of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from card_envs.core.game import Game
from card_envs.core.text import agent, number
from card_envs.play.phrases import PHRASES
from card_envs.play.sitting import Advice

GOLD, SEA, RED = "#f0b13a", "#4fb0ad", "#e0604f"  # that can be read on dark and light
BAR = 24  # letters of a probability of 1


class Screen:
    """Shows a game to one seat, in one language."""

    def __init__(self, console: Console, game: Game, seat: int, language: str) -> None:
        self._console, self._game, self._me, self._language = console, game, agent(seat), language
        self.phrases = PHRASES[language]

    def say(self, key: str, style: str = "", **words: object) -> None:
        """One of the phrases."""
        self._console.print(Text(self.phrases[key].format(**words), style))

    def line(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style))

    def table(self, lines: Sequence[str]) -> None:
        """The table in words, its first line as the headline."""
        headline, *rest = lines
        self._console.print(Panel(self._lit(rest), title=Text(headline, "bold"), title_align="left", border_style=GOLD))

    def news(self, lines: Sequence[str]) -> None:
        """What has changed."""
        self._console.print(Panel(self._lit(lines), border_style=SEA))

    def did(self, seat: int, action: int) -> None:
        """What somebody did."""
        who = self.phrases["you"] if agent(seat) == self._me else agent(seat)
        self.say("did", SEA, agent=who, move=self._game.text.action(action, self._language))

    def menu(self, moves: Mapping[int, str]) -> None:
        """The legal moves, numbered from 1."""
        rows = Table.grid(padding=(0, 2))
        for place, words in enumerate(moves.values(), 1):
            rows.add_row(Text(str(place), f"bold {GOLD}", justify="right"), words)
        self._console.print(Text(self.phrases["moves"], "bold"), rows)

    def advice(self, policy: str, advice: Advice, moves: Mapping[int, str]) -> None:
        """What a policy would do, with a bar for each move if it says how likely."""
        self.say("hint", f"bold {SEA}", policy=policy, move=moves[advice.action])
        if advice.probabilities is None:
            return
        rows = Table.grid(padding=(0, 2))
        for action, words in moves.items():
            share = float(advice.probabilities[action])
            percent = number(round(100 * share, 1), self._language)
            rows.add_row(words, Text("█" * round(BAR * share), SEA), Text(f"{percent} %", justify="right"))
        self.say("likely", policy=policy)
        self._console.print(rows)

    def live(self, lines: Sequence[str], events: Sequence[str], foot: str) -> RenderableType:
        """A game in real time: what must be seen at once, what has just happened, and the keys."""
        headline, *rest = lines
        happened = Text("\n".join(events), SEA)
        return Panel(
            Group(self._lit(rest), Text(), happened, Text(), Text(foot, "dim")),
            title=Text(headline, "bold"),
            title_align="left",
            border_style=GOLD,
        )

    def _lit(self, lines: Sequence[str]) -> Text:
        text = Text("\n".join(lines))
        text.highlight_regex(rf"\b{self._me}\b", f"bold {GOLD}")
        text.highlight_regex(r"\bplayer_\d+\b(?<!" + self._me + ")", SEA)
        return text


def told(game: Game, state: Any, seat: int, language: str) -> list[str]:
    """The table as a seat knows it, in lines, without the last one, which tells the moves."""
    lines: list[str] = game.text.describe(state, seat, language).split("\n")
    return lines[:-1] if game.text.moves(state, seat, language) else lines
