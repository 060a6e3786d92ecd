"""What flies."""

from __future__ import annotations

from typing import Final

from roguelike.classes import define
from roguelike.engine.codecs import cell, kind, listed, record
from roguelike.engine.events import ActorRef
from roguelike.engine.geometry import Point
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.schema import saved

LONGEST_PATH: Final = 2 * LONGEST_SIDE
"""Cells of a flight."""


@define(eq=False)
class Projectile:
    """Something in flight: it moves one cell a tick along the rest of its path."""

    kind: ProjectileKind = saved(kind("projectiles"))
    thrower: ActorRef = saved(record(ActorRef))
    at: Point = saved(cell())
    path: list[Point] = saved(listed(cell(), LONGEST_PATH))
