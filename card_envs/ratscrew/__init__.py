"""Egyptian ratscrew: a game of reflexes for two to eight players."""

from __future__ import annotations

from pathlib import Path

from card_envs.core.game import Game, Hosting, Lookahead
from card_envs.core.loops import kernels_of
from card_envs.ratscrew import determinize, drawing, hosting, lookahead, observation, options, players, rules, text
from card_envs.ratscrew.options import RatscrewOptions

__all__ = ["GAME", "RatscrewOptions"]

GAME = Game(
    name="ratscrew",
    options=options.RatscrewOptions,
    state=rules.State,
    result=rules.Result,
    initial=rules.initial,
    kernels=kernels_of(rules, observation, determinize),
    layout=observation.LAYOUT,
    actions=rules.ACTIONS,
    simultaneous=True,
    folder=Path(__file__).parent,
    text=text,
    drawing=drawing,
    players=players.PLAYERS,
    lookahead=Lookahead(lookahead.stage, lookahead.value, playout="greedy"),
    hosting=Hosting(hosting.check, clock=hosting.CLOCK),
)
