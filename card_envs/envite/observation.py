"""What a seat of Envite sees, as named blocks, and the kernels that write it and draw a state that fits it.

One layout for all tables. Seats are relative: 0 is oneself, then in the order of play; absent seats are zero. Teams
are relative too: 0 is one's own. Cards are real ones, in the order of `cards.CARD_NAMES`.
"""

from __future__ import annotations

import numpy as np

from card_envs.core.compile import kernel
from card_envs.core.forms import BySeat, Counts, Each, Flag, Named, TableSize, Those, Which
from card_envs.core.layout import Block, Layout
from card_envs.core.loops import RUNNING
from card_envs.envite.cards import CARD_NAMES, CARDS, SUITS
from card_envs.envite.dealing import deal_unknown
from card_envs.envite.rules import (
    EPISODES,
    HAND,
    MAX_CHICOS,
    MAX_PLAYERS,
    MAX_RUNGS,
    MAX_STONES,
    NOBODY,
    actor,
    chico_fuera,
    level_stones,
)

LEVELS = MAX_RUNGS + 2  # the base, the rungs, the chico fuera

PHASES = ("declining", "betting", "playing")
_CARDS = Those(CARD_NAMES)
_SEATS = BySeat(Flag())
_SEAT = Which(tuple(range(MAX_PLAYERS)))
_LEVEL = Which(tuple(range(LEVELS)))
_TEAMS = ("own", "rivals")
_BY_TEAM = Counts(_TEAMS)

LAYOUT = Layout(
    game="envite",
    version=1,
    blocks=(
        Block("hand", (CARDS,), 0, 1, "1 at each card in one's hand", _CARDS),
        Block("vira", (CARDS,), 0, 1, "1 at the card turned up", Which(CARD_NAMES)),
        Block("gone", (CARDS,), 0, 1, "1 at each card played this round", _CARDS),
        Block(
            "played",
            (HAND, MAX_PLAYERS),
            0,
            CARDS,
            "trick by trick, the card of each seat: its number + 1, or 0",
            Each(BySeat(Named(CARD_NAMES))),
        ),
        Block("present", (MAX_PLAYERS,), 0, 1, "1 for each seat at the table", TableSize()),
        Block("captains", (MAX_PLAYERS,), 0, 1, "1 at the two captains", _SEATS),
        Block("first_leader", (MAX_PLAYERS,), 0, 1, "1 at the seat that led, or will lead, the first trick", _SEAT),
        Block("leader", (MAX_PLAYERS,), 0, 1, "1 at the seat that leads the trick being played", _SEAT),
        Block("actor", (MAX_PLAYERS,), 0, 1, "1 at the seat that acts now", _SEAT),
        Block(
            "voids",
            (MAX_PLAYERS, 5),
            0,
            1,
            "1 where a seat has shown to hold no oros, copas, espadas, bastos, trump",
            BySeat(Those((*SUITS, "trump"))),
        ),
        Block(
            "phase",
            (3,),
            0,
            1,
            "1 at what is asked: whether to play in tumbo, the bidding, a card; zero at the end",
            Which(PHASES),
        ),
        Block("trick", (HAND,), 0, 1, "1 at the trick being played", Which((1, 2, 3))),
        Block("tricks_won", (2,), 0, 2, "tricks of each team this round", _BY_TEAM),
        Block("level", (LEVELS,), 0, 1, "1 at the level agreed: the base, the rungs, then the chico fuera", _LEVEL),
        Block("proposed", (LEVELS,), 0, 1, "1 at the level that waits for an answer", _LEVEL),
        Block("proposer", (2,), 0, 1, "1 at the team that named it, or named the last one", Which(_TEAMS)),
        Block("passed", (2,), 0, 1, "1 if the team passed", Those(_TEAMS)),
        Block("raises", (2,), 0, LEVELS, "bets and raises of each team", _BY_TEAM),
        Block(
            "stake",
            (2,),
            0,
            MAX_STONES,
            "stones agreed, and stones that wait for an answer; 0 for the chico fuera",
            Counts(("agreed", "proposed")),
        ),
        Block("tumbo", (2,), 0, 1, "1 if the team was in tumbo at the deal", Those(_TEAMS)),
        Block("stones", (2,), 0, MAX_STONES, "stones of each team", _BY_TEAM),
        Block("chicos", (2,), 0, MAX_CHICOS, "chicos of each team", _BY_TEAM),
        Block("base", (1,), 0, MAX_STONES, "stones of a round without an envite"),
        Block("rungs", (MAX_RUNGS,), 0, MAX_STONES, "stones of each rung; 0 past the last"),
        Block("chico_stones", (1,), 0, MAX_STONES, "stones for a chico"),
        Block("tumbo_from", (1,), -1, MAX_STONES, "stones from which a team is in tumbo; -1 if there is none"),
        Block("tumbo_penalty", (1,), 0, MAX_STONES, "stones for beating a team in tumbo"),
        Block("may_decline", (1,), 0, 1, "1 if a team in tumbo may decline to play"),
        Block("decline_stones", (1,), 0, MAX_STONES, "stones for the rival then"),
        Block("chicos_to_win", (1,), 0, MAX_CHICOS, "chicos that win the match"),
        Block("exact_is_tumbo", (1,), 0, 1, "1 if exactly the stones for a chico count as one less"),
        Block("episode", (3,), 0, 1, "1 at what an episode is: a match, a chico, a round", Which(EPISODES)),
    ),
)

(
    HAND_AT,
    VIRA,
    GONE,
    PLAYED,
    PRESENT,
    CAPTAINS,
    FIRST_LEADER,
    LEADER,
    ACTOR,
    VOIDS,
    PHASE,
    TRICK,
    TRICKS_WON,
    LEVEL,
    PROPOSED,
    PROPOSER,
    PASSED,
    RAISES,
    STAKE,
    TUMBO,
    STONES,
    CHICOS,
    BASE,
    RUNGS,
    CHICO_STONES,
    TUMBO_FROM,
    TUMBO_PENALTY,
    MAY_DECLINE,
    DECLINE_STONES,
    CHICOS_TO_WIN,
    EXACT,
    EPISODE,
) = (place.start for place in LAYOUT.slices.values())


@kernel
def observe(state, seat, out):
    """Write the blocks of `LAYOUT` as `seat` sees them into `out` float32 [331]."""
    out[:] = 0.0
    for place in range(HAND):
        card = np.int64(state.hands[seat, place])
        if card != NOBODY:
            out[HAND_AT + card] = 1.0
    out[VIRA + np.int64(state.vira)] = 1.0
    observe_seats(state, np.int64(seat), out)
    observe_bidding(state, np.int64(seat) % 2, out)
    observe_numbers(state, out)


@kernel
def observe_seats(state, seat, out):
    """Who sits where, and what each has played and shown."""
    players = np.int64(state.players)
    running = state.ended == RUNNING
    acts = actor(state)
    other = seat
    for distance in range(players):
        out[PRESENT + distance] = 1.0
        out[CAPTAINS + distance] = other == state.captains[0] or other == state.captains[1]
        out[FIRST_LEADER + distance] = other == state.first_leader
        out[LEADER + distance] = other == state.leader
        out[ACTOR + distance] = running and other == acts
        for kind in range(5):
            out[VOIDS + 5 * distance + kind] = state.voids[other, kind]
        for trick in range(HAND):
            card = np.int64(state.played[trick, other])
            if card != NOBODY:
                out[PLAYED + MAX_PLAYERS * trick + distance] = card + 1
                out[GONE + card] = 1.0
        other = other + 1 if other + 1 < players else 0


@kernel
def observe_bidding(state, own, out):
    """The course of the round and the standing of the match, one's own team first."""
    if state.ended == RUNNING:
        out[PHASE + np.int64(state.phase)] = 1.0
    out[TRICK + np.int64(state.trick)] = 1.0
    out[LEVEL + np.int64(state.level)] = 1.0
    out[STAKE] = stake(state, np.int64(state.level))
    if state.proposed != NOBODY:
        out[PROPOSED + np.int64(state.proposed)] = 1.0
        out[STAKE + 1] = stake(state, np.int64(state.proposed))
    for side in range(2):
        team = own if side == 0 else 1 - own
        out[TRICKS_WON + side] = state.tricks_won[team]
        out[PROPOSER + side] = state.proposer == team
        out[PASSED + side] = state.passed[team]
        out[RAISES + side] = state.raises[team]
        out[TUMBO + side] = state.tumbo[team]
        out[STONES + side] = state.stones[team]
        out[CHICOS + side] = state.chicos[team]


@kernel
def stake(state, level):
    """The stones of a level; 0 for the chico fuera."""
    return 0 if level == chico_fuera(state) else level_stones(state, level)


@kernel
def observe_numbers(state, out):
    """The variant and the episode (E28)."""
    out[BASE] = state.base_stones
    for rung in range(MAX_RUNGS):
        out[RUNGS + rung] = state.rungs[rung]
    out[CHICO_STONES] = state.chico_stones
    out[TUMBO_FROM] = state.tumbo_from
    out[TUMBO_PENALTY] = state.tumbo_penalty
    out[MAY_DECLINE] = state.may_decline
    out[DECLINE_STONES] = state.decline_stones
    out[CHICOS_TO_WIN] = state.chicos_to_win
    out[EXACT] = state.exact_is_tumbo
    out[EPISODE + np.int64(state.episode_kind)] = 1.0


# --- a state that fits ----------------------------------------------------------------------------------------


@kernel
def determinize(observation, key, state):
    """Fill `state` with one of the states that look like this to a seat, which becomes seat 0.

    The other hands are drawn uniformly among all ways to deal the unseen cards that fit what each seat has shown
    not to hold.

    Args:
        observation: float32 [331], of a game in progress.
        key: uint64; another key, another draw. The state's seed is new as well: its later deals are not the
            original's.
        state: the record to fill; the options `reward` and `start_stones`, which no seat sees, stay as they are.
    """
    state.seed = key
    state.episode = 0
    state.round_index = 0
    state.last_winner = NOBODY
    state.gained[:] = 0.0
    state.bets[:] = 0  # the tallies of earlier rounds are not known to a seat
    state.folds[:] = 0
    state.tumbos[:] = 0
    state.declines[:] = 0
    read_numbers(observation, state)
    read_seats(observation, state)
    read_bidding(observation, state)
    own = 0
    unseen = np.empty(CARDS, np.int64)
    size = 0
    state.hands[:] = NOBODY
    for card in range(CARDS):
        if observation[HAND_AT + card] > 0:
            state.hands[0, own] = card
            own += 1
        elif observation[GONE + card] == 0 and observation[VIRA + card] == 0:
            unseen[size] = card
            size += 1
    deal_unknown(state, unseen[:size], key)


@kernel
def position(observation, start, size):
    """Where the 1 of a one-hot block stands; NOBODY where it is all zero."""
    for place in range(size):
        if observation[start + place] > 0:
            return place
    return NOBODY


@kernel
def read_numbers(observation, state):
    state.base_stones = np.int8(observation[BASE])
    state.rung_count = 0
    for rung in range(MAX_RUNGS):
        state.rungs[rung] = np.int8(observation[RUNGS + rung])
        state.rung_count += np.int8(state.rungs[rung] > 0)
    state.chico_stones = np.int8(observation[CHICO_STONES])
    state.tumbo_from = np.int8(observation[TUMBO_FROM])
    state.tumbo_penalty = np.int8(observation[TUMBO_PENALTY])
    state.may_decline = np.int8(observation[MAY_DECLINE])
    state.decline_stones = np.int8(observation[DECLINE_STONES])
    state.chicos_to_win = np.int8(observation[CHICOS_TO_WIN])
    state.exact_is_tumbo = np.int8(observation[EXACT])
    state.episode_kind = position(observation, EPISODE, 3)


@kernel
def read_seats(observation, state):
    state.players = 0
    for distance in range(MAX_PLAYERS):
        state.players += np.int8(observation[PRESENT + distance])
        if observation[CAPTAINS + distance] > 0:
            state.captains[distance % 2] = distance
        for kind in range(5):
            state.voids[distance, kind] = np.int8(observation[VOIDS + 5 * distance + kind])
        for trick in range(HAND):
            state.played[trick, distance] = np.int8(observation[PLAYED + MAX_PLAYERS * trick + distance]) - 1
    state.vira = position(observation, VIRA, CARDS)
    state.first_leader = position(observation, FIRST_LEADER, MAX_PLAYERS)
    state.leader = position(observation, LEADER, MAX_PLAYERS)
    state.trick = position(observation, TRICK, HAND)
    state.turn = state.leader
    for _ in range(MAX_PLAYERS):
        if state.played[state.trick, state.turn] != NOBODY:
            state.turn = state.turn + 1 if state.turn + 1 < state.players else 0


@kernel
def read_bidding(observation, state):
    state.phase = position(observation, PHASE, 3)
    state.level = position(observation, LEVEL, LEVELS)
    state.proposed = position(observation, PROPOSED, LEVELS)
    state.proposer = position(observation, PROPOSER, 2)
    for team in range(2):
        state.tricks_won[team] = np.int8(observation[TRICKS_WON + team])
        state.passed[team] = np.int8(observation[PASSED + team])
        state.raises[team] = np.int8(observation[RAISES + team])
        state.tumbo[team] = np.int8(observation[TUMBO + team])
        state.stones[team] = np.int8(observation[STONES + team])
        state.chicos[team] = np.int8(observation[CHICOS + team])
    state.speaker = position(observation, ACTOR, MAX_PLAYERS) % 2
