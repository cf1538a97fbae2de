"""A tournament for people to read."""

from __future__ import annotations

from collections.abc import Sequence

from card_envs.arena.intervals import Interval
from card_envs.arena.ratings import Rating, confidence, confidence_text
from card_envs.arena.standings import Standings
from card_envs.commands.tables import NONE, aligned, interval_text


def tournament_tables(game: str, standings: Sequence[Standings]) -> None:
    """Print the matrix and the ratings of each table size."""
    for one in standings:
        print(f"{game}, {one.players} players, {one.games:,} games; fair share {one.fair_share:.1%}")
        print(aligned(_matrix(one)))
        print("\n" + aligned(_ratings(one.ratings)) + "\n")


def _matrix(standings: Standings) -> list[list[str]]:
    """Win shares of the row's policy against the column's, which goes by the row's number."""
    names = [rating.policy for rating in standings.ratings]
    mixed = {one.policy: one for one in standings.mixed}
    rows = [["win share against", *(str(number) for number in range(1, len(names) + 1))]]
    rows[0] += ["all at one table"] if mixed else []
    for number, policy in enumerate(names, 1):
        played = [standings.payoffs.get((policy, other)) for other in names]
        played_mixed = [mixed[policy]] if mixed else []
        shares = [
            NONE if one is None else _share(one.win_share, one.win_share_interval) for one in [*played, *played_mixed]
        ]
        rows.append([f"{number} {policy}", *shares])
    return rows


def _share(share: float, interval: Interval | None) -> str:
    """With the longer half of its interval."""
    if interval is None:
        return f"{share:.1%}"
    half = max(share - interval[0], interval[1] - share)
    return f"{share:.1%} ±{100 * half:.1f}"


def _ratings(ratings: Sequence[Rating]) -> list[list[str]]:
    rows = [["rating", "mean", "95% interval", "better than the next"]]
    for place, rating in enumerate(ratings, 1):
        sure = confidence_text(confidence(rating, ratings[place])) if place < len(ratings) else NONE
        rows.append([f"{place} {rating.policy}", f"{rating.mean:.2f}", interval_text(rating.interval, ".2f"), sure])
    return rows
