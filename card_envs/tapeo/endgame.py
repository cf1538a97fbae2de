"""The exact end of a two-player game: the last choices of the last round, solved as a zero-sum game. Needs scipy.

After the first pick of a round each of two players knows the other's hand (T7), so nothing is hidden but what both
choose at the same moment (T6). A joint pick is then a matrix game over the values of the states that it leads to, and
these follow by backward induction from the end, where the reward of the table's option stands; states that two orders
of picks lead to are solved once.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from card_envs.core import matrix_game
from card_envs.core.compile import entry_point, fingerprint
from card_envs.core.loops import RUNNING
from card_envs.tapeo.rules import HAND_SIZES, KINDS, ROUNDS, State, apply, payoff

PLAYERS = 2
CHOICES = int(HAND_SIZES[PLAYERS]) - 1  # of each player in a round: the last tapa follows by itself (T8)
MOST_CHOICES = 5  # left, of each player; one more takes up to fifty times the states, gigabytes of them
NOISE = 1e-7  # of values, from the linear programs


@dataclass(frozen=True, eq=False)
class Endgame:
    """One decision of both players, with all that follows solved. Values are rewards of seat 0, seat 1's negated.

    Attributes:
        kinds: for each seat, the kinds in its hand: int64 [k], ascending.
        payoffs: float64 [kinds of seat 0, kinds of seat 1], the value of the state after each joint pick.
        equilibrium: of these payoffs; its value is that of the state.
    """

    kinds: tuple[NDArray[np.int64], NDArray[np.int64]]
    payoffs: NDArray[np.float64]
    equilibrium: matrix_game.Equilibrium

    @property
    def value(self) -> float:
        """What seat 0 gets when both play perfectly."""
        return self.equilibrium.value

    def strategy(self, seat: int) -> NDArray[np.float64]:
        """With which probability a perfect player picks each kind: float64 [KINDS]."""
        probabilities = np.zeros(KINDS)
        probabilities[self.kinds[seat]] = (self.equilibrium.rows, self.equilibrium.columns)[seat]
        return probabilities

    def regret(self, seat: int, probabilities: NDArray[np.float64]) -> float:
        """What a seat gives away by choosing like this: the value, less what the choice is sure of.

        That is its expectation against the worst answer, when both play perfectly from the next pick on. It is 0 for
        a perfect choice and never less.

        Args:
            seat: 0 or 1.
            probabilities: float64 [KINDS] of this pick; a choice without chance has a single 1.

        Raises:
            ValueError: no probabilities, or some for kinds that the seat does not hold.
        """
        given = np.asarray(probabilities, np.float64)
        held = self.kinds[seat]
        if given.shape != (KINDS,) or (given < 0).any() or abs(given[held].sum() - 1) > 1e-6:
            raise ValueError(f"a choice takes {KINDS} probabilities that sum to 1 over the kinds {held}, not {given}")
        mine = self.payoffs if seat == 0 else -self.payoffs.T
        value = self.value if seat == 0 else -self.value
        lost = value - float((given[held] @ mine).min())
        return lost if lost > NOISE else 0.0


def solve(state: np.record) -> Endgame:
    """Solve what is left of a game.

    Args:
        state: of two players in the last round, with 1 to `MOST_CHOICES` choices left to each. Values are of its
            option `reward`.

    Raises:
        ValueError: any other state.
    """
    choices = _choices_left(state)
    root = np.zeros(1, State)
    root[0] = state
    layer, states, paid = _play_on(root)
    layers = [layer]
    for _ in range(choices - 1):
        layer, states, paid = _play_on(states)
        layers.append(layer)
    values = paid[:, 0]
    for layer in reversed(layers[1:]):
        values = _values(layer, values)
    payoffs = values[layers[0].following].reshape(layers[0].widths[0])
    held = np.flatnonzero(state.hands[0]), np.flatnonzero(state.hands[1])
    return Endgame(held, payoffs, matrix_game.solve(payoffs))


def _choices_left(state: np.record) -> int:
    """How many choices each player still has.

    Raises:
        ValueError: `solve` does not take such a state.
    """
    choices = CHOICES - int(state.picks)
    if state.players != PLAYERS or state.ended != RUNNING or state.round_index != ROUNDS - 1 or choices > MOST_CHOICES:
        raise ValueError(
            f"only games of {PLAYERS} players in the last round with 1 to {MOST_CHOICES} choices left are solved; "
            f"this is one of {state.players}, {state.round_index} of {ROUNDS} rounds finished, {state.picks} picks made"
        )
    return choices


@dataclass(frozen=True, eq=False)
class _Layer:
    """All different states after some number of picks, and where their joint picks lead.

    Attributes:
        widths: int64 [states, 2], among how many kinds each seat chooses.
        following: int64 [joint picks of all states], the place in the next layer of the state that each leads to; in
            order of states, then of seat 0's kinds, then of seat 1's.
    """

    widths: NDArray[np.int64]
    following: NDArray[np.int64]


def _play_on(states: NDArray[np.void]) -> tuple[_Layer, NDArray[np.void], NDArray[np.float64]]:
    """All joint picks in these states: their layer, the different states after it, and what these paid [states, 2]."""
    held = states["hands"][:, :PLAYERS] > 0
    parents, *picks = np.nonzero(held[:, 0, :, None] & held[:, 1, None, :])
    played, paid = states[parents], np.zeros((len(parents), PLAYERS))
    play_rows(played, np.stack(picks, axis=1), paid)
    first, following = _different(played)
    return _Layer(held.sum(axis=2), following), played[first], paid[first]


def _play_rows(states, picks, paid):
    """Play a joint pick in each state, int64 [states, 2], and write what it pays, float64 [states, 2]."""
    for row in range(states.shape[0]):
        apply(states[row], picks[row])
        payoff(states[row], paid[row])


play_rows = entry_point(_play_rows, key=fingerprint(Path(__file__).parent))


def _different(states: NDArray[np.void]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where each different state stands first, and which of these each state is: int64 [different], [states].

    In one round hands and bars are all that tells states of one game apart, as far as it matters to what follows.
    """
    cards = np.concatenate([states["hands"], states["bars"]], axis=1).reshape(len(states), -1)
    keys = np.ascontiguousarray(cards).view(np.dtype((np.void, cards.shape[1])))[:, 0]
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    return first, which


def _values(layer: _Layer, after: NDArray[np.float64]) -> NDArray[np.float64]:
    """The values of a layer's states, float64 [states], from those of the next layer's."""
    sizes = layer.widths.prod(axis=1)
    starts = np.cumsum(sizes) - sizes
    values = np.empty(len(sizes))
    for widths in np.unique(layer.widths, axis=0):
        alike = np.flatnonzero((layer.widths == widths).all(axis=1))
        picks = starts[alike][:, None] + np.arange(widths.prod())
        values[alike] = matrix_game.values(after[layer.following[picks]].reshape(-1, *widths))
    return values
