"""Effects that apply other effects to a target."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, gt, le, optional

from roguelike.classes import frozen
from roguelike.engine.events import Reason
from roguelike.engine.geometry import squared_distance
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.families import Effect, named
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.rules.flight import launch, target_refusal
from roguelike.engine.rules.trajectory import predict_flight
from roguelike.engine.state.preview import Preview

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.world import World


@named("launch")
@frozen
class Launch(Effect):
    """Launch a `projectile` at the target; the effects are those of its kind."""

    projectile: ProjectileKind
    range: int | None = attrs.field(default=None, validator=optional([ge(0), le(MAX_SIDE)]))
    """The greatest straight distance of a target, in cells; None for any."""
    in_sight: bool = True
    """Whether only a cell in view can be a target."""

    aimed = True

    @property
    def is_launched(self) -> bool:
        """True: it flies from the actor that aimed it."""
        return True

    @property
    def inner(self) -> Sequence[Effect]:
        """The effects of the projectile."""
        return self.projectile.effects

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse a useless target, or one out of range or sight."""
        if target is None:
            return Reason.NEEDS_TARGET
        if (reason := target_refusal(level, user, target, self.range)) is not None:
            return reason
        return Reason.OUT_OF_SIGHT if self.in_sight and not level.is_visible(target) else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Launch it from the origin of the cause towards `at`."""
        if cause.who is not None:
            launch(world, self.projectile, cause.who, cause.origin, at, plus=cause.plus)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the flight and its effects, also where it ends; an empty preview for the player's own cell."""
        if at == seen.me.at:
            return Preview()
        kind = self.projectile
        flight = predict_flight(seen.level, kind, seen.me.at, at, is_clearing=seen.ruleset.clearing)
        is_hit = flight.hit is not None and "bolts" not in flight.hit.kind.immune
        effects = (*(kind.on_hit if is_hit else ()), *kind.on_stop)
        on_way = (effect.preview(seen, cell) for cell in flight.cells for effect in kind.on_way)
        there = Preview.of_all((*on_way, *(effect.preview(seen, flight.end) for effect in effects)))
        return attrs.evolve(there, path=flight.cells, glyph=kind.glyph)


@named("cast")
@frozen
class Cast(Effect):
    """Apply `effects` to the target, which must be in view."""

    effects: tuple[Effect, ...]
    range: int | None = attrs.field(default=None, validator=optional([gt(0), le(MAX_SIDE)]))
    """The greatest straight distance of a target, in cells; None for any."""
    at_enemy: bool = False
    """Whether the target cell must have a monster on it."""

    aimed = True

    @property
    def inner(self) -> Sequence[Effect]:
        """The effects that it casts."""
        return self.effects

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse a target that is out of sight or range, or has no actor."""
        if target is None:
            return Reason.NEEDS_TARGET
        if not level.is_visible(target):
            return Reason.OUT_OF_SIGHT
        if self.range is not None and squared_distance(user.at, target) > self.range * self.range:
            return Reason.OUT_OF_RANGE
        return Reason.NOBODY_THERE if self.at_enemy and level.actor_at(target) in (None, user) else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Apply them, in order."""
        for effect in self.effects:
            effect.apply(world, cause, at)

    def uncaused(self) -> Effect:
        """Return it with inner effects without a caster."""
        return attrs.evolve(self, effects=tuple(effect.uncaused() for effect in self.effects))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the combined preview of its effects."""
        return Preview.of_all(effect.preview(seen, at) for effect in self.effects)
