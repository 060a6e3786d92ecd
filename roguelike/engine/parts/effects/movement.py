"""Effects that move actors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Harm, Reason
from roguelike.engine.geometry import chebyshev_distance, direction_to
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.amounts import Growing, amount_at, between
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.families import Effect, named
from roguelike.engine.kinds.limits import MAX_HIT_POINTS, MAX_TURNS
from roguelike.engine.preview import harmed, on_actor, put_at
from roguelike.engine.rules.budget import charge
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.displacing import displace, furthest, push, teleport
from roguelike.engine.rules.falling import climb_out, fall
from roguelike.engine.rules.foreseen import from_fixed
from roguelike.engine.rules.spawn import free_cell
from roguelike.engine.rules.trajectory import clear_line
from roguelike.engine.rules.ways import mobility_of
from roguelike.engine.state.preview import Expected, Preview

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.world import World


@named("blink")
@frozen
class Blink(Effect):
    """Hop to a free cell in view, along a clear line of at most `range` cells."""

    range: Growing = attrs.field(validator=between(1, MAX_SIDE))

    aimed = True
    moves_user = True

    def at_plus(self, plus: int) -> Blink:
        """Return the hop with the range at that plus."""
        return attrs.evolve(self, range=amount_at(self.range, plus))

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse a cell that is too far away or not in a clear line."""
        if target is None:
            return Reason.NEEDS_TARGET
        if target == user.at:
            return Reason.OWN_CELL
        if chebyshev_distance(user.at, target) > amount_at(self.range, 0) or not level.grid.contains(target):
            return Reason.OUT_OF_RANGE
        if not level.is_visible(target):
            return Reason.OUT_OF_SIGHT
        line = clear_line(level, user.at, target)
        clear = all(level.is_flyable(cell) and level.actor_at(cell) is None for cell in line)
        return None if clear and level.is_walkable(target) else Reason.OCCUPIED

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Move the actor that caused it there."""
        hopper = None if cause.who is None else world.level.actor_at(cause.origin)
        if hopper is not None and cause.who is not None and hopper.id == cause.who.id and hopper.at != at:
            displace(world, hopper, at)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the path."""
        way = tuple(clear_line(seen.level, seen.me.at, at))
        return attrs.evolve(put_at(seen, seen.me, at), path=way, makes=("you hop there",))


_SEARCHED = 100
"""The number of cells that are searched in the time of one effect on one cell."""


@named("teleport")
@frozen
class Teleport(Effect):
    """Teleport the actor on the cell to the free floor cell with the most steps from all cells in its view.

    With `company`, adjacent allies come along.
    """

    company: bool = False

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Teleport them, if there is such a cell."""
        traveller = world.level.actor_at(at)
        if traveller is None or not traveller.is_alive or traveller.is_statue:
            return
        charge(world, world.level.grid.size // _SEARCHED)
        goal = furthest(world.level, at, mobility_of(world.level, traveller))
        if goal is None:
            return
        company = self._company(world.level, traveller)
        teleport(world, traveller, goal)
        for friend in company:
            place = free_cell(world.level, goal, mobility_of(world.level, friend))
            if place is not None and friend.is_alive:
                teleport(world, friend, place)

    def _company(self, level: Level, traveller: Actor) -> list[Actor]:
        """Return the companions that come along, by rising id."""
        if not self.company:
            return []
        beside = (each for each in level.actors if chebyshev_distance(each.at, traveller.at) == 1)
        return [each for each in beside if each.side == traveller.side and each.is_alive]

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the cell, and the actors that leave; their goal is unknown."""
        traveller = seen.level.actor_at(at)
        if traveller is None or traveller.is_statue or "teleport" in traveller.kind.immune:
            return Preview(area=(at,))
        company = self._company(seen.level, traveller)
        gone = [each for each in (traveller, *company) if "teleport" not in each.kind.immune]
        return Preview(area=(at,), expected=tuple(Expected(each.id, goes=True) for each in gone))


@named("push")
@frozen
class Push(Effect):
    """Push the actor on the cell one cell away from the origin of the effect; if blocked, it takes `damage`."""

    damage: int = attrs.field(default=4, validator=[ge(0), le(MAX_HIT_POINTS)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Push it, or damage it if an obstacle is behind."""
        victim = world.level.actor_at(at)
        if victim is None or not victim.is_alive or at == cause.origin:
            return
        if not push(world, victim, direction_to(cause.origin, at)):
            hurt(world, victim, self.damage, Harm.OTHER, cause)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the push, or the damage if an obstacle is behind."""
        actor = seen.level.actor_at(at)
        if actor is None or at == seen.me.at:
            return on_actor(at, actor)
        goal = at.step(direction_to(seen.me.at, at))
        if seen.level.is_walkable(goal) and seen.level.actor_at(goal) is None:
            return attrs.evolve(put_at(seen, actor, goal), area=(at,))
        return harmed(actor, from_fixed(seen.ruleset, actor, Harm.OTHER, self.damage))


@named("climb")
@frozen
class Climb(Effect):
    """Climb down an adjacent chasm, or up through a hole that marks an earlier fall.

    A `condition` for `turns` prevents the damage of the fall.
    """

    condition: ConditionKind
    turns: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])

    aimed = True
    moves_user = True
    climbs = True

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse every target except an unoccupied chasm or hole on or beside the user's cell."""
        if target is None:
            return Reason.NEEDS_TARGET
        if not level.grid.contains(target) or not (level.terrain_at(target).falls or _leads_up(level, target)):
            return Reason.NO_DEPTH
        if chebyshev_distance(user.at, target) > 1:
            return Reason.OUT_OF_RANGE
        return None if level.actor_at(target) in (None, user) else Reason.OCCUPIED

    def hindrance(self, world: World, user: Actor, target: Point | None) -> Reason | None:
        """Refuse a hole where there is no level above."""
        return Reason.NO_DEPTH if target is not None and _leads_up(world.level, target) and world.depth == 1 else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Move the actor that caused it there, and then to the other level."""
        climber = None if cause.who is None else world.level.actor_of(cause.who.id)
        if climber is None or not climber.is_alive:
            return
        leads_up = _leads_up(world.level, at)
        if not leads_up:
            afflict(world, climber, self.condition, self.turns)
        if climber.at != at:
            displace(world, climber, at)
        if not climber.is_player:
            return
        if leads_up:
            climb_out(world)
        elif world.leaving is None:  # floating actors do not fall by themselves
            fall(world, climber)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the cell and the result."""
        told = "you climb up" if _leads_up(seen.level, at) else "you climb down unhurt"
        return Preview(area=(at,), makes=(f"{told}, the rope stays",))


def _leads_up(level: Level, at: Point) -> bool:
    """Return whether a cell is under a hole to the level above."""
    feature = level.feature_at(at)
    return feature is not None and feature.kind.hole and not level.terrain_at(at).falls


@named("fall")
@frozen
class Fall(Effect):
    """Drop the actor on the cell to the next level, unless it floats or flies."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Drop it."""
        faller = world.level.actor_at(at)
        if faller is not None and faller.is_alive and faller.touches_ground:
            fall(world, faller)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the cell."""
        return Preview(area=(at,))
