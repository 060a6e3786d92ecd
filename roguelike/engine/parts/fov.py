"""Fields of view."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.grid import MAX_SIDE, board_of, cells_of
from roguelike.engine.kinds.families import FieldOfView, named
from roguelike.engine.rules.areas import whole_disc
from roguelike.engine.rules.lamp import dimmed_to, lamp_of
from roguelike.engine.rules.shadowcast import board_in_sight, shadowcast
from roguelike.engine.state.actor import changes_of
from roguelike.engine.state.lamp import Lamp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("shadowcast")
@frozen
class Shadowcast(FieldOfView):
    """Recursive shadowcasting within a circle."""

    radius: int = attrs.field(validator=[ge(0), le(MAX_SIDE)])

    def cells(self, level: Level, eye: Point) -> Sequence[int]:
        """Return the cells that are lit from `eye`."""
        return shadowcast(level.opaque, level.grid, level.grid.index(eye), self.radius * self.radius)


def _cells(usual: int) -> int:
    return attrs.field(default=usual, validator=[ge(0), le(MAX_SIDE)])


class Light(NamedTuple):
    """Everything that the player's view depends on, except walls."""

    radius: int
    """The radius of the lamp's light, in cells."""
    echoes: int
    """The radius within which everything is seen, despite obstacles, in cells."""
    dark: int
    """The bitboard of the cells that the lamp lights only from nearby."""
    glowing: int
    """The bitboard of the cells that are visible without the lamp."""


@named("lamp")
@frozen
class LampLight(FieldOfView):
    """Recursive shadowcasting within the light of the player's lamp; glowing things are visible within `glow` cells."""

    open: int = _cells(9)
    covered: int = _cells(3)
    out: int = _cells(2)
    glow: int = _cells(30)

    def cells(self, level: Level, eye: Point) -> Sequence[int]:
        """Return the cells that an open lamp lights."""
        radius = min(self.open, _farthest(level))
        return shadowcast(level.opaque, level.grid, level.grid.index(eye), radius * radius)

    def light(self, world: World) -> Light:
        """Return the radius of the lamp, the cells that it does not light, and the cells that glow."""
        level, player = world.level, world.player
        overlooked = min(level.terrain_at(player.at).overlooks, _farthest(level))
        echoes = max(player.changed(0, "echoes"), overlooked)
        return Light(self.radius(world), echoes, _dark(world), _glowing(world))

    def look(self, world: World, light: Light) -> Sequence[int]:
        """Return the cells that the lamp now lights, and the visible cells that glow."""
        level, (radius, echoes, dark, glowing) = world.level, light
        eye = world.player.cell
        lit = _in_sight(level.opaque, level.grid, eye, radius * radius)
        if dark:
            near = board_of(_in_sight(level.opaque, level.grid, eye, self.out * self.out))
            lit = [cell for cell in lit if (near | ~dark) >> cell & 1]
        if echoes:
            lit = list(dict.fromkeys([*lit, *whole_disc(level, world.player.at, echoes)]))
        glow = min(self.glow, _farthest(level))
        if not glowing or radius >= glow:
            return lit
        seen = board_in_sight(level.opaque, level.grid, eye, glow * glow) & glowing
        return list(dict.fromkeys([*lit, *cells_of(seen)]))

    def radius(self, world: World) -> int:
        """Return how far the player sees, in cells, with their conditions and worn items."""
        lamp, player, farthest = lamp_of(world), world.player, _farthest(world.level)
        if (dimmed := dimmed_to(world)) is not None:
            farthest = min(farthest, dimmed)
        if lamp == Lamp.CARRIED:
            return min(player.light, farthest)
        radius = {Lamp.OPEN: self.open, Lamp.COVERED: self.covered, Lamp.OUT: self.out}[lamp]
        for added, factor in changes_of(player, "sight"):
            radius = max(self.out, (radius + added) * factor // 100)
        if _dark(world) >> player.cell & 1:
            radius = min(radius, self.out)
        return min(radius, farthest)


_in_sight = functools.lru_cache(maxsize=16)(shadowcast)
"""Cached, since the line of sight stays the same while flickering fire changes the light every round."""


def _farthest(level: Level) -> int:
    """Return the maximum distance that any actor sees on the level, in cells."""
    return (level.event.sight if level.event is not None else None) or MAX_SIDE


def _dark(world: World) -> int:
    """Return the bitboard of the cells that lamps light only from nearby; none for a light that cannot be covered."""
    level = world.level
    if world.player.light:
        return 0
    return level.cells("smothers") | (level.veiled("dark") if level.veils else 0)


def _glowing(world: World) -> int:
    """Return the bitboard of all cells that glow or burn."""
    level = world.level
    board = board_of([actor.cell for actor in level.actors if actor.kind.glows and actor.hit_points])
    if lit := level.cells("glows"):
        board |= level.grid.spread(lit, diagonally=True)
    return board | level.burning
