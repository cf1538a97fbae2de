"""`card-envs serve`: bots for any front end, and tables for people, over HTTP and WebSockets."""

from __future__ import annotations

import argparse
import gc
import math
import os
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from card_envs.core.game import GAMES, get_game
from card_envs.policies.registry import policy_names
from card_envs.service.settings import Settings

DEFAULT = Settings()
PORTS = 65_535
BACKLOG = 2_048  # connections that wait to be accepted

# Option, field of `Settings`, and what it limits.
LIMITS = (
    ("max-tables", "most_tables", "tables at once"),
    ("max-connections", "most_connections", "connections to tables at once"),
    ("idle-minutes", "idle_minutes", "minutes without a person doing anything, after which a table ends"),
    ("max-bytes", "most_bytes", "bytes of a message or request"),
    ("messages-per-second", "messages_per_second", "messages that a person may send to a table"),
    ("requests-per-second", "requests_per_second", "requests that one address may make"),
    ("max-simulations", "most_simulations", "simulations that search:N may be asked for"),
)


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("serve", help="lend bots to front ends, and keep tables for people")
    parser.add_argument("--host", default="127.0.0.1", help="to listen at; default 127.0.0.1, this machine alone")
    parser.add_argument("--port", type=int, default=8000, help="default 8000; 0 is any free one")
    parser.add_argument(
        "--database",
        type=Path,
        default=DEFAULT.database,
        metavar="FILE",
        help=f"where tables are kept, from one start to the next; default {DEFAULT.database}",
    )
    for name, field, what in LIMITS:
        default = getattr(DEFAULT, field)
        parser.add_argument(
            f"--{name}", type=type(default), default=default, metavar="N", help=f"{what}; default {default:,}"
        )
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
        ValueError: limits that allow nothing, no such port or site, or a bot that cannot be served.
        OSError: no such address, one that is in use, or no place for the tables.
        ImportError: the packages of the extra `serve` are missing.
    """
    try:
        import uvicorn

        from card_envs.service.app import make_app
    except ImportError as error:
        raise ImportError(f"serving needs more packages ({error.name}): pip install 'card-envs[serve]'") from error
    settings = settings_of(given)
    with listening(given.host, given.port) as taken:  # who comes from now on waits until it serves
        config = uvicorn.Config(
            make_app(settings),
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            ws_max_size=settings.most_bytes,
            ws_per_message_deflate=False,  # it would cost each connection more memory than its table
        )
        _allow_files()
        gc.collect()
        gc.freeze()  # what there is by now stays: looking through it again and again would hold up all answers
        print(f"card_envs serves at {_address(taken)} (Ctrl-C ends it)", flush=True)
        uvicorn.Server(config).run(sockets=[taken])


def settings_of(given: argparse.Namespace) -> Settings:
    """What the command line sets.

    Raises:
        ValueError: something that allows nothing, or is not what it should be.
    """
    limits = {field: getattr(given, name.replace("-", "_")) for name, field, _ in LIMITS}
    for name, field, _ in LIMITS:
        if not 0 < limits[field] < math.inf:
            raise ValueError(f"--{name} takes a number above 0, not {limits[field]}")
    origins = tuple(_origin(text) for text in given.allow_origin)
    return Settings(database=given.database, origins=origins, bots=_named_files(given.bot), **limits)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there.

    Raises:
        ValueError: no port has that number.
        OSError: there is no such address, or somebody listens there already.
    """
    if not 0 <= port <= PORTS:
        raise ValueError(f"--port takes a number from 0 to {PORTS}, not {port}")
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address, family=family, backlog=BACKLOG)
    except socket.gaierror as error:
        raise OSError(f"cannot listen at {host!r}: {error.strerror}") from error
    except OSError as error:
        raise OSError(f"cannot listen at {host!r}, port {port}: {os.strerror(error.errno or 0)}") from error


def _address(taken: socket.socket) -> str:
    host, port = taken.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _allow_files() -> None:
    """As many open files as the system lets the process have: each connection is one, and 1,024 are usual."""
    try:
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (ImportError, ValueError, OSError):  # no such limits on this system, or one of its own besides
        pass


def _origin(text: str) -> str:
    """A site as browsers name it.

    Raises:
        ValueError: it is none.
    """
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or text.lower() != f"{parts.scheme}://{parts.netloc}".lower():
        raise ValueError(f"--allow-origin takes a site as in https://example.org, nothing after it, not {text!r}")
    return text.lower()


def _named_files(texts: Sequence[str]) -> dict[tuple[str, str], Path]:
    """The file of each game and name, from "tapeo:mine=policy.onnx"."""
    files = {}
    for text in texts:
        named, equals, file = text.partition("=")
        game, _, name = named.partition(":")
        if not (equals and name and file) or ":" in name or game not in GAMES:
            raise ValueError(f"--bot takes GAME:NAME=FILE with a game of {', '.join(GAMES)}, not {text!r}")
        if name in policy_names(get_game(game)):
            raise ValueError(f"--bot takes a name of its own; {game} has a bot called {name!r}")
        files[game, name] = Path(file)
    return files
