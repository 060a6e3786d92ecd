"""Hunters without a path to the player: they give up after a while, and notice nothing until there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.rules.moods import lose_track
from roguelike.engine.rules.pursuit import distance_map
from roguelike.engine.rules.reach import strikes_far
from roguelike.engine.rules.ways import mobility_of

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def gives_up(world: World, actor: Actor) -> bool:
    """Return whether a hunter of the player gives up this turn; if so, it starts to roam."""
    if not is_cut_off(world, actor):
        actor.cut_off_on = None
        return False
    if actor.cut_off_on is None:
        actor.cut_off_on = world.round
    if world.round - actor.cut_off_on < world.ruleset.gives_up:
        return False
    lose_track(world, actor)
    return True


def has_given_up(world: World, actor: Actor) -> bool:
    """Return whether a monster has given up and still has no path to the player."""
    if actor.cut_off_on is not None and not is_cut_off(world, actor):
        actor.cut_off_on = None
    return actor.cut_off_on is not None


def is_cut_off(world: World, actor: Actor) -> bool:
    """Return whether a mobile actor has neither a path to the player nor a ranged attack.

    Flames on the path are no obstacle: they burn out.
    """
    player = world.player
    if actor.kind.rooted or actor.always_knows or strikes_far(actor):
        return False
    if chebyshev_distance(actor.at, player.at) <= 1:
        return False
    who = mobility_of(world.level, actor)
    if distance_map(world, player.at, who).distance(actor.cell) is not None:
        return False
    if not world.level.fire:
        return True
    return distance_map(world, player.at, who._replace(minds_fire=False)).distance(actor.cell) is None
