"""The dead that stand up again."""

from __future__ import annotations

from roguelike.classes import define
from roguelike.engine.codecs import cell, kind, whole
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.schema import saved


@define
class Rising:
    """One of them, who needs its body for that."""

    kind: ActorKind = saved(kind("actors"))
    at: Point = saved(cell())
    due: int = saved(whole())
    """The round on which it rises."""
    leader: int = saved(whole(), default=0)
