"""Taking actors off their cells: every way of getting anywhere goes through here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import Moved, SwappedPlaces
from roguelike.engine.rules.conditions import cure
from roguelike.engine.rules.immunity import is_touched

if TYPE_CHECKING:
    from roguelike.engine.events import Blinked, Teleported
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.conditions import ConditionKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def relocate(world: World, actor: Actor, goal: Point, told: type[Moved | Blinked | Teleported] | None = None) -> None:
    """Put an actor on another cell, which must be free, emit that, and end what bound it to its place."""
    start = actor.at
    _note_left(world, actor)
    world.level.move(actor, goal)
    if told is not None:
        world.emit(told(actor.ref, start, goal))
    if actor.conditions:
        _unbind(world, actor)


def change_places(world: World, actor: Actor, other: Actor) -> None:
    """Put two actors on the cells of each other, and end what bound them to their places."""
    start = actor.at
    _note_left(world, actor)
    world.level.swap(actor, other)
    if actor.is_player:
        world.emit(SwappedPlaces(other.ref))
    world.emit(Moved(actor.ref, start, actor.at))
    for each in (actor, other):
        _unbind(world, each)


def depart(world: World, actor: Actor) -> None:
    """Remove an actor that leaves a level alive, with no weapon raised, and end its conditions bound to a place.

    Only the player gets an event of that; for others there is one that they leave.
    """
    _note_left(world, actor)
    actor.aims_at = None
    if actor.is_player:
        _end(world, actor, _bound(actor))
    else:
        actor.conditions = {name: each for name, each in actor.conditions.items() if not each.kind.bound_to_place}
    world.level.remove(actor)


def _note_left(world: World, actor: Actor) -> None:
    if actor is world.player:
        world.level.left_cells |= 1 << actor.cell


def _unbind(world: World, actor: Actor) -> None:
    """End the conditions that belong to the place that an actor has left, but those that the new one brings again."""
    if bound := _bound(actor):
        here = [kind for kind in world.level.layers_at(actor.at) if is_touched(actor, kind)]
        effects = [effect for kind in here for effect in kind.enter]
        _end(world, actor, [each for each in bound if not any(effect.brings(each) for effect in effects)])


def _bound(actor: Actor) -> list[ConditionKind]:
    return [each.kind for each in actor.conditions.values() if each.kind.bound_to_place]


def _end(world: World, actor: Actor, kinds: list[ConditionKind]) -> None:
    for kind in kinds:
        cure(world, actor, kind.name)
