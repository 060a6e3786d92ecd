"""How monsters of the tutorials notice the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.geometry import chebyshev_distance, ordinal_line, squared_distance
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.families import Perception, named

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("line")
@frozen
class Line(Perception):
    """A monster sees the player in range if every cell on the ordinal line from itself to the player is clear."""

    radius: int = attrs.field(validator=[ge(0), le(MAX_SIDE)])

    @property
    def reach(self) -> int:
        """The radius."""
        return self.radius

    def perceives(self, world: World, actor: Actor) -> bool:
        """Return whether the line is clear."""
        at, level = actor.at, world.level
        player = world.player.at
        if squared_distance(at, player) > self.radius * self.radius:
            return False
        return not any(level.opaque[level.grid.index(cell)] for cell in ordinal_line(at, player))


@named("square")
@frozen
class Square(Perception):
    """A monster sees the player within a square around itself if the player sees the monster.

    If the player's sight is permissive and at least as far, this equals the monster's permissive field of view, which
    is symmetric between floor cells; and it costs one look-up instead of a field of view for each monster.
    """

    radius: int = attrs.field(validator=[ge(0), le(MAX_SIDE)])

    @property
    def reach(self) -> int:
        """The radius."""
        return self.radius

    def perceives(self, world: World, actor: Actor) -> bool:
        """Return whether the player is in the square and in view."""
        return chebyshev_distance(actor.at, world.player.at) <= self.radius and world.level.is_visible(actor.at)
