"""Set somebody on fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.events import Harm
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview, on_actor
from roguelike.engine.rules.burning import burn
from roguelike.engine.rules.immunity import is_immune

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("burn")
@frozen
class Burn(Effect):
    """Do to whoever is there what flames do."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Set them on fire."""
        victim, fire = world.level.actor_at(at), world.ruleset.fire
        if victim is not None and victim.is_alive and fire is not None:
            burn(world, victim, fire, cause.maker(world))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return what flames do."""
        victim, fire = seen.level.actor_at(at), seen.ruleset.fire
        if victim is None or fire is None or is_immune(victim, Harm.FIRE):
            return on_actor(at, None)
        return Preview.of_all(effect.uncaused().preview(seen, at) for effect in fire.touch)
