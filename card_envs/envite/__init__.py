"""Envite Canario: two teams, three cards, trumps above trumps, and bets."""

from __future__ import annotations

from pathlib import Path

from card_envs.core.game import Game, Hosting, Lookahead, Player
from card_envs.core.loops import kernels_of
from card_envs.envite import drawing, hosting, lookahead, observation, players, rules, text
from card_envs.envite.rules import EnviteOptions, EnviteVariant

__all__ = ["GAME", "EnviteOptions", "EnviteVariant"]

GAME = Game(
    name="envite",
    options=rules.EnviteOptions,
    state=rules.State,
    result=rules.Result,
    initial=rules.initial,
    kernels=kernels_of(rules, observation),
    layout=observation.LAYOUT,
    actions=rules.ACTIONS,
    simultaneous=False,
    folder=Path(__file__).parent,
    text=text,
    drawing=drawing,
    players={"greedy": Player(players.greedy), "expert": Player(players.expert)},
    teams=2,
    lookahead=Lookahead(lookahead.stage, lookahead.value),
    hosting=Hosting(hosting.check, hosting.closing),
)
