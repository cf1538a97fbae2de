"""What a training run is made of, and the presets, one place for each game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from card_envs.core.game import get_game
from card_envs.core.options import checked_integer, made_options


@dataclass(frozen=True)
class Settings:
    """All settings of a run; `result.json` lists them. Raises ValueError when one cannot be."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)  # the game's own: players, reward, …
    seed: int = 0
    decisions: int = 9_000_000  # of learners, in all

    # tables
    tables: int = 256  # games played side by side
    league_tables: int = 64  # of them, those where half of the seats are opponents from the league
    snapshot_every: int = 1_000_000  # decisions between two snapshots of the policy that join the league
    league_size: int = 4  # snapshots in the league at most; the oldest leaves
    scripted: Mapping[str, float] = field(default_factory=dict)  # scripted players in the league, by weight

    # MaskablePPO
    widths: tuple[int, ...] = (256, 256)
    steps: int = 42  # decisions of each learner between two updates
    minibatch: int = 2688
    epochs: int = 2
    learning_rate: float = 1e-3  # falls to 0 over the run
    discount: float = 1.0
    gae_lambda: float = 0.95
    entropy: float = 0.01
    value: float = 0.5
    clip: float = 0.2
    gradient: float = 0.5  # greatest norm

    # evaluation
    baselines: tuple[str, ...] = ("greedy", "expert")
    evaluate_every: int = 1_000_000
    evaluate_games: int = 2_000  # each time, against each baseline
    final_games: int = 10_000  # at the end
    checkpoint_every: int = 1_000_000

    def __post_init__(self) -> None:
        made_options(get_game(self.game).options, dict(self.options))
        for setting in fields(self):
            value = getattr(self, setting.name)
            if setting.type == "int" and setting.name not in ("seed", "league_tables"):
                checked_integer(setting.name, value, 1, 10**12)
        checked_integer("seed", self.seed, 0, 2**63)
        checked_integer("league_tables", self.league_tables, 0, self.tables)
        if self.minibatch > self.rollout:
            raise ValueError(
                f"a minibatch of {self.minibatch} does not fit a rollout of {self.rollout} decisions "
                "(steps × learners); use fewer in a minibatch, or more steps or tables"
            )

    @property
    def learners(self) -> list[int]:
        """Learners at each table: all seats in self-play, half of them where the league sits too."""
        game = get_game(self.game)
        made: Any = made_options(game.options, dict(self.options))
        every, half = (made.players, max(1, made.players // 2)) if game.simultaneous else (1, 1)
        return [half] * self.league_tables + [every] * (self.tables - self.league_tables)

    @property
    def rollout(self) -> int:
        """Decisions between two updates."""
        return self.steps * sum(self.learners)


PRESETS: dict[str, dict[str, Settings]] = {
    "tapeo": {
        # About five minutes on two cores.
        "quick": Settings("tapeo", {"players": 4}, scripted={"greedy": 1.0, "expert": 3.0}),
        # A few seconds: to see that everything works.
        "smoke": Settings(
            "tapeo",
            {"players": 4},
            decisions=60_000,
            tables=32,
            league_tables=8,
            snapshot_every=20_000,
            scripted={"random": 1.0},
            steps=21,
            minibatch=512,
            evaluate_every=20_000,
            evaluate_games=100,
            final_games=200,
            baselines=("random",),
            checkpoint_every=20_000,
        ),
    },
}


def preset(game: str, name: str) -> Settings:
    """The preset of that name.

    Raises:
        ValueError: there is none; the message lists what there is.
    """
    get_game(game)
    if name not in PRESETS.get(game, {}):
        raise ValueError(f"{game} has no preset {name!r}; there are {', '.join(PRESETS.get(game, {}))}")
    return PRESETS[game][name]


def changed(settings: Settings, options: Mapping[str, Any], **values: Any) -> Settings:
    """The settings with these values in place of theirs, where given, and these options of the game."""
    given = {name: value for name, value in values.items() if value is not None}
    return replace(settings, options={**settings.options, **options}, **given)


def settings_from(values: Mapping[str, Any]) -> Settings:
    """The settings that `dataclasses.asdict` and JSON made these values of."""
    return Settings(**{name: _tuples(value) for name, value in values.items()})


def _tuples(value: Any) -> Any:
    """JSON's lists as the tuples that they were."""
    if isinstance(value, dict):
        return {key: _tuples(inner) for key, inner in value.items()}
    return tuple(value) if isinstance(value, list) else value
