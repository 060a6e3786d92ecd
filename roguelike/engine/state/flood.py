"""Floods that spread over a level for a while."""

from __future__ import annotations

from roguelike.classes import define
from roguelike.engine.codecs import cell, integer, kind, optional
from roguelike.engine.geometry import Point
from roguelike.engine.schema import saved


@define
class Flood:
    """One flood from a source."""

    at: Point = saved(cell())
    terrain: int = saved(kind("terrain"))
    """The code of the terrain that it lays."""
    since: int = saved(integer())
    """The round in which it began."""
    until: int = saved(integer())
    """The round at whose end it disappears."""
    each: int = saved(integer(1), default=1)
    """Rounds for each cell of its spread."""
    over: int | None = saved(optional(kind("terrain")), default=None)
    """The code of the only ground that it covers, even across other ground; None if it spreads over any."""
