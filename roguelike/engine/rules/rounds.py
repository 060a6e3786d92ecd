"""The end of a round: everything that happens once per round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.dice import roll
from roguelike.engine.events import Rose
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.beats import beat_features
from roguelike.engine.rules.captives import work_at_shackles
from roguelike.engine.rules.carrying import make_ready
from roguelike.engine.rules.climbing import hear_hounds
from roguelike.engine.rules.conditions import pass_round
from roguelike.engine.rules.damage import heal, regenerate
from roguelike.engine.rules.features import look_around
from roguelike.engine.rules.fire import spread_fire
from roguelike.engine.rules.fixtures import act_when_due
from roguelike.engine.rules.flooding import spread_floods
from roguelike.engine.rules.following import is_hound
from roguelike.engine.rules.fuses import burst_fuses
from roguelike.engine.rules.gas import spread_gas
from roguelike.engine.rules.hordes import arrive
from roguelike.engine.rules.lamp import change_gauges
from roguelike.engine.rules.levels import place_arrivals
from roguelike.engine.rules.noise import hear_steps
from roguelike.engine.rules.pursuit import allies
from roguelike.engine.rules.raising import tend_fallen
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.rules.terrain import stood
from roguelike.engine.rules.tides import turn_tide
from roguelike.engine.rules.veils import lift_veils
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.engine.state.rising import Rising
    from roguelike.engine.state.world import World


def end_round(world: World) -> None:
    """Run the surroundings: fire, gas and terrain, then conditions and regeneration, then timed events."""
    ruleset = world.ruleset
    if ruleset.is_still and not (world.level.floods or world.level.veils):
        stood(world)
        return
    if ruleset.has_beats:
        beat_features(world)
    spread_fire(world)
    spread_gas(world)
    stood(world)
    if world.level.floods:
        spread_floods(world)
    turn_tide(world)
    lift_veils(world)
    if ruleset.has_rounds and world.outcome is None:
        burst_fuses(world)
        pass_round(world)
        _regenerate_all(world)
        _heal_in_light(world)
    if ruleset.counts_rounds and world.outcome is None:
        make_ready(world)
    if world.outcome is None:
        look_around(world)
        hear_steps(world)
    if ruleset.counts_rounds:
        if world.outcome is None:
            _pass_time(world)
        world.round += 1
    if ruleset.has_levels:
        place_arrivals(world)
        hear_hounds(world)


def _regenerate_all(world: World) -> None:
    """Regenerate all actors, if the rule set has regeneration."""
    mending = world.ruleset.mending
    if mending is None or world.outcome is not None:
        return
    usual = mending.rounds(is_player=False, is_ally=False)
    for actor in world.level.actors:
        if actor.purse or actor.hit_points < actor.max_hit_points:
            is_own = actor.side is Side.PLAYER
            regenerate(world, actor, mending.rounds(is_player=actor.is_player, is_ally=True) if is_own else usual)


def _heal_in_light(world: World) -> None:
    """Heal the allies in view, if the player carries an item whose light heals them."""
    amount = max((item.kind.heals_allies for item in world.player.inventory.slots if item is not None), default=0)
    if amount:
        for ally in allies(world):
            if world.level.is_visible(ally.at):
                heal(world, ally, amount, told=False)


def _pass_time(world: World) -> None:
    """Revive the dead, trigger features, help captives, burn lamp oil and bring arrivals and hordes."""
    if world.level.rising:
        _raise_the_dead(world)
    if world.level.features:
        act_when_due(world)
    work_at_shackles(world)
    tend_fallen(world)
    change_gauges(world)
    _count_down_to_horde(world)


def _raise_the_dead(world: World) -> None:
    for rising in [each for each in world.level.rising if each.due <= world.round + 1]:
        world.level.rising.remove(rising)
        _rise(world, rising)


def _rise(world: World, rising: Rising) -> None:
    """Revive a monster if its corpse remains, or if it needs none."""
    level, body = world.level, rising.body or rising.kind.corpse
    lying = next((item for item in level.items_at(rising.at) if item.kind is body), None)
    if lying is None and not rising.kind.always:
        return
    risen = spawn(world, rising.kind, rising.at, mood=Mood.HUNTING)
    if risen is not None:
        risen.pace = world.ruleset.climb.speed(world.depth) if world.ruleset.climb and is_hound(risen) else 0
        if lying is not None:
            level.take(lying, rising.at)
        world.emit(Rose(risen.ref))


def _count_down_to_horde(world: World) -> None:
    rules, level = world.ruleset.arrivals, world.level
    if rules is None:
        return
    if level.horde_in is None:
        level.horde_in = roll(world.rng, *rules.first)
    elif level.horde_in > 1:
        level.horde_in -= 2 if world.player.light and level.horde_in > 2 else 1  # noqa: PLR2004 -- twice as fast
    else:
        arrive(world)
        level.horde_in = roll(world.rng, *rules.later)
