"""Find out what something is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.classes import frozen
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.identity import known_kind, learn

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.world import World


@named("identify")
@frozen
class Identify(Effect):
    """Name one unknown item of the user's choice; show the items of the level to who carries none."""

    picks = True

    def suits(self, item: Item) -> bool:
        """Return whether there is anything to find out."""
        return isinstance(item.kind, UnknownKind)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Name it: where none was chosen, that of which most are carried, the first of equals."""
        carried = [item for item in world.player.inventory.slots if item is not None]
        unknown = [item for item in carried if known_kind(world, item.kind) is not item.kind]
        if cause.chosen is not None:
            learn(world, cause.chosen.kind)
        elif unknown:
            learn(world, max(unknown, key=lambda item: item.number).kind)
        else:
            _show_items(world)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: it does nothing to any cell."""
        return Preview()


def _show_items(world: World) -> None:
    """Have the player know what lies where on the level, as if they had just seen it."""
    level = world.level
    for cell, pile in level.items.items():
        level.explored[cell] = 1
        if not level.visible[cell]:
            level.remembered[cell] = [attrs.evolve(item) for item in pile]
