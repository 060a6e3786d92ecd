"""The dead that stand up again."""

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
    """One of the dead that stands up again, if its body still lies there by then."""

    kind: ActorKind = saved(kind("actors"))
    at: Point = saved(cell())
    due: int = saved(integer())
    """The round on which it rises."""
    body: ItemKind | None = saved(_BODY, default=None)
    """What must still lie there; None for the body of its own kind."""
