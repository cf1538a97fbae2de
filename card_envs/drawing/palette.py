"""The colours of every drawing: of a bar, its tapas and a Canarian table; flat, warm, the same on dark and light."""

from __future__ import annotations

INK = "#2e2320"
PAPER = "#fdf5e2"
SHADE = "#ead9b8"  # of paper, plates and cloth

RED = "#c73e2e"
WINE = "#8d2630"
ORANGE = "#e57f35"
GOLD = "#f0b13a"
AMBER = "#c47c1e"  # the shade of gold, and everything fried
BROWN = "#7d4a2a"
WOOD = "#5a3523"
GREEN = "#6b9a3a"
FOREST = "#3a6234"
SEA = "#2b7a78"
DEEP = "#17484c"
BLUE = "#2f5f94"
NIGHT = "#1d2f4d"
STEEL = "#b9c9d2"
ROSE = "#e08276"
SKIN = "#f0bd94"
TAN = "#b9774a"

BY_NAME = {name.lower(): colour for name, colour in list(globals().items()) if name.isupper()}


def css() -> str:
    """The palette as custom properties, for a page that shows the drawings: `:root{--ink:#2e2320;…}`."""
    return ":root{" + "".join(f"--{name}:{colour};" for name, colour in BY_NAME.items()) + "}"
