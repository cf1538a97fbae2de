"""Standings and reports, from a table of results made by hand."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from card_envs.arena.finished import Finished
from card_envs.arena.fixtures import Fixture
from card_envs.arena.report import report
from card_envs.arena.standings import standings
from card_envs.arena.summary import Difference, MatchResult
from card_envs.arena.svg import error_bars, heat_map, stacked_bars
from card_envs.arena.tournament import Tournament
from card_envs.commands.tournament_tables import tournament_tables

NASTY = '<script src="x.js">&\'"</script>'


def finished(policies: tuple[str, ...], players: int, share: list[float], **figures: list[float]) -> Finished:
    """A match of 1000 games in which the first policy's points are 3 more, as its win shares say placed better."""
    seats = [1, players - 1] if len(policies) == 2 else [1] * players
    interval = [(value - 0.02, value + 0.02) for value in share]
    match = MatchResult(
        game="tapeo",
        options={"players": players},
        seed=7,
        policies=list(policies),
        seats=seats,
        games=1000,
        win_share=share,
        win_share_interval=interval,
        mean_points=[40.0, 37.0, 30.0][: len(policies)],
        mean_points_interval=[None] * len(policies),
        win_share_by_seat=[[value] * players for value in share],
        fair_share=1 / players,
        duplicate=True,
        deals=250,
        controls=0,
        win_share_variance_reduction=[None] * len(policies),
        mean_points_variance_reduction=[None] * len(policies),
        differences=[Difference(*policies[:2], share[0] - share[1], None, None, 3.0, (2.5, 3.5), None)],
        figures=figures,
    )
    first = round(1000 * share[0])
    rest = tuple(range(2, len(policies) + 1))
    last = (len(policies), *range(1, len(policies)))
    return Finished(Fixture(players, policies), match, [((1, *rest), first), (last, 1000 - first)])


def table(weak: str = "weak") -> list[Finished]:
    """The results at two and at four players."""
    points = {"ham_points": [4.0, 2.0], "churro_points": [-1.0, 1.0], "bets": [0.5, 0.25]}
    return [
        finished(("strong", weak), 2, [0.9, 0.1], **points),
        finished(("strong", weak), 4, [0.7, 0.1], **points),
        finished((weak, "strong"), 4, [0.1, 0.3], **points),
    ]


def tournament(weak: str = "weak", **options: Any) -> Tournament:
    return Tournament("tapeo", ("strong", weak), (2, 4), 1000, 7, options, {})


# --- standings -------------------------------------------------------------------------------------------------


def test_standings_by_table_size() -> None:
    two, four = standings(table())
    assert (two.players, two.games, two.fair_share) == (2, 1000, 0.5)
    assert (four.players, four.games, four.fair_share) == (4, 2000, 0.25)
    shares = {pair: payoff.win_share for pair, payoff in two.payoffs.items()}
    assert shares == {("strong", "weak"): 0.9, ("weak", "strong"): 0.1}
    back = two.payoffs["weak", "strong"]
    assert (back.points, back.points_interval) == (-3.0, (-3.5, -2.5))
    shares = {pair: payoff.win_share for pair, payoff in four.payoffs.items()}
    assert shares == {("strong", "weak"): 0.7, ("weak", "strong"): 0.1}
    assert [rating.policy for rating in four.ratings] == ["strong", "weak"]
    assert four.ratings[0].mean - four.ratings[1].mean > 5
    assert two.mixed == four.mixed == []


def test_figures_are_means_over_the_matches() -> None:
    _, four = standings(table())
    assert four.figures["ham_points"] == {"strong": 3.0, "weak": 3.0}  # (4 + 2) / 2, from either side
    assert four.figures["bets"] == {"strong": 0.375, "weak": 0.375}
    assert list(four.sources) == ["ham_points", "churro_points"]


def test_a_mixed_table_stands_by_itself() -> None:
    (three,) = standings([finished(("a", "b", "c"), 3, [0.5, 0.3, 0.2])])
    assert three.payoffs == {}
    assert [(one.policy, one.win_share, one.points) for one in three.mixed] == [
        ("a", 0.5, 40.0),
        ("b", 0.3, 37.0),
        ("c", 0.2, 30.0),
    ]


# --- pictures --------------------------------------------------------------------------------------------------


def test_a_heat_map_is_the_deeper_the_further_from_fair() -> None:
    drawn = heat_map(["a", "b"], {(0, 1): (1.0, "90%", "told"), (1, 0): (-0.5, "10%", "told too")})
    squares = re.findall(r'<rect class="(\w+)".*?fill-opacity="([\d.]+)"', drawn)
    assert squares == [("none", "1.00"), ("up", "0.70"), ("down", "0.39"), ("none", "1.00")]
    assert ">90%<" in drawn
    assert "<title>told too</title>" in drawn


def test_error_bars_lie_in_order_and_inside() -> None:
    drawn = error_bars([("a", 30.0, (28.0, 32.0)), ("b", 20.0, (19.0, 21.0))])
    dots = [float(x) for x in re.findall(r'<circle class="dot" cx="([\d.]+)"', drawn)]
    bars = [(float(a), float(b)) for a, b in re.findall(r'class="bar" x1="([\d.]+)" y1="[\d.]+" x2="([\d.]+)"', drawn)]
    long = [(start, end) for start, end in bars if start != end]
    assert len(dots) == len(long) == 2
    for dot, (start, end) in zip(dots, long, strict=True):
        assert dot == pytest.approx((start + end) / 2, abs=0.1)
    assert 165 < long[1][0] < long[1][1] < long[0][0] < long[0][1] < 480


def test_stacked_bars_are_as_long_as_their_parts() -> None:
    drawn = stacked_bars(["a", "b"], {"ham": [4.0, 2.0], "churro": [-1.0, 1.0]})
    widths = {
        title: (float(left), float(width))
        for title, left, width in re.findall(r'<title>(.*?)</title><rect .*? x="([\d.]+)".*? width="([\d.]+)"', drawn)
    }
    assert list(widths) == ["a: ham 4.00", "a: churro -1.00", "b: ham 2.00", "b: churro 1.00"]
    unit = widths["a: ham 4.00"][1] / 4
    for title, (_, width) in widths.items():
        assert width == pytest.approx(abs(float(title.split()[-1])) * unit, abs=0.11)
    zero = widths["a: ham 4.00"][0]
    assert sum(widths["a: churro -1.00"]) == pytest.approx(zero, abs=0.11)
    assert widths["b: churro 1.00"][0] == pytest.approx(zero + 2 * unit, abs=0.11)


@pytest.mark.parametrize("value", [0.0, 1e-9, 0.4, 1.0, 7.0, 99.0, 123456.0])
def test_scales_have_few_marks(value: float) -> None:
    drawn = stacked_bars(["a"], {"ham": [value]})
    assert 1 <= drawn.count('class="grid"') <= 8


# --- the page --------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Checks that what is opened is closed, in order; keeps the texts and the attributes."""

    EMPTY = ("meta", "rect", "line", "circle")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())


def test_the_page_needs_nothing_else_and_is_whole() -> None:
    page = report(tournament(split="exact"), standings(table()))
    found = Page(page)
    assert found.tags.count("svg") == 6  # of each table size: who beats whom, ratings, where points come from
    assert "script" not in found.tags
    assert "link" not in found.tags
    assert "http" not in page
    assert "url(" not in page
    assert "@import" not in page
    assert not {name for name, _ in found.attributes} & {"src", "href", "srcset"}
    assert "@media (prefers-color-scheme: dark)" in page
    assert 'name="viewport"' in page
    assert "3,000 games" in page
    assert "split &quot;exact&quot;" in page


def test_the_page_has_the_numbers() -> None:
    page = report(tournament(), standings(table()))
    row = "<tr>" + "".join(
        f"<td>{cell}</td>"
        for cell in (
            "strong", "weak", "70.00%", "[68.00%, 72.00%]", "2.80", "+3.00", "[+2.50, +3.50]", "1,000"
        )
    ) + "</tr>"  # fmt: skip
    assert page.count(row) == 1
    assert "<td>1  strong</td>" in page
    assert "over 99.9% sure" in page
    assert "<td>churro points</td><td>0.00</td><td>0.00</td>" in page
    assert page == report(tournament(), standings(table()))


def test_names_are_escaped_everywhere() -> None:
    page = report(tournament(NASTY), standings(table(NASTY)))
    found = Page(page)
    assert "script" not in found.tags
    assert NASTY in found.texts
    assert "<script" not in page


def test_long_names_keep_their_ends_in_pictures() -> None:
    name = "runs/tapeo-quick-2/checkpoints/policy.onnx"
    page = report(tournament(name), standings(table(name)))
    assert f"<title>{name}</title>" in page
    assert ">2  …eckpoints/policy.onnx<" in page
    assert ">…eckpoints/policy.onnx<" in page


def test_a_mixed_table_and_no_intervals() -> None:
    mixed = finished(("a", "b", "c"), 3, [0.5, 0.3, 0.2])
    page = report(Tournament("tapeo", ("a", "b", "c"), (3,), 1, 0, {}, {}), standings([mixed]))
    Page(page)
    assert "All at one table" in page
    assert "<td>a</td><td>50.00%</td><td>[48.00%, 52.00%]</td><td>1.50</td><td>40.00</td><td>–</td>" in page
    assert "Where points come from" not in page


def test_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    tournament_tables("tapeo", standings(table()))
    rows = {line.split("  ")[0]: line.split() for line in capsys.readouterr().out.split("\n\n")[2].splitlines()}
    assert rows["1 strong"] == ["1", "strong", "–", "70.0%", "±2.0"]
    assert rows["2 weak"] == ["2", "weak", "10.0%", "±2.0", "–"]
