"""What a training run is made of, and the presets, one place for each game."""

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


CHICO = {"episode": "chico"}  # of Envite
BEGUN_CHICO = {"episode": "chico", "start_stones": "random"}
SLAPS = ("double", "sandwich", "top_bottom", "marriage", "tens")  # all that Ratscrew knows

RATSCREW: dict[str, Any] = {  # what its presets share
    "learning": {"reward": "cards"},  # cards won and lost teach at once what a game teaches at its end
    "tables": 1024,
    "league_tables": 1024,
    "steps": 32,
    "minibatch": 4096,
    "discount": 0.98,
    "threads": 2,
    "evaluate_every": 2_000_000,
    "evaluate_games": 600,
}
SMOKE: dict[str, Any] = {"scripted": {"random": 1.0}, "minibatch": 512, "baselines": ("random",)}

PRESETS: dict[str, dict[str, Settings]] = {
    "tapeo": {
        # About five minutes on two cores. The margin in points teaches faster than the win alone.
        "quick": Settings(
            "tapeo",
            {"players": 4},
            learning={"reward": "score"},
            decisions=8_000_000,
            tables=896,
            league_tables=768,
            scripted={"greedy": 0.5, "expert": 6.0},
            minibatch=2688,
            threads=2,
        ),
        # The bot that ships: more than an hour on one core, at every table size.
        "long": Settings(
            "tapeo",
            {"players": 4},
            learning={"reward": "score"},
            mix=(
                *(5 * ({},)),
                {"ham_split": (2, 4, 6), "split": "exact"},
                *(4 * ({"players": 2},)),
                *(2 * ({"players": 3},)),
                *(2 * ({"players": 5},)),
                *(2 * ({"players": 6},)),
            ),
            decisions=32_000_000,
            tables=1792,
            league_tables=1664,
            scripted={"greedy": 0.3, "expert": 6.0},
            snapshots=0.0,
            widths=(512, 512),
            steps=12,
            minibatch=2573,
            learning_rate=1.5e-3,
            evaluate_every=3_000_000,
        ),
        # What `long` learnt, taken on (`--begin`) by the win alone: who is behind must dare, who is ahead need not.
        "win": Settings(
            "tapeo",
            {"players": 4},
            mix=(
                *(5 * ({},)),
                {"ham_split": (2, 4, 6), "split": "exact"},
                *(4 * ({"players": 2},)),
                *(2 * ({"players": 3},)),
                *(2 * ({"players": 5},)),
                *(2 * ({"players": 6},)),
            ),
            decisions=8_000_000,
            tables=1792,
            league_tables=1664,
            self_play=(2,),
            scripted={"greedy": 0.3, "expert": 6.0},
            snapshots=0.0,
            widths=(512, 512),
            steps=24,
            minibatch=5120,
            learning_rate=5e-4,
            gae_lambda=0.9,
            entropy=0.005,
            evaluate_every=1_500_000,
        ),
        # A few seconds: to see that everything works.
        "smoke": Settings(
            "tapeo",
            {"players": 4},
            decisions=60_000,
            tables=32,
            league_tables=8,
            snapshot_every=20_000,
            **SMOKE,
            evaluate_every=20_000,
            evaluate_games=100,
            final_games=200,
            checkpoint_every=20_000,
        ),
    },
    "envite": {
        # About ten minutes on two cores. Single chicos, many of them begun in the middle, teach what bets are worth
        # with less noise than whole matches; five of eight tables are 2 v 2 of the General variant.
        "quick": Settings(
            "envite",
            {"players": 4},
            mix=(
                CHICO,
                CHICO,
                BEGUN_CHICO,
                BEGUN_CHICO,
                {},
                {"variant": "gran_canaria", **BEGUN_CHICO},
                {"players": 6, **BEGUN_CHICO},
                {"players": 12, "variant": "gran_canaria", **BEGUN_CHICO},
            ),
            decisions=7_500_000,
            tables=2048,
            league_tables=0,
            snapshot_every=500_000,
            league_size=1,
            snapshots=0.4,
            scripted={"greedy": 0.3, "expert": 4.0},
            steps=10,
            minibatch=4096,
            epochs=3,
            learning_rate=1.2e-3,
            gae_lambda=0.9,
            entropy=0.02,
            threads=2,
            evaluate_games=1_000,
        ),
        # The bot that ships: half an hour on one core, at every table size and in both variants.
        "long": Settings(
            "envite",
            {"players": 4},
            mix=(
                *(4 * (CHICO,)),
                *(3 * (BEGUN_CHICO,)),
                {},
                {"variant": "gran_canaria", **BEGUN_CHICO},
                *(
                    {"players": players, "variant": variant, **BEGUN_CHICO}
                    for players, variant in (
                        (6, "general"),
                        (6, "gran_canaria"),
                        (8, "general"),
                        (8, "gran_canaria"),
                        (10, "gran_canaria"),
                        (12, "general"),
                        (12, "gran_canaria"),
                    )
                ),
            ),
            decisions=14_000_000,
            tables=2048,
            league_tables=0,
            snapshots=0.0,  # asked in many small batches, they would take half of the time
            scripted={"greedy": 0.3, "expert": 4.0},
            widths=(384, 384),
            steps=10,
            minibatch=4096,
            learning_rate=1.2e-3,
            gae_lambda=0.9,
            entropy=0.02,
            evaluate_every=3_000_000,
            evaluate_games=1_000,
        ),
        # What `long` learnt, taken on (`--begin`) with smaller steps: more at the larger tables, and against itself.
        "fine": Settings(
            "envite",
            {"players": 4},
            mix=(
                *(3 * (CHICO,)),
                BEGUN_CHICO,
                {},
                *(
                    {"players": players, "variant": variant, **BEGUN_CHICO}
                    for players, variant in (
                        (4, "gran_canaria"),
                        (6, "general"),
                        (6, "general"),
                        (6, "gran_canaria"),
                        (8, "general"),
                        (8, "gran_canaria"),
                        (10, "general"),
                        (10, "gran_canaria"),
                        (12, "general"),
                        (12, "general"),
                        (12, "gran_canaria"),
                    )
                ),
            ),
            decisions=5_000_000,
            tables=4096,
            league_tables=0,
            league_size=1,
            snapshots=2.0,
            scripted={"greedy": 0.3, "expert": 3.0},
            widths=(384, 384),
            steps=10,
            minibatch=8192,
            learning_rate=6e-4,
            gae_lambda=0.9,
            entropy=0.005,
            evaluate_every=3_000_000,
            evaluate_games=1_000,
        ),
        "smoke": Settings(
            "envite",
            {"players": 4},
            mix=({}, {"players": 6, "variant": "gran_canaria"}),
            decisions=20_000,
            tables=64,
            league_tables=0,
            snapshot_every=8_000,
            **SMOKE,
            evaluate_every=8_000,
            evaluate_games=50,
            final_games=100,
            checkpoint_every=8_000,
        ),
    },
    "ratscrew": {
        # About five minutes on two cores.
        "quick": Settings(
            "ratscrew",
            {"players": 4},
            mix=(
                {},
                {},
                {"players": 2, "ticks": 4},
                {"players": 3, "slaps": SLAPS, "shuffle_won": True},
                {"players": 4, "slaps": SLAPS, "penalty": 1},
                {"players": 4, "slaps": ("double", "sandwich"), "ticks": 2},
                {"players": 6, "ticks": 5},
                {"players": 8, "slaps": ("top_bottom", "marriage", "tens"), "ticks": 1},
            ),
            decisions=6_000_000,
            scripted={"greedy": 1.0, "random:rate=0.05": 0.2},
            **RATSCREW,
        ),
        # About ten minutes on two cores: with a perfect memory it pays to slap before one sees.
        "memory": Settings(
            "ratscrew",
            {"players": 4, "memory": True},
            mix=(
                {},
                {},
                {},
                {"players": 2},
                {"players": 3, "slaps": SLAPS, "penalty": 1},
                {"players": 6, "ticks": 5, "shuffle_won": True},
                {"players": 8, "slaps": ("top_bottom", "marriage", "tens")},
                {"memory": False},
            ),
            decisions=8_000_000,
            scripted={"greedy": 1.0, "expert": 0.5},
            **RATSCREW,
        ),
        # The bot that ships: half an hour on one core; with a perfect memory at most tables, without at some.
        "long": Settings(
            "ratscrew",
            {"players": 4, "memory": True},
            mix=(
                *(4 * ({},)),
                {"players": 2},
                {"players": 3, "slaps": SLAPS, "penalty": 1},
                {"players": 5, "ticks": 2, "slaps": ("double", "sandwich")},
                {"players": 6, "ticks": 5, "shuffle_won": True},
                {"players": 8, "slaps": ("top_bottom", "marriage", "tens")},
                {"ticks": 8, "slaps": SLAPS},
                *(2 * ({"memory": False},)),
                {"memory": False, "players": 2, "ticks": 4},
                {"memory": False, "players": 3, "slaps": SLAPS, "shuffle_won": True},
                {"memory": False, "players": 6, "ticks": 5, "penalty": 1},
                {"memory": False, "ticks": 8, "slaps": SLAPS},
            ),
            decisions=8_000_000,
            scripted={"greedy": 0.5, "expert": 3.0},
            snapshots=0.0,
            **{**RATSCREW, "threads": 1, "league_tables": 896, "evaluate_every": 8_000_000},
            final_games=2_000,
        ),
        "smoke": Settings(
            "ratscrew",
            {"players": 4},
            learning={"reward": "cards"},
            mix=({}, {"players": 2, "memory": True}),
            decisions=40_000,
            tables=32,
            league_tables=32,
            snapshot_every=20_000,
            **SMOKE,
            evaluate_every=20_000,
            evaluate_games=100,
            final_games=200,
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
