"""A match for people to read."""

from __future__ import annotations

from card_envs.arena.summary import MatchResult
from card_envs.commands.tables import aligned, interval_text, number_text

REDUCTION = "variance ÷"


def match_table(match: MatchResult) -> None:
    """Print a match: how each policy did, what lies between each two, and the game's own figures."""
    print(_headline(match))
    print(aligned(_policies(match)))
    if match.differences:
        print("\n" + aligned(_differences(match)))
    if match.figures:
        print("\n" + aligned(_figures(match)))
    if _has_reduction(match):
        print(f"\n{_reduction_told(match)}")
    print()


def _headline(match: MatchResult) -> str:
    played = f"{match.game}, {match.games:,} games, every seating equally often"
    if match.duplicate and match.games > match.deals:
        played += f", {match.deals:,} deals in {match.games // match.deals} seatings each"
    return f"{played}; fair share {match.fair_share:.1%}"


def _reduction_told(match: MatchResult) -> str:
    by = f" and, of points, {match.controls} control variates" if match.controls else ""
    return f"{REDUCTION}: what duplicate deals{by} divide it by, hence the number of games for the same interval"


def _has_reduction(match: MatchResult) -> bool:
    return any(value is not None for value in match.mean_points_variance_reduction)


def _policies(match: MatchResult) -> list[list[str]]:
    rows = [["policy", "seats", "win share", "95% interval", REDUCTION, "mean points", "95% interval", REDUCTION]]
    for index, name in enumerate(match.policies):
        rows.append(
            [
                name,
                str(match.seats[index]),
                f"{match.win_share[index]:.2%}",
                interval_text(match.win_share_interval[index], ".2%"),
                number_text(match.win_share_variance_reduction[index], ".2f"),
                f"{match.mean_points[index]:.2f}",
                interval_text(match.mean_points_interval[index], ".2f"),
                number_text(match.mean_points_variance_reduction[index], ".2f"),
            ]
        )
    return rows if _has_reduction(match) else _without(rows, REDUCTION)


def _differences(match: MatchResult) -> list[list[str]]:
    rows = [["difference", "win share", "95% interval", REDUCTION, "points", "95% interval", REDUCTION]]
    for difference in match.differences:
        rows.append(
            [
                f"{difference.policy} − {difference.other}",
                f"{difference.win_share:+.2%}",
                interval_text(difference.win_share_interval, "+.2%"),
                number_text(difference.win_share_variance_reduction, ".2f"),
                f"{difference.mean_points:+.2f}",
                interval_text(difference.mean_points_interval, "+.2f"),
                number_text(difference.mean_points_variance_reduction, ".2f"),
            ]
        )
    return rows if _has_reduction(match) else _without(rows, REDUCTION)


def _figures(match: MatchResult) -> list[list[str]]:
    rows = [["mean of a seat and game", *match.policies]]
    for name, values in match.figures.items():
        rows.append([name.replace("_", " "), *(f"{value:.2f}" for value in values)])
    return rows


def _without(rows: list[list[str]], title: str) -> list[list[str]]:
    """The rows without the columns of that title, which stands in the first."""
    kept = [place for place, cell in enumerate(rows[0]) if cell != title]
    return [[row[place] for place in kept] for row in rows]
