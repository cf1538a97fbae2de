"""Values as JSON has them, and options made of them again."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

import numpy as np

from card_envs.core.options import made_options


def plain(value: Any) -> Any:
    """The same in numbers, strings, bools, None, lists and dicts; a dataclass becomes a dict of its fields."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    return value


def options_again(kind: type, options: dict[str, Any]) -> Any:
    """The options of a game that `plain` has made a dict of.

    Raises:
        ValueError: they are none of that game.
    """
    hints = get_type_hints(kind)
    again = {}
    for name, value in options.items():
        nested = [choice for choice in get_args(hints.get(name)) if isinstance(choice, type) and is_dataclass(choice)]
        again[name] = made_options(nested[0], value) if isinstance(value, dict) and nested else value
    return made_options(kind, again)
