"""What a training run is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from card_envs.core.game import get_game
from card_envs.core.options import checked_integer, made_options


@dataclass(frozen=True)
class Settings:
    """All settings of a run; `result.json` lists them. Raises ValueError when one cannot be."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)  # the game's own: players, …; judged with these
    learning: Mapping[str, Any] = field(default_factory=dict)  # options in which learning differs, such as the reward
    mix: tuple[Mapping[str, Any], ...] = ({},)  # kinds of tables: options that differ; twice the same, twice as many
    seed: int = 0
    decisions: int = 10_000_000  # of learners, in all

    # tables
    tables: int = 512  # games played side by side
    league_tables: int = 384  # of them, those where one learner (or team) meets the league; self-play at the others
    self_play: tuple[int, ...] = ()  # table sizes at which every table is self-play
    snapshot_every: int = 1_000_000  # decisions between two snapshots of the policy that join the league
    league_size: int = 3  # snapshots in the league at most; the oldest leaves
    snapshots: float = 1.0  # their weight among the opponents, all together
    scripted: Mapping[str, float] = field(default_factory=dict)  # the scripted players and their weights

    # MaskablePPO
    widths: tuple[int, ...] = (256, 256)
    steps: int = 21  # decisions of each learner between two updates
    minibatch: int = 1344
    epochs: int = 2
    learning_rate: float = 2e-3  # falls to 0 over the run
    discount: float = 1.0
    gae_lambda: float = 0.85
    entropy: float = 0.01
    value: float = 0.5
    clip: float = 0.2
    gradient: float = 0.5  # greatest norm
    threads: int = 1  # of torch

    # evaluation
    baselines: tuple[str, ...] = ("greedy", "expert")
    evaluate_every: int = 1_000_000
    evaluate_games: int = 2_000  # each time, against each baseline
    final_games: int = 10_000  # at the end
    checkpoint_every: int = 1_000_000

    def __post_init__(self) -> None:
        for kind, _ in self.parts:
            made_options(get_game(self.game).options, kind)
        made_options(get_game(self.game).options, dict(self.options))
        for setting in fields(self):
            value = getattr(self, setting.name)
            if setting.type == "int" and setting.name not in ("seed", "league_tables"):
                checked_integer(setting.name, value, 1, 10**12)
        checked_integer("seed", self.seed, 0, 2**32 - 1)  # what NumPy and torch are seeded with
        checked_integer("league_tables", self.league_tables, 0, self.tables)
        if self.tables % len(self.mix):
            raise ValueError(f"{self.tables} tables cannot be {len(self.mix)} kinds in equal numbers")
        if self.minibatch > self.rollout:
            raise ValueError(
                f"a minibatch of {self.minibatch} does not fit a rollout of {self.rollout} decisions "
                "(steps × learners); use fewer in a minibatch, or more steps or tables"
            )

    @property
    def parts(self) -> list[tuple[dict[str, Any], int]]:
        """The options of each kind of table that is learnt at, and how many tables there are of it."""
        kinds = [{**self.options, **self.learning, **differing} for differing in self.mix]
        first = [kind for number, kind in enumerate(kinds) if kind not in kinds[:number]]
        return [(kind, kinds.count(kind) * (self.tables // len(self.mix))) for kind in first]

    def learners(self, kind: Mapping[str, Any], tables: int) -> list[int] | Literal["team"]:
        """Who learns at each table of a kind: all seats in self-play, one where the league sits too; or one team."""
        game = get_game(self.game)
        if game.teams and not game.simultaneous:
            return "team"
        made: Any = made_options(game.options, dict(kind))
        league = 0 if made.players in self.self_play else self.league_tables * tables // self.tables
        every = made.players if game.simultaneous else 1
        return [1] * league + [every] * (tables - league)

    @property
    def rows(self) -> int:
        """Learners at all tables; a team is one."""
        at_each = [(self.learners(kind, tables), tables) for kind, tables in self.parts]
        return sum(tables if isinstance(each, str) else sum(each) for each, tables in at_each)

    @property
    def rollout(self) -> int:
        """Decisions between two updates."""
        return self.steps * self.rows


def several(*kinds: tuple[int, Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    """A mix of kinds of tables: each as often as the number before it says."""
    return tuple(kind for number, kind in kinds for _ in range(number))


def changed(settings: Settings, options: Mapping[str, Any], **values: Any) -> Settings:
    """The settings with these values in place of theirs, where given, and these options at every table."""
    given = {name: value for name, value in values.items() if value is not None}
    learning = _without(settings.learning, options)
    mix = tuple(_without(kind, options) for kind in settings.mix)
    return replace(settings, options={**settings.options, **options}, learning=learning, mix=mix, **given)


def _without(kind: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in kind.items() if name not in options}


def settings_from(values: Mapping[str, Any]) -> Settings:
    """The settings that `dataclasses.asdict` and JSON made these values of."""
    return Settings(**{name: _tuples(value) for name, value in values.items()})


def _tuples(value: Any) -> Any:
    """JSON's lists as the tuples that they were."""
    if isinstance(value, dict):
        return {key: _tuples(inner) for key, inner in value.items()}
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
