"""Effects that change ground, covers, water and gas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.events import FloorHeld, Harm, Reason, Veiled, Wasted
from roguelike.engine.geometry import Point, chebyshev_distance, ordinal_line, squared_distance
from roguelike.engine.grid import LANE, MAX_SIDE, board_of, cells_of
from roguelike.engine.kinds.amounts import Growing, amount_at, between
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.families import Effect, named
from roguelike.engine.kinds.gases import MAX_GAS, GasKind
from roguelike.engine.kinds.limits import MAX_STAT, MAX_TURNS
from roguelike.engine.kinds.names import FeatureName, GroundName, TerrainName
from roguelike.engine.preview import falling_at, harmed
from roguelike.engine.rules.areas import WIDEST, board, burst, reach
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.damage import hurt, roll_damage
from roguelike.engine.rules.digging import dig_out
from roguelike.engine.rules.falling import fall
from roguelike.engine.rules.fire import put_out
from roguelike.engine.rules.flooding import begin_flood
from roguelike.engine.rules.foreseen import from_step
from roguelike.engine.rules.gas import cells_with, flow_over, release, spreads
from roguelike.engine.rules.terrain import change
from roguelike.engine.rules.veils import veil
from roguelike.engine.schema import added
from roguelike.engine.state.preview import Preview
from roguelike.english import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.world import World


@named("dig")
@frozen
class Dig(Effect):
    """Dig through up to `cells` diggable cells in a line through the target; they become `terrain`."""

    cells: Growing = attrs.field(validator=between(1, MAX_SIDE))
    range: int = attrs.field(default=20, validator=[ge(1), le(MAX_SIDE)])
    terrain: TerrainName = "floor"
    shatters: Growing = added(default=0, validator=between(0, MAX_STAT))
    """The step of the damage to brittle monsters in the line, which ignores armour; 0 for none."""

    aimed = True

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse the user's own cell, and a missing target."""
        return Reason.NEEDS_TARGET if target is None else Reason.OWN_CELL if target == user.at else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Dig along the line, up to an obstacle that cannot be dug, and damage the brittle monsters in it."""
        level, step = world.level, amount_at(self.shatters, cause.plus)
        dug, passed = self._line(level, cause.origin, at, cause.plus)
        dig_out(world, board_of(map(level.grid.index, dug)), self.terrain)
        for victim in self._brittle(level, passed):
            hurt(world, victim, roll_damage(world, step), Harm.OTHER, cause)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the known cells that would be dug, and the mean damage to the brittle monsters in the line."""
        dug, passed = self._line(seen.level, seen.me.at, at, seen.plus)
        area = tuple(cell for cell in dug if seen.level.is_explored(cell))
        step = amount_at(self.shatters, seen.plus)
        shattered = [
            harmed(victim, from_step(seen.ruleset, victim, Harm.OTHER, step))
            for victim in self._brittle(seen.level, passed)
        ]
        does = f"digs {counted(len(area), 'cell') if area else 'nothing'}"
        return Preview.of_all([Preview(area=area, makes=(does,)), *shattered])

    def _brittle(self, level: Level, cells: Sequence[Point]) -> list[Actor]:
        """Return the brittle monsters on some cells; none if it does not damage them."""
        found = [level.actor_at(cell) for cell in cells] if self.shatters else []
        return [victim for victim in found if victim is not None and victim.kind.brittle and victim.hit_points]

    def _line(self, level: Level, start: Point, target: Point, plus: int) -> tuple[list[Point], list[Point]]:
        """Return the cells that are dug, and the free cells that the line crosses."""
        most = amount_at(self.cells, plus)
        dx, dy = target.x - start.x, target.y - start.y
        line = ordinal_line(start, start.offset(dx * self.range, dy * self.range))[1 : self.range + 1]
        diggable, dug, passed = level.cells("digs"), list[Point](), list[Point]()
        for cell in line:
            if not level.grid.contains(cell) or len(dug) == most:
                break
            if diggable >> level.grid.index(cell) & 1:
                dug.append(cell)
            elif not level.is_flyable(cell):
                break
            else:
                passed.append(cell)
        return dug, passed


@named("crumble")
@frozen
class Crumble(Effect):
    """Turn all diggable cells within `radius` (straight distance) into `terrain`."""

    radius: int = attrs.field(validator=[ge(0), le(WIDEST)])
    terrain: TerrainName = "floor"

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Dig all of them."""
        dig_out(world, board_of(self._cells(world.level, at)), self.terrain)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the cells, as far as they are known."""
        cells = map(seen.level.grid.point, self._cells(seen.level, at))
        area = tuple(cell for cell in cells if seen.level.is_explored(cell))
        return Preview(area=area, makes=(self.terrain,))

    def _cells(self, level: Level, at: Point) -> Sequence[int]:
        diggable, reach = cells_of(level.cells("digs")), self.radius * self.radius
        return [cell for cell in diggable if squared_distance(level.grid.point(cell), at) <= reach]


@named("replace")
@frozen
class Replace(Effect):
    """Replace all ground of the kind `terrain` on the level `by` another."""

    terrain: TerrainName
    by: TerrainName

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Replace it."""
        level = world.level
        code = level.code(self.terrain)
        change(world, board_of(cell for cell, ground in enumerate(level.terrain) if ground == code), self.by)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview."""
        return Preview()


@named("open_floor")
@frozen
class OpenFloor(Effect):
    """Turn the floor within `radius` into a `hole` for `rounds`: actors on it fall to the next level immediately.

    If the player also falls, the others land beside the player with a `condition` for `turns`. On the last level, the
    floor becomes `rubble` and no actor falls.
    """

    hole: TerrainName
    rubble: TerrainName
    condition: ConditionKind
    turns: int = attrs.field(validator=[gt(0), le(MAX_TURNS)])
    radius: int = attrs.field(default=1, validator=[ge(0), le(WIDEST)])
    """The radius in cells (straight distance); walls shield cells behind them."""
    rounds: int = attrs.field(default=8, validator=[gt(0), le(MAX_TURNS)])

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Open the floor, and drop actors by rising cells; stairs, water and cells with features stay."""
        level = world.level
        cells = board(level, at, self.radius)
        is_last = world.depth == world.ruleset.depths
        change(world, cells & _floor(level), self.rubble if is_last else self.hole, rounds=self.rounds)
        if is_last:
            world.emit(FloorHeld(at))
            return
        there = [actor for cell in cells_of(cells) if (actor := level.actor_on(cell)) is not None]
        falling = [actor for actor in there if actor.is_alive and actor.touches_ground]
        beside = any(actor.is_player for actor in falling)
        for actor in falling:
            if beside and actor.is_alive and not actor.is_player:
                afflict(world, actor, self.condition, self.turns)
            fall(world, actor, beside_player=beside)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the known cells, and the actors that would fall."""
        area = [cell for cell in reach(seen.level, at, self.radius) if seen.level.is_explored(cell)]
        if seen.depth == seen.ruleset.depths:
            return Preview(area=tuple(area), makes=(self.rubble,))
        falls = Preview.of_all(falling_at(seen, cell, seen.level.actor_at(cell)) for cell in area)
        return attrs.evolve(falls, makes=(self.hole,))


def _floor(level: Level) -> int:
    """Return the bitboard of the cells that can open: ground that can bear a cover, without stairs or features."""
    return level.passable & level.cells("bears") & ~level.cells("exit") & ~board_of(level.features)


MAX_CELLS = 100


@named("enclose")
@frozen
class Enclose(Effect):
    """Fill the nearest free `cells` with `terrain` for `rounds`; over holes and deep water with a `bridge`.

    Stairs and permanent features stay as they are.
    """

    terrain: TerrainName
    bridge: TerrainName
    cells: Growing = attrs.field(validator=between(1, MAX_CELLS))
    rounds: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])

    def effort(self) -> int:
        """Count the cells."""
        return 1 + amount_at(self.cells, 0)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Fill them."""
        level = world.level
        board, open_below = self._board(level, at, cause.plus), level.cells("drifts")
        for name, cells in ((self.terrain, board & ~open_below), (self.bridge, board & open_below)):
            if cells:
                change(world, cells, name, rounds=self.rounds)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the cells, as far as the level is known."""
        board = self._board(seen.level, at, seen.plus)
        return Preview(area=tuple(map(seen.level.grid.point, cells_of(board))), makes=(self.terrain,) if board else ())

    def _board(self, level: Level, at: Point, plus: int) -> int:
        """Return the bitboard of the cells with the fewest steps to `at`, the lowest cells first among equals."""
        left, board = amount_at(self.cells, plus), 0
        fillable = _fillable(level)
        reached = fresh = 1 << level.grid.index(at)
        while fresh and left:
            ring = cells_of(fresh & fillable)[:left]
            board, left = board | board_of(ring), left - len(ring)
            fresh = level.grid.spread(fresh, diagonally=True) & level.passable & ~reached
            reached |= fresh
        return board


def _fillable(level: Level) -> int:
    """Return the bitboard of the cells that can be filled: traps can be, other features cannot."""
    board = level.passable & (level.cells("bears") | level.cells("liquid") | level.cells("falls"))
    kept = [cell for cell, feature in level.features.items() if not feature.kind.asks]
    stairs = [level.grid.index(at) for way in (Exit.DOWN, Exit.UP) if (at := level.exit_at(way)) is not None]
    return board & ~board_of(kept) & ~board_of(stairs) & ~level.occupied


@named("flood")
@frozen
class StartFlood(Effect):
    """Flood with a `terrain` that spreads by one cell every `each` rounds, and recedes completely after `rounds`.

    With `over` it floods only that ground, by straight distance from the cell, regardless of walls.
    """

    terrain: TerrainName
    rounds: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])
    each: int = added(default=1, validator=[ge(1), le(MAX_TURNS)])
    over: GroundName | None = added(default=None)

    def effort(self) -> int:
        """Count the rounds."""
        return 1 + self.rounds

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Start the flood."""
        begin_flood(world, at, self.terrain, self.rounds, each=self.each, over=self.over or "")

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview."""
        return Preview()


@named("soak")
@frozen
class Soak(Effect):
    """Put out all fire and burning actors within `radius` cells; nothing burns there for `rounds`."""

    radius: int = attrs.field(validator=[ge(0), le(WIDEST)])
    """The radius in cells (straight distance); walls shield cells behind them."""
    rounds: int = attrs.field(validator=[gt(0), le(MAX_TURNS)])

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Put out the fire, and leave the cells wet."""
        cells = board(world.level, at, self.radius)
        put_out(world, cells)
        veil(world, "wet", cells, self.rounds)
        world.emit(Veiled("wet", at))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the cells, as far as the level is known."""
        cells = reach(seen.level, at, self.radius)
        area = tuple(cell for cell in cells if seen.level.is_explored(cell))
        return Preview(area=area, makes=("wet ground",))


@named("consecrate")
@frozen
class Consecrate(Effect):
    """Lay a `terrain` permanently within `radius` cells, unless some terrain or feature is within `away` steps."""

    terrain: TerrainName
    radius: int = attrs.field(validator=[ge(0), le(WIDEST)])
    """The radius in cells (straight distance), up to walls."""
    away: int = attrs.field(default=0, validator=[ge(0), le(MAX_SIDE)])
    from_terrain: tuple[TerrainName, ...] = ()
    from_features: tuple[FeatureName, ...] = ()

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse if such terrain or a feature is too near."""
        return Reason.HALLOWED if self._is_near(level, user.at) else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Lay the terrain; report that it is wasted if it is too near."""
        if self._is_near(world.level, at):
            world.emit(Wasted())
        else:
            change(world, board(world.level, at, self.radius), self.terrain)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the cells, as far as the level is known."""
        return Preview(area=tuple(cell for cell in burst(seen.level, at, self.radius) if seen.level.is_explored(cell)))

    def _is_near(self, level: Level, at: Point) -> bool:
        point = level.grid.point
        codes = [level.code(name) for name in self.from_terrain]
        for cell, feature in level.features.items():
            if feature.kind.name in self.from_features and chebyshev_distance(point(cell), at) <= self.away:
                return True
        return any(
            code in codes and chebyshev_distance(point(cell), at) <= self.away
            for cell, code in enumerate(level.terrain)
        )


FORESEEN = 3
"""The rounds of spreading that a preview shows."""


@named("gas")
@frozen
class ReleaseGas(Effect):
    """Release a `volume` of a `gas` on the cell; it spreads from there."""

    gas: GasKind
    volume: int = attrs.field(validator=[gt(0), le(MAX_GAS)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Release it."""
        release(world, self.gas, at, self.volume, cause.maker(world))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the cells where the gas would soon be, as far as is known, and its effects on the actors there."""
        grid = seen.level.grid
        if not grid.contains(at):
            return Preview()
        flow = flow_over(grid, grid.inside & ~seen.level.cells("gas"))
        cloud = self.volume << LANE * grid.index(at)
        for _ in range(FORESEEN * spreads(seen.level)):
            cloud = flow.spread(cloud)
        cells = tuple(map(grid.point, cells_of(cells_with(cloud, grid.size))))
        caught = (cell for cell in cells if seen.level.actor_at(cell) is not None)
        each = Preview.of_all(effect.uncaused().preview(seen, cell) for cell in caught for effect in self.gas.inside)
        return attrs.evolve(each, area=cells, makes=(self.gas.name,))
