"""Playing a little before anybody comes, so that nobody waits for a compiler."""

from __future__ import annotations

from card_envs.arena.plain import plain
from card_envs.core.game import GAMES, get_game
from card_envs.policies.registry import SEARCH
from card_envs.service.bots import bot_names
from card_envs.service.catalogue import table_sizes
from card_envs.service.hall import Hall
from card_envs.service.sight import sight
from card_envs.service.store import MadeTable
from card_envs.service.table import PlayedTable

POINTS = 3  # decision points that each bot plays
QUICK = {SEARCH: f"{SEARCH}:1"}  # the same code in less time


def rehearse(hall: Hall) -> None:
    """Let every bot play a few decision points of its game.

    Raises:
        ValueError: a bot that cannot be had, such as an exported policy that is damaged.
    """
    for name in GAMES:
        game = get_game(name)
        players = table_sizes(game)[0]
        options = plain(game.options(players=players))
        for bot in bot_names(game, hall.settings):
            made = MadeTable(name, game.layout.version, options, 0, [bot] * players, [""] * players, 0, 100)
            table, policy = PlayedTable(made), hall.bot(name, QUICK.get(bot, bot))
            for _ in range(POINTS):
                table.chosen = policy.choose_now(table.bots())
                table.play()
            sight(game, table.told(0, True)["view"])
