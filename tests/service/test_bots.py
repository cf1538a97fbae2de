"""Bots as the service asks them: many at once, by the clock of their table, at the strengths that they have."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from card_envs.core.game import get_game
from card_envs.service.bots import Bot, Together, by_clock, make_bot_policy
from card_envs.service.settings import Settings
from card_envs.service.sight import Sight
from tests.service.play import GAMES, tables


def test_questions_that_come_meanwhile_are_answered_together() -> None:
    batches: list[list[int]] = []

    def doubled(numbers: list[int]) -> list[int]:
        batches.append(numbers)
        if 13 in numbers:
            raise ValueError("unlucky")
        return [2 * number for number in numbers]

    async def ask(numbers: list[int]) -> list[object]:
        with ThreadPoolExecutor() as pool:
            together: Together[int, int] = Together(doubled, pool)
            return await asyncio.gather(*map(together.ask, numbers), return_exceptions=True)

    assert asyncio.run(ask(list(range(10)))) == list(range(0, 20, 2))
    assert batches == [list(range(10))]
    batches.clear()
    answers = asyncio.run(ask([13] + [1] * 256))
    assert [len(batch) for batch in batches] == [256, 1]
    assert all(isinstance(answer, ValueError) for answer in answers[:256])
    assert answers[256] == 2


NAMES = [
    ("ratscrew", "expert", "expert:tick_ms=300"),
    ("ratscrew", "expert:reaction=0.3,errors=0.1", "expert:reaction=0.3,errors=0.1,tick_ms=300"),
    ("ratscrew", "expert:tick_ms=150,reaction=0.3", "expert:tick_ms=150,reaction=0.3"),
    ("ratscrew", "greedy", "greedy"),
    ("ratscrew", "search:5", "search:5"),
    ("tapeo", "expert", "expert"),
]


@pytest.mark.parametrize(("game", "name", "told"), NAMES)
def test_reactions_go_by_the_clock_of_the_table(game: str, name: str, told: str) -> None:
    assert by_clock(get_game(game), name, 300) == told
    assert by_clock(get_game(game), name, 0) == name
    make_bot_policy(get_game(game), told, Settings())


def test_bots_that_take_long_are_asked_little_at_once() -> None:
    """A search of many simulations keeps nobody waiting for those of all others."""
    sizes: list[int] = []

    class Slow:
        games_at_once = 2

        def act(self, observations: Any, action_masks: Any, rng: Any) -> Any:
            sizes.append(len(observations))
            return np.zeros(len(observations), np.int64)

    async def ask() -> list[int]:
        with ThreadPoolExecutor() as pool:
            bot = Bot(Slow(), pool, pool)
            sight = Sight(np.zeros(3, np.float32), np.ones(2, np.int8))
            return await asyncio.gather(*(bot.choose.ask((sight, key)) for key in range(5)))

    assert asyncio.run(ask()) == [0] * 5
    assert sizes == [2, 2, 1]


@pytest.mark.parametrize("game", GAMES)
def test_strengths_are_one_network_at_several_temperatures(game: str) -> None:
    """The weaker, the more even the probabilities that are told; moves are drawn by them."""
    record, settings = get_game(game), Settings()
    policies: list[Any] = [make_bot_policy(record, f"trained{name}", settings) for name in ("", ":medium", ":easy")]
    assert len({id(policy._session) for policy in policies}) == 1
    for table in tables(game, 4, 3):
        seat = table.acting[0]
        sight = Sight(table.seat_observations[seat], table.seat_masks[seat])
        asked = [(sight, key) for key in range(400)]
        told = [Bot(policy, None, None)._judged(asked) for policy in policies]  # type: ignore[arg-type]
        best = [judgements[0].probabilities.max() for judgements in told]
        assert best[0] >= best[1] >= best[2]
        for judgements in told[1:]:
            chosen = np.bincount([judgement.action for judgement in judgements], minlength=len(sight.mask)) / 400
            assert chosen == pytest.approx(judgements[0].probabilities, abs=0.1)  # four standard deviations


def test_strangers_load_no_networks_of_their_own() -> None:
    for name in ("trained:temperature=0.5", "trained:", "trained:impossible", "policy.onnx", "trained.onnx"):
        with pytest.raises(ValueError, match="trained"):
            make_bot_policy(get_game("tapeo"), name, Settings())
