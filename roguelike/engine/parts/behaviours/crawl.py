"""Crawl back to deep water."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.commands import Move
from roguelike.engine.geometry import squared_distance
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.rules.terrain import is_stranded
from roguelike.engine.rules.ways import mobility_of, unbarred

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

_EFFORT = 5


@named("crawl")
@frozen
class Crawl(Behaviour):
    """Out of deep water, crawl to the nearest, whoever is about; where no way leads to any, this has nothing to say."""

    moods = frozenset(Mood) - {Mood.ASLEEP, Mood.HELD}

    def effort(self) -> int:
        """Count what a flood fill takes."""
        return _EFFORT

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return a step on the shortest way."""
        level = world.level
        if not is_stranded(level, actor):
            return None
        diagonal = world.ruleset.monsters_diagonal
        near = _nearer(level, actor, diagonally=diagonal)
        free = [at for at in map(level.grid.point, cells_of(near)) if level.is_free(at)]
        steps = {actor.at.step(direction): direction for direction in world.directions_of(actor)}
        goals = [at for at in free if at in steps]
        return Move(steps[min(goals, key=lambda at: (squared_distance(at, actor.at), at))]) if goals else None


def _nearer(level: Level, actor: Actor, *, diagonally: bool) -> int:
    """Return the bitboard of the neighbours from which deep water is one step nearer; 0 where no way leads to any."""
    grid, here = level.grid, 1 << actor.cell
    ways = level.passable & unbarred(level, mobility_of(level, actor)) | here
    reached, fresh = 0, level.cells("deep")
    while fresh and not fresh & here:
        reached |= fresh
        last, fresh = fresh, grid.spread(fresh, diagonally=diagonally) & ways & ~reached
        if fresh & here:
            return last & grid.spread(here, diagonally=diagonally)
    return 0
