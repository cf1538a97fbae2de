"""A second Egyptian ratscrew, written from the rule sheet alone: slow, plain and without anything of the library.

Cards are strings like "queen-hearts", fractions are exact. A referee is told the stacks, who flips first, from which
tick each seat sees each flip, who slaps, and what chance decides (ties, shuffles), and says what must follow. Numbers
like R12 are rules of `seeds/ratscrew.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
SUITS = ("clubs", "diamonds", "hearts", "spades")
DECK = {f"{rank}-{suit}" for rank in RANKS for suit in SUITS}
CHALLENGES = {"jack": 1, "queen": 2, "king": 3, "ace": 4}  # R4

Shuffled = Callable[[int, list[str]], list[str]]


class Referee:
    """One game, from what it is told.

    Attributes:
        stacks: for each seat its cards, the one flipped first at the front.
        played: the pile's cards that were flipped, the first one at the front.
        burnt: the burnt cards under them, in the order burnt: each lies below the ones before it.
        seats_in: the seats that are still in.
        challenger, owed: whose court card or ace waits for payment (None), and the cards still to be paid.
        flips: the seats that flipped, from the game's start on.
        good: whether the pile may be slapped.
        tick: decision steps made in this window.
        wrong: for each seat, its wrong slaps in this window.
        sees: for each seat, the tick from which it sees the newest card.
        located: the cards that a perfect memory can place.
        gone: for each seat that is out, after how many decision steps it went.
        winner, truncated: how the game ended; None and False while it runs.
        events: how often each rare thing has happened, by name.
    """

    def __init__(
        self,
        players: int,
        ticks: int,
        slaps: Sequence[str],
        penalty: int,
        shuffle_won: bool,
        max_flips: int,
    ) -> None:
        self.players = players
        self.ticks = ticks
        self.slaps = slaps
        self.penalty = penalty
        self.shuffle_won = shuffle_won
        self.max_flips = max_flips
        self.played: list[str] = []
        self.burnt: list[str] = []
        self.seats_in = set(range(players))
        self.challenger: int | None = None
        self.owed = 0
        self.flips: list[int] = []
        self.steps = 0
        self.located: set[str] = set()
        self.gone: dict[int, int] = {}
        self.winner: int | None = None
        self.truncated = False
        self.events: dict[str, int] = {}

    def deal(self, stacks: Sequence[Sequence[str]], first: int) -> None:
        """R2, R3: these stacks, and the seat that flips first does so."""
        assert len(stacks) == self.players
        assert {card for stack in stacks for card in stack} == DECK
        assert sum(len(stack) for stack in stacks) == 52
        self.stacks = [list(stack) for stack in stacks]
        self.flip(first)

    def perceive(self, sees: Sequence[int]) -> None:
        """The tick from which each seat sees the card just flipped."""
        assert len(sees) == self.players
        assert all(0 <= tick <= self.ticks for tick in sees)
        self.sees = list(sees)

    @property
    def over(self) -> bool:
        return self.truncated or self.winner is not None

    # --- flips -------------------------------------------------------------------------------------------------

    def flip(self, seat: int) -> None:
        """R3–R5: the seat flips its top card, which opens a window."""
        card = self.stacks[seat].pop(0)
        self.before = (list(self.played), self.challenger, self.owed, self.flips[-1] if self.flips else None)
        self.was_located = card in self.located
        self.located.add(card)
        self.played.append(card)
        self.flips.append(seat)
        if rank(card) in CHALLENGES:
            self.note("challenge passed on", self.challenger is not None)
            self.note("cardless challenger", not self.stacks[seat])
            self.challenger, self.owed = seat, CHALLENGES[rank(card)]
        elif self.challenger is not None:
            self.owed -= 1
            self.note("payer ran out by flipping", self.owed > 0 and not self.stacks[seat])
        self.good = any(PATTERNS[name](self.played) for name in self.slaps)
        self.tick = 0
        self.wrong = [0] * self.players

    def taker(self) -> int | None:
        """R6, R7, R14: who takes the pile if the window ends now; the first seat in, if none of them ever flipped."""
        if self.challenger is not None:
            others = [seat for seat in range(self.players) if seat != self.challenger]
            if self.owed == 0 or not any(self.stacks[seat] for seat in others):
                return self.challenger
        if not any(self.stacks):
            latest = [seat for seat in self.flips if seat in self.seats_in]
            return latest[-1] if latest else min(self.seats_in)
        return None

    def next_flipper(self) -> int:
        """R3, R4, R6, R7: who flips next if the window ends now."""
        if self.over and self.turn is not None:
            return self.turn
        taker = self.taker()
        if taker is not None:
            return taker
        last = self.flips[-1]
        if self.challenger not in (None, last) and self.stacks[last]:
            return last
        order = [(last + distance) % self.players for distance in range(1, self.players + 1)]
        return next(seat for seat in order if self.stacks[seat] and seat != self.challenger)

    # --- a decision step ---------------------------------------------------------------------------------------

    def step(self, slappers: set[int], first_hand: int | None = None, shuffled: Shuffled | None = None) -> bool:
        """These seats slap, the others hold. Whether a card was flipped with it.

        Args:
            slappers: all of them still in.
            first_hand: who was first, where several slap a good pile.
            shuffled: tells for a seat and the pile it wins the order in which it comes, the first flipped in front.
        """
        assert not self.over
        assert slappers <= self.seats_in  # R13
        self.held_before = [len(stack) for stack in self.stacks]
        self.in_before = set(self.seats_in)
        self.shuffled = shuffled
        self.steps += 1
        self.tick += 1
        if slappers and self.good:
            if len(slappers) > 1:
                self.note("tie among slappers")
            else:
                first_hand = min(slappers)
            assert first_hand in slappers
            self.note("cardless back by a slap", not self.stacks[first_hand])
            self.note("slap during a challenge", self.challenger is not None)
            self.take(first_hand)
            return self.close(first_hand)
        self.burn(slappers)
        if self.last_one_in():
            return False
        if self.tick < self.ticks:
            return False
        taker = self.taker()
        if taker is not None:
            self.note("cardless challenger settled", taker == self.challenger and not self.stacks[taker])
            self.note("challenger takes unpaid", taker == self.challenger and self.owed > 0)
            self.note("all cardless", not any(self.stacks))
            self.note("latest flipper takes", taker != self.challenger)
            self.note("earlier flipper takes", taker not in (self.challenger, self.flips[-1]))
            self.take(taker)
        return self.close(taker)

    def burn(self, slappers: set[int]) -> None:
        """R10, R12, R14: wrong slaps."""
        out = {seat for seat in slappers if not self.stacks[seat]}
        if out and out == self.seats_in:
            self.note("everybody would be put out")
            out = set()
        self.note("wrong slap without cards", bool(out))
        payer = self.next_flipper() if self.challenger is not None and self.owed else None
        for seat in sorted(slappers):
            self.wrong[seat] += 1
            for _ in range(min(self.penalty, len(self.stacks[seat]))):
                self.burnt.append(self.stacks[seat].pop(0))
        self.note("payer burnt empty", payer in slappers and payer not in out and not self.stacks[payer])
        for seat in out:
            self.put_out(seat)

    def put_out(self, seat: int) -> None:
        """R12, R13."""
        self.seats_in.remove(seat)
        self.gone[seat] = self.steps
        if seat == self.challenger:
            self.note("challenger put out")
            self.challenger, self.owed = None, 0

    def take(self, seat: int) -> None:
        """R9, R15: the seat takes the whole pile."""
        won = self.burnt[::-1] + self.played
        if self.shuffle_won and won:
            order = self.shuffled(seat, won)
            assert sorted(order) == sorted(won)
            won = order
            self.located -= set(won)
        self.stacks[seat] += won
        self.played, self.burnt = [], []
        self.challenger, self.owed = None, 0

    def close(self, taker: int | None) -> bool:
        """The window ends; `taker` has taken the pile. R14, then R12, then the next flip. Whether there was one."""
        self.turn = taker
        for seat in self.seats_in:
            if len(self.stacks[seat]) == 52:  # R14
                self.note("52 with a cardless player in", len(self.seats_in) > 1)
                self.win(seat)
                return False
        if self.good:  # R12
            for seat in sorted(self.seats_in):
                if not self.stacks[seat]:
                    if seat == self.challenger:
                        self.note("cardless challenger outlasts a good pile")
                    else:
                        self.note("chance passed", taker is None)
                        self.note("two out at once", self.steps in self.gone.values())
                        self.put_out(seat)
        if self.last_one_in():
            return False
        if len(self.flips) == self.max_flips:
            self.note("truncated with somebody out", len(self.seats_in) < self.players)
            self.truncated = True
            return False
        self.flip(self.next_flipper() if taker is None else taker)
        self.turn = None
        return True

    def last_one_in(self) -> bool:
        """R14: as soon as nobody else is in, the last one takes the pile and wins."""
        if len(self.seats_in) > 1:
            return False
        self.note("last one in")
        self.note("last one in without cards", not self.stacks[min(self.seats_in)])
        (seat,) = self.seats_in
        self.take(seat)
        self.turn = seat
        self.win(seat)
        return True

    def win(self, seat: int) -> None:
        assert len(self.stacks[seat]) == 52
        self.note("two players left", len(self.in_before) == 2 < self.players)
        self.note("win in the last settlement", len(self.flips) == self.max_flips)
        self.winner = seat

    # --- what a seat knows -------------------------------------------------------------------------------------

    def in_the_air(self, seat: int) -> bool:
        """Whether the seat does not see the newest card yet."""
        return not self.over and self.sees[seat] > self.tick

    def view(self, seat: int) -> dict:
        """What the seat is shown, with what a perfect memory adds; seats are absolute, None is nobody or nothing."""
        air = self.in_the_air(seat)
        last = self.flips[-1]
        stacks = [len(stack) for stack in self.stacks]
        located = set(self.located)
        newest = self.played[-1] if self.played else None
        if air:
            played, challenger, owed, last_flipper = self.before
            flipper = last
            stacks[last] += 1
            upcoming = newest if self.was_located else None
            if not self.was_located:
                located.remove(newest)
        else:
            played, challenger, owed, last_flipper = self.played, self.challenger, self.owed, last
            flipper = self.next_flipper()
            upcoming = None if self.over else self.next_located(flipper)
        return {
            "top": played[:-4:-1],
            "first": played[0] if played else None,
            "pile": len(played) + len(self.burnt),
            "burnt": len(self.burnt),
            "stacks": stacks,
            "in": set(self.seats_in),
            "flipper": flipper,
            "last_flipper": last_flipper,
            "challenger": challenger,
            "owed": owed,
            "air": air,
            "tick": self.tick,
            "seen_at": -1 if air else min(self.sees[seat], self.tick),
            "wrong_slaps": list(self.wrong),
            "next_card": upcoming,
            "air_card": upcoming if air else None,
            "unlocated": DECK - located,
        }

    def next_located(self, flipper: int) -> str | None:
        """The card that `flipper` flips next if nobody slaps any more, where it can be placed."""
        if self.stacks[flipper]:
            card = self.stacks[flipper][0]
        elif self.shuffle_won:
            return None
        else:
            card = (self.burnt[::-1] + self.played)[0]
        return card if card in self.located else None

    # --- result and reward -------------------------------------------------------------------------------------

    def rewards(self, kind: str) -> list[Fraction]:
        """What the last step paid each seat, by the reward option."""
        if kind == "cards":
            held = zip(self.stacks, self.held_before, strict=True)
            return [Fraction(len(stack) - before, 52) for stack, before in held]
        lost = self.in_before - (self.seats_in if self.winner is None else {self.winner})
        paid = {seat: Fraction(-1, self.players - 1) for seat in lost}
        if self.winner is not None:
            paid[self.winner] = Fraction(1)
        return [paid.get(seat, Fraction(0)) for seat in range(self.players)]

    def winners(self) -> set[int]:
        return self.seats_in if self.winner is None else {self.winner}

    def scores(self) -> list[Fraction]:
        """The outcome for evaluation: a game that was cut is a draw among those still in."""
        share = Fraction(self.players, len(self.winners())) - 1
        return [
            share / (self.players - 1) if seat in self.winners() else Fraction(-1, self.players - 1)
            for seat in range(self.players)
        ]

    def ranks(self) -> list[int]:
        """1 for the winners, then those still in, then the others, out later better; equals share the better rank."""
        ever = self.steps + 1
        lasted = [self.gone.get(seat, ever) + (seat in self.winners()) for seat in range(self.players)]
        return [1 + sum(other > mine for other in lasted) for mine in lasted]

    def note(self, event: str, happened: bool = True) -> None:
        if happened:
            self.events[event] = self.events.get(event, 0) + 1


def rank(card: str) -> str:
    return card.partition("-")[0]


# --- R8, R11: of the cards played to the pile, the first one at the front --------------------------------------


def double(played: list[str]) -> bool:
    return len(played) >= 2 and rank(played[-1]) == rank(played[-2])


def sandwich(played: list[str]) -> bool:
    return len(played) >= 3 and rank(played[-1]) == rank(played[-3])


def top_bottom(played: list[str]) -> bool:
    return len(played) >= 2 and rank(played[-1]) == rank(played[0])


def marriage(played: list[str]) -> bool:
    return len(played) >= 2 and rank(played[-1]) == "queen" and rank(played[-2]) == "king"


def tens(played: list[str]) -> bool:
    spots = [RANKS.index(rank(card)) + 1 for card in played[-2:]]
    return len(spots) == 2 and max(spots) < 10 and sum(spots) == 10


PATTERNS = {"double": double, "sandwich": sandwich, "top_bottom": top_bottom, "marriage": marriage, "tens": tens}
