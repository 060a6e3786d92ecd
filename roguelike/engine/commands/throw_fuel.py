"""Throw lamp fuel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.codecs import any_cell
from roguelike.engine.events import CannotDo, Reason
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.families import Command, named
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.flight import fuel_refusal
from roguelike.engine.rules.lamp import spend, thrown_fuel
from roguelike.engine.rules.throwing import hurl
from roguelike.engine.schema import saved
from roguelike.engine.state.item import Item

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("throw_fuel")
@frozen
class ThrowFuel(Command):
    """Throw lamp fuel at the cell `target`, as the lamp's gauge defines."""

    target: Point = saved(any_cell())

    def perform(self, world: World, actor: Actor) -> int:
        """Take it from the lamp, and throw it."""
        ruleset = world.ruleset
        fuel = thrown_fuel(ruleset)
        reason = fuel_refusal(ruleset, world.level, actor, self.target)
        if fuel is None or reason is not None:
            raise CannotDo(reason or Reason.NO_LAMP)
        spend(world, fuel.amount)
        hurl(world, Item.of(ruleset.items[fuel.item]), actor, self.target)
        return TURN * ruleset.turns.launch
