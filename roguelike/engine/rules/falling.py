"""Falling to the level below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import Fell
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.rules.captives import fallen_free
from roguelike.engine.rules.counting import note
from roguelike.engine.rules.hordes import dismiss
from roguelike.engine.rules.keys import leave_behind
from roguelike.engine.rules.relocating import depart
from roguelike.engine.state.arrival import MAX_ARRIVALS, Arrival

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


def fall(world: World, actor: Actor, *, beside_player: bool = False) -> bool:
    """Drop an actor to the next level, and return whether it fell: there is no level below the last.

    It lands below its cell, or with `beside_player` near the player, who falls too. Monsters that it summoned vanish,
    even those about to fall.
    """
    if not actor.is_alive or actor.is_statue or not _has_room_below(world):
        return False
    leave_behind(world, actor)
    if actor.is_player:
        for captive in fallen_free(world, actor.at):
            fall(world, captive, beside_player=True)
        world.leaving = world.leaving or Exit.FALL
    else:
        dismiss(world, actor)
        depart(world, actor)
        actor.energy = 0  # it may fall in the middle of its round
        world.arrivals.append(Arrival(world.depth + 1, Exit.FALL, world.round, actor.at, actor, beside=beside_player))
    world.emit(Fell(actor.ref))
    note(world, "fell", actor.kind.name)
    return True


def climb_out(world: World) -> None:
    """Take the player to the level above at the end of the turn, through the hole over their cell."""
    world.leaving = world.leaving or Exit.CLIMB


def is_hole(level: Level, at: Point) -> bool:
    """Return whether a cell of a level is open to the level below: ground or a trap through which actors fall."""
    if not level.grid.contains(at):
        return False
    feature = level.feature_at(at)
    return level.terrain_at(at).falls or (feature is not None and feature.kind.falls)


def fall_item(world: World, item: Item, at: Point) -> bool:
    """Drop an item taken from a cell to the next level, and return whether it fell; it stays if there is none."""
    if not _has_room_below(world):
        world.level.put(item, at)
        return False
    world.arrivals.append(Arrival(world.depth + 1, Exit.FALL, world.round, at, None, [item]))
    return True


def _has_room_below(world: World) -> bool:
    return world.depth < world.ruleset.depths and len(world.arrivals) < MAX_ARRIVALS
