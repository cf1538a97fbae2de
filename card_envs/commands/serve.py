"""`card-envs serve`: bots for any front end, and tables for people, over HTTP and WebSockets."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from card_envs.core.game import GAMES

CONTENT = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
HEADERS = [
    ("Content-Security-Policy", CONTENT),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
]

LIMITS = (
    ("max-tables", int, 1_000, "tables at once"),
    ("idle-minutes", float, 30.0, "without a person doing anything, after which a table ends"),
    ("max-bytes", int, 65_536, "bytes of a message or request"),
    ("messages-per-second", float, 20.0, "messages that a person may send to a table"),
    ("requests-per-second", float, 2_000.0, "requests that one address may make"),
    ("max-simulations", int, 2_000, "simulations that search:N may be asked for"),
)


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("serve", help="lend bots to front ends, and keep tables for people")
    parser.add_argument("--host", default="127.0.0.1", help="to listen at; default 127.0.0.1, this machine alone")
    parser.add_argument("--port", type=int, default=8000, help="default 8000; 0 is any free one")
    parser.add_argument("--database", default="card-envs.sqlite3", metavar="FILE", help="where tables are kept")
    for name, kind, default, what in LIMITS:
        parser.add_argument(f"--{name}", type=kind, default=default, metavar="N", help=f"{what}; default {default}")
    parser.add_argument(
        "--allow-origin", action="append", default=[], metavar="URL", help="another site that may use it; repeatable"
    )
    parser.add_argument(
        "--bot", action="append", default=[], metavar="GAME:NAME=FILE", help="an exported policy to serve; repeatable"
    )
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> None:
    """Serve until interrupted.

    Raises:
        ValueError: limits that allow nothing, or a bot that cannot be served.
        OSError: no such address, or no place for the tables.
        ImportError: the packages of the extra `serve` are missing.
    """
    try:
        import uvicorn

        from card_envs.service.app import make_app
        from card_envs.service.settings import Settings
    except ImportError as error:
        raise ImportError(f"serving needs more packages ({error.name}): pip install 'card-envs[serve]'") from error
    for name, *_ in LIMITS:
        if not getattr(given, name.replace("-", "_")) > 0:
            raise ValueError(f"--{name} takes a number above 0")
    settings = Settings(
        database=Path(given.database),
        most_tables=given.max_tables,
        idle_minutes=given.idle_minutes,
        most_bytes=given.max_bytes,
        messages_per_second=given.messages_per_second,
        requests_per_second=given.requests_per_second,
        most_simulations=given.max_simulations,
        origins=tuple(given.allow_origin),
        bots=dict(_named_file(text) for text in given.bot),
    )
    config = uvicorn.Config(
        make_app(settings),
        host=given.host,
        port=given.port,
        log_level="warning",
        access_log=False,
        headers=HEADERS,
        server_header=False,
        timeout_graceful_shutdown=5,
        ws_max_size=settings.most_bytes,
        ws_per_message_deflate=False,  # it would cost each connection more memory than its table
    )
    listening = config.bind_socket()
    listening.listen()  # who comes from now on waits until it serves
    host, port = listening.getsockname()[:2]
    print(f"card_envs serves at http://{host}:{port}/ (Ctrl-C ends it)", flush=True)
    uvicorn.Server(config).run(sockets=[listening])


def _named_file(text: str) -> tuple[tuple[str, str], Path]:
    """A game and a name, and the file: from "tapeo:mine=policy.onnx"."""
    named, equals, file = text.partition("=")
    game, colon, name = named.partition(":")
    if not (equals and colon and name and file) or game not in GAMES:
        raise ValueError(f"--bot takes GAME:NAME=FILE with a game of {', '.join(GAMES)}, not {text!r}")
    return (game, name), Path(file)
