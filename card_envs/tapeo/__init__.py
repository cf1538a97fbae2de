"""Tapeo: a pick-and-pass game for two to six players."""

from __future__ import annotations

from pathlib import Path

from card_envs.core.game import Controls, Game, Hosting, Lookahead, Player
from card_envs.core.loops import kernels_of
from card_envs.tapeo import controls, drawing, hosting, lookahead, observation, players, rules, text
from card_envs.tapeo.rules import TapeoOptions

__all__ = ["GAME", "TapeoOptions"]

GAME = Game(
    name="tapeo",
    options=rules.TapeoOptions,
    state=rules.State,
    result=rules.Result,
    initial=rules.initial,
    kernels=kernels_of(rules, observation),
    layout=observation.LAYOUT,
    actions=rules.ACTIONS,
    simultaneous=True,
    folder=Path(__file__).parent,
    text=text,
    drawing=drawing,
    players={"greedy": Player(players.greedy), "expert": Player(players.expert)},
    lookahead=Lookahead(lookahead.stage, lookahead.value),
    controls=Controls(controls.controls, controls.SIZE),
    hosting=Hosting(hosting.check, hosting.closing),
)
