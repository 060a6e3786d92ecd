"""Strike slowly, and push."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Harm
from roguelike.engine.geometry import direction_to
from roguelike.engine.kinds.limits import HARDEST_BLOW, MOST_HIT_POINTS, TURN
from roguelike.engine.kinds.parts import WeaponStyle, named
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.displacing import displace
from roguelike.engine.rules.ways import mobility_of, ways_of
from roguelike.engine.schema import added
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.rules.blows import Terms
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("heavy_push")
@frozen
class HeavyPush(WeaponStyle):
    """Take two turns for a blow, which pushes whom it hits by one cell; a wall there adds `wall` damage."""

    wall: int = attrs.field(validator=[ge(0), le(MOST_HIT_POINTS)])
    brittle: int = added(default=1, validator=[ge(1), le(HARDEST_BLOW)])
    """By what the damage to who is brittle is multiplied."""

    cost = 2 * TURN

    def terms(self, level: Level, attacker: Actor, victim: Actor, terms: Terms, *, unaware: bool) -> Terms:
        """Multiply what breaks easily."""
        return attrs.evolve(terms, factor=max(terms.factor, self.brittle)) if victim.kind.brittle else terms

    def after(self, world: World, attacker: Actor, victim: Actor, damage: int | None) -> None:
        """Push whom it hit, unless somebody is in the way."""
        if damage is None or not victim.is_alive or victim.is_statue:
            return
        start, level = victim.at, world.level
        goal = start.step(direction_to(attacker.at, start))
        if not level.is_walkable(goal):
            hurt(world, victim, self.wall, Harm.OTHER, Cause(attacker.ref, attacker.at))
        elif level.actor_at(goal) is None and _gives_way(level, victim, goal):
            displace(world, victim, goal)


def _gives_way(level: Level, victim: Actor, goal: Point) -> bool:
    """Return whether someone can be pushed to a cell: not who is rooted, nor who swims onto land."""
    if not victim.kind.swims:
        return not victim.kind.rooted
    return bool(ways_of(level, mobility_of(level, victim)) >> level.grid.index(goal) & 1)
