"""The world: everything that is saved, and the event queue on which it tells what happens."""

from __future__ import annotations

import collections
from typing import Literal

import attrs

from roguelike.engine.distances import DistanceMap
from roguelike.engine.events import Event
from roguelike.engine.geometry import Direction, Point, squared_distance
from roguelike.engine.ground import Ground
from roguelike.engine.instances import Actor
from roguelike.engine.level import Level
from roguelike.engine.rng import PCG32
from roguelike.engine.ruleset import RuleSet

Outcome = Literal["died", "won"]


@attrs.define(eq=False)
class World:
    """The state of one game."""

    ruleset: RuleSet
    seed: int
    rng: PCG32
    """The chance of play; levels are made by streams of their own."""
    level: Level
    player: Actor
    depth: int = 1
    turn: int = 0
    """Turns that have passed."""
    monsters_due: bool = False
    """Whether the monsters act as soon as nothing flies."""
    outcome: Outcome | None = None
    events: collections.deque[Event] = attrs.field(factory=collections.deque)
    """What happened and has not been told yet; not saved."""
    hunt: DistanceMap | None = None
    """The distances to the player that all hunters of one turn share; made anew each turn, not saved."""
    hunts: dict[tuple[int, int, int | None], DistanceMap] = attrs.field(factory=dict)
    """The distances over terrain alone: by the cells that can be walked on, goal and limit; derived, not saved."""
    ground: Ground | None = None
    """The ways round everybody as they were when somebody last asked; derived, not saved."""
    in_view: frozenset[int] = frozenset()
    """The ids of the monsters that the player saw at the end of the last turn; only looked up, never gone through."""

    def emit(self, event: Event) -> None:
        """Tell what happened."""
        self.events.append(event)

    def directions_of(self, actor: Actor) -> tuple[Direction, ...]:
        """Return the directions in which an actor can move."""
        return self.ruleset.directions if actor is self.player else self.ruleset.monster_directions

    def sees(self, point: Point) -> bool:
        """Return whether the player sees the cell now."""
        level = self.level
        return level.visible[level.grid.index(point)] == 1

    @property
    def enemies_left(self) -> int:
        """How many monsters are alive on the level, seen or not."""
        return sum(actor.is_alive for actor in self.level.actors) - self.player.is_alive

    def visible_monsters(self) -> list[Actor]:
        """Return the monsters in view, nearest first; the order in which they were created decides ties."""
        player = self.player
        seen = [actor for actor in self.level.actors if actor is not player and actor.is_alive and self.sees(actor.at)]
        return sorted(seen, key=lambda actor: squared_distance(player.at, actor.at))
