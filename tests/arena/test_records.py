"""Records: a game is kept in one line, plays again to its result, and a line that is not sound is told."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from card_envs import arena
from card_envs.arena.records import Transcripts, parsed, read_records, record_line
from card_envs.arena.replay import Departure, replay
from card_envs.cli import main
from card_envs.core.game import get_game
from card_envs.core.random import slot_seeds
from card_envs.core.tables import Tables
from card_envs.envite.rules import EnviteVariant
from card_envs.envs.make import faces
from card_envs.tapeo.rules import ACTIONS, TapeoOptions

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("tapeo", {"players": 2}),
    ("tapeo", {"players": 5, "split": "exact", "ham_split": (12, 0, 0), "reward": "round"}),
    ("envite", {"players": 4}),
    ("envite", {"players": 12, "variant": "gran_canaria", "captains": (2, 3), "episode": "chico"}),
    ("envite", {"variant": EnviteVariant(base=1, rungs=(2, 5), tumbo_from=None), "episode": "round"}),
    ("ratscrew", {"players": 3, "max_flips": 100}),
    ("ratscrew", {"players": 2, "ticks": 2, "reflexes": [[0.1, 0.2, 0.7], [1, 0, 0]], "slaps": "tens", "memory": True}),
]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six games of Tapeo."""
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    arena.play("tapeo", ["greedy", "random"], 6, seed=5, record=path, players=3)
    return path


def first(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text().splitlines()[0])


def departure(record: dict[str, Any]) -> Departure:
    """Where this record departs."""
    with pytest.raises(Departure) as raised:
        list(replay(parsed(json.dumps(record))))
    return raised.value


# --- sound records ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_records_play_again_to_their_result(game: str, options: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match = arena.play(game, ["greedy", "random"], 8, seed=2, record=path, **options)
    records = list(read_records(path))
    assert len(records) == match.games
    scores = []
    for record in records:
        assert record.options == match.options
        assert record.game == game
        *moves, end = list(replay(record))
        assert [position.move for position in moves] == list(range(1, len(record.actions) + 1))
        assert all(position.chosen for position in moves)
        assert end.chosen == {}
        held = [
            score for score, policy in zip(record.result["scores"], record.policies, strict=True) if policy == "greedy"
        ]
        scores.append(np.mean(held))
    assert np.mean(scores) == pytest.approx(match.mean_points[0])


def test_a_record_is_all_it_takes(written: Path) -> None:
    """Its options, seed and actions make the same game in an environment."""
    for record in read_records(written):
        env = faces("tapeo").parallel_env(**record.options)
        env.reset(seed=record.seed)
        for actions in record.actions:
            chosen = {agent: ACTIONS.index(name) for agent, name in zip(env.agents, actions, strict=True)}
            *_, infos = env.step(chosen)
        assert not env.agents
        assert infos["player_0"]["scores"] == {f"player_{s}": score for s, score in enumerate(record.result["scores"])}


def test_a_later_episode_plays_again_too() -> None:
    """The second game of a seed; the first one has other hands, so these actions do not fit it."""
    tables = Tables(get_game("tapeo"), TapeoOptions(players=2), 1)
    tables.reset(slot_seeds(4, 1))
    tables.deal_next(tables.all_rows)
    transcripts = Transcripts(tables)
    while not tables.terminated[0]:
        actions = tables.sample()
        transcripts.note(tables.all_rows, actions)
        tables.play(actions)
    record = json.loads(record_line(tables, 0, 4, ["random", "random"], transcripts.actions[0]))
    assert record["episode"] == 1
    *_, end = replay(parsed(json.dumps(record)))
    assert end.state.tobytes() == tables.states[0].tobytes()
    assert departure({**record, "episode": 0}).move is not None


def test_a_line_says_it_all(written: Path) -> None:
    record = first(written)
    assert list(record) == [
        "format", "game", "layout", "options", "seed", "episode", "policies", "actions", "result",
    ]  # fmt: skip
    assert (record["format"], record["game"], record["layout"]) == (1, "tapeo", 1)
    assert (record["seed"], record["episode"]) == (5, 0)
    assert record["options"] == {"players": 3, "ham_split": [4, 4, 4], "split": "whole", "reward": "win"}
    assert sorted(record["policies"]) == ["greedy", "random", "random"]
    assert [len(actions) for actions in record["actions"]] == [3] * 24
    assert record["result"]["truncated"] is False
    assert len(record["result"]["ham_points"]) == 3
    assert sum(record["result"]["winners"]) >= 1


# --- records that depart ---------------------------------------------------------------------------------------


def test_an_action_that_is_not_legal_departs_at_its_move(written: Path) -> None:
    record = first(written)
    illegal = {}  # by move: something that player_1 does not hold
    for position in replay(parsed(json.dumps(record))):
        illegal[position.move] = ACTIONS[int(np.flatnonzero(position.state.hands[1] == 0)[0])]
    for move in (1, 9, 24):
        tampered = copy.deepcopy(record)
        tampered["actions"][move - 1][1] = illegal[move]
        found = departure(tampered)
        assert found.move == move
        assert str(found).startswith(f"move {move}: player_1 may not choose ")
        assert f"({illegal[move]})" in str(found)


def test_another_legal_action_departs_there_or_later(written: Path) -> None:
    """The hands are passed on otherwise, so sooner or later somebody picks what is not there, or the result differs."""
    record = first(written)
    states = [p._replace(state=p.state.copy()) for p in replay(parsed(json.dumps(record)))]
    tried = 0
    for position in states[:20:3]:
        held = np.flatnonzero(position.state.hands[0])
        other = [kind for kind in held.tolist() if kind != position.chosen[0]]
        if other:
            tampered = copy.deepcopy(record)
            tampered["actions"][position.move - 1][0] = ACTIONS[other[0]]
            found = departure(tampered)
            assert found.move is None or found.move > position.move
            tried += 1
    assert tried >= 5


Tamper = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize(("tamper", "move", "message"), [
    (lambda r: r["actions"][3].__setitem__(0, "ham4"), 4, "move 4: tapeo has no action 'ham4'"),
    (lambda r: r["actions"][3].pop(), 4, "move 4: 3 seats act, but the record has 2 actions"),
    (lambda r: r["actions"].pop(), 24, "the record ends before move 24, but the game goes on"),
    (lambda r: r["actions"].append(["bread"] * 3), 25, "the game ends with move 24, but the record goes on"),
    (lambda r: r["result"]["scores"].__setitem__(1, 99.0), None, r"scores is \[.*\], the record says \[.*99.0"),
    (lambda r: r["result"].__setitem__("truncated", True), None, "the result differs: truncated is False"),
    (lambda r: r["result"].pop("ranks"), None, "the result differs: the record has no 'ranks'"),
    (lambda r: r["result"].__setitem__("luck", 1), None, "the result differs: the game has no 'luck'"),
])  # fmt: skip
def test_tampered_records_depart_where_they_were_tampered_with(
    written: Path, tamper: Tamper, move: int | None, message: str
) -> None:
    record = first(written)
    tamper(record)
    found = departure(record)
    assert found.move == move
    with pytest.raises(Departure, match=message):
        raise pickle.loads(pickle.dumps(found))


@pytest.mark.parametrize(("change", "message"), [
    ({"game": "chess"}, "no game is called 'chess'"),
    ({"layout": 99}, "made with layout version 99 of tapeo, this library has version 1"),
    ({"options": {"players": 9}}, "players takes an integer from 2 to 6, not 9"),
    ({"options": {"colour": 1}}, "unknown option 'colour'"),
    ({"options": {"split": {"whole": 1}}}, "split takes one of"),
    ({"policies": ["random"]}, "the record names 1 policies for 3 seats"),
])  # fmt: skip
def test_records_of_other_games_are_refused(written: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        list(replay(parsed(json.dumps({**first(written), **change}))))
    assert not isinstance(raised.value, Departure)


# --- damaged lines ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "message"), [
    ("{", "this is not JSON .*: the line is damaged or cut off"),
    ("[" * 100_000, "this is not JSON"),
    ("\xff\xfe", "this is not JSON"),
    ("[1]", "a record is a JSON object with format, game, .*, not list"),
    ('{"format":2}', "a record of format 2; this library reads format 1"),
    ('{"format":1}', "missing or too many are actions, episode, game, layout, options, policies, result, seed"),
])  # fmt: skip
def test_lines_that_are_no_records(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parsed(line.encode("latin-1"))


@pytest.mark.parametrize(("change", "message"), [
    ({"seed": -1}, "seed of a record takes an integer from 0 up, not -1"),
    ({"seed": True}, "seed of a record takes an integer from 0 up, not True"),
    ({"episode": 2**32}, "episode of a record takes an integer from 0 to 4294967295"),
    ({"game": 1}, "game of a record takes a name, not 1"),
    ({"options": []}, "options of a record takes the options by name"),
    ({"policies": "random"}, "policies of a record takes a list of names"),
    ({"actions": [["bread", 1]]}, "actions of a record takes a list of names for each decision point"),
    ({"result": [0] * 100}, r"result of a record takes the figures by name, not \[0, 0, .*…"),
    ({"extra": 1}, "missing or too many are extra"),
])  # fmt: skip
def test_fields_that_are_not_what_they_should_be(written: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parsed(json.dumps({**first(written), **change}))


def test_damaged_lines_are_named_by_number(written: Path, tmp_path: Path) -> None:
    lines = written.read_text().splitlines()
    path = tmp_path / "damaged.jsonl"
    path.write_text("\n".join([lines[0], "", lines[1], lines[2][:100]]))
    with pytest.raises(ValueError, match=rf"line 4 of {path}: this is not JSON"):
        list(read_records(path))


def test_a_file_that_cannot_be_written_stops_the_match_before_it_begins(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="gone"):
        arena.play("tapeo", "random", 10**9, record=tmp_path / "gone" / "games.jsonl")


# --- the command -----------------------------------------------------------------------------------------------


def replayed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of `card-envs replay`."""
    status = 0
    try:
        main(["replay", *arguments])
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    said = capsys.readouterr()
    return status, said.out, said.err


def test_replay_shows_a_game_in_words(capsys: pytest.CaptureFixture[str], written: Path) -> None:
    status, shown, wrong = replayed(capsys, str(written), "--game", "2")
    assert (status, wrong) == (0, "")
    record = list(read_records(written))[1]
    assert f"Game 2: tapeo, seed {record.seed}." in shown
    assert f"player_0 is {record.policies[0]}. player_1 is {record.policies[1]}." in shown
    moves = [line for line in shown.splitlines() if line.startswith("Move ")]
    assert len(moves) == 24
    assert moves[0].startswith("Move 1: player_0 – ")
    assert shown.count("Tapeo · round 1 of 3 · pick 1 of 8") == 1
    assert shown.count("Tapeo · game over") == 1
    assert "Game 2: the same result again." in shown
    assert "Game 1" not in shown


def test_replay_in_spanish(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arena.play("envite", "greedy", 1, record=path, episode="round")
    status, shown, _ = replayed(capsys, str(path), "--language", "es")
    assert status == 0
    assert "Partida 1: envite, semilla 0." in shown
    assert "Jugada 1: player_" in shown
    assert "otra vez el mismo resultado" in shown
    assert "Move" not in shown


def test_replay_checks_every_line_and_names_the_wrong_ones(
    capsys: pytest.CaptureFixture[str], written: Path, tmp_path: Path
) -> None:
    lines = written.read_text().splitlines()
    tampered = json.loads(lines[1])
    tampered["actions"][6][0] = "paella"
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join([lines[0], json.dumps(tampered), "{", lines[3]]) + "\n")
    status, shown, wrong = replayed(capsys, str(path), "--check")
    assert status == 2
    assert shown == "Game 1: the same result again.\nGame 4: the same result again.\n"
    told = wrong.splitlines()
    assert len(told) == 2
    assert told[0] == f"error: line 2 of {path}: move 7: tapeo has no action 'paella'"
    assert told[1].startswith(f"error: line 3 of {path}: this is not JSON")
    assert replayed(capsys, str(path), "--game", "4", "--check")[0] == 0


def test_replay_refuses_what_it_cannot_do(capsys: pytest.CaptureFixture[str], written: Path, tmp_path: Path) -> None:
    for arguments, message in [
        ([str(written), "--game", "7"], f"error: {written} has no game in line 7\n"),
        ([str(written), "--game", "0"], "--game takes an integer from 1"),
        ([str(written), "--language", "fr"], "language takes one of 'en', 'es', not 'fr'"),
        ([str(tmp_path / "gone")], "No such file"),
    ]:
        status, shown, wrong = replayed(capsys, *arguments)
        assert (status, shown) == (2, "")
        assert message in wrong
    empty = tmp_path / "empty"
    empty.write_text("\n")
    assert "has no game" in replayed(capsys, str(empty))[2]
