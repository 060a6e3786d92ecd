"""Effects of terrain on actors, and changes of terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.dice import percent
from roguelike.engine.events import Creaked, Harm, Heard, Reason, TerrainChanged
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.terrain import NOTHING
from roguelike.engine.rules.budget import has_budget, standing_cost
from roguelike.engine.rules.burning import touch_fire, touch_water
from roguelike.engine.rules.chains import react
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.drifting import drift_items
from roguelike.engine.rules.falling import fall
from roguelike.engine.rules.features import spring
from roguelike.engine.rules.immunity import is_touched
from roguelike.engine.rules.pursuit import steps_to
from roguelike.engine.rules.trails import trail_of
from roguelike.engine.rules.ways import mobility_of, unbarred
from roguelike.engine.state.actor import Side
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.ground import Covering, Passing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

HEARD: Final = 14
"""Steps within which the player hears a creaking door."""
_PLAYER: Final = Side.PLAYER


def change(world: World, board: int, name: str, *, rounds: int = 0) -> None:
    """Lay the terrain `name` on all cells of a bitboard; the cover `nothing` removes their cover.

    Covers skip ground that bears none and covers that bar actors; unwalkable terrain skips occupied cells. Ground laid
    for `rounds` reverts to the ground before it; with 0 it is permanent, or lasts as long as its kind says.
    """
    level = world.level
    code = level.code(name)
    kind = level.kinds[code]
    if kind.layer == "cover" or code == NOTHING:
        board &= bearing(level, kind)
    elif not kind.walkable:
        board &= ~level.occupied
    if not board:
        return
    if rounds:
        _let_pass(world, board, rounds)
    elif kind.fades is not None:
        _let_pass(world, board, kind.fades.rounds, level.code(kind.fades.to))
    else:
        for cell in [cell for cell in level.passing if kind.layer == "ground" and code and board >> cell & 1]:
            del level.passing[cell]
    if level.covering or kind.withers is not None:
        _time_covers(world, board, kind)
    level.lay(board, code)
    _tell(world, board, kind)


def bearing(level: Level, kind: TerrainKind) -> int:
    """Return the bitboard of the cells that can bear a cover: one that bars actors yields only to another such."""
    board = level.cells("bears")
    if kind.layer == "cover" and not kind.bars:
        board &= ~(level.cells("monsters") | level.cells("allies"))
    return board


def entered(world: World, actor: Actor) -> None:
    """Apply the terrain, feature, flames and water of a cell to an actor that has just entered it."""
    level = world.level
    cell = actor.cell
    if level.cells("enter") >> cell & 1:
        for kind in level.layers_at(actor.at):
            _enter(world, actor, kind, cell)
    if cell in level.features and is_there(world, actor, cell):
        spring(world, actor, cell)
    if level.burning >> cell & 1 and is_there(world, actor, cell):
        touch_fire(world, actor)
    if (actor.conditions or actor.kind.quenched) and is_there(world, actor, cell):
        touch_water(world, actor)
    if actor.kind.trail is not None and is_there(world, actor, cell):
        change(world, trail_of(level, cell, actor.kind.trail), actor.kind.trail)


def stood(world: World) -> None:
    """Run the terrain's effects at the end of a round: on actors by id, then on items."""
    level = world.level
    if level.cells("stand"):
        _act_on_all(world)
    if level.items and level.cells("drifts"):
        drift_items(world)
    if level.passing:
        _pass(world)
    if level.covering:
        _wither(world)
    if level.cells("closes"):
        _close(world)
    if level.cells("grows"):
        _grow(world)
    if world.ruleset.has_gaspers:
        _gasp(world)


def obstacle(world: World, actor: Actor, cell: int) -> Reason | None:
    """Return why an actor cannot enter a walkable cell index; None if it can."""
    if actor is world.player:
        return None
    level = world.level
    if not unbarred(level, mobility_of(level, actor)) >> cell & 1:
        return Reason.BARRED
    if actor.kind.swims and not level.cells("deep") >> cell & 1 and not is_stranded(level, actor):
        return Reason.WALL
    if not actor.kind.opens_doors and level.cells("opens") >> cell & 1:
        return Reason.WALL
    return None


def is_stranded(level: Level, actor: Actor) -> bool:
    """Return whether an actor that lives in deep water is out of it."""
    return actor.kind.swims and not level.cells("deep") >> actor.cell & 1


def is_there(world: World, actor: Actor, cell: int) -> bool:
    """Return whether an actor is still alive and on a cell of this level."""
    return actor.hit_points > 0 and world.level.standing[cell] is actor


def _enter(world: World, actor: Actor, kind: TerrainKind, cell: int) -> None:
    if kind.opens_to is not None:
        change(world, 1 << cell, kind.opens_to)
        if world.ruleset.hides_anyone and world.is_hidden(actor):
            _creak(world, kind, cell)
    if not is_there(world, actor, cell) or not is_touched(actor, kind):
        return
    if kind.tramples_to is not None:
        change(world, 1 << cell, kind.tramples_to)
    _apply(world, actor, kind, kind.enter)
    if kind.falls and is_there(world, actor, cell):
        fall(world, actor)


def _creak(world: World, kind: TerrainKind, cell: int) -> None:
    """Emit that a door opens for an unseen actor: in view, or heard from nearby."""
    level = world.level
    if level.visible[cell]:
        world.emit(Creaked(kind, level.grid.point(cell)))
    elif kind.creaks and steps_to(world, cell, limit=HEARD).distance(world.player.cell) is not None:
        world.emit(Heard(kind.creaks))


def _act_on_all(world: World) -> None:
    """Apply the terrain's effects of a round; to the player only, once the budget of the turn is spent."""
    level = world.level
    board = level.cells("stand")
    if not board & level.occupied:
        return
    for actor in tuple(level.actors) if has_budget(world) else (world.player,):
        cell = actor.cell
        if not board >> cell & 1:
            continue
        for kind in level.layers_at(actor.at):
            if not (kind.stand or kind.falls) or not is_there(world, actor, cell) or not is_touched(actor, kind):
                continue
            if not actor.is_player:
                if not has_budget(world):
                    break
                world.budget_spent += standing_cost(kind)
            _apply(world, actor, kind, kind.stand)
            if kind.falls and is_there(world, actor, cell):
                fall(world, actor)


def _apply(world: World, actor: Actor, terrain: TerrainKind, effects: Sequence[Effect]) -> None:
    if effects:
        react(world, effects, Cause(None, actor.at, terrain), actor.at, actor)


def _let_pass(world: World, board: int, rounds: int, becomes: int | None = None) -> None:
    """Schedule what these cells become: their present ground, unless `becomes` is given.

    Ground that is already temporary becomes the original ground.
    """
    level = world.level
    for cell in cells_of(board):
        known = level.passing.get(cell)
        ground = level.terrain[cell] if known is None else known.ground
        level.passing[cell] = Passing(world.round + rounds, ground if becomes is None else becomes)


def _pass(world: World) -> None:
    """Restore the ground of cells whose time is up; actors on cells that become a chasm fall immediately."""
    level = world.level
    before = level.cells("falls")
    give_back(world, board_of(cell for cell, each in level.passing.items() if each.until <= world.round + 1))
    opened = level.cells("falls") & ~before & level.occupied
    for actor in tuple(level.actors) if opened else ():
        if opened >> actor.cell & 1 and is_touched(actor, level.terrain_at(actor.at)):
            fall(world, actor)


def _time_covers(world: World, board: int, kind: TerrainKind) -> None:
    """Record when a cover laid on some cells ends and what it covers, replacing the records of older covers."""
    level = world.level
    if kind.layer != "cover" and level.code(kind.name) != NOTHING:
        return
    for cell in cells_of(board):
        known = level.covering.pop(cell, None)
        if kind.withers is not None:
            below = level.cover[cell] if level.cover else NOTHING
            before = below if known is None else known.before
            start = world.round + (known is not None and known.until == world.round + 1)  # at the end of a round
            level.covering[cell] = Covering(start + kind.withers.rounds, before)


def _wither(world: World) -> None:
    """Turn covers whose time is up into what they wither to, or into the covers below them."""
    level, kinds = world.level, world.level.kinds
    boards: dict[int, int] = {}
    for cell in [cell for cell, each in sorted(level.covering.items()) if each.until <= world.round + 1]:
        withers = kinds[level.cover[cell]].withers if level.cover else None
        before = level.covering[cell].before
        if withers is None:  # it has burned, or its ground is gone
            del level.covering[cell]
            continue
        code = before if withers.to is None else level.code(withers.to)
        boards[code] = boards.get(code, 0) | 1 << cell
    for code, board in boards.items():
        change(world, board, kinds[code].name)


def give_back(world: World, board: int) -> None:
    """Restore the original ground of cells with temporary ground."""
    level = world.level
    boards: dict[int, int] = {}
    for cell in cells_of(board):
        ground = level.passing.pop(cell).ground
        boards[ground] = boards.get(ground, 0) | 1 << cell
    for code, cells in boards.items():
        change(world, cells, level.kinds[code].name)


def _close(world: World) -> None:
    """Close open doors that hold no actor, item or fire."""
    level = world.level
    if level.event is not None and level.event.holds_doors:
        return
    free = level.cells("closes") & ~level.occupied & ~board_of(level.items) & ~level.burning
    closed: dict[str, int] = {}
    for cell in cells_of(free):
        name = level.kinds[level.terrain[cell]].closes_to
        if name is not None:
            closed[name] = closed.get(name, 0) | 1 << cell
    for name, board in closed.items():
        change(world, board, name)


def _grow(world: World) -> None:
    """Grow terrain that can grow, is not on fire, and has no actor on or beside it."""
    level = world.level
    near = level.grid.spread(level.occupied, diagonally=True)
    grown: dict[str, int] = {}
    for cell in cells_of(level.cells("grows") & ~near & ~level.burning):
        for kind in level.layers_at(level.grid.point(cell)):
            if kind.grows is not None and percent(world.rng, kind.grows.chance):
                grown[kind.grows.to] = grown.get(kind.grows.to, 0) | 1 << cell
    for name, board in grown.items():
        change(world, board, name)


def _gasp(world: World) -> None:
    """Damage the actors that suffocate out of deep water, by rising ids."""
    for actor in tuple(world.level.actors):
        if actor.kind.gasps and actor.is_alive and is_stranded(world.level, actor):
            hurt(world, actor, actor.kind.gasps, Harm.AIR, Cause(None, actor.at))


def _tell(world: World, board: int, kind: TerrainKind) -> None:
    level = world.level
    cells = cells_of(board)
    if any(level.visible[cell] for cell in cells):
        point_of = level.grid.point_of
        world.emit(TerrainChanged(kind, tuple([point_of[cell] for cell in cells])))
