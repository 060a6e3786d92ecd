"""Parts of `ruleset.toml`: the place in lists, the inventory, and the costs of turns."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.schema import shown

LAST_PLACE = 99

MAX_SLOTS = 52
"""The maximum number of slots: as many as small and capital letters."""


@frozen
class TurnCosts:
    """Which commands take a turn when they succeed."""

    move: bool = True
    bump: bool = False
    """Walking into a wall; if false, it is refused."""
    wait: bool = True
    pick_up: bool = True
    drop: bool = True
    use: bool = True
    launch: bool = True
    """Using an aimed item."""


@frozen
class InventoryShape:
    """The size of the player's inventory, and whether removing an item closes the gap."""

    slots: int = attrs.field(validator=[ge(0), le(MAX_SLOTS)])
    compact: bool = False
    shows_empty: bool = shown(default=False)
    """Whether menus have a row for every slot; otherwise only for carried items."""
    by_slot: bool = shown(default=False)
    """Whether a letter stands for a slot; otherwise for a kind of item."""
