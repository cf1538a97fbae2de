"""From the table as somebody says that a seat sees it to what a policy is asked with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from card_envs.core.game import Game
from card_envs.core.layout import BlockError

TOLERANCE = 1e-4  # of fractions, which are said with few decimals
ANY_KEY = np.zeros(1, np.uint64)


class Sight(NamedTuple):
    """What one seat sees and may do.

    Attributes:
        observation: float32 [size].
        mask: int8 [actions].
    """

    observation: NDArray[np.float32]
    mask: NDArray[np.int8]


def sight(game: Game, view: Mapping[str, Any]) -> Sight:
    """Read a view, and make sure that a seat in a game in progress can see it: some state must look just like it.

    Args:
        game: one with a hosting.
        view: every block of its layout, of the types that `schema.view_model` asks for.

    Raises:
        BlockError: a block that is not possible, by itself or beside the others.
    """
    observation = game.layout.read(view)
    assert game.hosting is not None
    game.hosting.check(game.layout.split(observation))
    state = game.initial(game.options())
    game.loops.determinize_rows(observation[None], ANY_KEY, state)
    seen = np.zeros((1, game.layout.size), np.float32)
    mask = np.zeros((1, len(game.actions)), np.int8)
    game.loops.observe_seats(state, 0, np.zeros(1, np.bool_), seen, mask)
    wrong = np.abs(seen[0] - observation) > TOLERANCE
    if wrong.any():
        expected = game.layout.say(seen[0])
        name = next(name for name, place in game.layout.slices.items() if wrong[place].any())
        raise BlockError(name, f"is {view[name]!r}; beside the rest of this view it can only be {expected[name]!r}")
    return Sight(seen[0], mask[0])
