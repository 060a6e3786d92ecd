"""Apply a condition to all in view."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview, on_actor
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("afflict_seen")
@frozen
class AfflictSeen(Effect):
    """Wake all whom the player sees, friend and foe, and apply a `condition` to them for `turns`; spare captives."""

    condition: ConditionKind
    turns: int = attrs.field(validator=[ge(1), le(MOST_TURNS)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Afflict them, the nearest first."""
        for victim in filter(_is_free, world.visible_monsters()):
            if victim.mood == Mood.ASLEEP:
                victim.mood = Mood.ROAMING
            afflict(world, victim, self.condition, self.turns, cause.maker(world))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the condition that each of them would get."""
        victims = filter(_is_free, seen.others)
        return Preview.of_all(on_actor(each.at, each, condition=self.condition, turns=self.turns) for each in victims)


def _is_free(actor: Actor) -> bool:
    return actor.side != Side.NONE and actor.mood != Mood.HELD
