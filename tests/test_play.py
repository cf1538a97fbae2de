"""`card-envs play`: whole games in a pseudo-terminal, what can be typed, and its words in both languages."""

from __future__ import annotations

import re
import string
from typing import Any

import numpy as np
import pytest

from card_envs.cli import main
from card_envs.core.game import get_game
from card_envs.play import keys as keys_module
from card_envs.play.phrases import PHRASES
from card_envs.play.reading import read_move
from card_envs.play.sitting import Sitting, seated
from card_envs.policies import make_policy
from tests.terminal import Terminal

MOVES = {0: ("tortilla",), 4: ("jamón de 3 lonchas", "ham3"), 2: ("jamón de 1 loncha", "ham1"), 9: ("churro",)}


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(["play", *arguments])
    assert stopped.value.code == 2
    return capsys.readouterr().err


def answering(monkeypatch: pytest.MonkeyPatch, *answers: Any) -> None:
    """What is typed, line by line, then for ever the first move; an exception is raised instead."""
    left = list(answers)

    def line(prompt: str) -> str:
        answer = left.pop(0) if left else "1"
        if isinstance(answer, BaseException):
            raise answer
        return answer

    monkeypatch.setattr("builtins.input", line)


# --- words -----------------------------------------------------------------------------------------------------


def test_both_languages_say_the_same_things_about_the_same() -> None:
    """Every phrase is there in every language, and none is empty or leaves something out."""
    english, spanish = PHRASES["en"], PHRASES["es"]
    assert set(PHRASES) == {"en", "es"}
    assert english.keys() == spanish.keys()
    for key, phrase in english.items():
        fields = [
            sorted(name for _, name, _, _ in string.Formatter().parse(text) if name) for text in (phrase, spanish[key])
        ]
        assert fields[0] == fields[1], key
        assert phrase.strip()
        assert spanish[key].strip()


@pytest.mark.parametrize("game", ["tapeo", "envite", "ratscrew"])
def test_the_games_have_the_same_words_in_both_languages(game: str) -> None:
    words = get_game(game).text.PHRASES
    assert words["en"].keys() == words["es"].keys()


# --- what can be typed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("1", 0),
        ("2", 4),
        (" 4 ", 9),
        ("churro", 9),
        ("CHU", 9),
        ("ham1", 2),
        ("Jamon de 3 lonchas", 4),
        ("jamón de 1", 2),
        ("t", 0),
    ],
)
def test_moves_by_number_and_by_name(typed: str, action: int) -> None:
    assert read_move(typed, MOVES, "es") == action


@pytest.mark.parametrize("typed", ["0", "5", "-1", "", "  ", "pan", "1.0", "²"])
def test_what_is_no_move_is_told(typed: str) -> None:
    with pytest.raises(ValueError, match="is none of your moves: type a number from 1 to 4"):
        read_move(typed, MOVES, "en")


def test_what_may_be_several_moves_is_told() -> None:
    with pytest.raises(ValueError, match="'jam' puede ser jamón de 3 lonchas y jamón de 1 loncha"):
        read_move("jam", MOVES, "es")


def test_a_whole_name_is_not_the_beginning_of_another() -> None:
    assert read_move("oros-1", {7: ("as de oros", "oros-1"), 14: ("sota de oros", "oros-10")}, "es") == 7


# --- who sits where --------------------------------------------------------------------------------------------


def test_opponents_sit_from_the_left_and_partners_in_the_own_team() -> None:
    envite = get_game("envite")
    names = seated(envite, 4, 1, ["greedy", "expert", "random"], None)
    assert names == {2: "greedy", 3: "expert", 0: "random"}
    names = seated(envite, 6, 1, ["greedy"], "expert")
    assert names == {2: "greedy", 3: "expert", 4: "greedy", 5: "expert", 0: "greedy"}
    with pytest.raises(ValueError, match="4 players take one opponent or 3, not 2"):
        seated(envite, 4, 0, ["greedy", "random"], None)
    with pytest.raises(ValueError, match="tapeo has none"):
        seated(get_game("tapeo"), 4, 0, ["greedy"], "greedy")


class Highest:
    """Takes the last legal action, whatever the key: no tie is broken by chance."""

    def act(self, observations, action_masks, rng):
        return action_masks.shape[1] - 1 - action_masks[:, ::-1].argmax(axis=1)


@pytest.mark.parametrize("name", ["tapeo", "envite", "ratscrew"])
def test_a_sitting_is_the_game_of_its_seed(name: str) -> None:
    """Played by the same policies in all seats, it goes as any other game of that seed; closings change nothing."""
    game = get_game(name)
    options = game.options()
    policy = Highest()
    first, second = (Sitting(game, options, seat, dict.fromkeys(range(4), policy), 5) for seat in (0, 2))
    for _ in range(30):
        if first.over:
            break
        for sitting in (first, second):
            before = sitting.state.copy()
            action = sitting.advice(policy).action if sitting.asked else None
            played = sitting.play(action)
            assert sitting.seat not in played.actions or played.actions[sitting.seat] == action
            assert before.tobytes() != sitting.state.tobytes()
        assert first.state.tobytes() == second.state.tobytes()


def test_a_wrong_action_changes_nothing() -> None:
    game = get_game("tapeo")
    sitting = Sitting(game, game.options(players=2), 0, {1: make_policy(game, "greedy")}, 1)
    before = sitting.state.tobytes()
    missing = int(np.flatnonzero(sitting.state.hands[0] == 0)[0])
    with pytest.raises(ValueError, match=f"player_0 may not choose {missing}"):
        sitting.play(missing)
    assert sitting.state.tobytes() == before


class Unsure:
    """A policy that says how likely it would choose each action, as networks do."""

    def act(self, observations: Any, action_masks: Any, rng: Any) -> Any:
        return self.evaluate(observations, action_masks)[0]

    def evaluate(self, observations: Any, action_masks: Any) -> Any:
        shares = action_masks / action_masks.sum(axis=1, keepdims=True)
        return shares.argmax(axis=1), shares, np.zeros(len(shares))

    def __repr__(self) -> str:
        return "unsure"


# --- games -----------------------------------------------------------------------------------------------------


def test_a_game_in_english(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answering(monkeypatch, "pizza", "?")
    main(["play", "tapeo", "--players", "2", "--seed", "3", "--opponents", "greedy", "--hints", "greedy"])
    shown = capsys.readouterr().out
    assert "tapeo: you are player_0." in shown
    assert "player_1 is greedy." in shown
    assert "'pizza' is none of your moves: type a number from 1 to" in shown
    assert "greedy would choose:" in shown
    for round_number in (1, 2, 3):
        assert f"Round {round_number} of 3, pick 9 of 9" in shown
    assert "The game is over. You are player_0." in shown
    assert shown.endswith("Until next time!\n")


def test_a_round_in_spanish(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answering(monkeypatch)
    main(["play", "envite", "--language", "es", "--seed", "4", "--option", "episode=round", "--seat", "1"])
    shown = capsys.readouterr().out
    assert "envite: eres player_1." in shown
    assert "Tu jugada" in shown
    assert "La partida ha terminado. Eres player_1." in shown
    assert "¡Hasta la próxima!" in shown


def test_the_same_seed_is_the_same_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for _ in range(2):
        answering(monkeypatch)
        main(["play", "tapeo", "--players", "3", "--seed", "9"])
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]


def test_probabilities_are_shown_as_bars(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    make = {"unsure": lambda game, name: Unsure()}
    monkeypatch.setattr(
        "card_envs.commands.play.make_policy", lambda game, name: make.get(name, make_policy)(game, name)
    )
    answering(monkeypatch, "?", "q")
    main(["play", "tapeo", "--players", "2", "--seed", "1", "--hints", "unsure"])
    shown = capsys.readouterr().out
    assert "unsure would choose: " in shown
    shares = [float(share) for share in re.findall(r"([\d.]+) %", shown)]
    assert len(shares) > 1
    assert len(set(shares)) == 1
    assert abs(sum(shares) - 100) < 1
    assert shown.count("█") == len(shares) * round(24 / len(shares))


@pytest.mark.parametrize("leaving", ["q", "Q", "quit", "salir", EOFError(), KeyboardInterrupt()])
def test_leaving(leaving: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answering(monkeypatch, leaving)
    main(["play", "tapeo", "--players", "2"])
    shown = capsys.readouterr().out
    assert shown.endswith("Until next time!\n")
    assert "game is over" not in shown


def test_wrong_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no game is called 'chess'" in refused(capsys, "chess")
    assert "no policy is called 'x'" in refused(capsys, "tapeo", "--opponents", "x")
    assert "take one opponent or 3, not 2" in refused(capsys, "tapeo", "--opponents", "greedy", "random")
    assert "--seat takes an integer from 0 to 3, not 4" in refused(capsys, "tapeo", "--seat", "4")
    assert "--seat takes a number from 0 to 3, or random, not 'left'" in refused(capsys, "tapeo", "--seat", "left")
    assert "'en', 'es'" in refused(capsys, "tapeo", "--language", "fr")
    assert "players takes an integer from 2 to 6" in refused(capsys, "tapeo", "--players", "9")
    assert "--tick-ms takes" in refused(capsys, "ratscrew", "--tick-ms", "1")
    assert "needs a terminal" in refused(capsys, "ratscrew")


# --- in a terminal ---------------------------------------------------------------------------------------------


def test_typing_in_a_terminal() -> None:
    with Terminal("play", "tapeo", "--players", "2", "--seed", "3", "--language", "es") as terminal:
        for typed in ("x", "?", "1", "1"):
            terminal.until("> ")
            terminal.type(typed + "\n")
        terminal.until("> ")
        terminal.interrupt("¡Hasta la próxima!")
        assert terminal.ended() == 0
    assert "'x' no es una de tus jugadas" in terminal.text
    assert "elegiría" in terminal.text
    assert "Ronda 1 de 3, jugada 3 de 9" in terminal.text
    assert "Traceback" not in terminal.text


def test_a_whole_match_in_a_terminal() -> None:
    """Envite, to the end of a chico; the first move each time."""
    with Terminal("play", "envite", "--seed", "2", "--option", "episode=chico", "--opponents", "greedy") as terminal:
        while terminal.until("> ", "The game is over") == "> ":
            terminal.type("1\n")
        assert terminal.ended() == 0
    assert "win." in terminal.text
    assert "Until next time!" in terminal.text


def test_real_time_in_a_terminal() -> None:
    """Ratscrew: slaps are keys, ticks pass by themselves, a pause lasts, and a hint stops the clock too."""
    command = ["play", "ratscrew", "--players", "2", "--seed", "1", "--tick-ms", "50", "--option", "max_flips=12"]
    with Terminal(*command) as terminal:
        terminal.until("Press any key to start.")
        terminal.type("x")
        terminal.until("space: slap")
        terminal.type(" ")
        terminal.until("you: slap")
        terminal.type("p")
        terminal.until("Paused: press any key to go on.")
        terminal.type("x")
        terminal.until("space: slap")
        terminal.type("?")
        terminal.until("would choose: ")
        terminal.type("x")
        terminal.until("The game is over")
        assert terminal.ended() == 0
    assert "The game was cut: a draw between" in terminal.text


def test_leaving_in_real_time() -> None:
    with Terminal("play", "ratscrew", "--language", "es", "--tick-ms", "100") as terminal:
        terminal.until("Pulsa una tecla para empezar.")
        terminal.type("x")
        terminal.until("espacio: golpear")
        terminal.type("q")
        terminal.until("¡Hasta la próxima!")
        assert terminal.ended() == 0


def test_keys_without_a_terminal() -> None:
    with pytest.raises(OSError, match="no terminal"), keys_module.Keys():
        pass
