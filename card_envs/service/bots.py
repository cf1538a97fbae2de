"""Bots: policies that answer many questions at once, in threads of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from card_envs.core.game import Game, get_game
from card_envs.core.random import Keys
from card_envs.policies import Policy, make_policy
from card_envs.policies.onnx import OnnxPolicy
from card_envs.policies.registry import SUFFIX, TRAINED, policy_names, trained_file, trained_strengths
from card_envs.policies.sampling import sample_actions, tempered
from card_envs.policies.scripted import scripted_players
from card_envs.policies.search import SearchPolicy
from card_envs.service.settings import Settings
from card_envs.service.sight import Sight

MOST_AT_ONCE = 256  # questions that are answered in one call, but for policies that take longer

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Together(Generic[Question, Answer]):
    """What is asked while an answer is being worked out waits, and is answered in one call with all else that waits.

    Args:
        answer: gives the answers to a list of questions, in their order; it is called in a thread.
        pool: of threads.
        most: questions in one call.
    """

    def __init__(
        self, answer: Callable[[list[Question]], list[Answer]], pool: Executor, most: int = MOST_AT_ONCE
    ) -> None:
        self._answer, self._pool, self._most = answer, pool, most
        self._waiting: list[tuple[Question, asyncio.Future[Answer]]] = []
        self._working: asyncio.Task[None] | None = None

    async def ask(self, question: Question) -> Answer:
        """The answer to one question, or the error that `answer` raised."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((question, future))
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        return await future

    async def _work(self) -> None:
        while self._waiting:
            now, self._waiting = self._waiting[: self._most], self._waiting[self._most :]
            questions = [question for question, _ in now]
            try:
                answers = await asyncio.get_running_loop().run_in_executor(self._pool, self._answer, questions)
            except Exception as error:  # it is theirs who asked
                for _, future in now:
                    if not future.done():
                        future.set_exception(error)
            else:
                for (_, future), answer in zip(now, answers, strict=True):
                    if not future.done():
                        future.set_result(answer)
        self._working = None


class Judgement(NamedTuple):
    """What a bot makes of a position.

    Attributes:
        action: that it would choose.
        probabilities: float [actions], of its choices; where it has none, 1 at the action.
        value: what it expects, in its own terms; None where it has no idea.
    """

    action: int
    probabilities: NDArray[np.floating]
    value: float | None


class Bot:
    """A policy of one game, asked by seats of many tables at about the same time.

    `await choose.ask(…)` gives an action, `await judge.ask(…)` a `Judgement`; either of a sight and a random key.

    Args:
        policy: what it plays by.
        playing, judging: the threads of either, so that no crowd of questions keeps a table waiting.
    """

    def __init__(self, policy: Policy, playing: Executor, judging: Executor) -> None:
        self._policy = policy
        most = min(MOST_AT_ONCE, getattr(policy, "games_at_once", MOST_AT_ONCE))
        self.choose: Together[tuple[Sight, int], int] = Together(self._chosen, playing, most)
        self.judge: Together[tuple[Sight, int], Judgement] = Together(self._judged, judging, most)

    def choose_now(self, asked: Mapping[int, tuple[Sight, int]]) -> dict[int, int]:
        """The actions of several seats, worked out here and now."""
        return dict(zip(asked, self._chosen(list(asked.values())) if asked else (), strict=True))

    def _chosen(self, asked: list[tuple[Sight, int]]) -> list[int]:
        return [int(action) for action in self._policy.act(*_stacked(asked))]

    def _judged(self, asked: list[tuple[Sight, int]]) -> list[Judgement]:
        observations, masks, keys = _stacked(asked)
        if not isinstance(self._policy, OnnxPolicy):
            actions = self._policy.act(observations, masks, keys)
            sure = np.eye(masks.shape[1])[actions]
            return [Judgement(int(action), row, None) for action, row in zip(actions, sure, strict=True)]
        actions, probabilities, values = self._policy.evaluate(observations, masks)
        if self._policy.temperature > 0:  # else it takes the likeliest
            weights = tempered(probabilities, self._policy.temperature)
            actions, probabilities = sample_actions(weights, keys), weights / weights.sum(axis=1, keepdims=True)
        return [
            Judgement(int(action), row, float(value))
            for action, row, value in zip(actions, probabilities, values, strict=True)
        ]


def _stacked(asked: list[tuple[Sight, int]]) -> tuple[NDArray[np.float32], NDArray[np.int8], Keys]:
    """Observations float32 [B, size], masks int8 [B, actions] and keys uint64 [B]."""
    observations = np.stack([sight.observation for sight, _ in asked])
    masks = np.stack([sight.mask for sight, _ in asked])
    return observations, masks, np.array([key for _, key in asked], np.uint64)


def bot_names(game: Game, settings: Settings) -> list[str]:
    """The bots of a game that need no settings."""
    return [*policy_names(game), *(name for owner, name in settings.bots if owner == game.name)]


def by_clock(game: Game, name: str, tick_ms: int) -> str:
    """The name of the same bot, told how long a tick lasts where that can be set and was not."""
    word, colon, given = name.partition(":")
    player = scripted_players(game).get(word)
    if not tick_ms or player is None or "tick_ms" not in player.settings or "tick_ms=" in given:
        return name
    return f"{name}{',' if colon else ':'}tick_ms={tick_ms}"


def make_bot_policy(game: Game, name: str, settings: Settings) -> Policy:
    """The policy of that name, as far as strangers may ask for it: no files but those that are served by name.

    Raises:
        ValueError: no such bot, settings that it does not take, or more simulations than are allowed.
    """
    if (game.name, name) in settings.bots:
        return make_policy(game, str(settings.bots[game.name, name]))
    word, colon, strength = name.partition(":")
    if word not in policy_names(game) or SUFFIX in name:
        raise ValueError(f"no bot of {game.name} is called {name!r}; there are {', '.join(bot_names(game, settings))}")
    if word == TRAINED:
        return _at_strength(game.name, strength) if colon else _trained(game.name)
    policy: Any = make_policy(game, name)
    if isinstance(policy, SearchPolicy) and policy.simulations > settings.most_simulations:
        raise ValueError(f"search takes at most {settings.most_simulations} simulations here, not {policy.simulations}")
    return policy


@cache
def _trained(game: str) -> OnnxPolicy:
    """The policy that ships."""
    return OnnxPolicy(trained_file(get_game(game)), get_game(game))


@cache
def _at_strength(game: str, strength: str) -> Policy:
    """The same at one of its strengths; all share the network, which takes room and time."""
    strengths = trained_strengths(get_game(game))
    if strength not in strengths:
        raise ValueError(f"{TRAINED} takes {' or '.join(strengths)} after its name, not {strength!r}")
    return _trained(game).at(strengths[strength])


def spoken(game: Game, sight: Sight, judgement: Judgement) -> dict[str, Any]:
    """A judgement in the game's words: the move, the probabilities of the legal ones, and the value."""
    legal = np.flatnonzero(sight.mask)
    return {
        "move": game.actions[judgement.action],
        "probabilities": {game.actions[action]: float(judgement.probabilities[action]) for action in legal},
        "value": judgement.value,
    }
