"""`forced="play"`: what leaves no choice is played without asking, and the game is the same."""

from __future__ import annotations

import numpy as np
import pytest

from card_envs.envs import SeatVecEnv
from tests.conformance import Row, per_row

OPPONENTS = {"random": 1.0}


def chosen(seen: np.ndarray, mask: np.ndarray) -> int:
    """A legal action that depends on nothing but what is seen."""
    legal = np.flatnonzero(mask)
    return int(legal[int(abs(seen @ np.arange(1, len(seen) + 1))) % len(legal)])


def choices_made(row: Row, forced: str, count: int) -> tuple[list[bytes], float, int]:
    """The first `count` observations at which a learner has a choice, the rewards by then, and the steps it took.

    Episodes without a choice do not count: where nothing forced is asked they are dealt anew.
    """
    env = row.vec_env(1, opponents=OPPONENTS, seed=5, forced=forced)
    seen = env.reset()[0]
    met, paid, steps = [], 0.0, 0
    chose, episode_paid = False, 0.0
    while True:
        mask = env.action_masks()[0]
        if mask.sum() > 1:
            chose = True
            met.append(seen.tobytes())
            if len(met) == count:
                return met, paid + episode_paid, steps
        else:
            assert forced == "ask"
        observations, rewards, dones, _ = env.step(np.array([chosen(seen, mask)]))
        seen, steps = observations[0], steps + 1
        episode_paid += float(rewards[0])
        if dones[0]:
            paid += episode_paid if chose else 0.0
            chose, episode_paid = False, 0.0


@per_row
def test_the_same_choices_are_met_and_the_same_is_paid(row: Row) -> None:
    asked, paid, steps = choices_made(row, "ask", 60)
    met, earned, fewer = choices_made(row, "play", 60)
    assert met == asked
    assert earned == pytest.approx(paid, abs=1e-4)
    assert fewer == 59 <= steps


def test_much_is_forced_in_envite() -> None:
    """The last card of a hand at least; without that the test above would show nothing."""
    _, _, steps = choices_made(Row("envite", {"players": 4}), "ask", 60)
    assert steps > 75


def test_a_wrong_word_is_refused() -> None:
    with pytest.raises(ValueError, match="forced takes one of 'ask', 'play', not 'skip'"):
        SeatVecEnv("tapeo", 1, forced="skip")  # type: ignore[arg-type]
