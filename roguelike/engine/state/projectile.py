"""What flies."""

from __future__ import annotations

import attrs

from roguelike.engine.events import ActorRef
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.projectiles import ProjectileKind


@attrs.define(eq=False)
class Projectile:
    """Something in flight: it moves one cell a tick along the rest of its path."""

    kind: ProjectileKind
    thrower: ActorRef
    at: Point
    path: list[Point]
