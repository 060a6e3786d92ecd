"""Send a projectile on its way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le, optional

from roguelike.engine.events import CannotDo, Reason
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.rules.flight import check_target, launch

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


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
