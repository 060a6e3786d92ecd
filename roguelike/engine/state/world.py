"""The world: everything that is saved, and the event queue on which it tells what happens."""

from __future__ import annotations

import collections
from typing import Any, Literal

import attrs

from roguelike.engine.events import AnyEvent
from roguelike.engine.geometry import Direction, Point, squared_distance
from roguelike.engine.kinds.ruleset import RuleSet
from roguelike.engine.rng import PCG32
from roguelike.engine.state.actor import Actor
from roguelike.engine.state.level import Level

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
    events: collections.deque[AnyEvent] = attrs.field(factory=collections.deque)
    """What happened and has not been told yet; not saved."""
    caches: dict[str, Any] = attrs.field(factory=dict)
    """What parts have worked out and may use again, each under a name of its own; derived, not saved."""
    in_view: frozenset[int] = frozenset()
    """The ids of the monsters that the player saw at the end of the last turn; only looked up, never gone through."""

    def emit(self, event: AnyEvent) -> None:
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
