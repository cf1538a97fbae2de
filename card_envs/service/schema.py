"""The layout of a game as a Pydantic model: what a seat sees, in the game's words, with every bound checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator
from pydantic_core import PydanticCustomError

from card_envs.core.forms import BySeat, Counts, Each, Flag, Form, Named, Number, TableSize, Those, Which
from card_envs.core.game import Game

LEAST_SEATS = 2


class Exact(BaseModel):
    """A model that converts nothing and passes nothing unknown over."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def refuse_unknown(cls, given: Any) -> Any:
        """Say of fields that are not known here which are."""
        unknown = sorted(set(given) - set(cls.model_fields)) if isinstance(given, dict) else []
        if unknown:
            names = {"unknown": ", ".join(map(repr, unknown)), "known": ", ".join(cls.model_fields)}
            raise PydanticCustomError("unknown", "{unknown} is not known here; there are {known}", names)
        return given


def view_model(game: Game) -> type[BaseModel]:
    """A model with a field for each block of the game's layout; all are required, and there are no others."""
    fields: dict[str, Any] = {
        block.name: (said_as(block.written, block.inner, block.low, block.high), Field(description=block.meaning))
        for block in game.layout.blocks
    }
    return create_model(f"{game.name.capitalize()}View", __base__=Exact, **fields)


def said_as(form: Form, shape: Sequence[int], low: float, high: float) -> Any:
    """The type of what `form.say` makes of values of that shape and between those bounds."""
    match form:
        case Number(fractions=fractions):
            return Annotated[float, Field(ge=low, le=high)] if fractions else _whole(low, high)
        case Flag():
            return bool
        case Named(names=names) | Which(names=names):
            return Literal[names] | None
        case Those(names=names):
            return Annotated[list[Literal[names]], Field(max_length=len(names))]  # type: ignore[valid-type]
        case Counts(names=names):
            return dict[Literal[names], _whole(low, high)]  # type: ignore[misc, valid-type]
        case Each(form=inner):
            return _list(said_as(inner, shape[1:], low, high), shape[0], shape[0])
        case BySeat(form=inner):
            return _list(said_as(inner, shape[1:], low, high), form.length(LEAST_SEATS), shape[0])
        case TableSize():
            return _whole(LEAST_SEATS, shape[0])
    raise TypeError(f"no type for the form {form!r}")


def _whole(low: float, high: float) -> Any:
    return Annotated[int, Field(ge=int(low), le=int(high))]


def _list(items: Any, least: int, most: int) -> Any:
    return Annotated[list[items], Field(min_length=least, max_length=most)]


def ask_model(game: Game) -> type[BaseModel]:
    """What a bot of the game is asked with: the view of the seat that is to move."""
    view = (view_model(game), Field(description="what the seat sees; seats are relative, 0 is the one that is to move"))
    return create_model(f"{game.name.capitalize()}Question", __base__=Exact, view=view)


class Answer(BaseModel):
    """What a bot would do."""

    move: str
    probabilities: dict[str, float] = Field(description="of the legal moves; 1 at the move, where the bot has none")
    value: float | None = Field(description="what the bot expects, null where it has no idea")


class Invitation(BaseModel):
    """For a person: the seat, from 0, and the secret token that opens it."""

    seat: int
    token: str


class Invitations(BaseModel):
    """A table that was made, and who may sit there. The tokens are not told again."""

    table: str
    tokens: list[Invitation]


class Problem(BaseModel):
    """What is wrong with a part of a request, and what is allowed."""

    loc: list[str | int]
    msg: str


class Problems(BaseModel):
    """A request that cannot be met as it is."""

    detail: list[Problem]


class Refusal(BaseModel):
    """A request that is not met."""

    detail: str
