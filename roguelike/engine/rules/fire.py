"""Fire: how it starts, spreads and burns out, and what it does to actors and items in it.

Fire is one bitboard for each number of rounds left to burn. A cell that catches fire at the end of a round harms actors
on it from the next round; an actor that steps into flames is burned immediately.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.dice import percent
from roguelike.engine.events import BurnedUp, FlaredUp, Ignited
from roguelike.engine.geometry import CARDINALS
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.fire import MAX_FIRE
from roguelike.engine.kinds.terrain import fuels
from roguelike.engine.rules.budget import has_budget
from roguelike.engine.rules.burning import burn, douse, touch_water
from roguelike.engine.rules.bursting import burst_features
from roguelike.engine.rules.captives import free_burning
from roguelike.engine.rules.gas import ignite_gas
from roguelike.engine.rules.identity import known_kind
from roguelike.engine.rules.terrain import change

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.state.attribution import Attribution
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

_DRAWS: Final = 8
"""Cells that can be examined for one unit of work."""


def kindle(
    world: World, board: int, rounds: int = 0, *, maker: Attribution | None = None, spread: bool = False
) -> None:
    """Ignite the cells of a bitboard, for as long as their terrain burns.

    Bare ground burns for `rounds`, and flammable terrain at least as long; with 0, bare ground does not burn. Nothing
    burns in walls, in water or over a chasm. Actors on these cells are burned from the next round.
    """
    level = world.level
    if world.ruleset.fire is None:
        return
    board &= burnable(level) if rounds else flammable(level)
    before = level.burning
    if not board:
        return
    burns = fuels(level.kinds)[1]
    lasting: dict[int, int] = {}
    for cell in cells_of(board):
        longest = max(rounds, *(burns[code] for code in _codes(level, cell)))
        lasting[longest] = lasting.get(longest, 0) | 1 << cell
    for longest, cells in lasting.items():
        _burn_for(level, cells, longest)
    level.fire_maker = maker or level.fire_maker
    _open_doors(world, board)
    if fresh := board & ~before:
        world.emit(Ignited(tuple(map(level.grid.point, cells_of(fresh))), spread))


def light(world: World, board: int, rounds: int = 0, maker: Attribution | None = None) -> None:
    """Ignite the cells of a bitboard, explode the gas that touches them, and burst the features that fire bursts.

    A flammable corpse burns even on bare ground.
    """
    kindle(world, board, rounds, maker=maker)
    if corpses := board & flammable_corpses(world.level):
        kindle(world, corpses, 1, maker=maker)
    light_gas(world, board, maker)
    burst_features(world, board, maker)


def merge_fires(world: World, before: int, *, spread: bool = False) -> None:
    """Merge the `Ignited` events after the first `before` events into one with this `spread`, and move it last."""
    latest = [world.events.pop() for _ in range(len(world.events) - before)][::-1]
    lit = [at for event in latest if isinstance(event, Ignited) for at in event.cells]
    world.events.extend(event for event in latest if not isinstance(event, Ignited))
    if lit:
        world.emit(Ignited(tuple(dict.fromkeys(lit)), spread=spread))


def light_gas(world: World, board: int, maker: Attribution | None = None) -> None:
    """Explode the gas that a bitboard touches, and ignite flammable terrain where it exploded."""
    if world.level.gas and (exploded := ignite_gas(world, board, maker)):
        kindle(world, exploded, maker=maker)


def put_out(world: World, board: int) -> None:
    """Put out all fire on the cells of a bitboard, and burning actors there."""
    level = world.level
    level.put_out(board)
    for actor in tuple(level.actors):
        if board >> actor.cell & 1:
            douse(world, actor)


def burn_out(world: World) -> None:
    """Burn down everything on the level that is on fire."""
    spent = world.level.burning
    world.level.set_fire(())
    _burn_down(world, spent)


def burnable(level: Level) -> int:
    """Return the bitboard of the cells that can be on fire: passable ground that bears covers and is not wet."""
    board = level.passable & level.cells("bears")
    return board & ~level.veiled("wet") if level.veils else board


def flammable(level: Level) -> int:
    """Return the bitboard of the burnable cells with flammable terrain."""
    return burnable(level) & level.cells("fuel")


def flammable_corpses(level: Level) -> int:
    """Return the bitboard of the burnable cells with flammable corpses."""
    lying = (cell for cell, pile in level.items.items() if any(map(_is_flammable_corpse, pile)))
    return board_of(lying) & burnable(level) if level.items else 0


def _is_flammable_corpse(item: Item) -> bool:
    return item.kind.burns and not item.kind.portable


def spread_within(level: Level, flames: int, rounds: int) -> int:
    """Return the bitboard of `flames` and of the cells to which they can spread within `rounds` rounds."""
    reached, fuel = flames, flammable(level)
    for _ in range(rounds):
        before, reached = reached, reached | level.grid.spread(reached, diagonally=False) & fuel
        if reached == before:
            break
    return reached


def fuels_in(level: Level, cells: Iterable[Point]) -> list[TerrainKind | ItemKind]:
    """Return the flammable kinds of terrain and corpses on some cells, each once."""
    reached = list(cells)
    kinds = [kind for at in reached for kind in level.layers_at(at) if kind.fuel is not None]
    corpses = [item.kind for at in reached for item in level.items_at(at) if _is_flammable_corpse(item)]
    return list(dict.fromkeys([*kinds, *corpses]))


def spread_fire(world: World) -> None:
    """Run one round of fire: it burns actors and items, burns out, spreads and ignites gas.

    When the budget of the turn is spent, fire waits for the next turn.
    """
    level = world.level
    _dry(world)
    if world.outcome is not None or not has_budget(world):
        return
    sparked = _sparked(world) if level.cells("sparks") else 0
    if level.fire:
        _burn(world)
    kindle(world, sparked)


def _burn(world: World) -> None:
    """Run one round of the existing fire."""
    level = world.level
    hot, maker = level.burning, level.fire_maker
    free_burning(world, hot)
    _burn_actors(world, hot)
    fed = _burn_items(world, hot)
    spent, *left = level.fire
    level.set_fire([*left, 0])
    _burn_down(world, spent)
    caught = _caught(world, hot)
    kindle(world, caught, maker=maker, spread=True)
    for rounds, board in fed:
        kindle(world, board, rounds, maker=maker, spread=True)
    light_gas(world, hot | level.burning, maker)
    burst_features(world, hot, maker)


def _dry(world: World) -> None:
    """Douse all actors in water."""
    if world.ruleset.fire is not None and world.level.cells("water") & world.level.occupied:
        for actor in tuple(world.level.actors):
            touch_water(world, actor)


def _burn_actors(world: World, hot: int) -> None:
    """Burn the actors in the flames, by rising cells."""
    fire = world.ruleset.fire
    for actor in world.level.actors_on(hot):
        if fire is not None and hot >> actor.cell & 1 and actor.is_alive:
            burn(world, actor, fire, world.level.fire_maker)


def _burn_items(world: World, hot: int) -> list[tuple[int, int]]:
    """Burn the items in the flames; return the fires that they feed, as pairs of rounds and bitboard."""
    level = world.level
    burned: list[tuple[Item, Point]] = []
    fed: list[tuple[int, int]] = []
    for cell in sorted(cell for cell in level.items if hot >> cell & 1):
        at = level.grid.point(cell)
        for item in [item for item in level.items[cell] if item.kind.burns]:
            level.take(item, at)
            if not item.kind.feeds:
                burned.append((item, at))
            else:
                world.emit(FlaredUp(known_kind(world, item.kind), at))
                fed.append((item.kind.feeds, level.grid.spread(1 << cell, diagonally=True)))
    if seen := [each for each in burned if level.is_visible(each[1])]:
        world.emit(BurnedUp(known_kind(world, seen[0][0].kind), len(seen), tuple(at for _, at in seen)))
    return fed


def _burn_down(world: World, spent: int) -> None:
    """Turn burned-out terrain into its remains: covers first, then ground."""
    level = world.level
    cells = cells_of(spent & level.cells("fuel"))
    left: dict[int, int] = {}
    for layer in (level.terrain, level.cover) if level.cover else (level.terrain,):
        for cell in cells:
            left[layer[cell]] = left.get(layer[cell], 0) | 1 << cell
    for code in sorted(left, key=lambda code: (level.kinds[code].layer == "ground", code)):
        fuel = level.kinds[code].fuel
        if fuel is not None:
            change(world, left[code], fuel.becomes)


def _caught(world: World, hot: int) -> int:
    """Return the bitboard of the cells that catch fire from their neighbours, rolled by rising cells."""
    level = world.level
    beside = level.grid.spread(hot, diagonally=False) & flammable(level) & ~hot
    cells, caught, chances = cells_of(beside), 0, fuels(level.kinds)[0]
    world.budget_spent += 1 + len(cells) // _DRAWS
    ground, cover, factor = level.terrain, level.cover or level.terrain, _likelihood(level)
    for cell in cells:
        if percent(world.rng, max(chances[ground[cell]], chances[cover[cell]]) * factor // 100):
            caught |= 1 << cell
    return caught


def _sparked(world: World) -> int:
    """Return the bitboard of the cells that adjacent sparking terrain like lava ignites, rolled by rising cells."""
    level, caught = world.level, 0
    beside = level.grid.spread(level.cells("sparks"), diagonally=False) & flammable(level) & ~level.burning
    cells = cells_of(beside)
    world.budget_spent += len(cells) // _DRAWS
    for cell in cells:
        around = map(level.grid.point(cell).step, CARDINALS)
        if percent(world.rng, max(level.terrain_at(at).sparks for at in around)):
            caught |= 1 << cell
    return caught


def _likelihood(level: Level) -> int:
    """Return the chance of fire to spread on a level, in percent of the usual chance."""
    return 100 if level.event is None else level.event.fire


def _codes(level: Level, cell: int) -> tuple[int, ...]:
    """Return the terrain codes of a cell index: cover, then ground; only the ground on a level without covers."""
    return (level.cover[cell], level.terrain[cell]) if level.cover else (level.terrain[cell],)


def _burn_for(level: Level, cells: int, rounds: int) -> None:
    """Ignite `cells` for at least `rounds` rounds."""
    boards = list(level.fire) or [0] * MAX_FIRE
    for longer in boards[rounds:]:
        cells &= ~longer
    boards = [board & ~cells for board in boards]
    boards[rounds - 1] |= cells
    level.set_fire(boards)


def _open_doors(world: World, board: int) -> None:
    """Open the burning doors: sight and gas pass through them."""
    level = world.level
    opened: dict[str, int] = {}
    for cell in cells_of(board & level.cells("opens")):
        name = level.kinds[level.terrain[cell]].opens_to
        if name is not None:
            opened[name] = opened.get(name, 0) | 1 << cell
    for name, cells in opened.items():
        change(world, cells, name)
