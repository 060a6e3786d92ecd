"""Undo magic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.kinds.names import ConditionName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.conditions import cure
from roguelike.engine.rules.hordes import vanish

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World

_FOR_GOOD = 1_000_000
"""Rounds until a monster could cast again: more than any game has."""


@named("negate")
@frozen
class Negate(Effect):
    """Undo magic in view: who was called is gone, others lose their spells and the `conditions`.

    The user loses all conditions, and a plus of each thing that they wear.
    """

    conditions: tuple[ConditionName, ...]

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Undo it, of the nearest first."""
        for actor in world.visible_monsters():
            if actor.summoner:
                vanish(world, actor)
            else:
                self._undo(world, actor)
        user = world.level.actor_at(at)
        if user is not None:
            _strip(world, user)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: nobody is hurt."""
        return Preview()

    def _undo(self, world: World, actor: Actor) -> None:
        for name in self.conditions:
            cure(world, actor, name)
        for spell in () if actor.kind.mind is None else actor.kind.mind.spells:
            actor.cooldowns[spell] = world.round + _FOR_GOOD


def _strip(world: World, user: Actor) -> None:
    for name in tuple(user.conditions):
        cure(world, user, name)
    for item in user.inventory.slots:
        if item is not None and item.worn and item.plus > 0:
            item.plus -= 1
