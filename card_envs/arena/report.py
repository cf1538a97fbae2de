"""The report of a tournament: one page of HTML that needs nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

from card_envs.arena.intervals import Interval
from card_envs.arena.ratings import Rating, confidence, confidence_text
from card_envs.arena.standings import Payoff, Standings
from card_envs.arena.svg import COLOURS, error_bars, heat_map, stacked_bars
from card_envs.arena.tournament import Tournament
from card_envs.core.game import get_game

STYLE = """
:root { color-scheme: light dark; --page: #ffffff; --ink: #1b1f24; --soft: #59636e; --edge: #d0d7de;
  --up: #1f8a4c; --down: #d1492e; --dot: #0b62c4; }
@media (prefers-color-scheme: dark) { :root { --page: #14171b; --ink: #e8ebee; --soft: #9aa4af; --edge: #383f47;
  --up: #2fb36a; --down: #e2603f; --dot: #62a8f5; } }
body { margin: 0 auto; padding: 1rem; max-width: 50rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--edge); } h3 { margin-top: 2rem; }
p { max-width: 42rem; } .soft, caption { color: var(--soft); }
svg { display: block; width: 100%; max-width: 42rem; height: auto; margin: 1rem 0; font-family: inherit; }
text { fill: var(--ink); } text.note { fill: var(--soft); }
rect { stroke: var(--page); } rect.up { fill: var(--up); } rect.down { fill: var(--down); }
rect.none { fill: none; stroke: var(--edge); stroke-dasharray: 3 3; }
line.bar { stroke: var(--dot); stroke-width: 2; } .dot { fill: var(--dot); }
line.grid { stroke: var(--edge); } line.axis { stroke: var(--soft); }
.table { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.7rem; text-align: right; border-bottom: 1px solid var(--edge); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
ul.key { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; padding: 0; list-style: none; }
ul.key span { display: inline-block; width: 0.9em; height: 0.9em; margin-right: 0.4em; border-radius: 2px; }
"""
# Of the parts of bars: told apart on light and on dark, and without telling red from green.
PALETTE = ("#3b7dd8", "#e08e2b", "#35a596", "#c2589b", "#8a72d1", "#9c8b3f", "#d8624f", "#7f8a96")
IN_SEATS = "the row’s in one seat and the column’s in all others"


def report(tournament: Tournament, standings: Sequence[Standings]) -> str:
    """The page. It depends on its arguments alone: the same games give the same bytes.

    Args:
        tournament: what was played.
        standings: what came of it, by table size.
    """
    colours = "\n".join(
        f"rect.s{number}, .k{number} {{ fill: {colour}; background: {colour}; }}"
        for number, colour in enumerate(PALETTE[:COLOURS])
    )
    teams = bool(get_game(tournament.game).teams)
    title = f"{tournament.game}: tournament of {len(tournament.policies)} policies"
    body = "\n".join(
        [f"<h1>{escape(title)}</h1>", _played(tournament, standings), *(_section(one, teams) for one in standings)]
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{colours}\n</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _played(tournament: Tournament, standings: Sequence[Standings]) -> str:
    options = "".join(
        f", {escape(name)} {escape(json.dumps(value, ensure_ascii=False))}"
        for name, value in tournament.options.items()
    )
    return (
        f"<p>{sum(one.games for one in standings):,} games, at tables of "
        f"{', '.join(str(one.players) for one in standings)} players{options}. Every match has at least "
        f"{tournament.games:,} games from seed {tournament.seed}; every seating is played equally often, with the same "
        "deals. Brackets and bars are 95% intervals, of shares and points with each deal as one observation.</p>"
    )


def _section(standings: Standings, teams: bool) -> str:
    parts = [f"<h2>{standings.players} players</h2>", _matrix(standings, teams)]
    if standings.mixed:
        parts.append(_mixed(standings))
    parts.append(_ratings(standings.ratings))
    if standings.figures:
        parts.append(_figures(standings))
    return "\n".join(parts)


# --- who beats whom --------------------------------------------------------------------------------------------


def _matrix(standings: Standings, teams: bool) -> str:
    """Policies from the best rating to the worst."""
    names = [rating.policy for rating in standings.ratings]
    fair = standings.fair_share
    cells = {}
    rows = []
    for row, policy in enumerate(names):
        for column, other in enumerate(names):
            payoff = standings.payoffs.get((policy, other))
            if payoff is not None:
                cells[row, column] = (_goodness(payoff, fair), f"{payoff.win_share:.1%}", _told(policy, other, payoff))
                rows.append(_payoff_row(policy, other, payoff, fair))
    titles = ["policy", "against", "win share", "95% interval", "× fair", "points more", "95% interval", "games"]
    return (
        "<h3>Who beats whom</h3>\n"
        f"<p>Win share of the row’s policy against the column’s, {'a team each' if teams else IN_SEATS}; a fair share "
        f"is {fair:.1%}.</p>\n"
        f"{heat_map(names, cells)}\n{_table(titles, rows)}"
    )


def _goodness(payoff: Payoff, fair: float) -> float:
    """From −1, where nothing is won, over 0 at the fair share to 1, where all is."""
    more = payoff.win_share - fair
    return more / (1 - fair) if more >= 0 else more / fair


def _told(policy: str, other: str, payoff: Payoff) -> str:
    return f"{policy} against {other}: {payoff.win_share:.2%} {_interval(payoff.win_share_interval, '.2%')}"


def _payoff_row(policy: str, other: str, payoff: Payoff, fair: float) -> list[str]:
    return [
        policy,
        other,
        f"{payoff.win_share:.2%}",
        _interval(payoff.win_share_interval, ".2%"),
        f"{payoff.win_share / fair:.2f}",
        f"{payoff.points:+.2f}",
        _interval(payoff.points_interval, "+.2f"),
        f"{payoff.games:,}",
    ]


def _mixed(standings: Standings) -> str:
    rows = [
        [
            one.policy,
            f"{one.win_share:.2%}",
            _interval(one.win_share_interval, ".2%"),
            f"{one.win_share / standings.fair_share:.2f}",
            f"{one.points:.2f}",
            _interval(one.points_interval, ".2f"),
        ]
        for one in standings.mixed
    ]
    titles = ["policy", "win share", "95% interval", "× fair", "points", "95% interval"]
    return f"<h3>All at one table</h3>\n<p>In turn in every seat; means of a seat.</p>\n{_table(titles, rows)}"


# --- ratings ---------------------------------------------------------------------------------------------------


def _ratings(ratings: Sequence[Rating]) -> str:
    rows = []
    for place, rating in enumerate(ratings, 1):
        below = ratings[place : place + 1]
        rows.append(
            [
                f"{place}  {rating.policy}",
                f"{rating.mean:.2f}",
                _interval(rating.interval, ".2f"),
                *(confidence_text(confidence(rating, other)) for other in below),
                *["–"] * (not below),
            ]
        )
    bars = error_bars([(rating.policy, rating.mean, rating.interval) for rating in ratings])
    return (
        "<h3>Ratings</h3>\n<p>By OpenSkill’s Plackett-Luce model, from how the policies were placed in every game of "
        "this table size; all start at 25. Of two policies, one that is rated 5.9 higher is placed better in about "
        "73% of games.</p>\n"
        f"{bars}\n{_table(['policy', 'rating', '95% interval', 'better than the next'], rows)}"
    )


# --- where points come from ------------------------------------------------------------------------------------


def _figures(standings: Standings) -> str:
    names = [rating.policy for rating in standings.ratings]
    rows = [[_in_words(title), *(f"{means[name]:.2f}" for name in names)] for title, means in standings.figures.items()]
    table = _table(["mean of a seat and game", *names], rows)
    if not standings.sources:
        return f"<h3>What they do</h3>\n<p>Means over all matches of this size.</p>\n{table}"
    parts = {
        _in_words(title).removesuffix(" points"): [means[name] for name in names]
        for title, means in standings.sources.items()
    }
    key = "".join(
        f'<li><span class="k{number % COLOURS}"></span>{escape(title)}</li>' for number, title in enumerate(parts)
    )
    return (
        "<h3>Where points come from</h3>\n<p>Points of a seat and game; means over all matches of this size.</p>\n"
        f'<ul class="key">{key}</ul>\n{stacked_bars(names, parts)}\n{table}'
    )


def _in_words(name: str) -> str:
    return name.replace("_", " ")


# --- parts -----------------------------------------------------------------------------------------------------


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(title)}</th>" for title in titles)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="table"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>'


def _interval(interval: Interval | None, form: str) -> str:
    return "–" if interval is None else f"[{interval[0]:{form}}, {interval[1]:{form}}]"
