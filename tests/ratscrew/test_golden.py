"""Recorded games replayed: the engine must write them again word for word, and the referee must tell them the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from card_envs.ratscrew.options import RatscrewOptions
from tests.golden import Recorded, kept, read_heading
from tests.ratscrew.referee import Referee, rank
from tests.ratscrew.write_golden import GOLDEN, Slaps, transcript

FILES = kept(GOLDEN)


# --- what a record says ----------------------------------------------------------------------------------------


def header(text: str) -> Recorded:
    """What a recorded game says of itself."""
    title, said, seed = read_heading(text)
    options = RatscrewOptions(
        players=int(said["players"]),
        ticks=int(said["ticks"]),
        slaps=tuple(said["slaps"].split()),
        penalty=int(said["penalty"]),
        reflexes=None if said["reflexes"] == "usual" else [float(share) for share in said["reflexes"].split()],
        memory=[flag == "yes" for flag in said["memory"].split()],
        shuffle_won=said["shuffle_won"] == "yes",
        max_flips=int(said["max_flips"]),
    )
    return Recorded(title, options, seed)


def windows(text: str) -> list[str]:
    """The lines of each flip and the window after it."""
    return re.split(r"^flip \d+: ", text.rpartition("\n\n")[0], flags=re.MULTILINE)[1:]


def slaps(text: str) -> Slaps:
    """Who slaps when."""
    return {
        (number, int(tick)): [int(seat) for seat in re.findall(r"\d", seats)]
        for number, window in enumerate(windows(text), 1)
        for tick, seats in re.findall(r"^  tick (\d): (.*) slaps?$", window, re.MULTILINE)
    }


# --- the referee's own telling ---------------------------------------------------------------------------------


class Witness(Referee):
    """A referee that writes down what happens, in the words of a record."""

    def burn(self, slappers: set[int]) -> None:
        self.lines += [
            f"  player_{seat} burns: {listed(self.stacks[seat][: self.penalty])}" for seat in sorted(slappers)
        ]
        super().burn(slappers)

    def take(self, seat: int) -> None:
        held, pile = len(self.stacks[seat]), len(self.played) + len(self.burnt)
        super().take(seat)
        if pile:
            self.lines.append(f"  player_{seat} takes: {listed(self.stacks[seat][held:])}")

    def witnessed(self, slappers: list[int], window: str) -> list[str]:
        """Play one tick and say what came of it; what chance decides is as the record of the window has it."""
        self.lines, were_in = [], set(self.seats_in)
        if slappers:
            seats = " ".join(f"player_{seat}" for seat in slappers)
            self.lines.append(f"  tick {self.tick + 1}: {seats} slap{'s' * (len(slappers) == 1)}")
        taken = re.search(r"^  player_(\d) takes: (.*)$", window, re.MULTILINE)
        self.step(set(slappers), taken and int(taken[1]), lambda seat, won: taken[2].split())
        return self.lines + [f"  player_{seat} is out" for seat in sorted(were_in - self.seats_in)]

    def newest(self) -> str:
        """The card just flipped and how things stand."""
        owed = "" if self.challenger is None else f" | player_{self.challenger} is owed {self.owed}"
        return (
            f"flip {len(self.flips)}: player_{self.flips[-1]} {self.played[-1]}"
            f" | seen from {' '.join(map(str, self.sees))}"
            f" | stacks {' '.join(str(len(stack)) for stack in self.stacks)}{owed}"
        )

    def remembered(self, memory: tuple[bool, ...]) -> Iterator[str]:
        """What those with memory know of the card in the air, or else of the next one."""
        for seat in range(self.players):
            view = self.view(seat)
            if memory[seat] and view["next_card"] is not None:
                where = "in the air" if view["air"] else "next"
                yield f"  player_{seat} remembers {where}: {rank(view['next_card'])}"


def listed(cards: list[str]) -> str:
    return " ".join(cards) or "nothing"


def retold(text: str) -> tuple[Witness, str]:
    """The referee after the whole game, and the game as it tells it, the heading excepted."""
    options, slapping = header(text).options, slaps(text)
    game = Witness(
        options.players, options.ticks, options.slaps, options.penalty, options.shuffle_won, options.max_flips
    )
    stacks = re.findall(r"^player_\d stack: (.*)$", text, re.MULTILINE)
    lines = [f"player_{seat} stack: {cards}" for seat, cards in enumerate(stacks)]
    game.deal([cards.split() for cards in stacks], int(windows(text)[0][len("player_")]))
    for number, window in enumerate(windows(text), 1):
        seen_from = re.search(r"seen from ([\d ]+) \|", window)
        assert seen_from
        game.perceive([int(tick) for tick in seen_from[1].split()])
        lines += [game.newest(), *game.remembered(options.memory)]
        while len(game.flips) == number and not game.over:
            lines += game.witnessed(slapping.get((number, game.tick + 1), []), window)
    lines += ["", f"ended: {'cut' if game.truncated else 'won'}"]
    lines.append(f"stacks: {' '.join(str(len(stack)) for stack in game.stacks)}")
    lines.append(f"winners: {', '.join(f'player_{seat}' for seat in sorted(game.winners()))}")
    return game, "\n".join(lines) + "\n"


# --- the games -------------------------------------------------------------------------------------------------


def test_five_games_are_kept() -> None:
    assert [file.stem for file in FILES] == ["back_in", "cut", "eight_players_shuffled", "memory", "queen_9_9"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_engine_replays_it(file: Path) -> None:
    text = file.read_text()
    assert transcript(header(text), slaps(text)) == text


@pytest.mark.parametrize(
    ("stem", "kept_for"),
    [
        ("queen_9_9", {"slap during a challenge", "tie among slappers"}),
        ("back_in", {"cardless back by a slap", "52 with a cardless player in"}),
        ("cut", {"truncated with somebody out", "wrong slap without cards"}),
        ("eight_players_shuffled", {"challenger put out", "two out at once"}),
        ("memory", {"last one in"}),
    ],
)
def test_referee_tells_it_alike(stem: str, kept_for: set[str]) -> None:
    text = (GOLDEN / f"{stem}.txt").read_text()
    game, told = retold(text)
    assert text.partition("\n\n")[2] == told
    assert kept_for <= set(game.events)


def test_the_example_of_the_rules() -> None:
    """R4, R8, R9: a queen, a nine and another nine, which one of the others slaps."""
    text = (GOLDEN / "queen_9_9.txt").read_text()
    cards = [re.match(r"player_(\d) (\w+)-", window) for window in windows(text)[:3]]
    seats, ranks = zip(*(card.groups() for card in cards if card), strict=True)
    assert ranks == ("queen", "9", "9")
    assert int(seats[1]) == int(seats[2]) == (int(seats[0]) + 1) % 3
    (taker,) = re.findall(r"player_(\d) takes: queen-\w+ 9-\w+ 9-\w+$", windows(text)[2], re.MULTILINE)
    assert windows(text)[3].startswith(f"player_{taker} ")


def test_memory_is_of_the_next_card_and_of_the_one_in_the_air() -> None:
    text = (GOLDEN / "memory.txt").read_text()
    remembered = set(re.findall(r"^  player_(\d) remembers (next|in the air): ", text, re.MULTILINE))
    assert remembered == {("0", "next"), ("0", "in the air")}
