"""What the presets `smoke` of all games share: a few seconds, to see that everything works."""

from __future__ import annotations

from typing import Any

from training.settings import Settings


def smoke(game: str, decisions: int, every: int, games: int, **more: Any) -> Settings:
    """Settings for a table of four against random players.

    Args:
        game: its name.
        decisions: in all.
        every: decisions between two snapshots, evaluations, checkpoints.
        games: of an evaluation; the last one has twice as many.
        more: other settings.
    """
    return Settings(
        game,
        {"players": 4},
        decisions=decisions,
        snapshot_every=every,
        scripted={"random": 1.0},
        minibatch=512,
        baselines=("random",),
        evaluate_every=every,
        evaluate_games=games,
        final_games=2 * games,
        checkpoint_every=every,
        **more,
    )
