"""Actors and items on the way to a level."""

from __future__ import annotations

from typing import Final

from roguelike.classes import define
from roguelike.engine.codecs import cell, flag, integer, listed, member, optional, record
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.limits import DEEPEST
from roguelike.engine.schema import MOST, saved
from roguelike.engine.state.actor import Actor
from roguelike.engine.state.item import Item

MAX_ARRIVALS: Final = 200
"""Maximum number of arrivals on the way to all levels together; further actors stay where they are."""
_MAX_ITEMS: Final = 999


@define
class Arrival:
    """An actor or items that left one level, and appear on another while the player is there."""

    depth: int = saved(integer(1, DEEPEST))
    """The depth of the level on which it appears."""
    by: Exit = saved(member(Exit))
    """The exit by which it left the other level."""
    due: int = saved(integer(0, MOST))
    """The first round in which it can appear."""
    at: Point = saved(cell())
    """The cell that it left; after a fall it lands at the same place."""
    actor: Actor | None = saved(optional(record(Actor)), default=None)
    items: list[Item] = saved(listed(record(Item), _MAX_ITEMS), factory=list)
    beside: bool = saved(flag(), default=False)
    """Whether it appears next to the player, wherever they are by then."""
