"""What people's front ends may send: the table they want, and the events of a connection to one."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from card_envs.core.game import GAMES
from card_envs.core.text import LANGUAGES
from card_envs.service.schema import Exact

MOST_SEATS = 16
LONGEST_NAME = 100

Language = Literal[LANGUAGES]  # type: ignore[valid-type]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]


class NewTable(Exact):
    """A table to be made."""

    game: Literal[tuple(GAMES)] = Field(description="what is played")  # type: ignore[valid-type]
    options: dict[str, Any] = Field({}, description="the game's options; those left out take their defaults")
    seats: list[Name | None] = Field(
        max_length=MOST_SEATS, description="by seat the bot that sits there, null for a person"
    )
    pause_ms: int = Field(700, ge=0, le=10_000, description="how long a bot takes to answer where time does not count")
    tick_ms: int | None = Field(None, description="how long a tick lasts, in a game in real time")
    reaction_ms: int | None = Field(None, description="the median of the bots' reactions, in a game in real time")


class Join(Exact):
    """The first message: which seat is one's own, and whether the table is wanted in words as well."""

    event: Literal["join"]
    token: Name
    language: Language | None = None


class Move(Exact):
    """A choice for a decision point."""

    event: Literal["move"]
    move: Name
    point: int


class Hint(Exact):
    """What would a bot do here?"""

    event: Literal["hint"]
    bot: Name | None = None


class History(Exact):
    """All moves so far?"""

    event: Literal["history"]


class Look(Exact):
    """The table again, in words of this language from now on."""

    event: Literal["look"]
    language: Language | None = None


Event = Annotated[Join | Move | Hint | History | Look, Field(discriminator="event")]
EVENTS: TypeAdapter[Any] = TypeAdapter(Event)


def event(text: str) -> Join | Move | Hint | History | Look:
    """The event in a message.

    Raises:
        ValueError: it is none; the message says what is wrong and what is allowed.
    """
    try:
        return EVENTS.validate_json(text)
    except ValidationError as error:
        raise ValueError("; ".join(f"{where(e['loc'])}{e['msg']}" for e in error.errors(include_url=False))) from None


def where(place: tuple[int | str, ...]) -> str:
    """ "hand.tortilla: ", nothing for no place."""
    return ".".join(map(str, place)) + ": " if place else ""
