"""PettingZoo Parallel: every agent acts at every step, one dict of actions in, dicts out."""

from __future__ import annotations

from typing import Any

from gymnasium.error import ResetNeeded
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from card_envs.envs.face import PettingZooFace, final_info

Observation = dict[str, NDArray[Any]]
StepReturn = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]


class CardParallelEnv(PettingZooFace, ParallelEnv[str, Observation, int]):
    """One table as a PettingZoo `ParallelEnv`.

    Observations are `{"observation": float32 [size], "action_mask": int8 [actions]}`, the mask also in
    `infos[agent]["action_mask"]`. In turn-based games the agents whose turn it is not have one legal action, to
    wait. Once the game has ended, infos hold `rank`, `winners`, `scores` and the game's other figures.
    """

    _progress = ("table", "agents")

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a game: the first of `seed`, or without one the next of the sequence. `options` are ignored."""
        self.table.restart(seed)
        self.agents = self.possible_agents[:]
        self._render_human()
        observations = {agent: self._observation(seat) for seat, agent in enumerate(self.agents)}
        return observations, {agent: {"action_mask": seen["action_mask"]} for agent, seen in observations.items()}

    def step(self, actions: dict[str, int]) -> StepReturn:
        """Play one decision point.

        Args:
            actions: an action for every agent in `agents`.

        Raises:
            ValueError: an agent missing or unknown, or an action not in the space or not legal; nothing changes.
            gymnasium.error.ResetNeeded: before `reset`, or after the end.
        """
        if not self.agents:
            raise ResetNeeded("call reset() first: no game is in progress")
        table = self.table
        chosen = self._checked(actions)
        table.act(chosen)
        observations: dict[str, Observation] = {}
        rewards: dict[str, float] = {}
        terminations: dict[str, bool] = {}
        truncations: dict[str, bool] = {}
        infos: dict[str, dict[str, Any]] = {}
        paid, alive = table.rewards[0].tolist(), table.alive.tolist()
        cut = (table.truncated[0] & table.cut[0]).tolist()
        ended = bool(table.terminated[0] or table.truncated[0])
        for seat in chosen:
            agent = self.possible_agents[seat]
            observations[agent] = seen = self._observation(seat)
            rewards[agent] = paid[seat]
            terminations[agent] = not alive[seat] and not cut[seat]
            truncations[agent] = cut[seat]
            infos[agent] = {"action_mask": seen["action_mask"]}
            if ended:
                infos[agent].update(final_info(self.game, table.result, seat, table.seats))
        self.agents = [agent for agent in self.agents if not (terminations[agent] or truncations[agent])]
        self._render_human()
        return observations, rewards, terminations, truncations, infos

    def _checked(self, actions: dict[str, int]) -> dict[int, int]:
        """Seat → action for all living agents."""
        if not isinstance(actions, dict):
            raise ValueError(f"step takes a dict of agent → action, not {type(actions).__name__}")
        if actions.keys() != set(self.agents):
            missing = [agent for agent in self.agents if agent not in actions]
            unknown = [agent for agent in actions if agent not in self.agents]
            raise ValueError(f"step takes one action for each of {self.agents}: {missing=}, {unknown=}")
        return {
            seat: self.table.check(seat, actions[agent])
            for seat, agent in enumerate(self.possible_agents)
            if agent in actions
        }

    def close(self) -> None:
        """Nothing to release."""
