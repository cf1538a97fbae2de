"""What every one-game interface has in common: options, spaces, words, and keeping a game in progress."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any, Self

import gymnasium
import numpy as np
from numpy.typing import NDArray

from card_envs.core.game import Game, get_game
from card_envs.core.options import made_options
from card_envs.core.table import Table
from card_envs.drawing import picture
from card_envs.envs.rendering import Rendering


@dataclass(frozen=True)
class Snapshot:
    """A game in progress, kept by `get_state`; a later step changes nothing in it."""

    face: str
    options: Any
    values: dict[str, Any]


class Face(Rendering):
    """Base of the interfaces to one table.

    Args:
        game: the game's name.
        render_mode: "ansi" makes `render()` return the whole table as text, "rgb_array" as pixels, "human" prints it
            after each step.
        options: the game's own options, by name; `players` among them.

    Raises:
        ValueError: an unknown or wrong option; the message says what is allowed.
        ImportError: "rgb_array" without the packages of the extra `video`.
    """

    metadata: dict[str, Any]
    _progress: tuple[str, ...] = ("table",)  # the attributes that a game in progress is made of

    def __init__(self, game: str, render_mode: str | None = None, **options: Any) -> None:
        self.game: Game = get_game(game)
        self.metadata = {"name": f"{game}_v0", "is_parallelizable": True}
        self._set_render_mode(render_mode)
        self.options: Any = made_options(self.game.options, options)
        self.table = Table(self.game, self.options)

    # --- words -------------------------------------------------------------------------------------------------

    def describe(self, agent: str, language: str = "en") -> str:
        """The table as one agent sees it and its legal moves, in words ("en" or "es")."""
        self._need_deal()
        return self.game.text.describe(self.table.state, self.seat_of(agent), language)

    def picture(self, agent: str | None = None, language: str = "en") -> str:
        """The table as SVG, as one agent sees it, or by default with all hands open, as `render` shows it."""
        self._need_deal()
        return picture(self.game.name, self.table.state, None if agent is None else self.seat_of(agent), language)

    def view(self, agent: str) -> dict[str, NDArray[np.float32]]:
        """What the agent sees now, block by block: name → float32 array of the block's shape."""
        self._need_deal()
        observation = self.table.seat_observations[self.seat_of(agent)].copy()
        return self.game.layout.split(observation)

    def seat_of(self, agent: str) -> int:
        """The seat number of an agent's name.

        Raises:
            ValueError: no such agent at this table.
        """
        names = agent_names(self.options.players)
        if agent not in names:
            raise ValueError(f"no agent {agent!r} at this table; agents are {', '.join(names)}")
        return names.index(agent)

    # --- a game in progress -------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy in the same position."""
        return copy.deepcopy(self)

    def get_state(self) -> Snapshot:
        """The game in progress, to be put back by `set_state`.

        Raises:
            gymnasium.error.ResetNeeded: before the first `reset`.
        """
        self._need_deal()
        values = {name: getattr(self, name) for name in self._progress}
        return Snapshot(type(self).__name__, self.options, copy.deepcopy(values))

    def set_state(self, state: Snapshot) -> None:
        """Go back to where `get_state` was called, here or on another environment with the same options.

        Raises:
            ValueError: not such a state, or one of other options.
        """
        if not isinstance(state, Snapshot) or state.face != type(self).__name__:
            raise ValueError(f"set_state takes what get_state() of a {type(self).__name__} gave")
        if state.options != self.options:
            raise ValueError(f"this state is of a table with {state.options}, this one has {self.options}")
        for name, value in copy.deepcopy(state.values).items():
            setattr(self, name, value)

    @property
    def _shown(self) -> Any:
        return self.table.state if self.table.dealt else None


class PettingZooFace(Face):
    """What the two PettingZoo interfaces share."""

    def __init__(self, game: str, render_mode: str | None = None, **options: Any) -> None:
        super().__init__(game, render_mode, **options)
        self.possible_agents = agent_names(self.options.players)
        self.agents: list[str] = []
        # One object for each agent, so that seeding one agent's space leaves the others alone.
        self.observation_spaces = {agent: dict_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.game) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """`{"observation": float32 Box, "action_mask": int8 Box}`, the same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """The game's actions, the same object at each call."""
        return self.action_spaces[agent]

    @property
    def state_space(self) -> gymnasium.spaces.Box:
        """The space of `state()`."""
        one = self.game.layout.space
        players = self.options.players
        return gymnasium.spaces.Box(np.tile(one.low, players), np.tile(one.high, players), dtype=np.float32)

    def state(self) -> NDArray[np.float32]:
        """What all seats see together, for centralised critics: their observations one after another, float32."""
        self._need_deal()
        return self.table.seat_observations.reshape(-1).copy()

    def _observation(self, seat: int) -> dict[str, NDArray[Any]]:
        table = self.table
        return {"observation": table.seat_observations[seat].copy(), "action_mask": table.seat_masks[seat].copy()}


def agent_names(players: int) -> list[str]:
    """ "player_0" … in seat order."""
    return [f"player_{seat}" for seat in range(players)]


def action_space(game: Game) -> gymnasium.spaces.Discrete:
    """All actions of a game, whatever the table."""
    return gymnasium.spaces.Discrete(len(game.actions))


def dict_space(game: Game) -> gymnasium.spaces.Dict:
    """Observation and mask, as PettingZoo users expect them."""
    mask = gymnasium.spaces.Box(0, 1, (len(game.actions),), np.int8)
    return gymnasium.spaces.Dict({"observation": game.layout.space, "action_mask": mask})


def final_info(game: Game, result: Any, seat: int, players: int) -> dict[str, Any]:
    """What `infos` tell one agent of an ended game: `rank`, `winners`, and every other figure by agent."""
    names = agent_names(players)
    info: dict[str, Any] = {
        "rank": int(result["ranks"][seat]),
        "winners": [name for name, won in zip(names, result["winners"].tolist(), strict=False) if won],
    }
    for field in result.dtype.names:
        if field not in ("ranks", "winners"):
            info[field] = dict(zip(names, result[field].tolist(), strict=False))
    return info
