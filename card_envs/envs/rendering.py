"""How the one-game interfaces show a table: in words, as a picture, and in notebooks."""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium.error import ResetNeeded

from card_envs.core.game import Game
from card_envs.core.options import checked_choice
from card_envs.drawing import picture, pixels
from card_envs.drawing.raster import need_raster

RENDER_FPS = 1


def render_modes(game: Game) -> list[str]:
    """The modes in which a game can be rendered."""
    return ["ansi", "human", *(["rgb_array"] if game.drawing is not None else [])]


class Rendering:
    """Base of what shows one table; `render_mode` is one of `render_modes`, or None."""

    game: Game
    render_mode: str | None
    metadata: dict[str, Any]

    @property
    def _shown(self) -> Any:
        """The record of the game, None before a game has been dealt."""
        raise NotImplementedError

    def _set_render_mode(self, mode: str | None) -> None:
        """Take a mode, and say in `metadata` which there are.

        Raises:
            ValueError: no such mode for this game.
            ImportError: "rgb_array" without the packages of the extra `video`.
        """
        checked_choice("render_mode", mode, (None, *render_modes(self.game)))
        if mode == "rgb_array":
            need_raster()
        self.render_mode = mode
        self.metadata = {**self.metadata, "render_modes": render_modes(self.game), "render_fps": RENDER_FPS}

    def render(self) -> Any:
        """The whole table, all hands open.

        Returns:
            A string with "ansi", uint8 [640, 960, 3] with "rgb_array"; "human" prints the string and gives None, as
            does an environment without a mode.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode; make the environment with one")
            return None
        self._need_deal()
        if self.render_mode == "rgb_array":
            return pixels(picture(self.game.name, self._shown))
        text = self.game.text.render(self._shown)
        if self.render_mode == "ansi":
            return text
        print(text, flush=True)
        return None

    def _render_human(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _repr_html_(self) -> str | None:
        """The whole table as a notebook shows it; None, for the usual words, before the first deal."""
        if self._shown is None or self.game.drawing is None:
            return None
        return picture(self.game.name, self._shown)

    def _need_deal(self) -> None:
        if self._shown is None:
            raise ResetNeeded("call reset() first: nothing has been dealt yet")
