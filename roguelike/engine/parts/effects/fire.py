"""Effects that light, spread and put out fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Harm
from roguelike.engine.grid import MAX_SIDE, board_of
from roguelike.engine.kinds.families import Effect, named
from roguelike.engine.kinds.fire import MAX_FIRE
from roguelike.engine.kinds.limits import MAX_STAT
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.preview import on_actor, preview_fire
from roguelike.engine.rules.areas import WIDEST, board, reach
from roguelike.engine.rules.burning import burn
from roguelike.engine.rules.damage import hurt, roll_damage
from roguelike.engine.rules.fire import fuels_in, light, put_out
from roguelike.engine.rules.foreseen import from_step
from roguelike.engine.rules.immunity import is_immune
from roguelike.engine.rules.lamp import lamp_of
from roguelike.engine.rules.terrain import change
from roguelike.engine.rules.trajectory import clear_line
from roguelike.engine.schema import added
from roguelike.engine.state.lamp import Lamp
from roguelike.engine.state.preview import Expected, Foreseen, Preview

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.world import World


@named("burn")
@frozen
class Burn(Effect):
    """Apply the effects of flames to the actor on the cell."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Burn the actor there."""
        victim, fire = world.level.actor_at(at), world.ruleset.fire
        if victim is not None and victim.is_alive and fire is not None:
            burn(world, victim, fire, cause.maker(world))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the preview of flames."""
        victim, fire = seen.level.actor_at(at), seen.ruleset.fire
        if victim is None or fire is None or is_immune(victim, Harm.FIRE):
            return on_actor(at, None)
        return Preview.of_all(effect.uncaused().preview(seen, at) for effect in fire.touch)


@named("breathe")
@frozen
class Breathe(Effect):
    """Breathe fire along `length` cells towards the target, up to a wall: roll `damage` for all actors, and ignite."""

    length: int = attrs.field(validator=[ge(1), le(MAX_SIDE)])
    damage: int = attrs.field(validator=[ge(0), le(MAX_STAT)])

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.length

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Burn the actors, from the nearest to the farthest, then ignite the cells and any gas beside them."""
        line = self._line(world.level, cause.origin, at)
        for cell in line:
            if (victim := world.level.actor_at(cell)) is not None:
                hurt(world, victim, roll_damage(world, self.damage), Harm.FIRE, cause)
        cells = board_of(map(world.level.grid.index, line))
        light(world, cells, maker=cause.maker(world))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the line, and the damage to the actors in it."""
        cells = self._line(seen.level, seen.me.at, at)
        burned = [actor for cell in cells if (actor := seen.level.actor_at(cell)) is not None]
        return Preview(
            area=tuple(cells),
            expected=tuple(
                Expected(each.id, harm.damage, kills=harm.kills, most=harm.most)
                for each in burned
                if (harm := self.foreseen(seen.ruleset, each)).damage
            ),
            lights=tuple(fuels_in(seen.level, cells)),
        )

    def foreseen(self, ruleset: RuleSet, victim: Actor, plus: int = 0) -> Foreseen:
        """Return the immediate damage."""
        return from_step(ruleset, victim, Harm.FIRE, self.damage)

    def _line(self, level: Level, start: Point, at: Point) -> list[Point]:
        """Return the cells up to the first wall."""
        reached: list[Point] = []
        for cell in clear_line(level, start, at)[: self.length]:
            if not level.is_flyable(cell):
                break
            reached.append(cell)
        return reached


@named("ignite")
@frozen
class Ignite(Effect):
    """Ignite flammable cells within `radius`, and bare ground for some `rounds`."""

    radius: int = attrs.field(default=0, validator=[ge(0), le(WIDEST)])
    """The radius in cells (straight distance); walls shield cells behind them."""
    rounds: int = attrs.field(default=0, validator=[ge(0), le(MAX_FIRE)])
    """Rounds that bare ground burns; 0 for not at all."""

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Ignite the cells, and any gas beside them."""
        cells = board(world.level, at, self.radius)
        light(world, cells, self.rounds, cause.maker(world))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the known cells that would burn, and the damage of flames to the actors there."""
        return preview_fire(seen, reach(seen.level, at, self.radius), bare=self.rounds > 0)


@named("extinguish")
@frozen
class Extinguish(Effect):
    """Put out all fire and burning actors within `radius` cells."""

    radius: int = attrs.field(default=0, validator=[ge(0), le(WIDEST)])
    """The radius in cells (straight distance); walls shield cells behind them."""

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Put it out."""
        put_out(world, board(world.level, at, self.radius))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the cells, as far as the level is known."""
        cells = reach(seen.level, at, self.radius)
        return Preview(area=tuple(cell for cell in cells if seen.level.is_explored(cell)))


@named("spill")
@frozen
class Spill(Effect):
    """Cover the cells within `radius` with a `terrain`, and ignite it if it is `lit`."""

    terrain: TerrainName
    radius: int = attrs.field(default=1, validator=[ge(0), le(WIDEST)])
    """The radius in cells (straight distance); walls shield cells behind them."""
    rounds: int = attrs.field(default=0, validator=[ge(0), le(MAX_FIRE)])
    """Rounds that ground burns which bears no cover; 0 for not at all."""
    lit: bool = True
    """Whether it burns immediately."""
    by_lamp: bool = added(default=False)
    """Whether the player's lamp must light it, which needs an open lamp, or a light that cannot be covered."""

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Cover the cells, and ignite them."""
        cells = board(world.level, at, self.radius)
        change(world, cells, self.terrain)
        if self._burns(lamp_of(world)):
            light(world, cells, self.rounds, cause.maker(world))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the known cells, and the damage of flames to the actors there."""
        cells = reach(seen.level, at, self.radius)
        if self._burns(seen.lamp):
            return preview_fire(seen, cells, bare=True)
        area = tuple(cell for cell in cells if seen.level.is_explored(cell))
        return Preview(area=area, makes=(self.terrain,))

    def _burns(self, lamp: Lamp) -> bool:
        return self.lit and (not self.by_lamp or lamp in (Lamp.OPEN, Lamp.CARRIED))
