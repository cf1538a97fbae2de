"""What tests ask of drawings: which symbols there are, which of them a picture shows, and what they look like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

from card_envs.drawing import pixels, symbols
from card_envs.drawing.cards import HEIGHT, WIDTH
from card_envs.drawing.svg import Box, rectangle, standing, use

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 34_000  # of a sheet


def elements(svg: str) -> Iterator[ElementTree.Element]:
    """Every element of an SVG text, which has to be well-formed."""
    return ElementTree.fromstring(svg).iter()


def boxes(svg: str) -> dict[str, str]:
    """The symbols of a sheet by name, each with its view box."""
    return {symbol.get("id", ""): symbol.get("viewBox", "") for symbol in elements(svg) if symbol.tag == SVG + "symbol"}


def shown(svg: str) -> Counter[str]:
    """How often a picture shows each symbol, those aside that symbols show within them."""
    root = ElementTree.fromstring(svg)
    for definitions in root.findall(SVG + "defs"):
        root.remove(definitions)
    return Counter(use.get("href", "")[1:] for use in root.iter(SVG + "use"))


def cards(svg: str, back: str) -> Counter[str]:
    """Those that are cards with their faces up."""
    return Counter({name: n for name, n in shown(svg).items() if name.startswith("card-") and name != back})


def some_of(states: Sequence[Any], most: int = 12) -> Sequence[Any]:
    """So many of them at most, evenly."""
    return states[:: len(states) // most + 1]


def check_sheet(game: str, names: list[str]) -> None:
    """A sheet that holds these symbols and all that they are made of, each once, in few bytes, no two alike."""
    sheet = symbols(game)
    ids = [element.get("id") for element in elements(sheet) if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {element.get("href", "")[1:] for element in elements(sheet) if element.tag == SVG + "use"} <= set(ids)
    found = boxes(sheet)
    drawn = [name for name in found if name.startswith("card-")]
    assert set(names) | {f"card-back-{game}"} <= set(drawn)
    assert {found[name] for name in drawn} == {f"0 0 {WIDTH} {HEIGHT}"}
    assert len(sheet.encode()) < MOST_BYTES
    assert len({pixels(alone(game, name)).tobytes() for name in drawn}) == len(drawn)


def alone(game: str, name: str) -> str:
    """A card by itself, as small as it is to be read, on green."""
    box = Box(0, 0, 60, 90)
    return standing(60, 90, name, [symbols(game), rectangle(box, "#0f0"), use(name, box)])
