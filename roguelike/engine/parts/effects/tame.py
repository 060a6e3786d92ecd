"""Win a monster over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.dice import percent
from roguelike.engine.events import Freed, Resisted, Tamed
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Expected, Preview
from roguelike.engine.rules.captives import follow, room_for_ally
from roguelike.engine.rules.hordes import lose
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("tame")
@frozen
class Tame(Effect):
    """Make an ally of the monster on the cell, the more likely the more of its hit points it has lost."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Try it."""
        monster = world.level.actor_at(at)
        if monster is None or monster.side != Side.MONSTERS or not monster.is_alive:
            return
        if not _can_change_sides(monster):
            world.emit(Resisted(monster.ref))
        elif not room_for_ally(world):
            world.emit(Freed(monster.ref, is_free=False))
        elif percent(world.rng, chance_to_tame(monster)):
            lose(world, monster)
            follow(world, monster)
            world.emit(Tamed(monster.ref))
        else:
            world.emit(Resisted(monster.ref))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cell, and how likely who is there changes sides, if there is room for another ally."""
        monster = seen.level.actor_at(at)
        if monster is None or monster.side != Side.MONSTERS or not _can_change_sides(monster):
            return Preview(area=(at,))
        return Preview(area=(at,), expected=(Expected(monster.id, joins=chance_to_tame(monster)),))


def chance_to_tame(monster: Actor) -> int:
    """Return how likely a monster changes sides, in percent."""
    return 100 - monster.hit_points * 100 // monster.max_hit_points


def _can_change_sides(monster: Actor) -> bool:
    return "taming" not in monster.kind.immune and monster.mood != Mood.HELD and not monster.summoner
