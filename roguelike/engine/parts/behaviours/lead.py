"""Lead others into a fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.moods import members
from roguelike.engine.rules.ways import sees

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

_LASTS = 2
"""Turns, so that it never lapses between two of its own."""


@named("lead")
@frozen
class Lead(Behaviour):
    """Give a `condition` to its horde in view, for as long as it is."""

    condition: ConditionKind
    radius: int = attrs.field(default=9, validator=[ge(1), le(LONGEST_SIDE)])

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Encourage them, and leave what to do to the others of its list."""
        for member in members(world, actor):
            if sees(world, actor, member, self.radius):
                afflict(world, member, self.condition, _LASTS)
        return None
