"""What brings an effect about."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.events import ActorRef
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.terrain import TerrainKind


@frozen
class Cause:
    """What brings an effect about: who began it, if anybody did, from where, and by what means."""

    who: ActorRef | None
    origin: Point
    means: ItemKind | ProjectileKind | TerrainKind | None = None
    """None for bare hands."""
