"""Where actors are willing to go by walking, flying or swimming, and which actors they see."""

from __future__ import annotations

import enum
import functools
import operator
from typing import TYPE_CHECKING, Final, NamedTuple

from roguelike.engine.events import Harm
from roguelike.engine.geometry import chebyshev_distance, squared_distance
from roguelike.engine.grid import board_of
from roguelike.engine.rules.immunity import is_immune
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

SWIM_DELAY: Final = 60
"""Path cost of deep water for walkers, in steps."""


class Gait(enum.StrEnum):
    """How an actor moves."""

    WALK = "walk"
    FLY = "fly"
    SWIM = "swim"


class Mobility(NamedTuple):
    """What decides where an actor can go: actors with the same mobility share distance maps."""

    gait: Gait = Gait.WALK
    opens_doors: bool = True
    is_ally: bool = False
    """Whether it is on the player's side; some terrain bars allies, some monsters."""
    minds_fire: bool = True
    """Whether it avoids flames."""
    minds_water: bool = False
    """Whether it avoids all water."""
    inside: int = 0
    """Steps into terrain that bars the actor; 0 outside. The path out is open; to allies, all of that terrain."""


ON_FOOT: Final = Mobility()
_FIRE: Final = Harm.FIRE
_PLAYER: Final = Side.PLAYER


def mobility_of(level: Level, actor: Actor) -> Mobility:
    """Return the present mobility of an actor: it crosses flames once it is in them."""
    burning, has_any = level.burning, bool(actor.conditions)
    braves = burning > 0 and (
        burning >> actor.cell & 1 == 1
        or (has_any and is_immune(actor, _FIRE))  # the immunity of its kind counts anyway
    )
    # Without keywords, which would cost more than all the rest: every step of a hunt calls this.
    return mobility(actor.kind, actor.side, has_any and actor.cannot("fall"), braves, depth_inside(level, actor))


@functools.lru_cache(maxsize=512)
def mobility(
    kind: ActorKind,
    side: Side,
    floats: bool = False,  # noqa: FBT001, FBT002
    braves_fire: bool = False,  # noqa: FBT001, FBT002
    inside: int = 0,
) -> Mobility:
    """Return the mobility of a kind on one side: it walks unless it swims, flies or floats."""
    gait = Gait.SWIM if kind.swims else Gait.FLY if kind.flies or floats else Gait.WALK
    return Mobility(
        gait,
        kind.opens_doors,
        side == Side.PLAYER,
        not braves_fire and "fire" not in kind.immune,
        kind.quenched,
        inside,
    )


def depth_inside(level: Level, actor: Actor) -> int:
    """Return how many steps an actor stands within terrain that bars it; 0 outside."""
    trait = "allies" if actor.side is _PLAYER else "monsters"
    if not (bars := level.cells(trait)) or not bars >> actor.cell & 1:
        return 0
    return next((steps for steps, board in enumerate(_rings(level, trait), 1) if board >> actor.cell & 1), 0)


def unbarred(level: Level, who: Mobility) -> int:
    """Return the bitboard of the cells whose terrain does not bar a mobility.

    No actor is trapped: allies inside move freely there, monsters take the shortest paths out.
    """
    trait = "allies" if who.is_ally else "monsters"
    if not (bars := level.cells(trait)):
        return -1
    if not who.inside:
        return ~bars
    return -1 if who.is_ally else ~bars | functools.reduce(operator.or_, _rings(level, trait)[: who.inside - 1], 0)


def _rings(level: Level, trait: str) -> list[int]:
    """Return the bitboards of the barred cells that are one step from the outside, two steps, and so on."""
    return level.kept(("rings", trait), lambda: _make_rings(level, level.cells(trait)))


def _make_rings(level: Level, bars: int) -> list[int]:
    rings: list[int] = []
    reached, left = level.passable & ~bars, bars & level.passable
    while ring := level.grid.spread(reached, diagonally=True) & left:
        rings.append(ring)
        reached, left = ring, left & ~ring
    return [*rings, left]


def ways_of(level: Level, who: Mobility) -> int:
    """Return the bitboard of the cells that paths of a mobility use: none that bar it or are known to do harm.

    Monsters know the hidden features of their level. Deep water costs walkers a delay, but is no obstacle.
    """
    return level.kept(("ways", who), lambda: _ways(level, who)) & ~avoided(level, who)


def avoided(level: Level, who: Mobility) -> int:
    """Return the bitboard of the flames that a mobility avoids."""
    return level.burning if who.minds_fire else 0


def is_way(world: World, actor: Actor, goal: Point) -> bool:
    """Return whether a cell is free and an actor would stay there."""
    return world.level.is_free(goal) and haunts(world.level, actor, world.level.grid.index(goal))


def haunts(level: Level, actor: Actor, cell: int) -> bool:
    """Return whether an actor would stay on a cell, occupied or not."""
    return bool(haunts_of(level, mobility_of(level, actor)) >> cell & 1)


def free_steps(world: World, actor: Actor) -> list[Direction]:
    """Return the directions of the free neighbours where an actor would stay."""
    level = world.level
    grid, haunts = level.grid, haunts_of(level, mobility_of(level, actor))
    cell = actor.cell
    near = [(direction, cell + grid.offsets[direction]) for direction in world.directions_of(actor)]
    return [each for each, goal in near if haunts >> goal & 1 and level.actor_on(goal) is None]


def haunts_of(level: Level, who: Mobility) -> int:
    """Return the bitboard of the cells where a mobility would stay: its paths, without deep water for walkers."""
    board = ways_of(level, who)
    return board & ~level.cells("deep") if who.gait == Gait.WALK else board


def has_line(level: Level, start: Point, goal: Point) -> bool:
    """Return whether a line from either of two cells to the other is clear, within the sight range of the level."""
    if (event := level.event) is not None and event.sight and squared_distance(start, goal) > event.sight**2:
        return False
    return _is_clear(level, start, goal) or _is_clear(level, goal, start)


def sees(world: World, actor: Actor, other: Actor, reach: int) -> bool:
    """Return whether two actors are in view of each other within `reach` cells, with or without light."""
    return chebyshev_distance(actor.at, other.at) <= reach and has_line(world.level, actor.at, other.at)


def _ways(level: Level, who: Mobility) -> int:
    board = level.passable & unbarred(level, who)
    if who.minds_water:
        board &= ~level.cells("water")
    if not who.opens_doors:
        board &= ~level.cells("opens")
    if who.gait == Gait.SWIM:
        return board & level.cells("deep")
    if who.gait == Gait.FLY:
        return board
    board &= ~level.cells("asks") | level.cells("deep")
    if level.features:
        board &= ~board_of(cell for cell, feature in level.features.items() if feature.kind.asks)
    return board


def _is_clear(level: Level, start: Point, goal: Point) -> bool:
    """Return whether nothing blocks sight along an `ordinal_line`; plain arithmetic, as it is called very often."""
    opaque, stride = level.opaque, level.grid.stride
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    wide, tall = abs(dx), abs(dy)
    across, down = (dx > 0) - (dx < 0), stride if dy > 0 else -stride if dy else 0
    major, minor, lead = (wide, tall, across) if wide > tall else (tall, wide, down)
    cell, error = (start[1] + 1) * stride + start[0] + 1, (major - 1) // 2
    for _ in range(major - 1):
        error += minor
        if error >= major:
            error -= major
            cell += across + down
        else:
            cell += lead
        if opaque[cell]:
            return False
    return True
