"""How progress is said."""

from __future__ import annotations

import pytest

from card_envs.progress import Progress, clock, pace


def test_paces_and_times() -> None:
    assert [pace(rate) for rate in (12_345.6, 10.4, 2.345, 0.0123)] == ["12,346/s", "10/s", "2.3/s", "0.012/s"]
    assert [clock(seconds) for seconds in (-1, 59.6, 3_600)] == ["0:00", "1:00", "1:00:00"]


def test_the_end_is_told_even_if_it_comes_soon(capsys: pytest.CaptureFixture[str]) -> None:
    """And nothing before it, within the seconds that lie between two lines."""
    with Progress("games", 30) as progress:
        progress.update(10)
        progress.update(40, 40)
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("games: 40 of 40, ")
    assert line.endswith(", 0:00 left")
    with Progress("games", 30, quiet=True) as progress:
        progress.update(30)
    assert capsys.readouterr().out == ""
