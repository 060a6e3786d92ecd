"""Use an item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.codecs import any_cell, any_whole, optional
from roguelike.engine.commands.command import Command
from roguelike.engine.events import CannotDo, Reason
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.kinds.parts import named, refusal_of
from roguelike.engine.schema import saved
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("use")
@frozen
class Use(Command):
    """Use up the item in `slot` (from 0), on `target` if it is aimed and on oneself otherwise."""

    slot: int = saved(any_whole())
    target: Point | None = saved(optional(any_cell()), default=None)

    def perform(self, world: World, actor: Actor) -> int:
        """Ask every effect whether it can be before anything changes; then use it up."""
        item = actor.inventory.at(self.slot)
        if item is None:
            raise CannotDo(Reason.EMPTY_SLOT)
        kind = item.kind
        if not kind.effects:
            raise CannotDo(Reason.NOT_USABLE, kind)
        if (reason := refusal_of(kind.effects, world.level, actor, self.target)) is not None:
            raise CannotDo(reason)
        actor.inventory.remove(self.slot)
        cause = Cause(actor.ref, actor.at, kind)
        for effect in kind.effects:
            effect.apply(world, cause, self.target if effect.aimed and self.target is not None else cause.origin)
        turns = world.ruleset.turns
        return TURN * (turns.launch if kind.aimed else turns.use)
