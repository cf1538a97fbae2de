"""Recorded games replayed: the engine must write them again word for word, and the referee must agree with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from card_envs.envite import rules
from tests.envite.referee import VARIANTS, Referee
from tests.envite.write_golden import GOLDEN, transcript
from tests.golden import Recorded, kept, read_heading

FILES = kept(GOLDEN)
TURN = re.compile(r"player_(\d+) ([\w-]+)")


def header(text: str) -> Recorded:
    """What a recorded game says of itself."""
    title, said, seed = read_heading(text)
    options = rules.EnviteOptions(
        players=int(said["players"]),
        variant=said["variant"],
        captains=pair(said["captains"]),
        episode=said["episode"],  # type: ignore[arg-type]
    )
    return Recorded(title, options, seed)


def pair(said: str) -> tuple[int, int]:
    one, two = map(int, said.split())
    return one, two


def turns(text: str) -> list[tuple[str, str]]:
    """Who did what, in order."""
    lines = re.findall(r"^(?:bidding|trick \d): (.*)$", text, re.MULTILINE)
    return [turn for line in lines for turn in TURN.findall(line)]


def test_four_games_are_kept() -> None:
    assert [file.stem for file in FILES] == ["chico_fuera", "fold", "six_against_six", "tumbo_lost"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_engine_replays_it(file: Path) -> None:
    text = file.read_text()
    assert transcript(header(text), [word for _, word in turns(text)]) == text


def refereed(text: str) -> Referee:
    """The referee after the whole game, having agreed with every line of it."""
    options = header(text).options
    numbers = VARIANTS[str(options.variant)]
    game = Referee(options.players, numbers, options.captains, options.episode)
    *rounds, end = text.split("== ")[1:]
    for played in rounds:
        said = dict(re.findall(r"^ *(\w+(?: \w+)?): (.*)$", played, re.MULTILINE))
        assert not game.over
        assert list(pair(said["stones"])) == game.stones
        assert list(pair(said["chicos"])) == game.chicos
        hands = [said[f"player_{seat} hand"].split() for seat in range(options.players)]
        game.deal(hands, said["vira"], int(said["first leader"].removeprefix("player_")))
        moves = turns(played)
        for place, (seat, word) in enumerate(moves):
            assert int(seat) == game.actor()
            assert game.act(word) == (place == len(moves) - 1)
        team = int(game.gained[1] > 0)
        gain = "a chico" if game.gained[team] == 1 else f"stones {game.gained[team] * numbers.chico_stones}"
        assert said["outcome"] == f"team {team} gains {gain}"
    assert game.over
    winners = ", ".join(f"player_{seat}" for seat in range(options.players) if seat % 2 == game.winner)
    stones, chicos = (" ".join(map(str, values)) for values in (game.stones, game.chicos))
    assert end == f"end\nstones: {stones}\nchicos: {chicos}\nwinners: {winners}\n"
    return game


@pytest.mark.parametrize(
    ("stem", "kept_for"),
    [
        ("chico_fuera", {"chico fuera", "chico by a fold", "chico by stones", "raise by a captain who passed"}),
        ("fold", {"fold at chico fuera", "chico by a fold", "matador as vira", "three tricks"}),
        ("tumbo_lost", {"tumbo declined", "tumbo lost", "both in tumbo", "tumbo won"}),
        ("six_against_six", {"chico fuera", "three tricks"}),
    ],
)
def test_referee_agrees_with_it(stem: str, kept_for: set[str]) -> None:
    assert kept_for <= set(refereed((GOLDEN / f"{stem}.txt").read_text()).events)
