"""Keep to a post."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import STEP_OR_WAIT
from roguelike.engine.geometry import king_distance
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.rules.pursuit import step_to

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("guard")
@frozen
class Guard(Behaviour):
    """Stay at the cell where it began, and hunt no further than `radius` cells from there."""

    radius: int = attrs.field(validator=[ge(0), le(LONGEST_SIDE)])

    moods = frozenset({Mood.HUNTING, Mood.ROAMING})

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return a step back, or wait there; nothing while a foe is near the post."""
        post = actor.home = actor.home or actor.at
        if foe is not None and king_distance(foe.at, post) <= self.radius:
            return None
        direction = None if actor.at == post else step_to(world, actor, post)
        return STEP_OR_WAIT[direction]
