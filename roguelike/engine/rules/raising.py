"""Raising fallen allies, and the death of those not raised in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import FallenAlly
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.rules.damage import die
from roguelike.engine.rules.fallen import fallen_allies, get_up
from roguelike.engine.rules.noise import waits
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def tend_fallen(world: World) -> None:
    """Pass a round for each fallen ally: the player raises it by waiting beside it, or its time runs out."""
    rules = world.ruleset.fallen
    if rules is None:
        return
    for ally in fallen_allies(world):
        if not (ally.is_alive and ally.is_fallen):
            continue  # the death of another killed or raised it
        is_beside = chebyshev_distance(ally.at, world.player.at) == 1
        ally.helped = ally.helped + 1 if is_beside and waits(world) else 0
        if ally.helped >= rules.beside:
            get_up(world, ally, ally.max_hit_points // rules.part)
        elif world.round + 1 >= ally.lies_until:
            bleed_out(world, ally)


def leave_fallen(world: World) -> None:
    """Kill the fallen allies on a level that the player leaves."""
    for ally in fallen_allies(world):
        if ally.is_alive and ally.is_fallen:
            bleed_out(world, ally)


def bleed_out(world: World, ally: Actor) -> None:
    """Kill a fallen ally; if the player does not see it, the death is reported as that of any ally out of view."""
    world.emit(FallenAlly(ally.ref, "dies", 0, 0))
    ally.hit_points = 0
    die(world, ally, Cause(None, ally.at))
