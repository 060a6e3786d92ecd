"""Effects that lay terrain for later use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le, min_len

from roguelike.classes import frozen
from roguelike.engine.events import Reason, Wasted
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.families import Effect, named
from roguelike.engine.kinds.limits import MAX_TURNS
from roguelike.engine.kinds.names import GroundName, TerrainName
from roguelike.engine.rules.areas import WIDEST, burst
from roguelike.engine.rules.terrain import bearing, change
from roguelike.engine.schema import added
from roguelike.engine.state.preview import Preview

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.world import World


@named("lay")
@frozen
class Lay(Effect):
    """Lay a `terrain`, ground or cover, on the cells within `radius`, for `rounds` or, with 0, permanently."""

    terrain: TerrainName
    radius: int = attrs.field(default=0, validator=[ge(0), le(WIDEST)])
    rounds: int = attrs.field(default=0, validator=[ge(0), le(MAX_TURNS)])
    diagonally: bool = added(default=False)
    """Whether `radius` is in steps, diagonal ones included, instead of straight distance."""

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse a cover if the user's own cell cannot bear it."""
        return Reason.NO_FLOOR if target is None and not self._takes(level, user.at) else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Lay it on passable cells; report to the player if no cell takes it."""
        level = world.level
        cells = self._cells(level, at)
        if cause.who is not None and cause.who.is_player and not any(self._takes(level, cell) for cell in cells):
            world.emit(Wasted())
        change(world, board_of(map(level.grid.index, cells)), self.terrain, rounds=self.rounds)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the cells, as far as the level is known."""
        level = seen.level
        cells = [cell for cell in self._cells(level, at) if self._takes(level, cell)]
        return Preview(area=tuple(cell for cell in cells if level.is_explored(cell)))

    def _cells(self, level: Level, at: Point) -> list[Point]:
        return burst(level, at, self.radius, diagonally=self.diagonally)

    def _takes(self, level: Level, at: Point) -> bool:
        """Return whether a cell can bear the terrain: only covers need suitable ground."""
        kind = level.kinds[level.code(self.terrain)]
        return kind.layer != "cover" or bool(bearing(level, kind) >> level.grid.index(at) & 1)


@named("seal")
@frozen
class Seal(Effect):
    """Turn an adjacent closed door of a kind in `doors` into the door `into`, with an intact `seal`."""

    doors: tuple[GroundName, ...] = attrs.field(validator=min_len(1))
    into: GroundName

    aimed = True

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse every target except an adjacent door of these kinds."""
        if target is None:
            return Reason.NEEDS_TARGET
        if not level.grid.contains(target) or level.terrain_at(target).name not in self.doors:
            return Reason.NO_DOOR
        return Reason.OUT_OF_RANGE if chebyshev_distance(user.at, target) > 1 else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Seal it."""
        cell = world.level.grid.index(at)
        world.level.forced.pop(cell, None)
        change(world, 1 << cell, self.into)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the cell, and the door that it becomes."""
        return Preview(area=(at,), makes=(self.into,))
