"""What terrain does to those on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.rules.budget import has_budget, standing_cost
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.kinds.parts import Effect
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def entered(world: World, actor: Actor) -> None:
    """Apply the terrain's effects to an actor that has just stepped in."""
    terrain = world.level.terrain_at(actor.at)
    _apply(world, actor, terrain, terrain.enter)


def stood(world: World) -> None:
    """Apply the terrain's effects of each round to all actors on it, in order of their ids.

    Once the budget of the turn is spent it leaves monsters alone, but never the player.
    """
    level = world.level
    if not any(kind.stand for kind in level.kinds):
        return
    for actor in tuple(level.actors) if has_budget(world) else (world.player,):
        terrain = level.terrain_at(actor.at)
        if not actor.is_player:
            if not has_budget(world):
                continue
            world.budget_spent += standing_cost(terrain)
        _apply(world, actor, terrain, terrain.stand)


def _apply(world: World, actor: Actor, terrain: TerrainKind, effects: Sequence[Effect]) -> None:
    for effect in effects:
        if actor.is_alive:
            effect.apply(world, Cause(None, actor.at, terrain), actor.at)
