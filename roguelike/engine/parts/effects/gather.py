"""Bring others of the level near."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Summoned
from roguelike.engine.geometry import king_distance
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.limits import MOST_IN_HORDE, MOST_TURNS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.displacing import displace
from roguelike.engine.rules.moods import keep_track
from roguelike.engine.rules.spawn import free_cell
from roguelike.engine.rules.ways import mobility_of
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("gather")
@frozen
class Gather(Effect):
    """Bring the `hordes` of the level that are nearest to the cell, asleep or awake, and give them a `condition`."""

    condition: ConditionKind
    turns: int = attrs.field(validator=[ge(1), le(MOST_TURNS)])
    hordes: int = attrs.field(default=2, validator=[ge(1), le(MOST_IN_HORDE)])

    def effort(self) -> int:
        """Count the hordes."""
        return 1 + self.hordes

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Put each of them on the free cell nearest to that one, by rising ids; who lives in water stays there."""
        for horde in _hordes(world.level, at)[: self.hordes]:
            for actor in horde:
                place = None if actor.kind.swims else free_cell(world.level, at, mobility_of(world.level, actor))
                if place is not None and actor.is_alive:
                    self._bring(world, actor, place)

    def _bring(self, world: World, actor: Actor, place: Point) -> None:
        displace(world, actor, place, None)
        world.emit(Summoned(actor.ref))
        actor.mood = Mood.HUNTING
        keep_track(world, actor)
        afflict(world, actor, self.condition, self.turns)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: who comes is not known."""
        return Preview()


def _hordes(level: Level, at: Point) -> Sequence[Sequence[Actor]]:
    """Return the hordes of a level, the one with the nearest member first."""
    hordes: dict[int, list[Actor]] = {}
    for actor in level.actors:
        if actor.side == Side.MONSTERS and actor.is_alive and actor.mood != Mood.HELD and not actor.kind.rooted:
            hordes.setdefault(actor.horde, []).append(actor)
    return sorted(hordes.values(), key=lambda horde: min(king_distance(each.at, at) for each in horde))
