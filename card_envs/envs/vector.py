"""Gymnasium's vector interface, native over the batch engine."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from card_envs.core.options import checked_choice
from card_envs.core.random import slot_seeds
from card_envs.envs.face import action_space
from card_envs.envs.opponents import OpponentsSpec
from card_envs.envs.seats import Seats
from card_envs.envs.single import ILLEGAL, checked_learner_actions

StepReturn = tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class SeatVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """`num_envs` tables with one learner each, also made by `gymnasium.make_vec("card_envs/Tapeo-v0", …)`.

    Observations are float32 [num_envs, size]; masks are in `infos["action_mask"]` and `action_masks()`, int8 and
    bool [num_envs, actions]. Seeded s, environment i plays what `SeatEnv` plays after `reset(seed=s + i)`.

    Args:
        num_envs: number of tables.
        game, opponents, seat, illegal, partners, options: as in `SeatEnv`.
        autoreset_mode: "next_step" (default): an ended table is dealt anew by the next step, which ignores its
            action; "same_step": within the same step, the last observation and info being in
            `infos["final_obs"]` and `infos["final_info"]`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: OpponentsSpec = "random",
        seat: int | Literal["random"] = "random",
        illegal: Literal["lose", "raise"] = "lose",
        partners: OpponentsSpec | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        checked_choice("illegal", illegal, ILLEGAL)
        checked_choice("render_mode", render_mode, (None,))
        self._same_step = _same_step(autoreset_mode)
        self.seats = Seats(game, num_envs, seat=seat, opponents=opponents, partners=partners, **options)
        self.game = self.seats.game
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP if self._same_step else AutoresetMode.NEXT_STEP}
        self.single_observation_space = self.game.layout.space
        self.single_action_space = action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space: Any = batch_space(self.single_action_space, num_envs)
        self._illegal = illegal

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal all tables: seed s gives environment i seed s + i, a list one to each. `options` are ignored."""
        seeds = slot_seeds(seed, self.num_envs) if seed is not None or not self.seats.dealt else None
        super().reset(seed=seed if isinstance(seed, int) else None)
        self.seats.reset(seeds)
        return self.seats.observations(), self._infos()

    def step(self, actions: Any) -> StepReturn:
        """One action for each environment, integers [num_envs].

        Raises:
            ValueError: wrong shape or type, or outside the space; with `illegal="raise"` also a masked action;
                nothing changes.
            gymnasium.error.ResetNeeded: before `reset`.
        """
        seats = self.seats
        if not seats.dealt:
            raise ResetNeeded("call reset() first: no game is in progress")
        chosen = checked_learner_actions(_ignoring(actions, seats.over), self.num_envs, len(self.game.actions))
        forfeited = seats.illegal(chosen)
        if self._illegal == "raise" and forfeited.any():
            first = int(forfeited.argmax())
            raise ValueError(seats.illegal_message(first, int(chosen[first])))
        resetting = np.flatnonzero(seats.over)
        seats.step(chosen, forfeited)
        done = seats.terminated | seats.truncated
        ended = np.flatnonzero(done)
        rewards, terminated, truncated = (
            seats.rewards.astype(np.float64),
            seats.terminated.copy(),
            seats.truncated.copy(),
        )
        final_infos = self._final_infos(ended, chosen, forfeited)
        if self._same_step:
            last = seats.final_observations(ended)
            final_infos = {**self._infos(done), **final_infos} if len(ended) else {}
            seats.restart(ended)
            observations, infos = seats.observations(), self._infos()
            if len(ended):
                infos["final_obs"] = np.full(self.num_envs, None, object)
                for place, row in enumerate(ended):
                    infos["final_obs"][row] = last[place]
                infos["_final_obs"] = done.copy()
                infos["final_info"], infos["_final_info"] = final_infos, done.copy()
        else:
            seats.restart(resetting)
            observations = seats.observations()
            observations[ended] = seats.final_observations(ended)
            infos = {**self._infos(), **final_infos}
        return observations, rewards, terminated, truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """bool [num_envs, actions]; where a table has ended, its one idle action, 0."""
        return self.seats.action_masks().astype(np.bool_)

    def _infos(self, flags: NDArray[np.bool_] | None = None) -> dict[str, Any]:
        """How the tables stand, with flags (by default all set) for those that it is said of."""
        flags = np.ones(self.num_envs, np.bool_) if flags is None else flags
        infos: dict[str, Any] = {
            "action_mask": self.seats.action_masks(),
            "_action_mask": flags.copy(),
            "seat": self.seats.row_seat.copy(),
            "_seat": flags.copy(),
        }
        if self.seats.skipped.any():
            infos["skipped"] = self.seats.skipped.copy()
            infos["_skipped"] = self.seats.skipped > 0
        return infos

    def _final_infos(
        self, ended: NDArray[np.int64], actions: NDArray[np.int64], forfeited: NDArray[np.bool_]
    ) -> dict[str, Any]:
        """The results of ended tables, each figure an array [num_envs, …] with its flags under "_" and its name."""
        infos: dict[str, Any] = {}
        if not len(ended):
            return infos
        seats = self.seats
        played = np.zeros(self.num_envs, np.bool_)
        played[ended] = seats.tables.states["ended"][ended] != 0
        if played.any():
            results = seats.tables.final_results
            ranks = np.take_along_axis(results["ranks"], seats.row_seat[:, None], axis=1)[:, 0]
            infos["rank"], infos["_rank"] = np.where(played, ranks, 0), played
            for field in results.dtype.names:
                if field != "ranks":
                    values = np.where(played[:, None], results[field][:, : seats.tables.seats], 0)
                    infos[field], infos[f"_{field}"] = values, played.copy()
        if forfeited.any():
            names = np.full(self.num_envs, None, object)
            for row in np.flatnonzero(forfeited).tolist():
                names[row] = self.game.actions[actions[row]]
            infos["illegal_action"], infos["_illegal_action"] = names, forfeited
        return infos


def _same_step(mode: str | AutoresetMode) -> bool:
    name = mode.name.lower() if isinstance(mode, AutoresetMode) else mode
    checked_choice("autoreset_mode", name, ("next_step", "same_step"))
    return name == "same_step"


def _ignoring(actions: Any, over: NDArray[np.bool_]) -> NDArray[Any]:
    """The actions with 0 where a table is about to be dealt anew and its action is not looked at."""
    array = np.asarray(actions)
    return np.where(over, 0, array) if array.shape == over.shape and array.dtype.kind in "iu" else array
