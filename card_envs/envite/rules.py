"""The rules of Envite Canario: options, the state of one game, and the kernels that play it.

Numbers like E17 are rules of `seeds/envite.md`. Even seats are team 0, odd seats team 1 (E1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from card_envs.core.compile import kernel
from card_envs.core.loops import HEADER, RUNNING, TERMINATED
from card_envs.core.options import checked_choice, checked_integer, made_options
from card_envs.core.random import DEAL, below, combine
from card_envs.envite.cards import CARD_NAMES, CARDS, CLASSES, HIGHEST, STRENGTHS, TRUMP

MAX_PLAYERS = 12
HAND = 3
MAX_RUNGS = 6
MAX_STONES = 99
MAX_CHICOS = 9
NOBODY = -1  # where a card, a seat or a team is asked for and there is none

WAIT, PASS, RAISE, ACCEPT, FOLD, PLAY_TUMBO, DECLINE_TUMBO = range(7)
FIRST_CARD = 7
ACTIONS = ("wait", "pass", "raise", "accept", "fold", "play_tumbo", "decline_tumbo", *CARD_NAMES)

DECLINING, BETTING, PLAYING = range(3)  # phases of a round

EPISODES = ("match", "chico", "round")
MATCH, CHICO, ROUND = range(3)
REWARDS = ("win", "stones")
WIN, STONES = range(2)


@dataclass(frozen=True)
class EnviteVariant:
    """The numbers of a table (E28). Raises ValueError when they make no game.

    Attributes:
        base: stones of a round without an envite (E22).
        rungs: what bets name in turn, rising above the base; after the last comes the chico fuera (E18). At most 6.
        chico_stones: stones for a chico (E23), up to 99.
        tumbo_from: stones from which a team is in tumbo, below `chico_stones`; None for no tumbo.
        tumbo_penalty: stones the rival adds when the team in tumbo loses (E25).
        may_decline: whether the captain in tumbo may decline to play (E26).
        decline_stones: what the rival adds then.
        chicos_to_win: chicos that win the match (E27), up to 9.
        exact_hit: what exactly `chico_stones` is: a "chico", or "tumbo": kept as one less.
    """

    base: int = 2
    rungs: tuple[int, ...] = (4, 7, 9)
    chico_stones: int = 12
    tumbo_from: int | None = 11
    tumbo_penalty: int = 3
    may_decline: bool = False
    decline_stones: int = 1
    chicos_to_win: int = 2
    exact_hit: Literal["chico", "tumbo"] = "chico"

    def __post_init__(self) -> None:
        checked_integer("base", self.base, 1, MAX_STONES)
        checked_integer("chico_stones", self.chico_stones, 2, MAX_STONES)
        checked_integer("tumbo_penalty", self.tumbo_penalty, 1, MAX_STONES)
        checked_integer("decline_stones", self.decline_stones, 1, MAX_STONES)
        checked_integer("chicos_to_win", self.chicos_to_win, 1, MAX_CHICOS)
        checked_choice("may_decline", self.may_decline, (False, True))
        checked_choice("exact_hit", self.exact_hit, ("chico", "tumbo"))
        if not isinstance(self.rungs, (tuple, list)) or len(self.rungs) > MAX_RUNGS:
            raise ValueError(f"rungs takes at most {MAX_RUNGS} numbers of stones, not {self.rungs!r}")
        for rung in self.rungs:
            checked_integer("rungs", rung, 1, MAX_STONES)
        ladder = (self.base, *self.rungs)
        if any(low >= high for low, high in pairwise(ladder)):
            raise ValueError(f"rungs must rise and exceed the base {self.base}, not {self.rungs!r}")
        if self.tumbo_from is not None:
            checked_integer("tumbo_from", self.tumbo_from, 0, self.chico_stones - 1)
        elif self.exact_hit == "tumbo" and self.base == 1:
            raise ValueError('exact_hit="tumbo" without a tumbo and with base 1 could go on for ever; raise the base')
        object.__setattr__(self, "rungs", tuple(int(rung) for rung in self.rungs))


VARIANTS = {
    "general": EnviteVariant(),
    "gran_canaria": EnviteVariant(chico_stones=10, tumbo_from=9, may_decline=True),
}


@dataclass(frozen=True)
class EnviteOptions:
    """How a table of Envite is played. Raises ValueError when made with anything but what is listed here.

    Attributes:
        players: 4, 6, 8, 10 or 12 (E1).
        variant: "general", "gran_canaria", or an `EnviteVariant` of your own, or the dict that makes one (E28).
        captains: a seat of team 0 (even) and one of team 1 (odd) (E2).
        episode: how much of the game an episode is: a "match", a "chico" or a "round".
        start_stones: where an episode starts: stones of each team, below those for a chico, or "random": each
            uniform from 0 up (for "chico" and "round" episodes; a match starts at 0–0).
        reward: "win" pays ±1 at the end, "stones" what was gained, divided by the stones for a chico, after each
            round. Both sum to zero over the seats.
    """

    players: int = 4
    variant: str | EnviteVariant | Mapping[str, Any] = "general"
    captains: tuple[int, int] = (0, 1)
    episode: Literal["match", "chico", "round"] = "match"
    start_stones: tuple[int, int] | Literal["random"] = (0, 0)
    reward: Literal["win", "stones"] = "win"

    def __post_init__(self) -> None:
        checked_choice("players", self.players, (4, 6, 8, 10, 12))
        object.__setattr__(self, "variant", _checked_variant(self.variant))
        checked_choice("episode", self.episode, EPISODES)
        checked_choice("reward", self.reward, REWARDS)
        captains = _pair("captains", self.captains, self.players - 1)
        if captains[0] % 2 != 0 or captains[1] % 2 != 1:
            raise ValueError(f"captains are an even seat for team 0 and an odd one for team 1, not {self.captains!r}")
        object.__setattr__(self, "players", int(self.players))
        object.__setattr__(self, "captains", captains)
        if isinstance(self.start_stones, str):
            checked_choice("start_stones", self.start_stones, ("random",))
        else:
            start = _pair("start_stones", self.start_stones, self.numbers.chico_stones - 1)
            object.__setattr__(self, "start_stones", start)
        if self.episode == "match" and self.start_stones != (0, 0):
            raise ValueError("start_stones are for episodes 'chico' and 'round'; a match starts at 0–0")

    @property
    def numbers(self) -> EnviteVariant:
        """The variant itself, where it was named."""
        return VARIANTS[self.variant] if isinstance(self.variant, str) else self.variant  # type: ignore[return-value]


def _checked_variant(variant: Any) -> str | EnviteVariant:
    """A name of `VARIANTS`, or a variant."""
    if isinstance(variant, EnviteVariant):
        return variant
    if isinstance(variant, Mapping):
        return made_options(EnviteVariant, dict(variant))
    if not isinstance(variant, str) or variant not in VARIANTS:
        names = ", ".join(map(repr, VARIANTS))
        raise ValueError(f"variant takes one of {names}, an EnviteVariant or a dict of its numbers, not {variant!r}")
    return variant


def _pair(name: str, values: object, high: int) -> tuple[int, int]:
    if not isinstance(values, Sequence) or isinstance(values, str) or len(values) != 2:
        raise ValueError(f"{name} takes two integers from 0 to {high}, not {values!r}")
    for value in values:
        checked_integer(name, value, 0, high)
    return int(values[0]), int(values[1])


State = np.dtype(
    (
        np.record,
        [
            *HEADER,
            # the options
            ("players", np.int8),
            ("captains", np.int8, 2),
            ("episode_kind", np.int8),
            ("reward", np.int8),
            ("random_start", np.int8),
            ("start_stones", np.int8, 2),
            ("base_stones", np.int8),
            ("rungs", np.int8, MAX_RUNGS),
            ("rung_count", np.int8),
            ("chico_stones", np.int8),
            ("tumbo_from", np.int8),  # −1: no tumbo
            ("tumbo_penalty", np.int8),
            ("may_decline", np.int8),
            ("decline_stones", np.int8),
            ("chicos_to_win", np.int8),
            ("exact_is_tumbo", np.int8),
            # the match
            ("round_index", np.uint16),
            ("stones", np.int8, 2),
            ("chicos", np.int8, 2),
            ("gained", np.float32, 2),  # by the last move, in chicos: non-zero after a round
            ("last_winner", np.int8),  # team that gained in the last round, NOBODY before one
            # the round
            ("phase", np.int8),
            ("first_leader", np.int8),
            ("vira", np.int8),
            ("hands", np.int8, (MAX_PLAYERS, HAND)),  # NOBODY where a card has been played
            ("tumbo", np.int8, 2),  # E24: judged at the deal
            # the bidding
            ("speaker", np.int8),  # team whose captain must speak
            ("level", np.int8),  # agreed so far: 0 the base, then the rungs, last the chico fuera
            ("proposed", np.int8),  # level that waits for an answer; NOBODY
            ("proposer", np.int8),  # team that named it
            ("passed", np.int8, 2),
            ("raises", np.int8, 2),  # bets and raises of each team
            # the play
            ("turn", np.int8),
            ("leader", np.int8),  # of the current trick
            ("trick", np.int8),
            ("played", np.int8, (HAND, MAX_PLAYERS)),  # card of each seat in each trick; NOBODY
            ("tricks_won", np.int8, 2),
            ("voids", np.int8, (MAX_PLAYERS, 5)),  # shown to have none of a suit; the last: no trump but the highest
            # tallies of the episode, by team
            ("bets", np.int16, 2),  # bets and raises
            ("folds", np.int16, 2),
            ("tumbos", np.int16, 2),  # rounds dealt with the team in tumbo
            ("declines", np.int16, 2),
        ],
    )
)

Result = np.dtype(
    (
        np.record,
        [
            ("scores", np.float64, MAX_PLAYERS),  # chicos of the seat's team, with the stones as a fraction
            ("winners", np.int8, MAX_PLAYERS),
            ("ranks", np.int8, MAX_PLAYERS),
            ("chicos", np.int8, MAX_PLAYERS),
            ("stones", np.int8, MAX_PLAYERS),
            ("rounds", np.int16, MAX_PLAYERS),  # of the episode
            # what the seat's team did in them
            ("bets", np.int16, MAX_PLAYERS),  # bets and raises
            ("folds", np.int16, MAX_PLAYERS),
            ("tumbos", np.int16, MAX_PLAYERS),  # rounds in tumbo
            ("declines", np.int16, MAX_PLAYERS),  # of these, not played
        ],
    )
)


def initial(options: EnviteOptions) -> np.ndarray:
    """One state that holds the options and nothing else: a record array [1]."""
    state, numbers = np.zeros(1, State), options.numbers
    state["players"] = options.players
    state["captains"] = options.captains
    state["episode_kind"] = EPISODES.index(options.episode)
    state["reward"] = REWARDS.index(options.reward)
    state["random_start"] = options.start_stones == "random"
    state["start_stones"] = (0, 0) if isinstance(options.start_stones, str) else options.start_stones
    state["rungs"][0, : len(numbers.rungs)] = numbers.rungs
    state["rung_count"] = len(numbers.rungs)
    state["tumbo_from"] = NOBODY if numbers.tumbo_from is None else numbers.tumbo_from
    state["exact_is_tumbo"] = numbers.exact_hit == "tumbo"
    state["base_stones"] = numbers.base
    for name in ("chico_stones", "tumbo_penalty", "may_decline", "decline_stones", "chicos_to_win"):
        state[name] = getattr(numbers, name)
    return state


# --- dealing ---------------------------------------------------------------------------------------------------


@kernel
def deal(state):
    """Start an episode: scores as the options say, the first leader drawn (E5), the first round dealt."""
    key = combine(combine(combine(state.seed, DEAL), state.episode), 0)
    state.first_leader = below(key, 0, state.players)
    for team in range(2):
        state.chicos[team] = 0
        state.stones[team] = (
            below(key, 1 + team, state.chico_stones) if state.random_start else state.start_stones[team]
        )
    state.gained[:] = 0.0
    state.last_winner = NOBODY
    state.round_index = 0
    state.bets[:] = 0
    state.folds[:] = 0
    state.tumbos[:] = 0
    state.declines[:] = 0
    deal_round(state)


@kernel
def deal_round(state):
    """E3, E4: three cards each, the next one turned up; E24: who is in tumbo."""
    key = combine(combine(combine(state.seed, DEAL), state.episode), np.int64(state.round_index) + 1)
    deck = np.arange(CARDS)
    state.hands[:] = NOBODY
    dealt = 0
    for seat in range(state.players):
        for place in range(HAND):
            state.hands[seat, place] = next_card(deck, key, dealt)
            dealt += 1
    state.vira = next_card(deck, key, dealt)
    state.level = 0
    state.proposed = NOBODY
    state.proposer = NOBODY
    state.passed[:] = 0
    state.raises[:] = 0
    state.trick = 0
    state.played[:] = NOBODY
    state.tricks_won[:] = 0
    state.voids[:] = 0
    state.leader = state.first_leader
    state.turn = state.first_leader
    state.speaker = state.first_leader % 2  # E17
    for team in range(2):
        state.tumbo[team] = state.tumbo_from >= 0 and state.stones[team] >= state.tumbo_from
        state.tumbos[team] += state.tumbo[team]
    if state.tumbo[0] == 0 and state.tumbo[1] == 0:
        state.phase = BETTING
    elif state.may_decline and state.tumbo[0] != state.tumbo[1]:  # E26: not with both in tumbo
        state.phase = DECLINING
        state.speaker = 0 if state.tumbo[0] else 1
    else:
        state.phase = PLAYING


@kernel
def next_card(deck, key, dealt):
    """The next card of a deck that is shuffled as far as it is dealt."""
    place = dealt + below(key, dealt, CARDS - dealt)
    deck[dealt], deck[place] = deck[place], deck[dealt]
    return deck[dealt]


# --- whose turn, and what they may do --------------------------------------------------------------------------


@kernel
def actor(state):
    """The seat that acts: a captain while there is bidding (E2), then whose turn it is to play."""
    if state.phase == PLAYING:
        return np.int64(state.turn)
    return np.int64(state.captains[state.speaker])


@kernel
def acting(state, out):
    out[0] = actor(state)


@kernel
def alive(state, seat):
    return state.ended == RUNNING


@kernel
def legal(state, seat, mask):
    """What the seat may do; those whose turn it is not wait."""
    mask[:] = 0
    if seat != actor(state):
        mask[WAIT] = 1
    elif state.phase == DECLINING:
        mask[PLAY_TUMBO] = 1
        mask[DECLINE_TUMBO] = 1
    elif state.phase == PLAYING:
        legal_cards(state, seat, mask)
    elif state.proposed == NOBODY:  # E17
        mask[PASS] = 1
        mask[RAISE] = 1
    else:  # E19
        mask[ACCEPT] = 1
        mask[FOLD] = 1
        mask[RAISE] = state.proposed < chico_fuera(state)


@kernel
def legal_cards(state, seat, mask):
    """E11–E14."""
    hand = state.hands[seat]
    led = state.played[state.trick, state.leader]
    must_follow = False
    if led != NOBODY:
        led_class = card_class(state, led)
        for place in range(HAND):
            card = hand[place]
            # E14: nobody is forced to give up the highest card; any other trump forces a trump.
            kept_back = led_class == TRUMP and card == highest_card(state)
            if card != NOBODY and card_class(state, card) == led_class and not kept_back:
                must_follow = True
    for place in range(HAND):
        card = np.int64(hand[place])
        if card != NOBODY:
            mask[FIRST_CARD + card] = not must_follow or card_class(state, card) == led_class


@kernel
def trump_suit(state):
    """E4: the printed suit of the vira."""
    return np.int64(state.vira) // 10


@kernel
def card_class(state, card):
    """What a card follows: its suit, or TRUMP for trumps and matadores in force (E8, E9)."""
    return CLASSES[state.players // 2 - 2, trump_suit(state), card]


@kernel
def strength(state, card):
    """How strong a card is among those of its class (E6–E8)."""
    return STRENGTHS[state.players // 2 - 2, trump_suit(state), card]


@kernel
def highest_card(state):
    """E10: the strongest matador in force, or the malilla."""
    return HIGHEST[state.players // 2 - 2, trump_suit(state)]


@kernel
def chico_fuera(state):
    """The highest level of the bidding."""
    return np.int64(state.rung_count) + 1


@kernel
def level_stones(state, level):
    """E18: the stones of a level below the chico fuera."""
    return np.int64(state.base_stones) if level == 0 else np.int64(state.rungs[level - 1])


# --- playing ---------------------------------------------------------------------------------------------------


@kernel
def apply(state, actions):
    """Play one action of the acting seat."""
    action = np.int64(actions[0])
    state.gained[:] = 0.0
    if state.phase == PLAYING:
        play_card(state, action - FIRST_CARD)
    else:
        call(state, action)


@kernel
def call(state, action):
    """E17–E20, E26: what a captain says."""
    team = np.int64(state.speaker)
    rival = 1 - team
    if action == PLAY_TUMBO:
        state.phase = PLAYING
    elif action == DECLINE_TUMBO:
        state.declines[team] += 1
        add_stones(state, rival, np.int64(state.decline_stones))
        end_round(state, rival)
    elif action == PASS:
        state.passed[team] = 1
        if state.passed[rival]:
            state.phase = PLAYING
        else:
            state.speaker = rival
    elif action == RAISE:
        if state.proposed != NOBODY:  # E19: to raise is to accept what was named
            state.level = state.proposed
        state.proposed = state.level + 1
        state.proposer = team
        state.raises[team] += 1
        state.bets[team] += 1
        state.speaker = rival
    elif action == ACCEPT:
        state.level = state.proposed
        state.proposed = NOBODY
        state.phase = PLAYING
    else:  # E20: fold
        state.folds[team] += 1
        add_stones(state, rival, level_stones(state, state.level))
        end_round(state, rival)


@kernel
def play_card(state, card):
    """E12–E16: a card to the trick; the last one decides it."""
    lay_card(state, card)
    if state.turn == state.leader:
        end_trick(state)


@kernel
def lay_card(state, card):
    """The card leaves the hand of whose turn it is, and shows what that seat does not have."""
    seat, trick = np.int64(state.turn), np.int64(state.trick)
    state.played[trick, seat] = card
    for place in range(HAND):
        if state.hands[seat, place] == card:
            state.hands[seat, place] = NOBODY
    led = state.played[trick, state.leader]
    if seat != state.leader and card_class(state, card) != card_class(state, led):
        state.voids[seat, card_class(state, led)] = 1
    state.turn = seat + 1 if seat + 1 < state.players else 0


@kernel
def end_trick(state):
    """E15, E16: the strongest card wins and leads; two tricks are the round."""
    winner = trick_winner(state, np.int64(state.trick))
    state.tricks_won[winner % 2] += 1
    if state.tricks_won[winner % 2] == 2:
        win_round(state, winner % 2)
    else:
        state.trick += 1
        state.leader = winner
        state.turn = winner


@kernel
def trick_winner(state, trick):
    """E15: the seat whose card wins of those played so far."""
    best = np.int64(state.leader)
    for seat in range(state.players):
        card = state.played[trick, seat]
        if card != NOBODY and beats(state, card, state.played[trick, best]):
            best = seat
    return best


@kernel
def beats(state, card, other):
    """Whether a card played later takes the trick from another: stronger in its class, or the first trump."""
    kind, other_kind = card_class(state, card), card_class(state, other)
    if kind == other_kind:
        return strength(state, card) > strength(state, other)
    return kind == TRUMP


# --- stones and chicos -----------------------------------------------------------------------------------------


@kernel
def win_round(state, team):
    """E21, E22, E25, E26: what a round that was played brings its winner."""
    if state.tumbo[team]:
        win_chico(state, team)
        state.gained[team] = 1.0
    elif state.tumbo[1 - team]:
        add_stones(state, team, np.int64(state.tumbo_penalty))
    elif state.level == chico_fuera(state):
        win_chico(state, team)
        state.gained[team] = 1.0
    else:
        add_stones(state, team, level_stones(state, state.level))
    end_round(state, team)


@kernel
def add_stones(state, team, stones):
    """E23, E28: stones to a team, and the chico that they may complete."""
    state.gained[team] = stones / state.chico_stones
    total = np.int64(state.stones[team]) + stones
    if state.exact_is_tumbo and total == state.chico_stones:
        total -= 1
    if total >= state.chico_stones:
        win_chico(state, team)
    else:
        state.stones[team] = total


@kernel
def win_chico(state, team):
    """E23: both teams back to no stones."""
    state.chicos[team] += 1
    state.stones[:] = 0


@kernel
def end_round(state, winner):
    """E5, E27: the end of the episode, or the next deal."""
    state.last_winner = winner
    over = state.episode_kind == ROUND
    if state.episode_kind == CHICO:
        over = state.chicos[winner] > 0
    elif state.episode_kind == MATCH:
        over = state.chicos[winner] >= state.chicos_to_win
    if over:
        state.ended = TERMINATED
    else:
        state.round_index += 1
        state.first_leader = state.first_leader + 1 if state.first_leader + 1 < state.players else 0
        deal_round(state)


# --- results ---------------------------------------------------------------------------------------------------


@kernel
def payoff(state, out):
    """The rewards of the last move by the option `reward`; they sum to zero."""
    margin = 0.0
    if state.reward == STONES:
        margin = np.float64(state.gained[0]) - np.float64(state.gained[1])
    elif state.ended != RUNNING:
        margin = 1.0 if state.last_winner == 0 else -1.0
    for seat in range(state.players):
        out[seat] = margin if seat % 2 == 0 else -margin


@kernel
def report(state, out):
    """The result of an ended episode."""
    for seat in range(state.players):
        team = seat % 2
        won = team == state.last_winner
        out.scores[seat] = state.chicos[team] + state.stones[team] / state.chico_stones
        out.winners[seat] = won
        out.ranks[seat] = 1 if won else np.int64(state.players) // 2 + 1
        out.chicos[seat] = state.chicos[team]
        out.stones[seat] = state.stones[team]
        out.rounds[seat] = np.int64(state.round_index) + 1
        out.bets[seat] = state.bets[team]
        out.folds[seat] = state.folds[team]
        out.tumbos[seat] = state.tumbos[team]
        out.declines[seat] = state.declines[team]
