"""Water that spreads over a level for a while."""

from __future__ import annotations

from roguelike.classes import define
from roguelike.engine.codecs import cell, integer, kind
from roguelike.engine.geometry import Point
from roguelike.engine.schema import saved


@define
class Flood:
    """One flood, which has a source."""

    at: Point = saved(cell())
    terrain: int = saved(kind("terrain"))
    """The code of what it lays."""
    since: int = saved(integer())
    """The round in which it began."""
    until: int = saved(integer())
    """The round at whose end it is gone."""
