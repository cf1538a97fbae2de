"""The observation as data."""

from __future__ import annotations

import numpy as np

from card_envs.core.layout import Block, Layout
from card_envs.tapeo import GAME

LAYOUT = Layout(
    game="none",
    version=3,
    blocks=(
        Block("hand", (2, 3), 0, 14, "held"),
        Block("turn", (1,), 0, 1, "one"),
        Block("totals", (2,), -6, 9, "two"),
    ),
)


def test_slices_lie_one_after_another() -> None:
    assert LAYOUT.size == 9
    assert LAYOUT.slices == {"hand": slice(0, 6), "turn": slice(6, 7), "totals": slice(7, 9)}


def test_space_has_each_blocks_bounds() -> None:
    space = LAYOUT.space
    assert space.dtype == np.float32
    assert space.low.tolist() == [0] * 7 + [-6, -6]
    assert space.high.tolist() == [14] * 6 + [1, 9, 9]


def test_spaces_are_new_each_time() -> None:
    """A space holds its own random state, so that no two users share one."""
    one, two = LAYOUT.space, LAYOUT.space
    assert one == two
    assert one is not two


def test_split_gives_views_by_name() -> None:
    flat = np.arange(18, dtype=np.float32).reshape(2, 9)
    parts = LAYOUT.split(flat)
    assert list(parts) == ["hand", "turn", "totals"]
    assert parts["hand"].tolist() == [[[0, 1, 2], [3, 4, 5]], [[9, 10, 11], [12, 13, 14]]]
    assert parts["turn"].tolist() == [[6], [15]]
    assert parts["totals"].tolist() == [[7, 8], [16, 17]]
    flat[1, 7] = 99
    assert parts["totals"][1, 0] == 99
    assert LAYOUT.split(flat[0])["hand"].shape == (2, 3)


def test_table_names_every_block() -> None:
    assert LAYOUT.table().splitlines() == [
        "| block | shape | from | to | meaning |",
        "|---|---|---|---|---|",
        "| `hand` | [2, 3] | 0 | 14 | held |",
        "| `turn` | [1] | 0 | 1 | one |",
        "| `totals` | [2] | -6 | 9 | two |",
    ]


def test_tapeo_layout() -> None:
    """211 numbers; the names and shapes that exported policies rely on (another layout needs another version)."""
    assert GAME.layout.size == 211
    assert GAME.layout.version == 1
    assert {block.name: block.shape for block in GAME.layout.blocks} == {
        "hand": (10,),
        "bars": (6, 10),
        "known_hands": (5, 10),
        "known": (5,),
        "reveals": (6, 10),
        "scores": (6,),
        "churros": (6,),
        "round": (3,),
        "picks": (1,),
        "present": (6,),
        "ham_split": (3,),
        "exact": (1,),
    }
