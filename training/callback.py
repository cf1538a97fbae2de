"""What happens between rollouts: progress, the league, evaluations, checkpoints, the end."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback

from card_envs import arena
from card_envs.progress import Progress
from training.checkpoint import Run, save
from training.network import Network, NetworkPolicy, snapshot
from training.settings import Settings

EVALUATION_SEED = 1_000_000  # far from the seeds of the final evaluation


class BetweenRollouts(BaseCallback):
    """Runs after every update of the network; stops the training when `deadline` (time.monotonic) has passed."""

    def __init__(
        self, run: Run, settings: Settings, folder: Path, progress: Progress, deadline: float | None = None
    ) -> None:
        super().__init__()
        self._run, self._settings, self._folder, self._progress = run, settings, folder, progress
        self._deadline = deadline
        self._since = time.monotonic()
        self._before = 0  # decisions at the last rollout start
        self._started = False

    def _on_training_start(self) -> None:
        self._before = self.model.num_timesteps
        self._since = time.monotonic()

    def _on_rollout_start(self) -> None:
        """The network has been updated (or is new): a whole step of the training lies behind."""
        if self._started:
            self._after_update()
        self._started = True

    def _on_training_end(self) -> None:
        self._after_update()

    def _after_update(self) -> None:
        done = self.model.num_timesteps
        now = time.monotonic()
        self._run.seconds += now - self._since
        self._since = now
        if self._passed(self._settings.snapshot_every):
            self._run.league.add(snapshot(self._run.policy))
            self._run.env.set_opponents(self._run.league.opponents())
        if self._passed(self._settings.evaluate_every):
            self._evaluate()
        last = done >= self._settings.decisions or self._too_late()
        if last or self._passed(self._settings.checkpoint_every):
            save(self._run, self._folder)
        self._before = done
        self._progress.update(min(done, self._settings.decisions))

    def _passed(self, every: int) -> bool:
        """Whether a multiple of `every` lies between the last update and this one."""
        return self.model.num_timesteps // every > self._before // every

    def _evaluate(self) -> None:
        settings, done = self._settings, self.model.num_timesteps
        policy = NetworkPolicy(Network(self._run.policy), sample=False)
        entry: dict[str, Any] = {"decisions": done, "seconds": round(self._run.seconds, 1)}
        for baseline in settings.baselines:
            match = arena.play(
                settings.game, [policy, baseline], settings.evaluate_games, EVALUATION_SEED, **settings.options
            )
            entry[baseline] = {"win_share": match.win_share[0], "interval": match.win_share_interval[0]}
            self.logger.record(f"evaluation/win_share_against_{baseline}", match.win_share[0])
        self.logger.dump(done)
        self._run.history.append(entry)
        shares = ", ".join(f"{entry[b]['win_share']:.1%} against {b}" for b in settings.baselines)
        self._progress.say(f"{done:>12,} decisions: wins {shares}")

    def _too_late(self) -> bool:
        return self._deadline is not None and time.monotonic() >= self._deadline

    def _on_step(self) -> bool:
        return not self._too_late()
