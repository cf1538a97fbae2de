"""What the words of every game share: the languages, lists, numbers and the names of seats."""

from __future__ import annotations

from collections.abc import Sequence

from card_envs.core.options import checked_choice

LANGUAGES = ("en", "es")
AND = {"en": " and ", "es": " y "}


def checked_language(language: str) -> None:
    """Raise a ValueError that names the languages there are, unless `language` is one of them."""
    checked_choice("language", language, LANGUAGES)


def agent(seat: int) -> str:
    """The name of a seat, as environments call it: "player_0"."""
    return f"player_{seat}"


def joined(items: Sequence[str], language: str) -> str:
    """A list in words: "a", "a and b", "a, b and c"; nothing for no items."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + AND[language] + items[-1]


def number(value: float, language: str) -> str:
    """A number with at most two decimals, none that are zero, and the language's decimal mark: "−1.5", "−1,5"."""
    digits = f"{round(float(value), 2):g}".replace("-", "−")
    return digits.replace(".", ",") if language == "es" else digits


def counted(value: float, one: str, many: str, language: str) -> str:
    """A number and what it counts: "1 churro", "2 churros"."""
    return f"{number(value, language)} {one if abs(value) == 1 else many}"
