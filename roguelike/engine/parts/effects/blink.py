"""Hop a short way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.classes import frozen
from roguelike.engine.events import Reason
from roguelike.engine.geometry import king_distance
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.amounts import Growing, amount_at, between
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview, put_at
from roguelike.engine.rules.displacing import displace
from roguelike.engine.rules.trajectory import clear_line

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("blink")
@frozen
class Blink(Effect):
    """Hop to a free cell in view, in a clear line of at most `range` cells."""

    range: Growing = attrs.field(validator=between(1, LONGEST_SIDE))

    aimed = True

    def at_plus(self, plus: int) -> Blink:
        """Return a hop as far as that plus allows."""
        return attrs.evolve(self, range=amount_at(self.range, plus))

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse a cell that is too far away, or to which the line is not clear."""
        if target is None:
            return Reason.NEEDS_TARGET
        if target == user.at:
            return Reason.OWN_CELL
        if king_distance(user.at, target) > amount_at(self.range, 0) or not level.grid.contains(target):
            return Reason.OUT_OF_RANGE
        if not level.is_visible(target):
            return Reason.OUT_OF_SIGHT
        line = clear_line(level, user.at, target)
        clear = all(level.is_flyable(cell) and level.actor_at(cell) is None for cell in line)
        return None if clear and level.is_walkable(target) else Reason.OCCUPIED

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Hop there, whoever caused it."""
        hopper = None if cause.who is None else world.level.actor_at(cause.origin)
        if hopper is not None and cause.who is not None and hopper.id == cause.who.id and hopper.at != at:
            displace(world, hopper, at)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the way."""
        way = tuple(clear_line(seen.level, seen.me.at, at))
        return attrs.evolve(put_at(seen, seen.me, at), path=way, makes=("you hop there",))
