"""Area effects over some cells for a while: laying and removing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.state.area_effect import MAX_VEILS, AreaEffect

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.area_effect import Veiling
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


def veil(world: World, kind: Veiling, board: int, rounds: int) -> None:
    """Lay an area effect over the cells of a bitboard; beyond `MAX_VEILS` the oldest is removed."""
    if board:
        world.level.veils = [*world.level.veils, AreaEffect(kind, world.round + rounds, board)][-MAX_VEILS:]


def lift_veils(world: World) -> None:
    """Remove the expired area effects at the end of a round."""
    level = world.level
    if level.veils:
        level.veils = [each for each in level.veils if each.until > world.round + 1]


def hides(level: Level, at: Point, other: Point) -> bool:
    """Return whether darkness covers one of two cells, so that actors there do not see each other."""
    if not level.veils:
        return False
    dark, index = level.veiled("dark"), level.grid.index
    return bool((dark >> index(at) | dark >> index(other)) & 1)
