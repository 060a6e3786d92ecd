"""Projectiles in flight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import define
from roguelike.engine.codecs import cell, integer, kind, listed, optional, record
from roguelike.engine.events import ActorRef
from roguelike.engine.geometry import Point
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.limits import MAX_PLUS
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.schema import saved
from roguelike.engine.state.item import Item

if TYPE_CHECKING:
    from roguelike.engine.kinds.glyphs import Glyph
    from roguelike.engine.kinds.items import ItemKind

MAX_PATH: Final = 2 * MAX_SIDE
"""Maximum number of cells of a flight."""


@define(eq=False)
class Projectile:
    """A missile or an item in flight: it moves one cell a tick along the rest of its path."""

    kind: ProjectileKind | None = saved(optional(kind("projectiles")))
    """None if an item flies."""
    thrower: ActorRef = saved(record(ActorRef))
    at: Point = saved(cell())
    path: list[Point] = saved(listed(cell(), MAX_PATH))
    item: Item | None = saved(optional(record(Item)), default=None)
    plus: int = saved(integer(-MAX_PLUS, MAX_PLUS), default=0)
    """The plus of the item that launched it."""

    @property
    def glyph(self) -> Glyph:
        """The glyph of the missile or item."""
        return self.means.glyph

    @property
    def means(self) -> ItemKind | ProjectileKind:
        """The kind of the missile or item."""
        if self.kind is not None:
            return self.kind
        if self.item is None:
            raise TypeError("something must fly")
        return self.item.kind
