"""The learning curve as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot as plt


def draw_curve(history: Sequence[dict[str, Any]], baselines: Sequence[str], fair_share: float, path: Path) -> None:
    """Win share against each baseline over the decisions, with 95% bands, as a PNG."""
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    millions = [entry["decisions"] / 1e6 for entry in history]
    for baseline in baselines:
        points = [entry[baseline] for entry in history]
        (line,) = axes.plot(millions, [p["win_share"] for p in points], marker=".", label=f"against {baseline}")
        low, high = [p["interval"][0] for p in points], [p["interval"][1] for p in points]
        axes.fill_between(millions, low, high, color=line.get_color(), alpha=0.2, linewidth=0)
    axes.axhline(fair_share, color="grey", linestyle="--", linewidth=1, label="fair share")
    axes.set(xlabel="decisions of learners (millions)", ylabel="win share", ylim=(0, 1))
    axes.legend(frameon=False)
    figure.savefig(path, dpi=150)
    plt.close(figure)
