"""A second Tapeo, written from the rule sheet alone: slow, plain and without anything of the library.

Tapas are strings, hands and bars are lists, points are fractions. A referee is told what was dealt and what was
picked, and says what must follow. Numbers like T9 are rules of `seeds/tapeo.md`.
"""

from __future__ import annotations

from fractions import Fraction

DECK = {  # T2
    "tortilla": 14,
    "croqueta": 14,
    "prawns": 10,
    "bread": 8,
    "pepper": 10,
    "freeloader": 6,
    "churro": 10,
}
SLICES = {"ham1": 1, "ham2": 2, "ham3": 3}
HAND_SIZE = {2: 10, 3: 9, 4: 8, 5: 7, 6: 7}  # T5


class Referee:
    """One game, from the deals and picks it is told.

    Attributes:
        hands, bars: for each seat, the tapas it holds and those before it.
        revealed: what each seat revealed last; empty at the first pick of a round.
        picks: reveals made in this round.
        round: 1, 2 or 3.
        totals: points of finished rounds, T19 included once the game is over.
        tally: churros of finished rounds.
        round_points: what each seat gained in the last finished round (T12–T18).
        churro_points: what T19 gave each seat; empty before the end.
        memory: for each seat, the hands it has held and passed on as it remembers them: {holder now: tapas}.
        events: how often each rare thing has happened, by name.
    """

    def __init__(self, players: int, ham_split: tuple[int, int, int] = (4, 4, 4), split: str = "whole") -> None:
        self.players = players
        self.deck = DECK | dict(zip(SLICES, ham_split, strict=True))  # T3
        self.exact = split == "exact"
        self.round = 0
        self.over = False
        self.totals = [Fraction(0)] * players
        self.tally = [0] * players
        self.round_points: list[Fraction] = []
        self.churro_points: list[Fraction] = []
        self.events: dict[str, int] = {}

    def left_of(self, seat: int) -> int:
        return (seat + 1) % self.players

    # --- play --------------------------------------------------------------------------------------------------

    def deal(self, hands: list[list[str]]) -> None:
        """T4, T5: a new round with these hands."""
        assert len(hands) == self.players
        assert all(len(hand) == HAND_SIZE[self.players] for hand in hands)
        dealt = [tapa for hand in hands for tapa in hand]
        assert all(dealt.count(tapa) <= self.deck.get(tapa, 0) for tapa in dealt)
        self.round += 1
        self.picks = 0
        self.hands = [list(hand) for hand in hands]
        self.bars: list[list[str]] = [[] for _ in hands]
        self.revealed: list[str] = []
        self.memory: list[dict[int, list[str]]] = [{} for _ in hands]

    def pick(self, picks: list[str]) -> bool:
        """T6–T8: one pick of everybody. Whether the round is over with it."""
        self.reveal(picks)
        if len(self.hands[0]) > 1:
            return False
        self.reveal([hand[0] for hand in self.hands], automatic=True)  # T8
        self.finish_round()
        return True

    def reveal(self, picks: list[str], automatic: bool = False) -> None:
        for seat, tapa in enumerate(picks):
            self.hands[seat].remove(tapa)  # raises where the seat does not hold it
            self.remember(seat, tapa)
        for seat, tapa in enumerate(picks):
            left = self.left_of(seat)
            self.bars[seat].append(tapa)  # T6; a freeloader stays (T9)
            if tapa == "freeloader" and picks[left] != "freeloader":  # T9, T10
                self.bars[seat].append(picks[left])
                self.note("steal")
                self.note("stolen churro", picks[left] == "churro")
                self.note("steal by a last tapa", automatic)
            self.note("freeloader before a freeloader", tapa == picks[left] == "freeloader")
        for seat, tapa in enumerate(picks):
            right = (seat - 1) % self.players
            if picks[right] == "freeloader" and tapa != "freeloader":
                self.bars[seat].remove(tapa)
        self.note("all freeloaders", set(picks) == {"freeloader"})
        self.revealed = list(picks)
        self.pass_hands()
        self.picks += 1

    def pass_hands(self) -> None:
        """T7: every hand goes to the left; each seat remembers the hand it gives away, and where the others went."""
        passed = {seat: list(self.hands[seat]) for seat in range(self.players)}
        for seat in range(self.players):
            moved = {self.left_of(holder): hand for holder, hand in self.memory[seat].items()}
            moved.pop(seat, None)  # it has come back and is seen again
            moved[self.left_of(seat)] = list(passed[seat])
            self.memory[seat] = moved
        self.hands = [passed[(seat - 1) % self.players] for seat in range(self.players)]

    def remember(self, picker: int, tapa: str) -> None:
        """Whoever remembers the picker's hand takes the tapa it saw off it."""
        for hands in self.memory:
            if picker in hands:
                hands[picker].remove(tapa)

    # --- scores ------------------------------------------------------------------------------------------------

    def finish_round(self) -> None:
        """T12–T18b, and after the third round T19."""
        self.round_points = [Fraction(self.own_points(bar)) for bar in self.bars]
        for seat, prize in enumerate(self.ham_prizes()):
            self.round_points[seat] += prize
        peppers = [bar.count("pepper") for bar in self.bars]
        hot = [seat for seat in range(self.players) if peppers[seat] >= 3 and peppers[seat] == max(peppers)]
        for seat in hot:
            self.round_points[seat] -= 6  # T18
        self.note("peppers hot for several", len(hot) > 1)
        for seat in range(self.players):
            self.totals[seat] += self.round_points[seat]
            self.tally[seat] += self.bars[seat].count("churro")
        if self.round == 3:
            self.finish_game()

    def own_points(self, bar: list[str]) -> int:
        """T12, T13, T17 and the 2 a pepper of T18."""
        points = bar.count("tortilla") // 2 * 5
        points += {0: 0, 1: 1, 2: 3, 3: 6, 4: 10}.get(bar.count("croqueta"), 15)
        bread = bar.count("bread")
        for _ in range(bar.count("prawns")):
            points += 3
            if bread:
                bread -= 1
                points += 3
        return points + 2 * bar.count("pepper")

    def ham_prizes(self) -> list[Fraction]:
        """T14–T16."""
        slices = [sum(SLICES.get(tapa, 0) for tapa in bar) for bar in self.bars]
        prizes = [Fraction(0)] * self.players
        levels = sorted(set(slices) - {0}, reverse=True)
        if not levels:
            return prizes
        first = [seat for seat in range(self.players) if slices[seat] == levels[0]]
        for seat in first:
            prizes[seat] = self.share(6, len(first))
        self.note("first ham shared", len(first) > 1)
        if len(first) == 1 and len(levels) > 1:
            second = [seat for seat in range(self.players) if slices[seat] == levels[1]]
            for seat in second:
                prizes[seat] = self.share(3, len(second))
            self.note("second ham shared", len(second) > 1)
        self.note("no second ham", len(first) == 1 and len(levels) == 1)
        return prizes

    def share(self, prize: int, holders: int) -> Fraction:
        """T16."""
        part = Fraction(prize, holders)
        self.note("prize that does not divide", part.denominator > 1)
        return part if self.exact else Fraction(prize // holders)

    def finish_game(self) -> None:
        """T19, T20."""
        self.churro_points = [Fraction(0)] * self.players
        most = [seat for seat in range(self.players) if self.tally[seat] == max(self.tally)]
        fewest = [seat for seat in range(self.players) if self.tally[seat] == min(self.tally)]
        for seat in most:
            self.churro_points[seat] += self.share(6, len(most))
        if self.players > 2:
            for seat in fewest:
                self.churro_points[seat] -= self.share(6, len(fewest))
        self.totals = [total + extra for total, extra in zip(self.totals, self.churro_points, strict=True)]
        self.over = True
        self.note("most churros shared", len(most) > 1)
        self.note("fewest churros shared", len(fewest) > 1)
        leaders = self.totals.count(max(self.totals))
        self.note("win decided by churros", leaders > len(self.winners()))
        self.note("win shared", len(self.winners()) > 1)

    def winners(self) -> list[int]:
        """T21: the seats that share the win."""
        standing = [(self.totals[seat], self.tally[seat]) for seat in range(self.players)]
        return [seat for seat in range(self.players) if standing[seat] == max(standing)]

    def ranks(self) -> list[int]:
        """1 for the winners; equals share the better rank."""
        standing = [(self.totals[seat], self.tally[seat]) for seat in range(self.players)]
        return [1 + sum(other > own for other in standing) for own in standing]

    def rewards(self, kind: str, round_over: bool) -> list[Fraction]:
        """What the last pick paid, by the reward option."""
        if kind == "round" and round_over:
            gained = list(self.round_points)
            if self.over:
                gained = [gain + extra for gain, extra in zip(gained, self.churro_points, strict=True)]
            return self.margins(gained)
        if kind == "score" and self.over:
            return self.margins(self.totals)
        if kind == "win" and self.over:
            winners, others = self.winners(), self.players - 1
            share = (Fraction(self.players, len(winners)) - 1) / others
            return [share if seat in winners else Fraction(-1, others) for seat in range(self.players)]
        return [Fraction(0)] * self.players

    def margins(self, points: list[Fraction]) -> list[Fraction]:
        means = [(sum(points) - own) / (self.players - 1) for own in points]
        return [(own - mean) / 20 for own, mean in zip(points, means, strict=True)]

    def note(self, event: str, happened: bool = True) -> None:
        if happened:
            self.events[event] = self.events.get(event, 0) + 1
