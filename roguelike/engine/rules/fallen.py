"""Allies at 0 hit points that lie fallen and can be raised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import ActorRef, FallenAlly
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.pursuit import forget_distances
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def falls(world: World, victim: Actor) -> bool:
    """Return whether a dying actor falls instead: an ally, once per level, not in deep water or over a chasm."""
    rules, cell = world.ruleset.fallen, victim.cell
    if rules is None or victim.side is not Side.PLAYER or victim.is_player or victim.summoner or victim.is_fallen:
        return False
    deadly = world.level.cells("deep") | world.level.cells("falls")
    return not victim.raised >> world.depth & 1 and not deadly >> cell & 1


def lay_low(world: World, victim: Actor) -> None:
    """Make an ally fall: it lies at 1 hit point until it is raised or its rounds run out."""
    rules = world.ruleset.fallen
    if rules is None:
        return
    victim.hit_points, victim.mood, victim.lies_until = 1, Mood.FALLEN, world.round + rules.rounds
    victim.conditions, victim.aims_at, victim.helped, victim.purse = {}, None, 0, 0
    forget_distances(world)
    world.emit(FallenAlly(ActorRef(victim.id, victim.kind), "falls", rules.rounds, rules.beside))


def get_up(world: World, ally: Actor, hit_points: int) -> None:
    """Make a fallen ally stand up with some hit points; it cannot be raised again on this level."""
    ally.mood, ally.helped, ally.raised = Mood.FOLLOWING, 0, ally.raised | 1 << world.depth
    ally.hit_points = max(1, min(hit_points, ally.max_hit_points))
    forget_distances(world)
    world.emit(FallenAlly(ActorRef(ally.id, ally.kind), "rises", 0, 0))


def fallen_allies(world: World) -> list[Actor]:
    """Return the player's fallen allies on the level, by rising id."""
    if world.ruleset.fallen is None:
        return []
    return [actor for actor in world.level.actors if actor.is_fallen]
