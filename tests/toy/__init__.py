"""Two small games that no user sees: they try what the interfaces promise and Tapeo has no use for.

`pile` is turn-based; in `stamina` all act at once, seats go out early, and a game may be cut short.
"""

from __future__ import annotations

# As in `core.game.GAMES`, where tests register them for as long as they run.
TOYS = {"pile": "tests.toy.pile", "stamina": "tests.toy.stamina"}
