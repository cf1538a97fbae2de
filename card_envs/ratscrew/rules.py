"""The rules of Egyptian ratscrew: the state of one game, and the kernels that play it.

Numbers like R9 are rules of `seeds/ratscrew.md`. A decision point is one tick of a window; cards are flipped, and
challenges settled, between windows.
"""

from __future__ import annotations

import numpy as np

from card_envs.core.compile import kernel
from card_envs.core.loops import HEADER, RUNNING, TERMINATED, TRUNCATED
from card_envs.core.random import DEAL, below, combine, unit
from card_envs.ratscrew.cards import CARDS, KING, QUEEN, challenge_of, rank_of
from card_envs.ratscrew.options import MAX_PLAYERS, MAX_TICKS, REWARDS, SLAPS, RatscrewOptions

ACTIONS = ("hold", "slap")
HOLD, SLAP = range(2)
NOBODY = -1
DOUBLE, SANDWICH, TOP_BOTTOM, MARRIAGE, TENS = range(len(SLAPS))
WIN, CARDS_HELD = range(len(REWARDS))

RING = 64  # places of a stack's ring buffer: a power of two that holds the deck
# What a chance event of a flip is for.
SHUFFLE_DECK, PERCEIVE, TIE, SHUFFLE_WON = range(4)

State = np.dtype(
    (
        np.record,
        [
            *HEADER,
            # the options
            ("players", np.int8),
            ("ticks", np.int8),
            ("slaps", np.int8, len(SLAPS)),  # 1 for each pattern in force
            ("penalty", np.int8),
            ("reflexes", np.float64, (MAX_PLAYERS, MAX_TICKS + 1)),
            ("memory", np.int8, MAX_PLAYERS),
            ("shuffle_won", np.int8),
            ("max_flips", np.int32),
            ("reward", np.int8),
            # the cards
            ("stacks", np.int8, (MAX_PLAYERS, RING)),  # rings: the top card stands at `tops`, the next after it
            ("tops", np.int8, MAX_PLAYERS),
            ("held", np.int8, MAX_PLAYERS),  # cards in each stack
            ("pile", np.int8, CARDS),  # the cards played, the first first; the top is the last of them
            ("played", np.int8),  # how many
            ("burnt", np.int8, CARDS),  # the cards under the pile, the first burnt first; the last lies undermost
            ("burnt_count", np.int8),
            ("located", np.int8, CARDS),  # 1 for each card flipped since it was last shuffled
            # the turn
            ("flips", np.int32),  # made in this game
            ("flipped_at", np.int32, MAX_PLAYERS),  # the number of each seat's last flip, 0 before it has made one
            ("flipper", np.int8),  # who made the last flip
            ("challenger", np.int8),  # whose court card or ace waits for payment, or NOBODY
            ("owed", np.int8),  # cards still to be paid
            ("taker", np.int8),  # who won the pile in this window and flips next, or NOBODY
            # the window
            ("tick", np.int8),
            ("perception", np.int8, MAX_PLAYERS),  # the tick from which each seat sees the card flipped last
            ("wrong", np.int8, MAX_PLAYERS),  # wrong slaps of each seat in this window
            # how things stood before the last flip, for those who do not see it yet
            ("flipper_before", np.int8),  # who flipped before
            ("challenger_before", np.int8),
            ("owed_before", np.int8),
            ("was_located", np.int8),  # of the card flipped
            # who is in
            (
                "out_at",
                np.uint32,
                MAX_PLAYERS,
            ),  # the decision point, from 1, at which each went out; 0 if it is in
            ("held_before", np.int8, MAX_PLAYERS),  # cards in each stack before the last decision point
            # tallies of the game
            ("won_slaps", np.int16, MAX_PLAYERS),
            ("wrong_slaps", np.int16, MAX_PLAYERS),
            ("good_slaps", np.int16, MAX_PLAYERS),
            ("reaction_ticks", np.int32, MAX_PLAYERS),
        ],
    )
)

Result = np.dtype(
    (
        np.record,
        [
            ("scores", np.float64, MAX_PLAYERS),  # cards held
            ("winners", np.int8, MAX_PLAYERS),  # 1 for the winner; in a draw for all who are still in
            ("ranks", np.int8, MAX_PLAYERS),  # 1 is best; the longer in, the better
            ("outcomes", np.float64, MAX_PLAYERS),  # the reward "win" of the whole game, its draw included
            ("won_slaps", np.int16, MAX_PLAYERS),  # that took the pile
            ("wrong_slaps", np.int16, MAX_PLAYERS),
            ("good_slaps", np.int16, MAX_PLAYERS),  # on good piles that the seat saw, whoever took them
            ("reaction_ticks", np.int32, MAX_PLAYERS),  # from seeing to slapping, summed over the good slaps
        ],
    )
)


def initial(options: RatscrewOptions) -> np.ndarray:
    """One state that holds the options and nothing else: a record array [1]."""
    state = np.zeros(1, State)
    state["players"] = options.players
    state["ticks"] = options.ticks
    state["slaps"] = [name in options.slaps for name in SLAPS]
    state["penalty"] = options.penalty
    state["reflexes"][0, : options.players, : options.ticks + 1] = options.reflexes
    state["memory"][0, : options.players] = options.memory
    state["shuffle_won"] = options.shuffle_won
    state["max_flips"] = options.max_flips
    state["reward"] = REWARDS.index(options.reward)
    return state


@kernel
def chance(state, event):
    """The key of a chance event of the present flip."""
    return combine(combine(combine(combine(state.seed, DEAL), state.episode), state.flips), event)


# --- dealing ---------------------------------------------------------------------------------------------------


@kernel
def deal(state):
    """R2: the deck dealt round the table from seat 0, the first to flip drawn, and the first card flipped."""
    state.flips = 0
    key = chance(state, SHUFFLE_DECK)
    deck = np.arange(CARDS)
    shuffle(deck, key)
    players = np.int64(state.players)
    state.tops[:] = 0
    state.held[:] = 0
    for place in range(CARDS):
        put_under(state, place % players, deck[place])
    state.played = 0
    state.burnt_count = 0
    state.located[:] = 0
    state.flipped_at[:] = 0
    state.challenger = NOBODY
    state.owed = 0
    state.flipper = NOBODY
    state.out_at[:] = 0
    state.won_slaps[:] = 0
    state.wrong_slaps[:] = 0
    state.good_slaps[:] = 0
    state.reaction_ticks[:] = 0
    state.held_before[:] = state.held
    state.taker = below(key, CARDS, players)
    flip(state)


@kernel
def shuffle(cards, key):
    """All orders equally likely; draws 0 to len(cards) − 2 of the key."""
    for place in range(cards.shape[0] - 1):
        other = place + below(key, place, cards.shape[0] - place)
        cards[place], cards[other] = cards[other], cards[place]


# --- stacks ----------------------------------------------------------------------------------------------------


@kernel
def put_under(state, seat, card):
    """The card becomes the last that the seat will flip."""
    state.stacks[seat, (np.int64(state.tops[seat]) + np.int64(state.held[seat])) % RING] = card
    state.held[seat] += 1


@kernel
def take_top(state, seat):
    """The next card of the seat's stack, which loses it."""
    top = np.int64(state.tops[seat])
    state.tops[seat] = (top + 1) % RING
    state.held[seat] -= 1
    return np.int64(state.stacks[seat, top])


@kernel
def is_in(state, seat):
    return state.out_at[seat] == 0


@kernel
def others_in(state, seat):
    """How many besides the seat are still in."""
    number = 0
    for other in range(state.players):
        number += np.int64(other != seat and is_in(state, other))
    return number


@kernel
def next_with_cards(state, seat, skipped):
    """R3: the next seat after `seat` that has cards, at last itself, but not `skipped`; NOBODY if there is none."""
    players = np.int64(state.players)
    other = np.int64(seat)
    for _ in range(players):
        other = other + 1 if other + 1 < players else 0
        if state.held[other] > 0 and other != skipped:
            return other
    return NOBODY


# --- the flip --------------------------------------------------------------------------------------------------


@kernel
def flip(state):
    """R3–R5: whose turn it is flips a card onto the pile, and a window opens."""
    seat = next_flipper(state)
    state.flipper_before = state.flipper
    state.challenger_before = state.challenger
    state.owed_before = state.owed
    card = take_top(state, seat)
    state.was_located = state.located[card]
    state.located[card] = 1
    state.pile[state.played] = card
    state.played += 1
    state.flips += 1
    state.flipper = seat
    state.flipped_at[seat] = state.flips
    state.taker = NOBODY
    challenge(state, seat, rank_of(card))
    open_window(state)


@kernel
def challenge(state, seat, rank):
    """R4, R5: a court card or ace asks the next player to pay; any other card pays one of what is owed."""
    asked = challenge_of(rank)
    if asked > 0:
        state.challenger = seat
        state.owed = asked
    elif state.owed > 0:
        state.owed -= 1


@kernel
def open_window(state):
    """The first tick; each seat's perception is drawn from its reflexes."""
    state.tick = 0
    state.wrong[:] = 0
    key = chance(state, PERCEIVE)
    for seat in range(state.players):
        state.perception[seat] = perceived(state, seat, 0, unit(key, seat))


@kernel
def perceived(state, seat, earliest, share):
    """The tick, from `earliest` on, up to which this share (in [0, 1)) of the seat's reflexes lies."""
    total = 0.0
    for tick in range(earliest, state.ticks + 1):
        total += state.reflexes[seat, tick]
    passed, last = 0.0, np.int64(state.ticks)
    for tick in range(earliest, state.ticks + 1):
        if state.reflexes[seat, tick] > 0:
            last = tick
            passed += state.reflexes[seat, tick]
            if share * total < passed:
                break
    return last


@kernel
def next_flipper(state):
    """R3, R4, R6, R7, R9, R14: whose flip it is once the window is over, if nobody slaps in it any more."""
    if state.taker != NOBODY:
        return np.int64(state.taker)
    if state.challenger == NOBODY:
        following = next_with_cards(state, state.flipper, NOBODY)
        return following if following != NOBODY else latest_flipper(state)
    if is_settled(state):
        return np.int64(state.challenger)
    return payer(state)


@kernel
def payer(state):
    """R4, R7: who pays next, found anew each time: whoever is paying, or the next with cards but the challenger."""
    if state.flipper != state.challenger and state.held[state.flipper] > 0:
        return np.int64(state.flipper)
    return next_with_cards(state, state.flipper, state.challenger)


@kernel
def is_settled(state):
    """R6, R7: whether the challenger takes the pile when the window is over: paid in full, or nobody is left to pay."""
    if state.challenger == NOBODY:
        return False
    return state.owed == 0 or payer(state) == NOBODY


@kernel
def latest_flipper(state):
    """R14: of those still in, who flipped last."""
    latest = np.int64(NOBODY)
    for seat in range(state.players):
        if is_in(state, seat) and (latest == NOBODY or state.flipped_at[seat] > state.flipped_at[latest]):
            latest = seat
    return latest


# --- the window ------------------------------------------------------------------------------------------------


@kernel
def acting(state, out):
    """Everybody still in acts in every tick (R13)."""
    for seat in range(out.shape[0]):
        out[seat] = seat if is_in(state, seat) else NOBODY


@kernel
def alive(state, seat):
    return state.ended != TERMINATED and is_in(state, seat)


@kernel
def legal(state, seat, mask):
    """Anybody may slap at any time, seeing or not."""
    mask[:] = 1


@kernel
def apply(state, actions):
    """One tick: the slaps, and after the last tick, or a good slap, the end of the window."""
    state.held_before[:] = state.held
    good = good_pile(state)
    slappers = count_slappers(state, actions)
    if slappers > 0 and good:
        slap_well(state, actions, slappers)
    elif slappers > 0:
        slap_badly(state, actions)
    state.tick += 1
    if state.ended == RUNNING and (state.taker != NOBODY or state.tick == state.ticks):
        end_window(state, good)


@kernel
def count_slappers(state, actions):
    number = 0
    for seat in range(state.players):
        number += np.int64(is_in(state, seat) and actions[seat] == SLAP)
    return number


@kernel
def good_pile(state):
    """R8, R11: whether the pile shows a pattern that is in force."""
    played = np.int64(state.played)
    if played < 2:
        return False
    top = rank_of(np.int64(state.pile[played - 1]))
    second = rank_of(np.int64(state.pile[played - 2]))
    third = rank_of(np.int64(state.pile[played - 3])) if played > 2 else 0
    return is_good(state.slaps, top, second, third, rank_of(np.int64(state.pile[0])))


@kernel
def is_good(slaps, top, second, third, first):
    """R8, R11: whether a pile of two cards or more with these ranks is good; `third` is 0 where there is none."""
    return (
        (slaps[DOUBLE] > 0 and top == second)
        or (slaps[SANDWICH] > 0 and top == third)
        or (slaps[TOP_BOTTOM] > 0 and top == first)
        or (slaps[MARRIAGE] > 0 and top == QUEEN and second == KING)
        or (slaps[TENS] > 0 and top + second == 10)
    )


@kernel
def slap_well(state, actions, slappers):
    """R9: the first hand down takes the pile; of several in one tick any, equally likely."""
    winner = below(chance(state, TIE), 0, slappers)
    for seat in range(state.players):
        if is_in(state, seat) and actions[seat] == SLAP:
            if state.perception[seat] <= state.tick:
                state.good_slaps[seat] += 1
                state.reaction_ticks[seat] += np.int64(state.tick) - np.int64(state.perception[seat])
            if winner == 0:
                state.won_slaps[seat] += 1
                take_pile(state, seat)
            winner -= 1


@kernel
def slap_badly(state, actions):
    """R10, R12, R14: every slapper burns cards, in seat order; without cards it goes out, unless everybody would."""
    everybody = True
    for seat in range(state.players):
        if is_in(state, seat):
            everybody &= actions[seat] == SLAP and state.held[seat] == 0
    for seat in range(state.players):
        if is_in(state, seat) and actions[seat] == SLAP:
            state.wrong[seat] += 1
            state.wrong_slaps[seat] += 1
            if state.held[seat] == 0 and not everybody:
                put_out(state, seat)
            for _ in range(min(np.int64(state.penalty), np.int64(state.held[seat]))):
                state.burnt[state.burnt_count] = take_top(state, seat)
                state.burnt_count += 1
    end_if_last(state)


@kernel
def put_out(state, seat):
    """R12, R13: the seat is eliminated; its challenge lapses."""
    state.out_at[seat] = state.moves + 1
    if state.challenger == seat:
        state.challenger = NOBODY
        state.owed = 0


@kernel
def take_pile(state, seat):
    """R6, R9, R15: the pile goes under the seat's stack, the undermost card to be flipped first; it flips next."""
    burnt, played = np.int64(state.burnt_count), np.int64(state.played)
    won = np.empty(CARDS, np.int64)
    for place in range(burnt):
        won[place] = state.burnt[burnt - 1 - place]
    for place in range(played):
        won[burnt + place] = state.pile[place]
    if state.shuffle_won:
        shuffle(won[: burnt + played], chance(state, SHUFFLE_WON))
    for place in range(burnt + played):
        if state.shuffle_won:
            state.located[won[place]] = 0
        put_under(state, seat, won[place])
    state.burnt_count = 0
    state.played = 0
    state.challenger = NOBODY
    state.owed = 0
    state.taker = seat


@kernel
def end_window(state, good):
    """R6, R7, R14, R12 in this order; then the next flip, or the cut at `max_flips`."""
    settle(state)
    end_if_full(state)
    if state.ended == RUNNING and good:
        put_out_cardless(state)
        end_if_last(state)
    if state.ended != RUNNING:
        return
    if state.flips >= state.max_flips:
        state.ended = TRUNCATED
    else:
        flip(state)


@kernel
def settle(state):
    """R6, R7, R14: the challenger takes a pile that is paid for; where nobody has cards somebody takes it all."""
    if state.taker == NOBODY and is_settled(state):
        take_pile(state, np.int64(state.challenger))
    if state.taker == NOBODY and next_with_cards(state, 0, NOBODY) == NOBODY:
        take_pile(state, latest_flipper(state))


@kernel
def end_if_full(state):
    """R14: all the cards in one stack end the game."""
    for seat in range(state.players):
        if state.held[seat] == CARDS:
            state.ended = TERMINATED


@kernel
def put_out_cardless(state):
    """R12: their chance to slap has passed, except for a challenger who waits for payment."""
    for seat in range(state.players):
        if is_in(state, seat) and state.held[seat] == 0 and state.challenger != seat:
            put_out(state, seat)


@kernel
def end_if_last(state):
    """R14: the last one in takes the pile and wins."""
    for seat in range(state.players):
        if is_in(state, seat) and others_in(state, seat) == 0:
            take_pile(state, seat)
            state.ended = TERMINATED


# --- results ---------------------------------------------------------------------------------------------------


@kernel
def winner_of(state):
    """R14: who has all the cards at the end; NOBODY in a game that was cut."""
    for seat in range(state.players):
        if state.held[seat] == CARDS:
            return seat
    return NOBODY


@kernel
def outcome(state, seat):
    """The reward "win" of an ended game as a whole; a draw among those still in where it was cut."""
    players = np.int64(state.players)
    winner = winner_of(state)
    if winner != NOBODY:
        return 1.0 if seat == winner else -1.0 / (players - 1)
    if not is_in(state, seat):
        return -1.0 / (players - 1)
    return (players / (others_in(state, seat) + 1) - 1.0) / (players - 1)


@kernel
def payoff(state, out):
    """The rewards of the last tick by the option `reward`."""
    players = np.int64(state.players)
    for seat in range(players):
        out[seat] = 0.0
        if state.reward == CARDS_HELD:
            out[seat] = (np.int64(state.held[seat]) - np.int64(state.held_before[seat])) / CARDS
        elif state.out_at[seat] == state.moves:
            out[seat] = -1.0 / (players - 1)
        elif is_in(state, seat) and state.ended == TERMINATED:
            out[seat] = outcome(state, seat)


@kernel
def rank(state, seat):
    """1 for whoever wins or draws, then those still in, then the others, who went out last first."""
    better = 0
    for other in range(state.players):
        better += np.int64(standing(state, other) > standing(state, seat))
    return better + 1


@kernel
def standing(state, seat):
    """A number that is higher for a better place."""
    if not is_in(state, seat):
        return np.int64(state.out_at[seat])
    last = np.int64(state.moves) + 1
    return last + np.int64(state.held[seat] == CARDS)


@kernel
def report(state, out):
    """The result of an ended game."""
    for seat in range(state.players):
        out.scores[seat] = state.held[seat]
        out.ranks[seat] = rank(state, seat)
        out.winners[seat] = out.ranks[seat] == 1
        out.outcomes[seat] = outcome(state, seat)
        out.won_slaps[seat] = state.won_slaps[seat]
        out.wrong_slaps[seat] = state.wrong_slaps[seat]
        out.good_slaps[seat] = state.good_slaps[seat]
        out.reaction_ticks[seat] = state.reaction_ticks[seat]
