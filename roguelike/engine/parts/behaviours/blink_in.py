"""Step through the dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands.deeds import Blink
from roguelike.engine.geometry import COMPASS, king_distance, squared_distance
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.rules.ways import has_line, is_way

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("blink_in")
@frozen
class BlinkIn(Behaviour):
    """From up to `range` cells away, appear beside a foe in view; again after `every` rounds."""

    range: int = attrs.field(default=6, validator=[ge(2), le(LONGEST_SIDE)])
    every: int = attrs.field(default=10, validator=[ge(1), le(MOST_TURNS)])

    @property
    def spell(self) -> str:
        """Its name: no legs do that."""
        return self.name

    @property
    def reaches_far(self) -> bool:
        """A line is enough."""
        return True

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the leap to the nearest free cell beside the foe."""
        if foe is None or not 1 < king_distance(actor.at, foe.at) <= self.range:
            return None
        if not actor.is_ready(self.name, world.round) or not has_line(world.level, actor.at, foe.at):
            return None
        goals = [goal for each in COMPASS if is_way(world, actor, goal := foe.at.step(each))]
        if not goals:
            return None
        actor.cooldowns[self.name] = world.round + self.every
        return Blink(min(goals, key=lambda goal: squared_distance(actor.at, goal)))
