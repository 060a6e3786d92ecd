"""The player's lamp: its fuel and its light."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import LampChange, LampChanged
from roguelike.engine.geometry import squared_distance
from roguelike.engine.state.lamp import Lamp

if TYPE_CHECKING:
    from roguelike.engine.kinds.gauges import GaugeThrow
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def lamp_of(world: World) -> Lamp:
    """Return the state of the player's light; an open lamp if the rule set has no lamp fuel."""
    player, fuel = world.player, world.ruleset.lamp
    if player.light:
        return Lamp.CARRIED
    if (fuel and not player.gauges.get(fuel, 0)) or (player.conditions and player.has("dark")):
        return Lamp.OUT
    return Lamp.COVERED if player.covered else Lamp.OPEN


def dimmed_to(world: World) -> int | None:
    """Return the radius in cells to which enemies near the player dim an open light; None if none does."""
    if not world.ruleset.dims_light or lamp_of(world) in (Lamp.COVERED, Lamp.OUT):
        return None
    player = world.player
    near = [
        dims.light
        for actor in world.level.actors
        if (dims := actor.kind.dims) is not None
        and actor.hit_points
        and actor.is_hostile(player)
        and squared_distance(actor.at, player.at) <= dims.within**2
    ]
    return min(near, default=None)


def change_gauges(world: World) -> None:
    """Apply a round's change to the player's gauges, and report when the lamp is low or out."""
    player, ruleset = world.player, world.ruleset
    for name, gauge in ruleset.gauges.items():
        is_lamp = name == ruleset.lamp
        if not gauge.per_round or (is_lamp and player.light):
            continue
        if is_lamp:
            spend(world, _extra(player) - gauge.per_round)
        else:
            player.gauges[name] = min(max(0, player.gauges.get(name, 0) + gauge.per_round), gauge.most)


def _extra(player: Actor) -> int:
    """Return the extra fuel of a round, burned by equipment that heals its wounded bearer."""
    return player.changed(0, "oil") if player.hit_points < player.max_hit_points else 0


def thrown_fuel(ruleset: RuleSet) -> GaugeThrow | None:
    """Return how lamp fuel is thrown; None if it cannot be."""
    gauge = ruleset.gauges.get(ruleset.lamp)
    return None if gauge is None else gauge.throw


def spare_fuel(ruleset: RuleSet, player: Actor) -> GaugeThrow | None:
    """Return how lamp fuel is thrown, if some would be left afterwards; None otherwise."""
    fuel = thrown_fuel(ruleset)
    return None if fuel is None or player.gauges.get(ruleset.lamp, 0) <= fuel.amount else fuel


def spend(world: World, amount: int) -> None:
    """Take at most `amount` from the gauge of the lamp, and report when it gets low or empty."""
    name = world.ruleset.lamp
    gauge, before = world.ruleset.gauges[name], world.player.gauges.get(name, 0)
    after = world.player.gauges[name] = min(max(0, before - amount), gauge.most)
    if after != before and (not after or after <= gauge.low < before):
        world.emit(LampChanged(LampChange.LOW if after else LampChange.OUT))


def refill(world: World, name: str, amount: int) -> int:
    """Add up to `amount` to a gauge of the player, as far as it holds that, and return how much was added."""
    gauges = world.player.gauges
    before = gauges.get(name, 0)
    gauges[name] = min(before + amount, world.ruleset.gauges[name].most)
    return gauges[name] - before
