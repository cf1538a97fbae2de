"""Tournaments: every policy against every other, kept match by match in a folder, so that they can be gone on with."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from card_envs.arena.finished import Finished, append, as_line, from_line, read_finished
from card_envs.arena.fixtures import Fixture, fixtures
from card_envs.arena.matches import MOST_GAMES, play_games
from card_envs.arena.placings import placings
from card_envs.arena.plain import plain
from card_envs.arena.ratings import rating_model
from card_envs.arena.seating import line_up
from card_envs.arena.summary import summary
from card_envs.core.game import Game, get_game
from card_envs.core.options import checked_integer, made_options
from card_envs.core.random import checked_seed
from card_envs.files import write_whole
from card_envs.policies.registry import make_policy, policy_file

SETTINGS, MATCHES = "tournament.json", "matches.jsonl"


@dataclass(frozen=True)
class Tournament:
    """What is to be played.

    Attributes:
        game: its name.
        policies: their names.
        players: the table sizes.
        games: of each match at least.
        seed: of each match, so that all play the same deals.
        options: the game's other options that were given, in numbers, strings, bools, None, lists and dicts.
        files: the SHA-256 of the file of each policy that is one, by the policy's name.
    """

    game: str
    policies: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    seed: int
    options: dict[str, Any]
    files: dict[str, str]

    @property
    def fixtures(self) -> list[Fixture]:
        """Its matches, in the order in which they are played."""
        return fixtures(get_game(self.game), self.policies, self.players)

    def options_of(self, fixture: Fixture) -> Any:
        """The made options of a match's table."""
        return made_options(get_game(self.game).options, {**self.options, "players": fixture.players})

    def games_of(self, fixture: Fixture) -> int:
        """How many games a match has: whole laps."""
        lap = line_up(get_game(self.game), fixture.policies, fixture.players).lap_size
        return -(-self.games // lap) * lap


# --- before anything is played ---------------------------------------------------------------------------------


def planned(
    game: str,
    policies: Sequence[str],
    players: Sequence[int] | None = None,
    games: int = 10_000,
    seed: int = 0,
    **options: Any,
) -> Tournament:
    """A tournament, checked.

    Args:
        game: name of the game.
        policies: names of two policies or more, each once.
        players: table sizes; None is the game's default one.
        games: of each match at least; rounded up so that every seating is played equally often.
        seed: of the first deal of each match.
        options: the game's own, but `players`.

    Raises:
        ValueError: fewer than two policies, one given twice, an unknown one, or options that do not go together.
        ImportError: a library for ratings or exported policies is not installed.
    """
    rules = get_game(game)
    sizes = (made_options(rules.options, options).players,) if players is None else tuple(players)
    if not sizes:
        raise ValueError("a tournament takes one table size or more")
    for size in sizes:
        made_options(rules.options, {**options, "players": size})
    names = [str(size) for size in sizes]
    _check_twice("table size", names, names)
    checked_integer("games", games, 1, MOST_GAMES)
    if len(policies) < 2:
        raise ValueError(f"a tournament takes two policies or more, not {len(policies)}")
    for policy in policies:
        make_policy(rules, policy)
    _check_twice("policy", policies, [_resolved(rules, policy) for policy in policies])
    rating_model()
    digests = _digests(rules, policies)
    return Tournament(game, tuple(policies), sizes, games, checked_seed(seed), plain(options), digests)


def _check_twice(what: str, given: Sequence[str], keys: Sequence[str]) -> None:
    """Refuse two of one key."""
    for place, key in enumerate(keys):
        first = given[list(keys).index(key)]
        if key in keys[:place]:
            again = "" if given[place] == first else f", as {given[place]!r} too"
            raise ValueError(f"the {what} {first!r} is given twice{again}; each takes part once")


def _resolved(game: Game, policy: str) -> str:
    """The same for two names of one file."""
    path = policy_file(game, policy)
    return policy if path is None else os.path.realpath(path) + policy.rpartition(path.suffix)[2]


def _digests(game: Game, policies: Sequence[str]) -> dict[str, str]:
    """The SHA-256 of the file of each policy that is played from one."""
    files = {policy: policy_file(game, policy) for policy in policies}
    return {policy: hashlib.sha256(file.read_bytes()).hexdigest() for policy, file in files.items() if file is not None}


# --- in a folder -----------------------------------------------------------------------------------------------


def begin(tournament: Tournament, folder: Path) -> None:
    """Make a folder for a tournament.

    Raises:
        ValueError: it holds one already.
        OSError: it cannot be written.
    """
    if (folder / SETTINGS).exists():
        raise ValueError(f"{folder} holds a tournament already; go on with --resume {folder}, or take another folder")
    folder.mkdir(parents=True, exist_ok=True)
    kept = json.dumps(asdict(tournament), ensure_ascii=False, indent=2, allow_nan=False)
    write_whole(folder / SETTINGS, kept + "\n")


def resumed(folder: Path) -> Tournament:
    """The tournament in a folder.

    Raises:
        ValueError: there is none, or it cannot be gone on with: a policy is gone, or its file is another one.
    """
    path = folder / SETTINGS
    if not path.is_file():
        raise ValueError(f"{folder} holds no tournament: there is no {SETTINGS} in it")
    try:
        found = json.loads(path.read_bytes())
        names = [field.name for field in fields(Tournament)]
        if sorted(found) != sorted(names):
            raise ValueError(f"it has other fields than {', '.join(names)}")
        kept = Tournament(**{**found, "policies": tuple(found["policies"]), "players": tuple(found["players"])})
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path} is damaged: {error}") from error
    rating_model()
    for fixture in kept.fixtures:
        kept.options_of(fixture)
    rules = get_game(kept.game)
    for policy in kept.policies:
        make_policy(rules, policy)
    for policy, digest in _digests(rules, kept.policies).items():
        if kept.files.get(policy) != digest:
            raise ValueError(f"{policy} is another file now than when the tournament began; start a new one")
    return kept


def play_on(
    tournament: Tournament,
    folder: Path,
    *,
    processes: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Finished]:
    """Play the matches that are left, keeping each as soon as it is finished.

    Args:
        tournament, folder: as `begin` or `resumed` has them.
        processes: as in `arena.play`.
        progress: called with (games done, games in all), those played before included.

    Returns:
        all matches, those played before too.

    Raises:
        ValueError: the folder's file of matches is damaged.
        Exception: whatever a policy raises.
    """
    schedule = tournament.fixtures
    path = folder / MATCHES
    finished = read_finished(path, schedule)
    sizes = [tournament.games_of(fixture) for fixture in schedule]
    for number in range(len(finished), len(schedule)):
        before = sum(sizes[:number])

        def show(done: int, _: int, before: int = before) -> None:
            if progress is not None:
                progress(before + done, sum(sizes))

        finished.append(_played(tournament, schedule[number], processes, show))
        append(path, finished[-1])
    return finished


def games_done(tournament: Tournament, folder: Path) -> tuple[int, int]:
    """How many games of a tournament have been played and kept, and how many there are in all."""
    schedule = tournament.fixtures
    sizes = [tournament.games_of(fixture) for fixture in schedule]
    return sum(sizes[: len(read_finished(folder / MATCHES, schedule))]), sum(sizes)


def _played(
    tournament: Tournament, fixture: Fixture, processes: int | None, progress: Callable[[int, int], None]
) -> Finished:
    """Play a match; what is returned is what its line says."""
    made = tournament.options_of(fixture)
    options = {field.name: getattr(made, field.name) for field in fields(made)}
    plan, results = play_games(
        tournament.game,
        fixture.policies,
        tournament.games,
        tournament.seed,
        processes=processes,
        progress=progress,
        **options,
    )
    match = summary(plan, get_game(tournament.game), results)
    return from_line(as_line(Finished(fixture, match, placings(plan, results))))
