"""Playing in real time: a decision point lasts a tick, in which the person presses a key or does not."""

from __future__ import annotations

import time
from collections import deque

from rich.console import Console
from rich.live import Live

from card_envs.core.text import agent
from card_envs.play.keys import END, Keys
from card_envs.play.screen import Screen
from card_envs.play.sitting import Adviser, Sitting
from card_envs.play.turns import Left

IDLE, ACT = 0, 1
EVENTS = 4  # that stay on the screen
LEAVE, PAUSE, HINT = ("q", END), "p", "?"


def play_real_time(
    sitting: Sitting, console: Console, screen: Screen, adviser: Adviser, language: str, tick: float
) -> None:
    """Play a game to its end.

    Args:
        tick: how long a decision point lasts, in seconds; those in which the person has no part take no time.

    Raises:
        Left: the person leaves.
        OSError: there is no terminal that gives single keys.
    """
    text, seat = sitting.game.text, sitting.seat
    foot = screen.phrases["live_keys"].format(move=text.action(ACT, language))
    events: deque[str] = deque(maxlen=EVENTS)
    try:
        with Keys() as keys, Live(console=console, auto_refresh=False) as live:

            def show(said: str = foot) -> None:
                live.update(screen.live(text.glance(sitting.state, seat, language), events, said), refresh=True)

            def pause(said: str) -> None:
                show(said)
                if keys.within(None) in LEAVE:
                    raise Left
                keys.drop()

            pause(screen.phrases["start"])
            while not sitting.over:
                show(foot if sitting.inside else screen.phrases["out"])
                action = IDLE
                if sitting.asked:
                    key = _key(keys, tick)
                    if key in LEAVE:
                        raise Left
                    if key == PAUSE:
                        pause(screen.phrases["paused"])
                        continue
                    if key == HINT:
                        advised = text.action(sitting.advice(adviser.policy).action, language)
                        pause(screen.phrases["hint"].format(policy=adviser.name, move=advised))
                        continue
                    action = ACT if key else IDLE
                for actor, chosen in sitting.play(action).actions.items():
                    if chosen != IDLE:
                        who = screen.phrases["you"] if actor == seat else agent(actor)
                        events.append(screen.phrases["did"].format(agent=who, move=text.action(chosen, language)))
    except KeyboardInterrupt:
        raise Left from None


def _key(keys: Keys, tick: float) -> str:
    """The first key pressed in a tick, which lasts to its end all the same; empty if there is none."""
    until = time.monotonic() + tick
    key = keys.within(tick)
    if key in ("", *LEAVE, PAUSE, HINT):
        return key
    time.sleep(max(until - time.monotonic(), 0.0))
    return key
