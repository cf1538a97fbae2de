"""Tables as pixels and in notebooks, from every interface that shows one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import gymnasium
import imageio.v3
import numpy as np
import pytest
from gymnasium.wrappers import RecordVideo

from card_envs.drawing import picture, pixels, symbols
from card_envs.envs import SeatEnv
from tests.conformance import Row, some

ROWS = [
    Row("tapeo", {"players": 4}),
    Row("envite", {"players": 6, "variant": "gran_canaria"}),
    Row("ratscrew", {"players": 3}),
]
per_row = pytest.mark.parametrize("row", ROWS, ids=str)
SHAPE = (640, 960, 3)


def checked(frame: Any) -> np.ndarray:
    """The frame, as videos want it."""
    assert isinstance(frame, np.ndarray)
    assert (frame.shape, frame.dtype) == (SHAPE, np.uint8)
    assert frame.flags.writeable
    return frame


@per_row
def test_parallel(row: Row) -> None:
    """Each frame is the picture of the table, all hands open, and every decision point changes it."""
    env, rng = row.parallel_env(render_mode="rgb_array"), np.random.default_rng(0)
    env.reset(seed=1)
    before = checked(env.render())
    for _ in range(3):
        env.step({agent: some(env.table.seat_masks[env.seat_of(agent)], rng) for agent in env.agents})
        after = checked(env.render())
        assert (after == pixels(picture(row.game, env.table.state))).all()
        assert (after != before).any()
        before = after


@per_row
def test_aec(row: Row) -> None:
    """The wrapped environment too; nothing of a simultaneous choice shows before all are in."""
    env, twin = row.env(render_mode="rgb_array"), row.raw_env(render_mode="rgb_array")
    for one in (env, twin):
        one.reset(seed=1)
    assert (checked(env.render()) == checked(twin.render())).all()
    first = env.render()
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert (env.render() == first).all() == row.record.simultaneous


@per_row
def test_single_seat(row: Row) -> None:
    env = row.made(render_mode="rgb_array")
    _, info = env.reset(seed=1)
    before = checked(env.render())
    env.step(int(info["action_mask"].argmax()))
    assert (checked(env.render()) != before).any()
    assert (env.render() == pixels(env.unwrapped._repr_html_())).all()


@per_row
def test_notebooks_show_the_table(row: Row) -> None:
    for env in (row.env(), row.raw_env(), row.parallel_env(), row.seat_env()):
        assert env._repr_html_() is None  # the usual words, before anything is dealt
        env.reset(seed=1)
        assert env._repr_html_().startswith("<svg ")
    assert env._repr_html_() == picture(row.game, env.seats.tables.states[0])


@per_row
def test_pictures_of_agents(row: Row) -> None:
    env, one = row.parallel_env(), row.seat_env(seat=1)
    env.reset(seed=1)
    one.reset(seed=1)
    assert env.picture("player_1", "es") == picture(row.game, env.table.state, 1, "es")
    assert env.picture() == picture(row.game, env.table.state)
    assert one.picture() == picture(row.game, one.seats.tables.states[0], 1)
    with pytest.raises(ValueError, match="no agent 'player_9'"):
        env.picture("player_9")


def test_nothing_to_show_before_a_deal() -> None:
    for env in (ROWS[0].parallel_env(render_mode="rgb_array"), ROWS[0].seat_env(render_mode="rgb_array")):
        for show in (env.render, env.picture):
            with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) first"):
                show()


def test_recorded_video(tmp_path: Path) -> None:
    """Gymnasium's own wrapper writes a frame for each step and one for the start."""
    env = RecordVideo(Row("tapeo", {"players": 6}).made(render_mode="rgb_array"), str(tmp_path), fps=4)
    _, info = env.reset(seed=1)
    frames, done = [env.render()], False
    while not done:
        *_, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        frames.append(env.render())
        done = terminated or truncated
    env.close()
    (video,) = tmp_path.glob("*.mp4")
    recorded = imageio.v3.imread(video, plugin="FFMPEG")
    assert recorded.shape == (len(frames), *SHAPE)
    for seen, frame in zip(recorded, frames, strict=True):
        assert np.abs(seen.astype(int) - frame).mean() < 8  # compression loses a little


def test_metadata() -> None:
    modes = ["ansi", "human", "rgb_array"]
    for env in (ROWS[0].env(), ROWS[0].parallel_env(), ROWS[0].seat_env(), SeatEnv):
        assert env.metadata["render_modes"] == modes
        assert env.metadata["render_fps"] == 1


def test_a_game_that_is_not_drawn() -> None:
    toy = Row("pile", {"players": 2})
    for make in (toy.parallel_env, toy.env, toy.seat_env):
        with pytest.raises(ValueError, match="render_mode takes one of None, 'ansi', 'human', not 'rgb_array'"):
            make(render_mode="rgb_array")
        env = make()
        env.reset(seed=0)
        assert env.metadata["render_modes"] == ["ansi", "human"]
        assert env._repr_html_() is None
    for draw in (lambda: symbols("pile"), lambda: picture("pile", None)):
        with pytest.raises(ValueError, match="pile is not drawn"):
            draw()


@pytest.mark.parametrize("missing", ["resvg_py", "PIL.Image"])
def test_without_the_extra(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said when the environment is made, and SVG needs nothing."""
    monkeypatch.setitem(sys.modules, missing, None)
    for make in (ROWS[0].parallel_env, ROWS[0].env, ROWS[0].seat_env):
        with pytest.raises(ImportError, match=r"pip install 'card-envs\[video\]'"):
            make(render_mode="rgb_array")
    env = ROWS[0].parallel_env()
    env.reset(seed=0)
    assert env.picture().startswith("<svg ")
    with pytest.raises(ImportError, match=r"pip install 'card-envs\[video\]'"):
        pixels(env.picture())


def test_pixels_of_something_else() -> None:
    with pytest.raises(ValueError, match="SVG"):
        pixels("<p>no picture</p>")
