"""What whoever runs the service may set; the command line has an option for each."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """Limits and places of a service.

    Attributes:
        database: the SQLite file that keeps the tables.
        most_tables: how many there may be at once.
        most_connections: to tables, how many there may be at once.
        idle_minutes: a table ends when no person has done anything there for so long.
        most_bytes: of one message or request.
        messages_per_second: that a connection to a table may send; twice as many at once.
        requests_per_second: that one address may make; twice as many at once.
        most_simulations: that a searching bot may be asked for.
        origins: other web sites whose pages may use the service, as "https://example.org".
        bots: exported policies by game and name, as {("tapeo", "mine"): path}.
    """

    database: Path = Path("card-envs.sqlite3")
    most_tables: int = 1_000
    most_connections: int = 4_000
    idle_minutes: float = 30.0
    most_bytes: int = 65_536
    messages_per_second: float = 20.0
    requests_per_second: float = 2_000.0
    most_simulations: int = 2_000
    origins: tuple[str, ...] = ()
    bots: dict[tuple[str, str], Path] = field(default_factory=dict)
