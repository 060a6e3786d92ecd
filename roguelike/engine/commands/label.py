"""Label an item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.codecs import any_whole, line
from roguelike.engine.events import CannotDo, Reason
from roguelike.engine.kinds.families import Command, named
from roguelike.engine.kinds.limits import LONGEST_LABEL
from roguelike.engine.rules.identity import known_kind
from roguelike.engine.schema import saved

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("label")
@frozen
class Label(Command):
    """Label the item in `slot` (from 0) with `text`, or its kind if unidentified; an empty text removes it."""

    takes_time = False

    slot: int = saved(any_whole())
    text: str = saved(line(LONGEST_LABEL))

    def perform(self, world: World, actor: Actor) -> int:
        """Set the label."""
        item = actor.inventory.at(self.slot)
        if item is None:
            raise CannotDo(Reason.EMPTY_SLOT)
        look = known_kind(world, item.kind)
        if look is item.kind:
            item.label = self.text
        else:
            called = {**world.knowledge.called, look.name: self.text}
            world.knowledge.called = {name: text for name, text in sorted(called.items()) if text}
        return 0
