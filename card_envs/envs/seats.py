"""Learners in some seats, opponents in the others: what the single-seat, vector and SB3 interfaces share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from card_envs.core.game import get_game
from card_envs.core.loops import RUNNING
from card_envs.core.options import checked_choice, checked_integer, made_options
from card_envs.core.random import Keys
from card_envs.core.tables import Rows, Tables, illegal_action
from card_envs.envs.opponents import Opponents, OpponentsSpec, make_opponents
from card_envs.policies.seated import choose_actions

MOST_SKIPPED = 10_000  # episodes in a row; opponents that always end them first would go on for ever

Learners = int | Literal["all", "team"] | Sequence[int]


class Seats:
    """`num_games` games, each with a fixed number of learners' seats; a *row* is one learner.

    A step plays on until every row must act again or is done, and pays each row the sum of its rewards since its
    own last action. Where all seats act at once a game has a row for each of its learners, and a learner who goes
    out early is done, then idle (`padding`) until its game is over. A turn-based game has one row: one learner, or a
    whole team, of which whoever's turn it is acts.

    Args:
        game: name of the game.
        num_games: number of games.
        learners: learners in each game: one number, "all", "team", or a number for each game.
        seat: the learner's seat, or "random": drawn anew at each episode's start.
        opponents, partners: see `make_opponents`.
        forced: "ask" asks learners for every action, "play" makes those that are the only legal one by itself.
        options: the game's own.

    Attributes:
        rows: number of learners in all games.
        row_game, row_seat: int64 [rows], where each sits now.
        over: bool [games], whose game has ended for its learners and waits for `restart`.
        rewards: float32 [rows]; terminated, truncated, padding: bool [rows]: what the last step left.
        skipped: int64 [games], episodes that the last call dealt anew because no learner got to act in them.
    """

    def __init__(
        self,
        game: str,
        num_games: int,
        *,
        learners: Learners = 1,
        seat: int | Literal["random"] = "random",
        opponents: OpponentsSpec = "random",
        partners: OpponentsSpec | None = None,
        forced: Literal["ask", "play"] = "ask",
        **options: Any,
    ) -> None:
        checked_choice("forced", forced, ("ask", "play"))
        self._play_forced = forced == "play"
        self.game = get_game(game)
        self.options: Any = made_options(self.game.options, options)
        self.tables = Tables(self.game, self.options, num_games)
        self.learners = _checked_learners(learners, self.tables)
        self._seat = _checked_seat(seat, self.tables.seats, self.learners, learners == "team")
        self._holders = np.full((num_games, self.tables.seats), -1, np.int64)
        self.opponents = Opponents((), np.zeros(0), np.zeros(0))
        self.set_opponents(opponents, partners)
        rows_each = self.learners if self.game.simultaneous else np.ones(num_games, np.int64)
        self.row_game: Rows = np.repeat(np.arange(num_games), rows_each)
        self.rows = len(self.row_game)
        self.row_seat = np.zeros(self.rows, np.int64)
        self.over = np.ones(num_games, np.bool_)
        self.rewards = np.zeros(self.rows, np.float32)
        self.terminated = np.zeros(self.rows, np.bool_)
        self.truncated = np.zeros(self.rows, np.bool_)
        self.padding = np.zeros(self.rows, np.bool_)
        self.skipped = np.zeros(num_games, np.int64)
        self.dealt = False
        self._owed = np.zeros((num_games, self.tables.seats), np.float32)
        self._actions = np.zeros_like(self.tables.actors)

    def set_opponents(self, opponents: OpponentsSpec, partners: OpponentsSpec | None = None) -> None:
        """Change who the opponents are, from each game's next episode on.

        Raises:
            ValueError: see `make_opponents`; a list or partners also where games have several learners.
        """
        made = make_opponents(self.game, self.tables.seats, opponents, partners)
        several = (self.learners != 1).any()
        if not len(made.weights) and several:
            raise ValueError("a list of opponents, seat by seat, needs exactly one learner in each game")
        if partners is not None and several:
            raise ValueError("partners sit beside exactly one learner in each game; a whole team has none")
        # Whoever sits somewhere now keeps a number, after the new ones: no weight draws it again.
        policies = list(made.policies)
        for number in np.unique(self._holders[self._holders >= 0]).tolist():
            seated = self.opponents.policies[number]
            if seated not in policies:
                policies.append(seated)
        numbers = [policies.index(p) if p in policies else -1 for p in self.opponents.policies]
        self._holders = np.where(self._holders >= 0, np.array([*numbers, -1], np.int64)[self._holders], -1)
        self.opponents = Opponents(tuple(policies), made.weights, made.partner_weights)

    def reset(self, seeds: Keys | None) -> None:
        """Start all games: the first of each seed uint64 [games], or without seeds the next of each sequence."""
        if seeds is not None:
            self.tables.reset(seeds)
            self._start(self.tables.all_rows)
        else:
            self.restart(self.tables.all_rows)
        self.dealt = True
        self.rewards[:] = 0.0
        self.terminated[:] = self.truncated[:] = False

    def restart(self, games: Rows) -> None:
        """Deal these games the next of their sequences; what the last step left stays readable."""
        if len(games):
            self.tables.deal_next(games)
            self._start(games)

    def step(self, actions: NDArray[np.int64], forfeited: NDArray[np.bool_] | None = None) -> None:
        """Play the learners' actions, int64 [rows], in all games that are not over.

        Args:
            actions: checked to be in the action space; a padded row's is ignored.
            forfeited: bool [rows], learners who lose their game at once with reward −1, whatever the reward option.

        Raises:
            ValueError: an illegal action; then no game has changed.
        """
        playing = ~self.over
        if forfeited is not None and forfeited.any():
            playing[self.row_game[forfeited]] = False
        games = np.flatnonzero(playing)
        rows = np.flatnonzero(playing[self.row_game] & ~self.padding)
        self._actions[self.row_game[rows], self._columns(rows)] = actions[rows]
        choose_actions(self.tables, self.opponents.policies, self._holders, games, self._actions)
        self.tables.play(self._actions, games)
        self.skipped[:] = 0
        was_out = self.padding | self.over[self.row_game]
        self._owed[games] += self.tables.rewards[games]
        self._go_on(games)
        self._settle(was_out)
        if forfeited is not None and forfeited.any():
            self._forfeit(forfeited)

    def observations(self) -> NDArray[np.float32]:
        """float32 [rows, size], a new array: what each learner sees; zero where it does not act."""
        return self.tables.observations[self.row_game, self._columns(slice(None))]

    def action_masks(self) -> NDArray[np.int8]:
        """int8 [rows, actions], a new array; a learner who does not act has one idle action, 0."""
        masks = self.tables.action_masks[self.row_game, self._columns(slice(None))]
        idle = self.padding | self.over[self.row_game]
        masks[idle] = 0
        masks[idle, 0] = 1
        return masks

    def final_observations(self, rows: Rows) -> NDArray[np.float32]:
        """float32 [len(rows), size], a new array: what learners who are done saw last."""
        return self.tables.final_observations[self.row_game[rows], self.row_seat[rows]]

    def illegal(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """bool [rows]: which learners' actions are masked."""
        masks = self.tables.action_masks[self.row_game, self._columns(slice(None))]
        playing = ~(self.padding | self.over[self.row_game])
        return np.logical_and(playing, masks[np.arange(self.rows), actions] == 0)

    def illegal_message(self, row: int, action: int) -> str:
        """What is wrong with a learner's action, in words."""
        agent = f"player_{self.row_seat[row]}"
        place = agent if self.tables.num_games == 1 else f"{agent} of game {self.row_game[row]}"
        return illegal_action(self.game, place, action, self.action_masks()[row])

    # --- inside ------------------------------------------------------------------------------------------------

    def _columns(self, rows: Any) -> Any:
        """Where in the arrays of a decision point these learners act."""
        return self.row_seat[rows] if self.game.simultaneous else np.zeros_like(self.row_seat[rows])

    def _start(self, games: Rows) -> None:
        """Seat everybody in freshly dealt games and play on to where a learner must act."""
        self._draw_seats(games)
        self.over[games] = False
        self._owed[games] = 0.0
        self.skipped[games] = 0
        self.padding[np.isin(self.row_game, games)] = False
        self._go_on(games, starting=True)
        self._find_rows(games)

    def _draw_seats(self, games: Rows) -> None:
        self.game.loops.seat_rows(
            self.tables.states,
            games,
            self.learners,
            self._seat,
            self.game.teams,
            self.opponents.weights,
            self.opponents.partner_weights,
            self._holders,
        )
        if self.game.simultaneous:
            _, seats = np.nonzero(self._holders < 0)
            self.row_seat[:] = seats

    def _find_rows(self, games: Rows) -> None:
        """In a turn-based game the row is whichever learner acts."""
        if not self.game.simultaneous:
            going = games[self.tables.states["ended"][games] == RUNNING]
            self.row_seat[going] = self.tables.actors[going, 0]

    def _go_on(self, games: Rows, starting: bool = False) -> None:
        """Let opponents play until a learner must act in each game, or the game is over for all its learners."""
        while len(games):
            tables = self.tables
            ended = tables.states["ended"][games] != RUNNING
            acts, waiting = self._learners_to_act(games)
            if starting and (again := games[ended]).size:  # nobody could learn from it
                self.skipped[again] += 1
                if self.skipped.max() > MOST_SKIPPED:
                    raise RuntimeError(f"more than {MOST_SKIPPED} episodes in a row ended before a learner could act")
                tables.deal_next(again)
                self._draw_seats(again)
                self._owed[again] = 0.0
                continue
            going = ~ended & ~waiting
            if self.game.simultaneous and not starting:
                going &= acts  # where all its learners are out, the rest teaches nothing
            games = games[going]
            if not len(games):
                return
            if self._play_forced:
                self._actions[games] = tables.action_masks[games].argmax(axis=2)
            choose_actions(tables, self.opponents.policies, self._holders, games, self._actions)
            tables.play(self._actions, games)
            self._owed[games] += tables.rewards[games]

    def _learners_to_act(self, games: Rows) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Whether a learner acts in each game, and whether one must be asked."""
        actors = self.tables.actors[games]
        holders = np.take_along_axis(self._holders[games], np.maximum(actors, 0), axis=1)
        acts = (actors >= 0) & (holders < 0)
        if not self._play_forced:
            return np.any(acts, axis=1), np.any(acts, axis=1)
        free = np.count_nonzero(self.tables.action_masks[games], axis=2) > 1
        return np.any(acts, axis=1), np.any(acts & free, axis=1)

    def _settle(self, was_out: NDArray[np.bool_]) -> None:
        """Pay the rows, and note who is done."""
        tables = self.tables
        self.rewards[:] = self._owed[self.row_game, self.row_seat]
        self.rewards[was_out] = 0.0
        self._owed[:] = 0.0
        ended = tables.states["ended"][self.row_game] != RUNNING
        out = tables.actors[self.row_game, self.row_seat] < 0 if self.game.simultaneous else ended
        cut = tables.cut[self.row_game, self.row_seat] & ended
        self.terminated[:] = out & ~cut & ~was_out
        self.truncated[:] = out & cut & ~was_out
        all_out = np.logical_and.reduceat(out, np.searchsorted(self.row_game, tables.all_rows))
        self.over |= all_out
        self.padding = out & ~self.over[self.row_game]
        self._find_rows(tables.all_rows)
        for game in np.unique(self.row_game[out & ~ended & ~was_out]).tolist():
            self._look_back(game)

    def _look_back(self, game: int) -> None:
        """Note what the seats see of a game that goes on without some of its learners, as their last observations."""
        last = self.tables.final_observations[game]
        masks = np.empty((len(last), len(self.game.actions)), np.int8)
        self.game.loops.observe_seats(self.tables.states, game, np.empty(len(last), np.bool_), last, masks)

    def _forfeit(self, forfeited: NDArray[np.bool_]) -> None:
        games = np.unique(self.row_game[forfeited])
        ended = np.isin(self.row_game, games)
        self.rewards[ended] = np.where(forfeited[ended], -1.0, 0.0)
        self.terminated[ended] = True
        self.truncated[ended] = False
        self.over[games] = True
        for row in np.flatnonzero(ended):
            column = self.row_seat[row] if self.game.simultaneous else 0
            game = self.row_game[row]
            self.tables.final_observations[game, self.row_seat[row]] = self.tables.observations[game, column]


def _checked_learners(learners: Learners, tables: Tables) -> NDArray[np.int64]:
    """Learners in each game, int64 [games]."""
    game = tables.game
    if isinstance(learners, str):
        checked_choice("learners", learners, ("all", "team"))
        if learners == "all" and not game.simultaneous:
            others = "1 or 'team'" if game.teams else "1"
            raise ValueError(
                f"learners='all' needs a game in which all seats act at once, not {game.name}, which takes {others}"
            )
        if learners == "team" and (not game.teams or game.simultaneous):
            raise ValueError(f"learners='team' needs a turn-based game with teams, not {game.name}")
        number = tables.seats if learners == "all" else tables.seats // game.teams
        return np.full(tables.num_games, number)
    counts = list(learners) if isinstance(learners, (Sequence, np.ndarray)) else [learners] * tables.num_games
    if len(counts) != tables.num_games:
        raise ValueError(f"learners takes a number, 'all', 'team', or one number for each of {tables.num_games} games")
    for count in counts:
        checked_integer("learners", count, 1, tables.seats if game.simultaneous else 1)
    return np.array(counts, np.int64)


def _checked_seat(seat: int | str, seats: int, learners: NDArray[np.int64], team: bool) -> int:
    """The learner's seat (any of a team's says which team), −1 for a random one."""
    seat = int(seat) if isinstance(seat, np.integer) else seat
    checked_choice("seat", seat, ("random", *range(seats)))
    if seat == "random":
        return -1
    if (learners != 1).any() and not team:
        raise ValueError("a fixed seat needs exactly one learner in each game; use seat='random'")
    return int(seat)
