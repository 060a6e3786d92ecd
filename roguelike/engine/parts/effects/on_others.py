"""Apply effects to all others around."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import gt, le, min_len

from roguelike.classes import frozen
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.areas import WIDEST, burst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("on_others")
@frozen
class OnOthers(Effect):
    """Apply `effects` to everyone in view within `radius` cells but the one on the cell, and the held."""

    effects: tuple[Effect, ...] = attrs.field(validator=min_len(1))
    radius: int = attrs.field(validator=[gt(0), le(WIDEST)])
    """Straight, in cells; walls protect those behind them."""

    @property
    def inner(self) -> Sequence[Effect]:
        """Those that it applies."""
        return self.effects

    def effort(self) -> int:
        """Count the cells, each with what happens there."""
        return 1 + self.radius * self.radius * sum(effect.effort() for effect in self.effects)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Apply them to one after the other, by rising cells."""
        for actor in _others(world.level, at, self.radius):
            for effect in self.effects:
                if actor.is_alive:
                    effect.apply(world, cause, actor.at)

    def uncaused(self) -> Effect:
        """Return it with inner effects that nobody brings about."""
        return attrs.evolve(self, effects=tuple(effect.uncaused() for effect in self.effects))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return what they would do to all who are in view."""
        others = _others(seen.level, at, self.radius)
        return Preview.of_all(effect.preview(seen, actor.at) for actor in others for effect in self.effects)


def _others(level: Level, at: Point, radius: int) -> list[Actor]:
    there = (level.actor_at(cell) for cell in burst(level, at, radius) if cell != at)
    return [actor for actor in there if actor is not None and actor.is_alive and actor.mood is not Mood.HELD]
