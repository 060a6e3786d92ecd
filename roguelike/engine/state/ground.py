"""Records of terrain that has changed, or will change."""

from __future__ import annotations

from roguelike.classes import define
from roguelike.engine.codecs import integer, kind
from roguelike.engine.schema import saved


@define
class SeenTerrain:
    """The terrain of a cell as the player saw it last, if it has changed since."""

    ground: int = saved(kind("terrain"))
    """The terrain code of the ground."""
    cover: int = saved(kind("terrain"))


@define
class Passing:
    """Temporary ground, and what it becomes."""

    until: int = saved(integer())
    """The round at whose end it disappears."""
    ground: int = saved(kind("terrain"))
    """The terrain code of the ground that it becomes."""


@define
class Covering:
    """A temporary cover, and the cover before it."""

    until: int = saved(integer())
    """The round at whose end it disappears."""
    before: int = saved(kind("terrain"))
    """The terrain code of the cover before it; 0 for none."""
