"""The web application: HTTP for bots and for new tables, WebSockets for people at them, and the page."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Path, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.middleware.cors import CORSMiddleware
from starlette.websockets import WebSocket

from card_envs import __version__
from card_envs.core.game import GAMES, Game, get_game
from card_envs.core.layout import BlockError
from card_envs.drawing import symbols
from card_envs.service import connection
from card_envs.service.bots import bot_names, spoken
from card_envs.service.catalogue import offer
from card_envs.service.front import Front
from card_envs.service.hall import Full, Hall, Wrong
from card_envs.service.limits import Limits
from card_envs.service.messages import Name, NewTable
from card_envs.service.rehearsal import rehearse
from card_envs.service.schema import Answer, Invitations, Problems, Refusal, ask_model
from card_envs.service.settings import Settings
from card_envs.service.sight import sight

# No postponed annotations here: FastAPI reads those of the routes, some of which are models made for a game.

API = "/api/v1"

LIMITS: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "The request is no text"},
    403: {"model": Refusal, "description": "The request is of another site's page"},
    408: {"model": Refusal, "description": "The request is too slow"},
    413: {"model": Refusal, "description": "The request is too large"},
    422: {"model": Problems, "description": "Part of the request is wrong"},
    429: {"model": Refusal, "description": "Too many requests from this address"},
}


def make_app(settings: Settings) -> FastAPI:
    """The application.

    Raises:
        OSError: the tables cannot be kept where the settings say.
        ValueError: an exported policy that cannot be served.
    """
    hall = Hall(settings)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(hall.sweep())
        yield
        sweeping.cancel()
        hall.close()

    app = FastAPI(
        title="card_envs",
        version=__version__,
        description="Bots for Spanish-table card games, and tables where people play against them.",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,  # they would fetch scripts from elsewhere
        redoc_url=None,
        lifespan=life,
    )
    app.add_middleware(Limits, settings=settings)
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_methods=["GET", "POST"],
            allow_headers=["content-type"],
        )
    app.add_exception_handler(RequestValidationError, _invalid)
    _add_games(app, hall)
    _add_tables(app, hall)
    app.mount("/", Front())
    rehearse(hall)
    return app


def _add_games(app: FastAPI, hall: Hall) -> None:
    """What there is to play, and a bot's move for each game."""
    offers = {"games": [offer(get_game(name), hall) for name in GAMES]}

    @app.get(f"{API}/games", summary="The games, their options and their bots")
    async def games() -> dict[str, list[dict[str, Any]]]:
        return offers

    for name in GAMES:
        _add_bots(app, get_game(name), hall)
        if get_game(name).drawing is not None:
            _add_drawings(app, name)


def _add_drawings(app: FastAPI, game: str) -> None:
    """What the page shows a game's cards with."""
    sheet = symbols(game)

    @app.get(f"{API}/games/{game}/symbols.svg", include_in_schema=False)
    async def drawn() -> Response:
        return Response(sheet, media_type="image/svg+xml")


def _add_bots(app: FastAPI, game: Game, hall: Hall) -> None:
    question: Any = ask_model(game)
    names = f"one of {', '.join(bot_names(game, hall.settings))}; settings follow a colon, as in search:1000"
    named: Any = Annotated[Name, Path(description=names)]
    unknown: dict[int | str, dict[str, Any]] = {404: {"model": Refusal, "description": "There is no such bot"}}

    @app.post(
        f"{API}/games/{game.name}/bots/{{bot}}/move",
        summary=f"What a bot would do at a table of {game.name}",
        operation_id=f"move_{game.name}",
        response_model=Answer,
        responses=LIMITS | unknown,
    )
    async def move(bot: named, asked: question) -> JSONResponse:  # type: ignore[valid-type]
        try:
            player = hall.bot(game.name, bot)
        except ValueError as error:
            raise HTTPException(404, str(error)) from error
        view = {name: getattr(asked.view, name) for name in game.layout.slices}
        try:
            seen = sight(game, view)  # here: a thread would take longer to be reached than this takes
        except BlockError as error:
            return _wrong("view", error.block, message=str(error))
        judgement = await player.judge.ask((seen, secrets.randbits(64)))
        return JSONResponse(spoken(game, seen, judgement))


def _add_tables(app: FastAPI, hall: Hall) -> None:
    """Making tables, and playing at them."""
    full: dict[int | str, dict[str, Any]] = {503: {"model": Refusal, "description": "There are too many tables"}}

    @app.post(f"{API}/tables", status_code=201, response_model=Invitations, responses=LIMITS | full)
    async def make_table(wanted: NewTable) -> JSONResponse:
        try:
            name, tokens = hall.create(wanted)
        except Full as error:
            raise HTTPException(503, f"there are {hall.settings.most_tables} tables, no more can be made") from error
        except Wrong as error:
            return _wrong(*error.place, message=str(error))
        invitations = [{"seat": seat, "token": token} for seat, token in tokens.items()]
        return JSONResponse({"table": name, "tokens": invitations}, 201)

    @app.websocket(f"{API}/tables/{{table}}")
    async def play(socket: WebSocket, table: str) -> None:
        await connection.serve(socket, table, hall)


def _wrong(*place: int | str, message: str) -> JSONResponse:
    """A part of the body that is not possible."""
    return JSONResponse({"detail": [{"loc": ["body", *place], "msg": message}]}, 422)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    """What Pydantic found wrong, without what was sent, which may be anything."""
    assert isinstance(error, RequestValidationError)
    return JSONResponse({"detail": [{"loc": list(e["loc"]), "msg": e["msg"]} for e in error.errors()]}, 422)
