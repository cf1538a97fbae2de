"""Recorded games replayed: the engine must write them again word for word, and the referee must agree with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from card_envs.tapeo import rules
from tests.golden import Recorded, kept, read_heading
from tests.tapeo.referee import Referee
from tests.tapeo.write_golden import GOLDEN, transcript

FILES = kept(GOLDEN)


def header(text: str) -> Recorded:
    """What a recorded game says of itself."""
    title, said, seed = read_heading(text)
    ham_split = tuple(int(count) for count in said["ham_split"].split())
    options = rules.TapeoOptions(players=int(said["players"]), ham_split=ham_split, split=said["split"])
    return Recorded(title, options, seed)


def test_three_games_are_kept() -> None:
    assert [file.stem for file in FILES] == ["four_players_exact", "six_players", "two_players"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_engine_replays_it(file: Path) -> None:
    text = file.read_text()
    picks = [line.split(", ") for line in re.findall(r"^pick \d+: (.*)$", text, re.MULTILINE)]
    assert transcript(header(text), picks) == text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_referee_agrees_with_it(file: Path) -> None:
    text = file.read_text()
    options = header(text).options
    referee = Referee(options.players, options.ham_split, options.split)
    hands: list[list[str]] = []
    checked = 0
    for line in text.splitlines():
        match = re.match(r" *(player_(\d) )?([a-z ]+?)(?: \d+)?: (.*)", line)
        if match is None:
            continue
        _, seat, subject, said = match.groups()
        listed = said.split(", ")
        if subject == "hand":
            hands.append(said.split())
            if len(hands) == options.players:
                referee.deal(hands)
                hands = []
        elif subject == "pick":
            referee.reveal(listed)
        elif subject == "last tapas":
            assert [[tapa] for tapa in listed] == referee.hands
            referee.reveal(listed)
            referee.finish_round()
        elif subject == "bar":
            assert sorted(said.split()) == (sorted(referee.bars[int(seat)]) or ["-"])
            checked += 1
        elif subject in ("round points", "churro points", "totals", "churros kept", "ranks", "winners"):
            expected = {
                "round points": referee.round_points,
                "churro points": referee.churro_points,
                "totals": referee.totals,
                "churros kept": referee.tally,
                "ranks": referee.ranks(),
                "winners": [f"player_{winner}" for winner in referee.winners()],
            }
            assert listed == [str(value) for value in expected[subject]]
            checked += 1
    assert referee.over
    # Every bar after every reveal; three lines of points a round, totals and churros among them, but four at the end.
    hand_size = rules.HAND_SIZES[options.players]
    assert checked == 3 * hand_size * options.players + 3 * 3 - 1 + 4
