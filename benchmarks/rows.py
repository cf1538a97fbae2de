"""What is measured and what is to be reached: a subject is a row here, a speed to reach is a goal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Row(NamedTuple):
    """One subject that is measured.

    Attributes:
        key: of its figures, in the goals and in the JSON file.
        library, what: the first columns of the table: whose it is, and what is played.
        subject: "module:function" of this package; the function makes it ready to play …
        arguments: … of these.
    """

    key: str
    library: str
    what: str
    subject: str
    arguments: Mapping[str, Any]


class Goal(NamedTuple):
    """A speed to reach: of the row `key`, or how many times faster it is than the row `against`."""

    what: str
    bound: float
    unit: str
    key: str
    against: str = ""


TAPEO: dict[str, Any] = {"game": "tapeo", "players": 4}
ENVITE: dict[str, Any] = {"game": "envite", "players": 4}
ENVITE_12: dict[str, Any] = {"game": "envite", "players": 12}
RATSCREW: dict[str, Any] = {"game": "ratscrew", "players": 4, "ticks": 3}
OURS, ZOO, SPIEL = "card_envs", "PettingZoo", "OpenSpiel"

ROWS = [
    Row("tapeo batch", OURS, "Tapeo, batch of 1,024, observations and masks", "ours:batch", TAPEO),
    Row("tapeo unobserved", OURS, "Tapeo, batch of 1,024, masks only", "ours:batch_unobserved", TAPEO),
    Row("tapeo rules", OURS, "Tapeo, the rules alone", "ours:rules", TAPEO),
    Row("tapeo greedy", OURS, "Tapeo, batch of 1,024 played by greedy", "ours:scripted", {**TAPEO, "policy": "greedy"}),
    Row("tapeo expert", OURS, "Tapeo, batch of 1,024 played by expert", "ours:scripted", {**TAPEO, "policy": "expert"}),
    Row("tapeo parallel", OURS, "Tapeo, parallel_env(), picking not counted", "ours:parallel", TAPEO),
    Row("tapeo aec", OURS, "Tapeo, env()", "ours:aec", TAPEO),
    Row("envite batch", OURS, "Envite, batch of 1,024, observations and masks", "ours:batch", ENVITE),
    Row("envite batch 12", OURS, "Envite, the same with 12 players", "ours:batch", ENVITE_12),
    Row("envite aec", OURS, "Envite, env()", "ours:aec", ENVITE),
    Row("ratscrew batch", OURS, "Ratscrew, batch of 1,024, all seats' observations and masks", "ours:batch", RATSCREW),
    Row("ratscrew parallel", OURS, "Ratscrew, parallel_env(), picking not counted", "ours:parallel", RATSCREW),
    Row("tapeo search", OURS, "Tapeo, search:1000 from the deal, playouts", "ours:playouts", TAPEO),
    Row("envite search", OURS, "Envite, search:1000 from the deal, playouts", "ours:playouts", ENVITE),
    Row("ratscrew search", OURS, "Ratscrew, search:1000 from the deal, playouts", "ours:playouts", RATSCREW),
    Row("zoo tictactoe", ZOO, "tictactoe_v3, env()", "peers.pettingzoo:classic", {"name": "tictactoe_v3"}),
    Row("zoo leduc", ZOO, "leduc_holdem_v4, env()", "peers.pettingzoo:classic", {"name": "leduc_holdem_v4"}),
    Row("zoo texas", ZOO, "texas_holdem_v4, env()", "peers.pettingzoo:classic", {"name": "texas_holdem_v4"}),
    Row("rlcard leduc", "RLCard", "leduc-holdem", "peers.rlcard:games", {"name": "leduc-holdem"}),
    Row("rlcard uno", "RLCard", "uno", "peers.rlcard:games", {"name": "uno"}),
    Row("spades", SPIEL, "spades, NumPy observer, list of legal actions", "peers.open_spiel:spades", {"masks": False}),
    Row("spades mask", SPIEL, "spades, NumPy observer, list and mask", "peers.open_spiel:spades", {"masks": True}),
    Row("hearts", SPIEL, "hearts, NumPy observer, list of legal actions", "peers.open_spiel:hearts", {"masks": False}),
    Row("hearts mask", SPIEL, "hearts, NumPy observer, list and mask", "peers.open_spiel:hearts", {"masks": True}),
    Row("pgx leduc", "Pgx", "leduc_holdem, 4,096 vmapped, CPU", "peers.pgx:leduc", {}),
]
REFERENCES = {"Tapeo batch ×": "tapeo batch", "Tapeo Parallel ×": "tapeo parallel", "Tapeo AEC ×": "tapeo aec"}
SPEED_GOALS = [
    Goal("Tapeo, batch with observations and masks", 8, "M/s", "tapeo batch"),
    Goal("… against OpenSpiel spades, no mask", 25, "×", "tapeo batch", "spades"),
    Goal("… against OpenSpiel spades, mask", 25, "×", "tapeo batch", "spades mask"),
    Goal("… against PettingZoo leduc_holdem_v4", 600, "×", "tapeo batch", "zoo leduc"),
    Goal("Tapeo, rules alone", 20, "M/s", "tapeo rules"),
    Goal("Tapeo, parallel_env(), picking not counted", 100_000, "/s", "tapeo parallel"),
    Goal("Tapeo, env() against PettingZoo tictactoe_v3", 2, "×", "tapeo aec", "zoo tictactoe"),
    Goal("Envite, batch with observations and masks", 3, "M/s", "envite batch"),
    Goal("… against OpenSpiel spades, no mask", 10, "×", "envite batch", "spades"),
    Goal("… against OpenSpiel spades, mask", 10, "×", "envite batch", "spades mask"),
    Goal("… against PettingZoo texas_holdem_v4", 200, "×", "envite batch", "zoo texas"),
    Goal("Envite, the same with 12 players", 1.5, "M/s", "envite batch 12"),
    Goal("Envite, env() against PettingZoo texas_holdem_v4", 2, "×", "envite aec", "zoo texas"),
    Goal("Ratscrew, batch with all seats' observations and masks", 5, "M/s", "ratscrew batch"),
    Goal("Ratscrew, parallel_env(), picking not counted", 60_000, "/s", "ratscrew parallel"),
    Goal("Tapeo, search, playouts to the end of the round", 100_000, "/s", "tapeo search"),
    Goal("Envite, search, playouts to the end of the round", 100_000, "/s", "envite search"),
]
