"""Search as a policy: it plays on from what its seat sees, many times over, and chooses what it tried most."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.core.game import Game
from card_envs.core.options import checked_choice, checked_integer
from card_envs.core.search import bind_search, new_scratch, new_tree
from card_envs.policies.base import random_keys
from card_envs.policies.scripted import checked_rows, checked_settings, scripted_players

MOST_SIMULATIONS = 1_000_000
DEFAULT_SIMULATIONS = 1_000
SIMULATIONS_AT_ONCE = 4_000  # of one seat, in the games that a match plays side by side: some hundredths of a second


class SearchPolicy:
    """Information-set Monte Carlo tree search, as `core.search` says. The more simulations, the stronger and slower.

    It works from states drawn by `determinize`, from the observation alone. Randomness comes from the rows' keys
    alone, so a choice does not depend on the rows beside it.

    Args:
        game: what is played; one with a `lookahead`.
        simulations: for each decision, 1 to 1,000,000.
        playout: the scripted player, with its own settings, that plays on below the tree; None is the game's choice.

    Raises:
        ValueError: a number out of bounds, no such player, or a game that cannot be searched.
    """

    def __init__(self, game: Game, simulations: int = DEFAULT_SIMULATIONS, playout: str | None = None) -> None:
        checked_integer("simulations", simulations, 1, MOST_SIMULATIONS)
        if game.lookahead is None:
            raise ValueError(f"{game.name} cannot be searched: it does not say how far to look ahead")
        players = scripted_players(game)
        self.game, self.simulations = game, int(simulations)
        self.games_at_once = max(1, SIMULATIONS_AT_ONCE // self.simulations)
        self.playout = game.lookahead.playout if playout is None else playout
        checked_choice("playout", self.playout, tuple(players))
        kernels = {**game.kernels, "stage": game.lookahead.stage, "value": game.lookahead.value}
        # The uniform player needs no look at the table, which makes it the quickest.
        player = game.players[self.playout].kernel if self.playout in game.players else None
        self._search = bind_search(kernels, game.simultaneous, player, self.playout, game.folder)
        self._settings = checked_settings(self.playout, players[self.playout], {})
        self._space = game.layout.space
        self._template = game.initial(game.options())

    def act(self, observations: NDArray[np.float32], action_masks: NDArray[np.int8], rng: Any) -> NDArray[np.int64]:
        """See `Policy.act`; each row a seat that acts in a game in progress.

        Raises:
            ValueError: other shapes, rows that no seat can see, or a mask without a legal action.
        """
        seen, masks = checked_rows(self.game, repr(self), self._space, observations, action_masks)
        free = np.flatnonzero(np.count_nonzero(masks, axis=1) > 1)
        self._check_possible(seen, masks, free)
        seats, numbers, size = self.game.result["winners"].shape[0], len(self.game.actions), self.game.layout.size
        columns = self.game.columns(seats)
        tree = new_tree(self.simulations, columns, numbers)
        scratch = new_scratch(self._template, columns, seats, numbers, size)
        actions = np.empty(len(seen), np.int64)
        keys = random_keys(rng, len(seen))
        self._search(seen, masks, keys, self.simulations, tree, scratch, self._settings, actions)
        return actions

    def _check_possible(self, observations: NDArray[np.float32], masks: NDArray[np.int8], rows: NDArray) -> None:
        """Compiled code plays on from what it is given: it must be what a seat can see, and may do."""
        loops = self.game.loops
        states = np.repeat(self._template, len(rows))
        loops.determinize_rows(observations[rows], np.zeros(len(rows), np.uint64), states)
        alive, seen = np.ones(1, np.bool_), np.zeros((1, observations.shape[1]), np.float32)
        legal = np.zeros((1, masks.shape[1]), np.int8)
        for place, row in enumerate(rows):
            loops.observe_seats(states, place, alive, seen, legal)
            if not alive[0] or (seen[0] != observations[row]).any() or (masks[row].astype(bool) > legal[0]).any():
                raise ValueError(
                    f"row {row} is nothing that an acting seat of {self.game.name} can see and do in a game in progress"
                )

    def __reduce__(self) -> tuple[Any, ...]:
        return SearchPolicy, (self.game, self.simulations, self.playout)

    def __repr__(self) -> str:
        usual = self.game.lookahead is not None and self.playout == self.game.lookahead.playout
        return f"search:{self.simulations}" + ("" if usual else f",playout={self.playout}")
