"""Bottles on shaky ground: each attack there breaks one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.dice import roll
from roguelike.engine.events import Shattered
from roguelike.engine.rules.identity import known_kind, learn
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.world import World


def shake(world: World, attacker: Actor, target: Actor) -> None:
    """Break a random fragile item on shaky ground, if the attacker or the target stands on shaky ground."""
    level, ground = world.level, world.level.cells("shakes")
    if not ground or not (ground >> attacker.cell | ground >> target.cell) & 1:
        return
    found = [
        (cell, item)
        for cell, pile in sorted(level.items.items())
        if ground >> cell & 1
        for item in pile
        if item.kind.thrown is not None and item.kind.thrown.shatters
    ]
    if found:
        _break(world, attacker, *found[roll(world.rng, 0, len(found) - 1)])


def _break(world: World, attacker: Actor, cell: int, item: Item) -> None:
    """Break one of a stack, with the effects of its landing."""
    level, at = world.level, world.level.grid.point(cell)
    level.take(item, at)
    if item.number > 1:
        level.put(attrs.evolve(item, number=item.number - 1), at)
    world.emit(Shattered(known_kind(world, item.kind), at))
    if level.is_visible(at):
        learn(world, item.kind)
    cause = Cause(attacker.ref, at, known_kind(world, item.kind), item.plus)
    for effect in () if item.kind.thrown is None else item.kind.thrown.land:
        effect.apply(world, cause, at)
