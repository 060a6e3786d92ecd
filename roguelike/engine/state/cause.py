"""The causes of effects."""

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

    It never changes, but frozen ones would take twice as long to make, and every wound makes one.
    """

    who: ActorRef | None
    origin: Point
    means: AnyMeans | None = None
    """None for bare hands."""
    plus: int = 0
    """The plus of the item."""
    chosen: Item | None = None
    """The item that it is used on, if any."""
    amount: int = 0
    """The damage of an attack in hit points, for its further effects."""
    second: Item | None = None
    """The second item that it is used on, if any."""
    behind: Attribution | None = None
    """The attribution of the fire, gas or condition that it comes from."""

    @property
    def is_own(self) -> bool:
        """Whether the player caused it, directly or by the fire, gas or condition behind it."""
        return (self.who is not None and self.who.is_player) or (self.behind is not None and self.behind.own)

    def maker(self, world: World) -> Attribution | None:
        """Return the attribution of fire, gas and conditions that this starts; None if it has no known source."""
        if self.behind is not None or (self.who is None and self.means is None):
            return self.behind
        own = self.who is not None and self.who.is_player
        who = "" if self.who is None or own else self.who.kind.name
        return Attribution(who, own, self.saved_means(world))

    def saved_means(self, world: World) -> str:
        """Return the name of the means for saved games: for an item its key in the rule set, not its displayed name."""
        if isinstance(self.means, ItemKind):
            return world.ruleset.thing_names.get(self.means, self.means.name)
        return "" if self.means is None else self.means.name
