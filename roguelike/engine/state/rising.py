"""Dead monsters that revive."""

from __future__ import annotations

from typing import Final

from roguelike.classes import define
from roguelike.engine.codecs import cell, integer, kind, optional
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.schema import saved

_BODY: Final = optional(kind("things"))


@define
class Rising:
    """A dead monster that revives if its corpse is still there."""

    kind: ActorKind = saved(kind("actors"))
    at: Point = saved(cell())
    due: int = saved(integer())
    """The round on which it rises."""
    body: ItemKind | None = saved(_BODY, default=None)
    """The corpse that must still be there; None for that of its own kind."""
