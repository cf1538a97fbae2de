"""The game that a learner's interface is compared with."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tests.conformance import Row
from tests.envs.stubs import hashed


class Twin:
    """The Parallel game beside a learner's: the others choose as `Hashed` does, by what their own seat sees.

    Attributes:
        asked: for each agent, the observations of this game by which it chose.
    """

    def __init__(self, row: Row, seed: int) -> None:
        self.env = row.parallel_env()
        self.observations, _ = self.env.reset(seed=seed)
        self.asked: dict[str, list[bytes]] = {agent: [] for agent in self.env.possible_agents}

    def next_game(self) -> None:
        self.observations, _ = self.env.reset()
        for calls in self.asked.values():
            calls.clear()

    def step(self, given: dict[str, int]) -> None:
        """Play one decision point; `given` are the actions that are not `hashed`."""
        for agent in (f"player_{seat}" for seat in self.env.table.acting):
            if agent not in given:
                self.asked[agent].append(self.observations[agent]["observation"].tobytes())
        chosen = {agent: hashed(*self.observations[agent].values()) for agent in self.env.agents}
        self.observations, self.rewards, self.ends, self.cuts, self.infos = self.env.step({**chosen, **given})

    def play_to(self, seats: Collection[int], agent: str, owed: Any) -> Any:
        """Let the others play until one of the seats must choose or the game is over for the agent.

        Returns:
            `owed` and what the agent is paid meanwhile.
        """
        while agent in self.env.agents and not set(seats) & set(self.env.table.acting):
            self.step({})
            owed += self.rewards[agent]
        return owed

    def play_out(self) -> None:
        """Let all play to the end."""
        while self.env.agents:
            self.step({})
