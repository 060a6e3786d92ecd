"""The climb: coming up with what the player went down for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.dice import choose_weighted
from roguelike.engine.events import Felt
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.rules.hordes import danger_of, spawn_horde
from roguelike.engine.rules.pursuit import way_to
from roguelike.engine.rules.ways import ON_FOOT

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.hordes import HordeKind
    from roguelike.engine.state.world import World

AWAY: Final = 12
"""Least steps between the player and the horde of the climb, where the way is that long."""


def has_prize(world: World) -> bool:
    """Return whether the player carries what they have to bring out."""
    return any(goal.may_leave(world) for goal in world.ruleset.goals)


def is_locked_in(world: World, by: Exit) -> bool:
    """Return whether the stairs lead out of the game, and the player does not carry the prize."""
    return world.depth + by.step == 0 and not has_prize(world)


def climb(world: World, came_from: int) -> None:
    """Take note of how far up the player has come with the prize, and have a horde wait on each level that is new."""
    rules, tally = world.ruleset.climb, world.tally
    if rules is None or not has_prize(world) or world.depth >= (tally.least_depth or came_from):
        return
    tally.least_depth = world.depth
    at = _on_the_way(world)
    horde = _drawn(world, min(rules.most_danger, danger_of(world) + rules.more_danger))
    if at is None or horde is None:
        return
    for actor in spawn_horde(world, horde, at):
        actor.relentless = True
    if rules.told:
        world.emit(Felt(rules.told))


def _drawn(world: World, danger: int) -> HordeKind | None:
    """Return a horde of a danger that comes to other levels; None where there is none."""
    known = [kind for kind in world.ruleset.hordes.values() if kind.arrives]
    weights = [kind.weight(danger) for kind in known]
    return known[choose_weighted(world.rng, weights)] if any(weights) else None


def _on_the_way(world: World) -> Point | None:
    """Return the cell half the way to the stairs up, but not near the player; None where no way leads there."""
    level = world.level
    stairs, cell = level.exit_at(Exit.UP), world.player.cell
    steps = None if stairs is None else way_to(world, stairs, ON_FOOT).distance(cell)
    if stairs is None or steps is None:
        return None
    for _ in range(min(steps, max(steps // 2, AWAY))):
        cell = cells_of(way_to(world, stairs, ON_FOOT).downhill(cell))[0]
    return level.grid.point(cell)
