"""Moving actors between cells: every kind of movement calls these functions."""

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
    """Move an actor to a free cell, emit the event, and end its conditions bound to the old place."""
    start = actor.at
    _note_left(world, actor)
    world.level.move(actor, goal)
    if told is not None:
        world.emit(told(actor.ref, start, goal))
    if actor.conditions:
        _unbind(world, actor)


def change_places(world: World, actor: Actor, other: Actor) -> None:
    """Swap two actors, and end their conditions bound to the old places."""
    start = actor.at
    _note_left(world, actor)
    world.level.swap(actor, other)
    if actor.is_player:
        world.emit(SwappedPlaces(other.ref))
    world.emit(Moved(actor.ref, start, actor.at))
    for each in (actor, other):
        _unbind(world, each)


def depart(world: World, actor: Actor) -> None:
    """Remove an actor that leaves a level alive, lower its weapon, and end its conditions bound to the place.

    Only the player's conditions emit events when they end; for others the event of leaving is enough.
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
    """End an actor's conditions bound to the place it left, except those that the new place would begin again."""
    if bound := _bound(actor):
        here = [kind for kind in world.level.layers_at(actor.at) if is_touched(actor, kind)]
        effects = [effect for kind in here for effect in kind.enter]
        _end(world, actor, [each for each in bound if not any(effect.brings(each) for effect in effects)])


def _bound(actor: Actor) -> list[ConditionKind]:
    return [each.kind for each in actor.conditions.values() if each.kind.bound_to_place]


def _end(world: World, actor: Actor, kinds: list[ConditionKind]) -> None:
    for kind in kinds:
        cure(world, actor, kind.name)
