"""Send a projectile on its way, and fly all of them on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le, optional

from roguelike.engine.events import CannotDo, Launched, Reason
from roguelike.engine.geometry import squared_distance
from roguelike.engine.instances import Cause, Projectile
from roguelike.engine.kinds import LONGEST_SIDE, ProjectileKind
from roguelike.engine.parts import Effect, named
from roguelike.engine.rules.trajectory import line_of_flight

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.instances import Actor, Who
    from roguelike.engine.world import World


@named("launch")
@attrs.frozen
class Launch(Effect):
    """Launch a `projectile` at the target; what it does is told by its kind."""

    projectile: ProjectileKind
    range: int | None = attrs.field(default=None, validator=optional([ge(0), le(LONGEST_SIDE)]))
    """The greatest straight distance of a target, in cells; None for any."""
    in_sight: bool = True
    """Whether only a cell in view can be a target."""

    aimed = True

    def count(self) -> int:
        """Count those too of what it launches."""
        return 1 + sum(effect.count() for effect in self.projectile.effects)

    def effort(self) -> int:
        """Add that of what it launches."""
        return 1 + sum(effect.effort() for effect in self.projectile.effects)

    def check(self, world: World, user: Actor, target: Point | None) -> None:
        """Refuse a target that is no use, or out of reach."""
        if target is None:
            raise CannotDo(Reason.NEEDS_TARGET)
        check_target(world, user, target, self.range)
        if self.in_sight and not world.sees(target):
            raise CannotDo(Reason.OUT_OF_SIGHT)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Launch it from where the cause is, towards `at`."""
        launch(world, self.projectile, cause.who, cause.origin, at)


def check_target(world: World, user: Actor, target: Point, reach: int | None) -> None:
    """Refuse a target off the map, on the user's own cell or further than `reach`.

    Raises:
        CannotDo: the target is one of these.
    """
    if not world.level.grid.contains(target):
        raise CannotDo(Reason.OUT_OF_RANGE)
    if target == user.at:
        raise CannotDo(Reason.OWN_CELL)
    if reach is not None and squared_distance(user.at, target) > reach * reach:
        raise CannotDo(Reason.OUT_OF_RANGE)


def launch(world: World, kind: ProjectileKind, thrower: Who, start: Point, target: Point) -> None:
    """Put a projectile into the air above `start`; it moves with the next tick."""
    world.level.projectiles.append(Projectile(kind, thrower, start, line_of_flight(kind, start, target)))
    world.emit(Launched(thrower, kind, seen=world.sees(start)))


def fly(world: World) -> None:
    """Move every projectile one cell on, then let those that have arrived do what they do, in order of launch."""
    arrived: list[tuple[Projectile, Actor | None]] = []
    for projectile in world.level.projectiles:
        stopped, hit = _advance(world, projectile)
        if stopped:
            arrived.append((projectile, hit))
    for projectile, _ in arrived:
        world.level.projectiles.remove(projectile)
    for projectile, hit in arrived:
        cause = Cause(projectile.thrower, projectile.at, projectile.kind)
        for effect in projectile.kind.on_hit if hit is not None and hit.is_alive else ():
            effect.apply(world, cause, projectile.at)
        for effect in projectile.kind.on_stop:
            effect.apply(world, cause, projectile.at)


def _advance(world: World, projectile: Projectile) -> tuple[bool, Actor | None]:
    """Move one projectile one cell; returns whether its flight is over, and whom it hit."""
    if not projectile.path:  # another projectile has launched it at the cell where that one ended
        return True, None
    goal = projectile.path.pop(0)
    if not world.level.is_walkable(goal):
        return True, None
    projectile.at = goal
    hit = world.level.actor_at(goal)
    return hit is not None or not projectile.path, hit
