"""The player's last choices in a game, for views that are opened again."""

from __future__ import annotations

import attrs

from roguelike.classes import define
from roguelike.engine.events import Named
from roguelike.engine.kinds.items import ItemKind
from roguelike.narration.aiming import Aimed


@define
class LastChoices:
    """The last choices of one game; neither the game nor its journal depends on them."""

    highlight: int = 0
    """The highlighted row of the item menus."""
    aimed: Aimed | None = None
    """The last aim, for the key that repeats it."""
    unwielded: Named | None = None
    """The previous weapon, for the key that swaps weapons."""
    accepted: set[ItemKind] = attrs.field(factory=set)
    """The kinds of items whose harm to the player was accepted for this fight."""
