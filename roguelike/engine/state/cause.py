"""What brings an effect about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import define
from roguelike.engine.events import ActorRef
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.means import AnyMeans
from roguelike.engine.state.attribution import Attribution
from roguelike.engine.state.item import Item

if TYPE_CHECKING:
    from roguelike.engine.state.world import World


@define
class Cause:
    """The cause of an effect: the actor, if any, the origin, and the means.

    Nobody changes one, but to make it frozen would take twice as long, and every wound makes one.
    """

    who: ActorRef | None
    origin: Point
    means: AnyMeans | None = None
    """None for bare hands."""
    plus: int = 0
    """That of the item."""
    chosen: Item | None = None
    """What it is used on, where that is an item."""
    amount: int = 0
    """The hit points that it cost, for what comes of a blow."""
    behind: Attribution | None = None
    """Who made the fire, the gas or the condition that it comes of."""

    def maker(self, world: World) -> Attribution | None:
        """Return who is to be named for what goes on by itself from here; None where that is nobody and nothing."""
        if self.behind is not None or (self.who is None and self.means is None):
            return self.behind
        own = self.who is not None and self.who.is_player
        who = "" if self.who is None or own else self.who.kind.name
        return Attribution(who, own, self.saved_means(world))

    def saved_means(self, world: World) -> str:
        """Return the means as saved games know it: an item by the key of its table, not by the name that is shown."""
        if isinstance(self.means, ItemKind):
            return world.ruleset.thing_names.get(self.means, self.means.name)
        return "" if self.means is None else self.means.name
