"""Items in water, in lava and over chasms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.dice import percent, roll
from roguelike.engine.events import Drifted, ItemFell, Sank
from roguelike.engine.geometry import COMPASS
from roguelike.engine.rules.areas import firm_cell
from roguelike.engine.rules.falling import fall_item
from roguelike.engine.rules.identity import described
from roguelike.engine.rules.keys import go_home

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

DRIFTS: Final = 50
"""Chance that an item in deep water drifts in a round, in percent."""


def drift_items(world: World) -> None:
    """Move items in liquids, sink them, and drop items over a chasm, by rising cells."""
    level = world.level
    board = level.cells("drifts")
    for cell in [cell for cell in sorted(level.items) if board >> cell & 1]:
        at = level.grid.point(cell)
        kind = level.terrain_at(at)
        for item in tuple(level.items_at(at)):
            if item.kind.stays and kind.falls:
                level.take(item, at)
                go_home(world, item, at)
            elif not item.kind.drifts or (kind.liquid == "molten" and not item.kind.sinks):
                _move(level, item, at, firm_cell(level, at))
            elif kind.falls:
                level.take(item, at)
                _fall(world, item, at)
            elif kind.liquid == "molten":
                level.take(item, at)
                world.emit(Sank(described(world, item), at))
            elif percent(world.rng, DRIFTS):
                _move(level, item, at, _cell_beside(world, at))


def _fall(world: World, item: Item, at: Point) -> None:
    if fall_item(world, item, at):
        world.emit(ItemFell(described(world, item), at))


def carry_off(world: World, actor: Actor, slot: int) -> None:
    """Wash one item of a slot to a free adjacent cell; it stays in the pack if there is none."""
    goal = _cell_beside(world, actor.at)
    if goal is not None:
        item = actor.inventory.take_one(slot)
        world.level.put(item, goal)
        world.emit(Drifted(actor.ref, described(world, item)))


def _cell_beside(world: World, at: Point) -> Point | None:
    """Return a random walkable neighbour without items; None without one."""
    level = world.level
    around = [at.step(direction) for direction in COMPASS]
    free = [cell for cell in around if level.is_walkable(cell) and not level.items_at(cell)]
    return free[roll(world.rng, 0, len(free) - 1)] if free else None


def _move(level: Level, item: Item, at: Point, goal: Point | None) -> None:
    if goal is not None:
        level.take(item, at)
        level.put(item, goal)
