"""Sealed doors, and forcing them open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import Heard
from roguelike.engine.rules.pursuit import steps_to
from roguelike.engine.rules.terrain import HEARD

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def is_shut(world: World, actor: Actor, cell: int) -> bool:
    """Return whether a sealed door withstands one more turn of an actor that forces it, which the player can hear.

    The player breaks a seal immediately.
    """
    level = world.level
    kind = level.kinds[level.terrain[cell]]
    if not kind.seal or actor.is_player:
        return False
    turns = level.forced.pop(cell, 0) + 1
    if turns >= kind.seal:
        return False
    level.forced[cell] = turns
    if kind.forced and steps_to(world, cell, limit=HEARD).distance(world.player.cell) is not None:
        world.emit(Heard(kind.forced))
    return True
