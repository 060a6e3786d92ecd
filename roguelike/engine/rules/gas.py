"""Gas: how it spreads, acts on the actors in it, and explodes.

A gas is one integer with a lane of 16 bits for each cell, so that it spreads in a few operations on big integers: each
cell keeps half of its gas and shares the rest with its four neighbours, and walls give back what they receive.
Rounding down loses gas, so every cloud thins out in time, without any randomness.
"""

from __future__ import annotations

import array
import functools
import operator
import sys
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.engine.dice import percent
from roguelike.engine.events import Exploded, GasReleased
from roguelike.engine.grid import LANE, Grid, cells_of, lanes_of
from roguelike.engine.kinds.gases import MAX_GAS, MIN_GAS
from roguelike.engine.rules.budget import has_budget
from roguelike.engine.rules.lamp import lamp_of
from roguelike.engine.state.attribution import Attribution
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.lamp import Lamp

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.kinds.gases import GasKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

_COST: Final = 1
"""Work of one round of one gas, in units of the turn's budget."""
_DRAWS: Final = 8
"""Cells that can be examined for one unit of work."""


@frozen
class Flow:
    """How gas flows over the open cells of a level."""

    kept: int
    """Mask of the lanes of open cells, with the bits that gas can fill."""
    ways: tuple[tuple[int, int], ...]
    """For each of four directions the shift, and the lanes from which gas flows; other lanes keep their share."""

    def spread(self, cloud: int) -> int:
        """Return a cloud after it has spread once."""
        cloud &= self.kept
        total = cloud << 3
        for shift, through in self.ways:
            moving = cloud & through
            total += (moving << shift if shift > 0 else moving >> -shift) - moving
        return total >> 3 & self.kept


@functools.lru_cache(maxsize=16)
def flow_over(grid: Grid, open_cells: int) -> Flow:
    """Return the flow of gas over the cells of a bitboard; cached until a wall or door changes."""
    lanes = lanes_of(open_cells)
    ways = []
    for step in (1, -1, grid.stride, -grid.stride):
        ahead = lanes >> LANE * step if step > 0 else lanes << LANE * -step
        ways.append((LANE * step, lanes & ahead))
    return Flow(lanes // ((1 << LANE) - 1) * MAX_GAS, tuple(ways))


def spreads(level: Level) -> int:
    """Return how many times gas spreads on a level each round."""
    return 1 if level.event is None else level.event.gas


def release(world: World, gas: GasKind, at: Point, volume: int, maker: Attribution | None = None) -> None:
    """Release gas on a cell, at most as much as a cell can hold."""
    level = world.level
    if not level.grid.contains(at) or level.cells("gas") >> level.grid.index(at) & 1:
        return
    _add(level, gas.name, level.grid.index(at), volume)
    if maker is not None:
        level.gas_makers[gas.name] = maker
    world.emit(GasReleased(gas, at))


def spread_gas(world: World) -> None:
    """Run one round of all gases, by name: they rise from the ground, spread, and act on the actors in them.

    When the budget of the turn is spent, gas waits for the next turn.
    """
    level = world.level
    if world.outcome is not None or not has_budget(world):
        return
    _puff(world)
    if not level.gas:
        return
    flow = flow_over(level.grid, level.grid.inside & ~level.cells("gas"))
    for name in sorted(level.gas):
        world.budget_spent += _COST
        for _ in range(spreads(level)):
            if name in level.gas:  # the last of it may have faded before
                level.set_gas(name, flow.spread(level.gas[name]))
    for name in sorted(level.gas):
        _act(world, world.ruleset.gases[name])
    _light_by_lamp(world)


def _light_by_lamp(world: World) -> None:
    """Explode the thick gas on the player's cell that their open lamp ignites."""
    level, cell = world.level, world.player.cell
    for name in sorted(level.gas):
        gas = world.ruleset.gases[name]
        is_thick = gas.lamp and _amount(level, name, cell) >= gas.thick_from
        if is_thick and world.player.is_alive and lamp_of(world) is Lamp.OPEN:
            _ignite(world, gas, 1 << cell, None)


def ignite_gas(world: World, board: int, maker: Attribution | None = None) -> int:
    """Explode every explosive cloud that touches a bitboard; return the cells of the explosions."""
    level, exploded = world.level, 0
    for name in sorted(level.gas):
        gas = world.ruleset.gases[name]
        if gas.explodes or gas.bang:
            exploded |= _ignite(world, gas, board | exploded, maker)
    return exploded


def cells_with(cloud: int, size: int, least: int = MIN_GAS) -> int:
    """Return the bitboard of the cells with at least `least` gas in a cloud."""
    # Adding `top - least` to each lane sets its highest bit exactly where the lane holds at least `least`.
    top = 1 << LANE - 1
    every = ((1 << LANE * size) - 1) // ((1 << LANE) - 1)
    digits = f"{(cloud + every * (top - least)) & every * top:0{size * LANE // 4}x}"
    return int(digits[:: LANE // 4].translate(_TOP), 2)


def breathed(world: World) -> int:
    """Return the bitboard of the cells with gas that acts on the actors in it."""
    level, kinds = world.level, world.ruleset.gases
    clouds = [cloud for name, cloud in level.gas.items() if kinds[name].inside or kinds[name].inside_thick]
    return functools.reduce(operator.or_, (cells_with(cloud, level.grid.size) for cloud in clouds), 0)


_TOP: Final = {ord("8"): "1"}
_NOBODY: Final = Attribution()
_cell = operator.attrgetter("cell")


def _puff(world: World) -> None:
    """Release gas from the ground at random, by rising cells; without an event, as it happens all the time."""
    level = world.level
    cells = cells_of(level.cells("puffs"))
    world.budget_spent += len(cells) // _DRAWS
    for cell in cells:
        for kind in level.layers_at(level.grid.point(cell)):
            puffs = kind.puffs
            if puffs is not None and percent(world.rng, puffs.chance) and _amount(level, puffs.gas, cell) < puffs.most:
                _add(level, puffs.gas, cell, puffs.volume)


def _amount(level: Level, name: str, cell: int) -> int:
    return level.gas.get(name, 0) >> LANE * cell & (1 << LANE) - 1


def _add(level: Level, name: str, cell: int, volume: int) -> None:
    """Add gas to a cell index, no more than a cell can hold."""
    lane, cloud = LANE * cell, level.gas.get(name, 0)
    if added := min(volume, MAX_GAS - (cloud >> lane & MAX_GAS)):
        level.gas[name] = cloud + (added << lane)


def _act(world: World, gas: GasKind) -> None:
    """Apply a gas to all actors in it, by rising cells."""
    level, maker = world.level, _maker(world, gas)
    amounts = _amounts(level.gas[gas.name], level.grid.size)
    inside = [actor for actor in level.actors if amounts[actor.cell] >= MIN_GAS]
    for actor in sorted(inside, key=_cell):
        effects = gas.effects(amounts[actor.cell])
        if effects and "gas" not in actor.kind.immune:
            _apply(world, actor, effects, Cause(None, actor.at, gas, behind=maker))


def _amounts(cloud: int, size: int) -> array.array[int]:
    """Return the amount of a gas by cell index."""
    amounts = array.array("H", cloud.to_bytes(LANE // 8 * size, "little"))
    if sys.byteorder == "big":
        amounts.byteswap()
    return amounts


def _maker(world: World, gas: GasKind, lit_by: Attribution | None = None) -> Attribution:
    """Return the attribution of a gas's effects: its igniter, or else its releaser."""
    maker = lit_by or world.level.gas_makers.get(gas.name) or _NOBODY
    return Attribution(maker.who, maker.own, maker.means, gas.name)


def _apply(world: World, actor: Actor, effects: tuple[Effect, ...], cause: Cause) -> None:
    for effect in effects:
        if actor.is_alive:
            effect.apply(world, cause, actor.at)


def _ignite(world: World, gas: GasKind, board: int, lit_by: Attribution | None) -> int:
    """Explode every connected cloud of one gas that `board` touches, by one flood fill; return its cells."""
    level = world.level
    cloud = cells_with(level.gas[gas.name], level.grid.size)
    lit = flood = cloud & board
    if not lit:
        return 0
    front = flood
    while front:
        front = level.grid.spread(front, diagonally=False) & cloud & ~flood
        flood |= front
    at = level.grid.point(cells_of(lit)[0])
    cause = Cause(None, at, gas, behind=_maker(world, gas, lit_by))
    level.set_gas(gas.name, level.gas[gas.name] & ~lanes_of(flood))
    world.emit(Exploded(at, 0, tuple(map(level.grid.point, cells_of(flood))), gas))
    for actor in level.actors_on(flood):
        if flood >> actor.cell & 1:
            _apply(world, actor, gas.explodes, cause)
    for effect in gas.bang:
        effect.apply(world, cause, at)
    return flood
