"""What a player chose last in a game, for the screens that are opened again."""

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
    """What was aimed last, for the key that does it again."""
    unwielded: Named | None = None
    """The weapon that was in hand before, for the key that swaps two."""
    accepted: set[ItemKind] = attrs.field(factory=set)
    """The items to use in this fight though they hurt the player."""
