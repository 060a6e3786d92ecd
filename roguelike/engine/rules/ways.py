"""Where actors go of their own accord: on foot, through the air, or in water."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Final

from roguelike.engine.grid import board_of
from roguelike.engine.rules.terrain import obstacle

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

SWIM_DELAY: Final = 60
"""How many steps of a way round a step into deep water is worth to who walks."""


class Gait(enum.StrEnum):
    """How an actor gets about."""

    WALK = "walk"
    FLY = "fly"
    SWIM = "swim"


def gait_of(actor: Actor) -> Gait:
    """Return how an actor gets about now."""
    if actor.kind.swims:
        return Gait.SWIM
    return Gait.WALK if actor.touches_ground else Gait.FLY


def open_to(level: Level, gait: Gait) -> int:
    """Return the bitboard of the cells where monsters of a gait go: none that are barred, or known to do harm.

    Those that live on a level know what hides there.
    """
    board = level.passable & ~level.cells("monsters")
    if gait == Gait.SWIM:
        return board & level.cells("deep")
    if gait == Gait.FLY:
        return board
    board &= ~level.cells("asks") | level.cells("deep")
    if level.features:
        board &= ~board_of(cell for cell, feature in level.features.items() if feature.kind.asks)
    return board


def is_willing(world: World, actor: Actor, cell: int) -> bool:
    """Return whether an actor would go to a cell index of its own accord: nobody is there, nor any known harm."""
    level = world.level
    if level.actor_on(cell) is not None or obstacle(world, actor, level.grid.point(cell)) is not None:
        return False
    gait = gait_of(actor)
    board = open_to(level, gait)
    return bool((board & ~level.cells("deep") if gait == Gait.WALK else board) >> cell & 1)
