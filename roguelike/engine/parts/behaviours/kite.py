"""Keep away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import Move
from roguelike.engine.geometry import king_distance, squared_distance
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.rules.ways import is_way

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("kite")
@frozen
class Kite(Behaviour):
    """Back off while the foe is nearer than `distance` cells, and there is room."""

    distance: int = attrs.field(validator=[ge(0), le(LONGEST_SIDE)])

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the free step that leads furthest from the foe; nothing where none leads further than here."""
        if foe is None or king_distance(actor.at, foe.at) >= self.distance:
            return None
        gap, here = king_distance(actor.at, foe.at), squared_distance(actor.at, foe.at)
        goals = [(actor.at.step(each), each) for each in world.directions_of(actor)]
        away = [
            (squared_distance(goal, foe.at), each)
            for goal, each in goals
            if king_distance(goal, foe.at) >= gap and is_way(world, actor, goal)
        ]
        furthest, best = max(away, key=lambda one: one[0], default=(0, None))
        return Move(best) if best is not None and furthest > here else None
