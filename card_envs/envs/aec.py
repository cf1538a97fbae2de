"""PettingZoo AEC: agents act one after another, also where the game has them act at once."""

from __future__ import annotations

from typing import Any

from gymnasium.error import ResetNeeded
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from card_envs.envs.face import PettingZooFace, final_info

Observation = dict[str, NDArray[Any]]


class RawCardEnv(PettingZooFace, AECEnv[str, Observation, int]):
    """One table as a PettingZoo `AECEnv`; an illegal action raises ValueError and changes nothing.

    Where all seats act at once, their actions are collected in seat order and played when the last is in; until
    then nothing of them shows in any observation.
    """

    _progress = (
        "table",
        "agents",
        "agent_selection",
        "rewards",
        "_cumulative_rewards",
        "terminations",
        "truncations",
        "infos",
        "_chosen",
        "_queue",
        "_skip_agent_selection",
    )
    _skip_agent_selection: str | None = None
    agent_selection: Any = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game: the first of `seed`, or without one the next of the sequence. `options` are ignored."""
        self.table.restart(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._ask()
        self._render_human()

    def observe(self, agent: str) -> Observation:
        """`{"observation": float32 [size], "action_mask": int8 [actions]}` as the agent sees the table now."""
        self._need_deal()
        return self._observation(self.seat_of(agent))

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last action, terminated, truncated and info of `agent_selection`.

        Raises:
            gymnasium.error.ResetNeeded: before `reset`, or after all agents are done.
        """
        self._need_agent()
        return super().last(observe)

    def step(self, action: int | None) -> None:
        """Take the action of `agent_selection`; None for an agent that is done.

        Raises:
            ValueError: an action not in the space or not legal, or not None for an agent that is done.
            gymnasium.error.ResetNeeded: before `reset`, or after all agents are done.
        """
        self._need_agent()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            return
        seat = self.possible_agents.index(agent)
        self._choose(seat, self._checked(seat, action))

    def _checked(self, seat: int, action: Any) -> int:
        return self.table.check(seat, action)

    def _choose(self, seat: int, action: int) -> None:
        """Note a legal action; play when it is the last that was waited for."""
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._chosen[seat] = action
        if self._queue:
            self.agent_selection = self._queue.pop(0)
        else:
            self._play()
        self._render_human()

    def _play(self) -> None:
        table = self.table
        table.act(self._chosen)
        paid, alive = table.rewards[0].tolist(), table.alive.tolist()
        cut = (table.truncated[0] & table.cut[0]).tolist()
        for agent in self.agents:
            seat = self.possible_agents.index(agent)
            self.rewards[agent] = paid[seat]
            self.terminations[agent] = not alive[seat] and not cut[seat]
            self.truncations[agent] = cut[seat]
        self._accumulate_rewards()
        self._ask()
        self._deads_step_first()

    def _clear_rewards(self) -> None:
        self.rewards = dict.fromkeys(self.rewards, 0.0)

    def _ask(self) -> None:
        """Start collecting the actions of the next decision point, and tell everyone how things stand."""
        table = self.table
        self._chosen: dict[int, int] = {}
        self._queue = [self.possible_agents[seat] for seat in table.acting]
        if self._queue:
            self.agent_selection = self._queue.pop(0)
        ended = bool(table.states["ended"][0])
        self.infos = {}
        for agent in self.agents:
            seat = self.possible_agents.index(agent)
            self.infos[agent] = {"action_mask": table.seat_masks[seat].copy()}
            if ended:
                self.infos[agent].update(final_info(self.game, table.result, seat, table.seats))

    def _need_agent(self) -> None:
        self._need_deal()
        if not self.agents:
            raise ResetNeeded("call reset() first: the game has ended and every agent is done")

    def close(self) -> None:
        """Nothing to release."""


class CardEnv(RawCardEnv):
    """`RawCardEnv` in which an illegal action ends the game, as PettingZoo's users are used to.

    The offender is rewarded −1, the others 0, all are terminated and truncated, and a warning is logged: what
    PettingZoo's `TerminateIllegalWrapper` does, at the cost of a look at the mask. Actions outside the space and
    calls in the wrong order raise as in `RawCardEnv`.
    """

    def _checked(self, seat: int, action: Any) -> int:
        return self.table.check_in_space(seat, action)

    def _choose(self, seat: int, action: int) -> None:
        if self.table.seat_masks[seat, action]:
            super()._choose(seat, action)
        else:
            self._end_by_illegal(self.agent_selection)

    def _end_by_illegal(self, offender: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[offender] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[offender] = -1.0
        self._accumulate_rewards()
        self._deads_step_first()
