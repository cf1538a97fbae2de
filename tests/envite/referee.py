"""A second Envite, written from the rule sheet alone: slow, plain and without anything of the library.

Cards are strings like "copas-12", actions are words, points are fractions. A referee is told what was dealt and what
each seat did, and says what must follow. Numbers like E14 are rules of `seeds/envite.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

SUITS = ("oros", "copas", "espadas", "bastos")
TRUMPS = (2, 12, 11, 10, 1, 7, 6, 5, 4, 3)  # E6, high to low
PLAIN = (12, 11, 10, 1, 7, 6, 5, 4, 3, 2)  # E7, high to low
DECK = {f"{suit}-{rank}" for suit in SUITS for rank in PLAIN}  # E3
MATADORES = {"oros-1": 6, "oros-2": 5, "oros-5": 4, "bastos-3": 3, "bastos-11": 3, "oros-10": 3}  # E8, high to low
FUERA = "chico fuera"


@dataclass(frozen=True)
class Numbers:
    """The variant table (E28)."""

    base: int = 2
    rungs: tuple[int, ...] = (4, 7, 9)
    chico_stones: int = 12
    tumbo_from: int | None = 11
    tumbo_penalty: int = 3
    may_decline: bool = False
    decline_stones: int = 1
    chicos_to_win: int = 2
    exact_hit: str = "chico"


VARIANTS = {"general": Numbers(), "gran_canaria": Numbers(chico_stones=10, tumbo_from=9, may_decline=True)}


class Referee:
    """One episode, from the deals and actions it is told.

    Attributes:
        stones, chicos: of team 0 and team 1.
        phase: "tumbo", "bets" or "cards".
        tumbo: for each team, whether it was in tumbo at the deal.
        agreed, named: what the round is worth so far, and what waits for an answer (None): stones or `FUERA`.
        said: the bidding of this round, as (team, word).
        hands: for each seat, the cards it holds.
        tricks: the tricks of this round, each {seat: card} in the order played; the last is the one being played.
        winners: the seats that won the finished ones.
        leads: the seat that leads the trick being played.
        voids: for each seat, what it has shown not to have: suits, "trump".
        gained: by each team with the last action, in chicos.
        over, winner: whether the episode is over, and the team that won it.
        events: how often each rare thing has happened, by name.
    """

    def __init__(
        self,
        players: int,
        numbers: Numbers,
        captains: tuple[int, int] = (0, 1),
        episode: str = "match",
        start_stones: tuple[int, int] = (0, 0),
    ) -> None:
        assert all(0 <= stones < numbers.chico_stones for stones in start_stones)
        self.players = players
        self.numbers = numbers
        self.captains = captains
        self.episode = episode
        self.stones = list(start_stones)
        self.chicos = [0, 0]
        self.gained = [Fraction(0), Fraction(0)]
        self.rounds = 0
        self.over = False
        self.winner: int | None = None
        self.events: dict[str, int] = {}

    # --- rank --------------------------------------------------------------------------------------------------

    def matadores(self) -> list[str]:
        """E8: in force at this table, high to low."""
        return [card for card, team_size in MATADORES.items() if self.players // 2 >= team_size]

    def trumps(self) -> list[str]:
        """E6, E8, E9: all trumps of the round, high to low, dealt or not."""
        suit = suit_of(self.vira)  # E4
        matadores = self.matadores()
        return matadores + [f"{suit}-{rank}" for rank in TRUMPS if f"{suit}-{rank}" not in matadores]

    def highest(self) -> str:
        """E10."""
        return self.trumps()[0]

    def follows(self, card: str, led: str) -> bool:
        """Whether a card is of the kind that was led: a trump, or a plain card of the same suit (E12, E13)."""
        trumps = self.trumps()
        if led in trumps:
            return card in trumps
        return card not in trumps and suit_of(card) == suit_of(led)

    # --- the round ---------------------------------------------------------------------------------------------

    def deal(self, hands: list[list[str]], vira: str, first_leader: int) -> None:
        """E4, E5, E17, E24, E26: a new round."""
        dealt = [card for hand in hands for card in hand] + [vira]
        assert [len(hand) for hand in hands] == [3] * self.players
        assert len(set(dealt)) == len(dealt)
        assert set(dealt) <= DECK
        if self.rounds:
            assert first_leader == (self.first_leader + 1) % self.players
        self.rounds += 1
        self.hands = [list(hand) for hand in hands]
        self.vira = vira
        self.first_leader = self.leads = first_leader
        self.tricks: list[dict[int, str]] = [{}]
        self.winners: list[int] = []
        self.voids: list[set[str]] = [set() for _ in hands]
        self.agreed: int | str = self.numbers.base
        self.named: int | str | None = None
        self.said: list[tuple[int, str]] = []
        bar = self.numbers.tumbo_from
        self.tumbo = [bar is not None and stones >= bar for stones in self.stones]
        if not any(self.tumbo):
            self.phase, self.speaks = "bets", first_leader % 2
        elif self.numbers.may_decline and not all(self.tumbo):
            self.phase, self.speaks = "tumbo", self.tumbo.index(True)
        else:
            self.phase = "cards"
        self.note("both in tumbo", all(self.tumbo))
        self.note("matador as vira", vira in self.matadores())
        self.note("highest card as vira", vira == self.highest())

    def actor(self) -> int:
        """Whose turn it is."""
        if self.phase != "cards":
            return self.captains[self.speaks]
        return (self.leads + len(self.tricks[-1])) % self.players

    def legal(self) -> set[str]:
        """What that seat may do."""
        if self.phase == "tumbo":
            return {"play_tumbo", "decline_tumbo"}
        if self.phase == "bets":
            if self.named is None:
                return {"pass", "raise"}
            return {"accept", "fold"} | ({"raise"} if self.named != FUERA else set())
        return set(self.legal_cards(self.hands[self.actor()]))

    def legal_cards(self, hand: list[str]) -> list[str]:
        """E11–E14."""
        if not self.tricks[-1]:
            return hand
        led = self.tricks[-1][self.leads]
        fitting = [card for card in hand if self.follows(card, led)]
        if led in self.trumps() and fitting == [self.highest()]:
            self.note("highest card may be kept")
            return hand
        return fitting or hand

    def act(self, word: str) -> bool:
        """What the seat whose turn it is does. Whether the round is over with it."""
        assert not self.over
        assert word in self.legal()
        self.gained = [Fraction(0), Fraction(0)]
        if self.phase == "cards":
            return self.play(self.actor(), word)
        return self.say(self.speaks, word)

    # --- tumbo and bets ----------------------------------------------------------------------------------------

    def say(self, team: int, word: str) -> bool:
        self.said.append((team, word))
        self.speaks = rival = 1 - team
        if word == "decline_tumbo":  # E26
            self.note("tumbo declined")
            self.note("chico by a decline", self.add(rival, self.numbers.decline_stones))
            return self.finish(rival)
        if word == "play_tumbo":
            self.phase = "cards"
        elif word == "pass":  # E17
            if (rival, "pass") in self.said:
                self.phase = "cards"
        elif word == "raise":  # E18, E19
            if self.named is not None:
                self.agreed = self.named
            self.named = self.next_rung()
            self.note("raise by a captain who passed", (team, "pass") in self.said)
        elif word == "accept":
            self.agreed, self.named = self.named or "", None
            self.phase = "cards"
        else:  # E20
            assert isinstance(self.agreed, int)
            self.note(f"fold at {FUERA}", self.named == FUERA)
            self.note("chico by a fold", self.add(rival, self.agreed))
            return self.finish(rival)
        return False

    def next_rung(self) -> int | str:
        ladder = [self.numbers.base, *self.numbers.rungs, FUERA]
        return ladder[ladder.index(self.agreed) + 1]

    # --- cards -------------------------------------------------------------------------------------------------

    def play(self, seat: int, card: str) -> bool:
        trick = self.tricks[-1]
        self.hands[seat].remove(card)
        trick[seat] = card
        led = trick[self.leads]
        if not self.follows(card, led):
            self.voids[seat].add("trump" if led in self.trumps() else suit_of(led))
            self.note("highest card kept", led in self.trumps() and self.highest() in self.hands[seat])
        if len(trick) < self.players:
            return False
        winner = self.trick_winner(trick, led)
        self.winners.append(winner)
        if [seat % 2 for seat in self.winners].count(winner % 2) == 2:  # E16
            self.note("three tricks", len(self.winners) == 3)
            return self.settle(winner % 2)
        self.leads = winner  # E15
        self.tricks.append({})
        return False

    def trick_winner(self, trick: dict[int, str], led: str) -> int:
        """E15."""
        order = self.trumps()
        if led not in order:
            suit = [f"{suit_of(led)}-{rank}" for rank in PLAIN]
            order = order + [card for card in suit if card not in order]
        return min((seat for seat in trick if trick[seat] in order), key=lambda seat: order.index(trick[seat]))

    # --- stones ------------------------------------------------------------------------------------------------

    def settle(self, team: int) -> bool:
        """E21, E22, E25, E26: a round that was played."""
        if self.tumbo[team]:
            self.note("tumbo won")
            self.chico(team)
            self.gained[team] = Fraction(1)
        elif self.tumbo[1 - team]:
            self.note("tumbo lost")
            self.note("chico by a tumbo lost", self.add(team, self.numbers.tumbo_penalty))
        elif self.agreed == FUERA:
            self.note(FUERA)
            self.chico(team)
            self.gained[team] = Fraction(1)
        else:
            assert isinstance(self.agreed, int)
            self.note("chico by stones", self.add(team, self.agreed))
        return self.finish(team)

    def add(self, team: int, stones: int) -> bool:
        """E23, E28: stones for a team, at face value. Whether they complete a chico."""
        number = self.numbers.chico_stones
        self.gained[team] = Fraction(stones, number)
        total = self.stones[team] + stones
        if total == number and self.numbers.exact_hit == "tumbo":
            self.note("exact hit kept as tumbo")
            total = number - 1
        if total < number:
            self.stones[team] = total
            return False
        self.chico(team)
        return True

    def chico(self, team: int) -> None:
        """E23."""
        self.chicos[team] += 1
        self.stones = [0, 0]

    def finish(self, team: int) -> bool:
        """E27, and where an episode ends."""
        needed = {"match": self.numbers.chicos_to_win, "chico": 1, "round": 0}[self.episode]
        if self.chicos[team] >= needed:
            self.over, self.winner = True, team
        return True

    # --- results -----------------------------------------------------------------------------------------------

    def rewards(self, kind: str) -> list[Fraction]:
        """What the last action paid each seat, by the reward option."""
        won = Fraction({None: 0, 0: 1, 1: -1}[self.winner])
        margin = self.gained[0] - self.gained[1] if kind == "stones" else won
        return [margin if seat % 2 == 0 else -margin for seat in range(self.players)]

    def note(self, event: str, happened: bool = True) -> None:
        if happened:
            self.events[event] = self.events.get(event, 0) + 1


def suit_of(card: str) -> str:
    return card.partition("-")[0]
