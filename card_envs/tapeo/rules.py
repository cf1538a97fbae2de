"""The rules of Tapeo: options, the state of one game, and the kernels that play it.

Numbers like T9 are rules of `seeds/tapeo.md`. Points are kept in whole sixtieths, so that with `split="exact"`
every share of a prize (6/4, 3/5 …) is exact and totals compare exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from card_envs.core.compile import kernel
from card_envs.core.loops import HEADER, RUNNING, TERMINATED
from card_envs.core.options import checked_choice, checked_integer
from card_envs.core.random import DEAL, below, combine

MAX_PLAYERS = 6
ROUNDS = 3
KINDS = 10
TORTILLA, CROQUETA, HAM_1, HAM_2, HAM_3, PRAWNS, BREAD, PEPPER, FREELOADER, CHURRO = range(KINDS)
ACTIONS = ("tortilla", "croqueta", "ham1", "ham2", "ham3", "prawns", "bread", "pepper", "freeloader", "churro")

HAMS = 12
HAND_SIZES = np.array([0, 0, 10, 9, 8, 7, 7])  # T5, by number of players
CARD_COUNTS = np.array([14, 14, 0, 0, 0, 10, 8, 10, 6, 10])  # T2; the hams come from the options (T3)
CROQUETA_POINTS = np.array([0, 1, 3, 6, 10, 15])  # T13
POINT = 60  # sixtieths in a point

# What points come from: pairs of tortilla, croquetas, most slices of ham, prawns with their bread, peppers, churros.
SOURCES = 6
FROM_TORTILLA, FROM_CROQUETA, FROM_HAM, FROM_PRAWNS, FROM_PEPPER, FROM_CHURRO = range(SOURCES)

REWARDS = ("win", "score", "round")
WIN, SCORE, ROUND = range(3)


@dataclass(frozen=True)
class TapeoOptions:
    """How a table of Tapeo is played.

    Raises ValueError when made with anything but what is listed here.

    Attributes:
        players: 2 to 6 (T1).
        ham_split: how many of the 12 hams have one, two and three slices (T3).
        split: "whole" drops the remainder of a shared prize, "exact" keeps fractions (T16).
        reward: "win" pays the outcome at the end, "score" the margin in points at the end, "round" the margin
            gained in each round, at its end. All sum to zero over the seats.
    """

    players: int = 4
    ham_split: tuple[int, int, int] = (4, 4, 4)
    split: Literal["whole", "exact"] = "whole"
    reward: Literal["win", "score", "round"] = "win"

    def __post_init__(self) -> None:
        checked_integer("players", self.players, 2, MAX_PLAYERS)
        checked_choice("split", self.split, ("whole", "exact"))
        checked_choice("reward", self.reward, REWARDS)
        wrong = f"ham_split takes three counts from 0 to 12 that sum to 12, not {self.ham_split!r}"
        if not isinstance(self.ham_split, (tuple, list)) or len(self.ham_split) != 3:
            raise ValueError(wrong)
        for count in self.ham_split:
            checked_integer("ham_split", count, 0, HAMS)
        if sum(self.ham_split) != HAMS:
            raise ValueError(wrong)
        object.__setattr__(self, "ham_split", tuple(int(count) for count in self.ham_split))
        object.__setattr__(self, "players", int(self.players))


State = np.dtype(
    (
        np.record,
        [
            *HEADER,
            # the options
            ("players", np.int8),
            ("ham_split", np.int8, 3),
            ("exact", np.int8),
            ("reward", np.int8),
            # the game
            ("round_index", np.int8),  # 0, 1, 2; 3 once the game has ended
            ("picks", np.int8),  # reveals made in this round
            ("hands", np.int8, (MAX_PLAYERS, KINDS)),
            ("bars", np.int8, (MAX_PLAYERS, KINDS)),
            ("reveals", np.int8, MAX_PLAYERS),  # kind + 1 of the last pick; 0 before the first of a round
            ("scores", np.int32, MAX_PLAYERS),  # sixtieths of a point
            ("churros", np.int8, MAX_PLAYERS),  # the tally of finished rounds (T18b)
            ("gains", np.int32, MAX_PLAYERS),  # sixtieths gained by the last pick: non-zero at the end of a round
            ("earned", np.int16, (MAX_PLAYERS, SOURCES)),  # sixtieths from each source over the whole game
        ],
    )
)

Result = np.dtype(
    (
        np.record,
        [
            ("scores", np.float64, MAX_PLAYERS),  # points, churros included
            ("winners", np.int8, MAX_PLAYERS),  # 1 for each that shares the win
            ("ranks", np.int8, MAX_PLAYERS),  # 1 is best; equals share the better rank
            ("churros", np.int8, MAX_PLAYERS),  # kept over the whole game
            # where the points come from: together they are the score
            ("tortilla_points", np.float64, MAX_PLAYERS),
            ("croqueta_points", np.float64, MAX_PLAYERS),
            ("ham_points", np.float64, MAX_PLAYERS),
            ("prawn_points", np.float64, MAX_PLAYERS),  # with the bread
            ("pepper_points", np.float64, MAX_PLAYERS),
            ("churro_points", np.float64, MAX_PLAYERS),
        ],
    )
)


def initial(options: TapeoOptions) -> np.ndarray:
    """One state that holds the options and nothing else: a record array [1]."""
    state = np.zeros(1, State)
    state["players"] = options.players
    state["ham_split"] = options.ham_split
    state["exact"] = options.split == "exact"
    state["reward"] = REWARDS.index(options.reward)
    return state


# --- dealing ---------------------------------------------------------------------------------------------------


@kernel
def deal(state):
    """Start a game: totals at zero, the first round dealt."""
    state.round_index = 0
    state.scores[:] = 0
    state.churros[:] = 0
    state.gains[:] = 0
    state.earned[:] = 0
    deal_round(state)


@kernel
def deal_round(state):
    """T4, T5: the whole deck shuffled, a hand each; the bars empty."""
    state.picks = 0
    state.bars[:] = 0
    state.hands[:] = 0
    state.reveals[:] = 0
    deck, left = whole_deck(state)
    key = combine(combine(combine(state.seed, DEAL), state.episode), state.round_index)
    drawn = 0
    for seat in range(state.players):
        for _ in range(HAND_SIZES[state.players]):
            place = below(key, drawn, left)
            state.hands[seat, deck[place]] += 1
            left -= 1
            deck[place] = deck[left]
            drawn += 1


@kernel
def whole_deck(state):
    """T2, T3: the 84 cards as kinds, and their number."""
    deck = np.empty(84, np.int8)
    size = 0
    for kind in range(KINDS):
        for _ in range(card_count(state, kind)):
            deck[size] = kind
            size += 1
    return deck, size


@kernel
def card_count(state, kind):
    """How many cards of a kind the deck holds."""
    if HAM_1 <= kind <= HAM_3:
        return np.int64(state.ham_split[kind - HAM_1])
    return CARD_COUNTS[kind]


# --- picking ---------------------------------------------------------------------------------------------------


@kernel
def acting(state, out):
    """T6: everybody picks at once."""
    for seat in range(out.shape[0]):
        out[seat] = seat


@kernel
def alive(state, seat):
    return state.ended == RUNNING


@kernel
def legal(state, seat, mask):
    """T6: any kind in one's hand."""
    for kind in range(KINDS):
        mask[kind] = state.hands[seat, kind] > 0


@kernel
def apply(state, actions):
    """T6–T8: reveal the picks, pass the hands on; the last tapa of a hand follows by itself."""
    state.gains[:] = 0
    for seat in range(state.players):
        state.reveals[seat] = actions[seat] + 1
    reveal(state)
    if state.picks == HAND_SIZES[state.players] - 1:
        reveal_last(state)
        score_round(state)
        state.round_index += 1
        if state.round_index < ROUNDS:
            deal_round(state)
        else:
            score_churros(state)
            state.ended = TERMINATED


@kernel
def reveal(state):
    """T6, T7, T9–T11: each reveal goes to a bar, freeloaders steal, hands move one seat to the left."""
    players = state.players
    for seat in range(players):
        kind = state.reveals[seat] - 1
        state.hands[seat, kind] -= 1
        right = seat - 1 if seat > 0 else players - 1
        # T10: a freeloader is never stolen; any other kind goes to the right neighbour's if that one shows one.
        stolen = kind != FREELOADER and state.reveals[right] - 1 == FREELOADER
        state.bars[right if stolen else seat, kind] += 1
    # T7: seat 0 changes hands with each seat in turn: every seat gets the one from its right, seat 0 the last.
    for seat in range(1, players):
        for kind in range(KINDS):
            passed, held = state.hands[0, kind], state.hands[seat, kind]
            state.hands[0, kind], state.hands[seat, kind] = held, passed
    state.picks += 1


@kernel
def reveal_last(state):
    """T8: the only tapa left in each hand is revealed like a pick."""
    for seat in range(state.players):
        shown = 0
        for kind in range(KINDS):  # one count is 1, the others 0
            shown += (kind + 1) * np.int64(state.hands[seat, kind])
        state.reveals[seat] = shown
    reveal(state)


# --- scoring ---------------------------------------------------------------------------------------------------


@kernel
def score_round(state):
    """T12–T18b: the round's bars become points, their churros join the tally."""
    state.gains[:] = 0
    slices = np.zeros(MAX_PLAYERS, np.int64)
    most_peppers = 0
    for seat in range(state.players):
        bar = state.bars[seat]
        slices[seat] = np.int64(bar[HAM_1]) + 2 * np.int64(bar[HAM_2]) + 3 * np.int64(bar[HAM_3])
        most_peppers = max(most_peppers, np.int64(bar[PEPPER]))
    score_ham(state, slices)
    for seat in range(state.players):
        bar = state.bars[seat]
        state.earned[seat, FROM_HAM] += state.gains[seat]
        gain(state, seat, FROM_TORTILLA, POINT * tortilla_points(bar))
        gain(state, seat, FROM_CROQUETA, POINT * croqueta_points(bar))
        gain(state, seat, FROM_PRAWNS, POINT * prawn_points(bar))
        gain(state, seat, FROM_PEPPER, POINT * pepper_points(bar))
        if most_peppers >= 3 and bar[PEPPER] == most_peppers:  # T18: each of them loses the full 6
            gain(state, seat, FROM_PEPPER, -6 * POINT)
        state.churros[seat] += bar[CHURRO]
        state.scores[seat] += state.gains[seat]


@kernel
def gain(state, seat, source, sixtieths):
    """Sixtieths of a point from one source."""
    state.gains[seat] += sixtieths
    state.earned[seat, source] += sixtieths


@kernel
def bar_points(bar):
    """What a bar is worth whatever the others hold: T12, T13, T17 and the 2 a pepper of T18."""
    return tortilla_points(bar) + croqueta_points(bar) + prawn_points(bar) + pepper_points(bar)


@kernel
def tortilla_points(bar):
    """T12."""
    return 5 * (np.int64(bar[TORTILLA]) // 2)


@kernel
def croqueta_points(bar):
    """T13."""
    return CROQUETA_POINTS[min(np.int64(bar[CROQUETA]), 5)]


@kernel
def prawn_points(bar):
    """T17: twice as many with bread."""
    prawns, bread = np.int64(bar[PRAWNS]), np.int64(bar[BREAD])
    return 3 * prawns + 3 * min(prawns, bread)


@kernel
def pepper_points(bar):
    """T18: the 2 a pepper."""
    return 2 * np.int64(bar[PEPPER])


@kernel
def score_ham(state, slices):
    """T14, T15: 6 for most slices, 3 for the second; shared firsts leave no second prize."""
    first = slices.max()
    if first == 0:
        return
    second, firsts, seconds = 0, 0, 0
    for seat in range(state.players):
        if slices[seat] == first:
            firsts += 1
        elif slices[seat] > second:
            second, seconds = slices[seat], 1
        elif slices[seat] == second:
            seconds += 1
    for seat in range(state.players):
        if slices[seat] == first:
            state.gains[seat] += share(state, 6, firsts)
        elif firsts == 1 and second > 0 and slices[seat] == second:
            state.gains[seat] += share(state, 3, seconds)


@kernel
def score_churros(state):
    """T19, T20: most +6, fewest −6 (not with two players), ties split."""
    tally = state.churros[: state.players]
    most, fewest = tally.max(), tally.min()
    for seat in range(state.players):
        prize = 0
        if tally[seat] == most:
            prize += share(state, 6, (tally == most).sum())
        if tally[seat] == fewest and state.players > 2:
            prize -= share(state, 6, (tally == fewest).sum())
        gain(state, seat, FROM_CHURRO, prize)
        state.scores[seat] += prize


@kernel
def share(state, points, holders):
    """T16: one holder's part of a prize, in sixtieths."""
    if state.exact:
        return points * POINT // holders
    return points // holders * POINT


# --- results ---------------------------------------------------------------------------------------------------


@kernel
def beats(state, seat, other):
    """T21: more points, then more churros over the whole game."""
    if state.scores[seat] != state.scores[other]:
        return state.scores[seat] > state.scores[other]
    return state.churros[seat] > state.churros[other]


@kernel
def rank(state, seat):
    """1 for a winner; equals share the better rank."""
    better = 0
    for other in range(state.players):
        better += np.int64(beats(state, other, seat))
    return better + 1


@kernel
def payoff(state, out):
    """The rewards of the last pick by the option `reward`; they sum to zero."""
    players = np.int64(state.players)
    if state.reward == ROUND:
        margins(state.gains, players, out)
    elif state.ended == RUNNING:
        out[:] = 0.0
    elif state.reward == SCORE:
        margins(state.scores, players, out)
    else:
        winners = 0
        for seat in range(players):
            winners += np.int64(rank(state, seat) == 1)
        for seat in range(players):
            won = players / winners if rank(state, seat) == 1 else 0.0
            out[seat] = (won - 1.0) / (players - 1)


@kernel
def margins(points, players, out):
    """Own points less the mean of the others', divided by 20."""
    total = 0
    for seat in range(players):
        total += np.int64(points[seat])
    for seat in range(players):
        own = np.int64(points[seat])
        out[seat] = (own - (total - own) / (players - 1)) / (20.0 * POINT)


@kernel
def report(state, out):
    """The result of an ended game."""
    for seat in range(state.players):
        out.scores[seat] = state.scores[seat] / POINT
        out.ranks[seat] = rank(state, seat)
        out.winners[seat] = out.ranks[seat] == 1
        out.churros[seat] = state.churros[seat]
        out.tortilla_points[seat] = state.earned[seat, FROM_TORTILLA] / POINT
        out.croqueta_points[seat] = state.earned[seat, FROM_CROQUETA] / POINT
        out.ham_points[seat] = state.earned[seat, FROM_HAM] / POINT
        out.prawn_points[seat] = state.earned[seat, FROM_PRAWNS] / POINT
        out.pepper_points[seat] = state.earned[seat, FROM_PEPPER] / POINT
        out.churro_points[seat] = state.earned[seat, FROM_CHURRO] / POINT
