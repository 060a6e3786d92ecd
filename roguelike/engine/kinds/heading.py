"""The description of a rule set, without its kinds: its place, its inventory, the costs of turns."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.schema import shown

LAST_PLACE = 99

MAX_SLOTS = 52
"""Slots that have a letter, small or capital."""


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
    """Using an item that is aimed."""


@frozen
class InventoryShape:
    """The number of items that the player carries, and whether taking one out closes the gap."""

    slots: int = attrs.field(validator=[ge(0), le(MAX_SLOTS)])
    compact: bool = False
    shows_empty: bool = shown(default=False)
    """Whether menus have a row for every slot; only for carried items otherwise."""
    by_slot: bool = shown(default=False)
    """Whether a letter stands for a slot; for a kind of item otherwise."""
