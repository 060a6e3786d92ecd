"""What a level keeps of terrain that has changed, or will."""

from __future__ import annotations

from roguelike.classes import define
from roguelike.engine.codecs import integer, kind
from roguelike.engine.schema import saved


@define
class SeenTerrain:
    """The terrain of a cell as the player saw it last, where it is another now."""

    ground: int = saved(kind("terrain"))
    """Its code."""
    cover: int = saved(kind("terrain"))


@define
class Passing:
    """Terrain that lasts for a while, and what it was before."""

    until: int = saved(integer())
    """The round at whose end it goes."""
    ground: int = saved(kind("terrain"))
    """The code of what it becomes then."""


@define
class Covering:
    """A cover that lasts for a while, and what covered its cell before."""

    until: int = saved(integer())
    """The round at whose end it goes."""
    before: int = saved(kind("terrain"))
    """The code of what covered the cell before; 0 for nothing."""
