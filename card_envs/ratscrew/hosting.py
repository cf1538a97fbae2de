"""What a table for people asks of Egyptian ratscrew: what a seat can see at all, and how it is played in real time."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from card_envs.core.game import Clock, Setting
from card_envs.core.layout import demand
from card_envs.ratscrew.cards import CARDS, KING, NO_RANK, QUEEN, RANKS
from card_envs.ratscrew.observation import TOP
from card_envs.ratscrew.options import RatscrewOptions
from card_envs.ratscrew.players import SPREAD
from card_envs.ratscrew.rules import NOBODY

Seen = Mapping[str, NDArray[np.float32]]

SUITS = CARDS // RANKS
NEARLY = 1e-4


def check(seen: Seen) -> None:
    """Raise `BlockError` unless a seat can see this in a window: the options are possible, the cards add up."""
    players, ticks = int(seen["present"].sum()), int(seen["ticks"][0])
    air, tick, memory = bool(seen["air"][0]), int(seen["tick"][0]), bool(seen["memory"][0])
    _check_options(seen, players, ticks)
    demand("in", seen["in"][0], "is true of oneself, or there is nothing to choose")
    demand("in", seen["in"].sum() >= 2, "takes two seats at least, as long as the game goes on")
    demand("tick", tick < ticks, f"takes 0 to {ticks - 1}")
    demand("seen_at", seen["seen_at"][0] == -1 if air else 0 <= seen["seen_at"][0] <= tick, "is -1 in the air alone")
    demand("wrong_slaps", seen["wrong_slaps"].max() <= tick, f"are at most {tick} by this tick")
    demand("flipper", seen["flipper"].argmax() < players and seen["flipper"].any(), f"takes a seat below {players}")
    demand("last_flipper", air or seen["last_flipper"].any(), "takes the seat that flipped the top card")
    for block in ("last_flipper", "challenger"):
        demand(block, seen[block].argmax() < players, f"takes a seat below {players}")
    demand("owed", seen["challenger"].any() or not seen["owed"][0], "is 0 without a challenger")
    held = seen["stacks"] - air * seen["flipper"]  # what is in the air may have been the flipper's last
    demand("in", (seen["in"] >= (held > 0)).all(), "is true of everybody with cards")
    on_piles = int(seen["stacks"].sum() + seen["pile"][0])
    demand("stacks", on_piles == CARDS, f"and the pile take {CARDS} cards together, not {on_piles}")
    in_hand = seen["stacks"][seen["flipper"].argmax()]
    demand("stacks", not air or in_hand > 0, "take a card that is in the air with its flipper's")
    _check_pile(seen, air)
    if not air:
        _check_turn(seen, players)
    if memory:
        _check_memory(seen, air)
    else:
        for block in ("next_card", "air_card", "unlocated"):
            demand(block, not seen[block].any(), "is told only to a seat with memory")


def _check_options(seen: Seen, players: int, ticks: int) -> None:
    """The options make a table; reflexes are said with few decimals, and may sum to nearly 1."""
    demand("present", players >= 2, "takes 2 seats at least")
    demand("ticks", ticks >= 1, "takes 1 at least")
    demand("penalty", seen["penalty"][0] >= 1, "takes 1 or 2")
    shares = seen["reflexes"][:players]
    demand("reflexes", not shares[:, ticks + 1 :].any(), f"are zero past tick {ticks}")
    demand("reflexes", (np.abs(shares.sum(axis=1) - 1) < NEARLY).all(), "sum to 1 for each seat")


def _check_turn(seen: Seen, players: int) -> None:
    """R3, R4, R6, R7: whose flip it is, where the newest card is seen and somebody has cards."""
    last, challenger = int(seen["last_flipper"].argmax()), int(seen["challenger"].argmax())

    def following(skipped: int) -> int | None:
        order = [(last + turn) % players for turn in range(1, players + 1)]
        return next((seat for seat in order if seen["stacks"][seat] and seat != skipped), None)

    if not seen["challenger"].any():
        seat = following(NOBODY)
    elif last != challenger and seen["stacks"][last]:
        seat = last
    else:
        seat = following(challenger)
    if seen["challenger"].any() and (seat is None or not seen["owed"][0]):
        seat = challenger
    demand("flipper", seat is None or seen["flipper"][seat], f"is seat {seat} after these cards")


def _check_pile(seen: Seen, air: bool) -> None:
    """The cards that are shown are there, no more of a rank than the deck has, and slaps were wrong where they are."""
    played = int(seen["pile"][0] - seen["burnt"][0])
    demand("burnt", played >= (not air), "are fewer than the cards of the pile")
    shown = min(played, TOP)
    fits = seen["top"][:shown].all() and not seen["top"][shown:].any()
    demand("top", fits, f"takes the ranks of {shown} cards of a pile with {played} played")
    demand("first", bool(seen["first"][0]) == (played > 0), "takes the rank of the first card played")
    if 0 < played <= TOP:
        demand("first", seen["first"][0] == seen["top"][played - 1], "is the lowest card seen of so small a pile")
    counts = np.bincount(_shown(seen, played), minlength=RANKS + 1)
    demand("top", counts[1:].max() <= SUITS, f"and first show at most {SUITS} cards of a rank")
    right = not air and seen["top"][0] in _good_on(seen, *seen["top"][1:])
    demand("wrong_slaps", not right or not seen["wrong_slaps"].any(), "are none on a good pile")


def _check_memory(seen: Seen, air: bool) -> None:
    """What a seat with memory is told: enough cards are located for all that are seen, and not all where one is not."""
    played, in_hand = int(seen["pile"][0] - seen["burnt"][0]), bool(seen["stacks"][seen["flipper"].argmax()])
    from_pile = not air and not in_hand and (seen["shuffle_won"][0] or not seen["burnt"][0])
    coming = () if from_pile else seen["air_card" if air else "next_card"][:1]
    located = SUITS - seen["unlocated"]
    counts = np.bincount(np.array([*_shown(seen, played), *coming], np.int64), minlength=RANKS + 1)
    demand("unlocated", (located >= counts[1:]).all(), "leave too few of a rank that is seen or remembered")
    demand("unlocated", located.sum() >= played + np.any(coming), "leave fewer cards than are seen and remembered")
    good = _good_on(seen, *seen["top"][:2]) if air and seen["wrong_slaps"].any() else set()
    demand("air_card", not air or seen["air_card"][0] not in good, "is none that would have made the slaps good")
    possible = sum(seen["unlocated"][rank - 1] for rank in range(1, RANKS + 1) if rank not in good)
    demand("unlocated", from_pile or np.any(coming) or possible, "take a card that can be the one not remembered")


def _shown(seen: Seen, played: int) -> NDArray[np.int64]:
    """The ranks of the cards of the pile that are seen, each once; 0 for none."""
    return np.array([*seen["top"], *(seen["first"] if played > TOP else ())], np.int64)


def _good_on(seen: Seen, top: float, second: float) -> set[float]:
    """The ranks of cards that would make a pile good with these on it (R8, R11)."""
    if top == NO_RANK:
        return set()
    fitting = (top, second, seen["first"][0], QUEEN if top == KING else NO_RANK, 10 - top)
    return {rank for rank, in_force in zip(fitting, seen["slaps"], strict=True) if in_force and rank > NO_RANK}


# --- real time -------------------------------------------------------------------------------------------------


def seated(options: RatscrewOptions, people: Collection[int], tick_ms: float, reaction_ms: float) -> RatscrewOptions:
    """People see a card at once and remember what they can; bots see it when people would.

    Args:
        options: of the table; its own `reflexes` give way.
        people: their seats.
        tick_ms, reaction_ms: how long a tick lasts, and the median of the bots' times to see a card.
    """
    at_once = (1.0, *[0.0] * options.ticks)
    bots = reflexes(options.ticks, tick_ms / reaction_ms)
    seats = range(options.players)
    return replace(
        options,
        reflexes=tuple(at_once if seat in people else bots for seat in seats),
        memory=tuple(options.memory[seat] and seat not in people for seat in seats),
    )


def reflexes(ticks: int, tick: float) -> tuple[float, ...]:
    """How likely one sees a card from each tick 0 … `ticks` on, where a tick lasts that part of the median reaction."""
    by = [seen_by(number * tick) for number in range(ticks + 1)]
    return (*(after - before for before, after in pairwise(by)), 1.0 - by[-1])


def seen_by(time: float) -> float:
    """The chance to have seen a card by then, in medians: log-normal, as reactions are."""
    return 0.5 * (1.0 + math.erf(math.log(time) / (SPREAD * math.sqrt(2.0)))) if time > 0 else 0.0


def window(state: Any) -> int:
    """The number of the flip: a slap is meant for the card that its player saw."""
    return int(state.flips)


CLOCK = Clock(Setting(150, 50, 2_000), Setting(450, 100, 5_000), seated, window)
