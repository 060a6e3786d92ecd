"""Items that are taken, dropped, used, identified, changed and lost."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.events.event import ActorRef, Event, Named
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.items import ItemKind


@frozen
class LeftBehind(Event):
    """A monster that died left an item."""

    victim: ActorRef
    item: Named


@frozen
class PushedAside(Event):
    """An item was pushed aside by the corpse of an actor that died on its cell."""

    item: Named
    at: Point


@frozen
class Crushed(Event):
    """An item was destroyed by an actor that died on its cell."""

    item: Named
    at: Point


@frozen
class Drifted(Event):
    """Water swept away an item of an actor."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef
    item: Named


@frozen
class Sank(Event):
    """An item sank into molten terrain."""

    item: Named
    at: Point


@frozen
class ItemFell(Event):
    """An item fell to the next level."""

    item: Named
    at: Point


@frozen
class ItemBroke(Event):
    """A thrown item broke on the actor that it hit."""

    item: Named
    at: Point


@frozen
class PickedUp(Event):
    """An item went from the floor into a slot."""

    who: ActorRef
    item: Named
    slot: int


@frozen
class Returned(Event):
    """An item that never leaves its level returned to its place."""

    item: Named


@frozen
class Dropped(Event):
    """An item went from a slot onto the floor."""

    who: ActorRef
    item: Named


@frozen
class Laid(Event):
    """The player laid an item on a feature that accepts it."""

    who: ActorRef
    item: Named
    feature: FeatureKind


@frozen
class Threw(Event):
    """An actor threw an item."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef
    item: Named


@frozen
class Shattered(Event):
    """A thrown item shattered where it landed."""

    item: Named
    at: Point


@frozen
class Equipped(Event):
    """An actor equipped or unequipped an item, which takes effect after `rounds`."""

    variants = ("on", "soon", "off")

    who: ActorRef
    item: Named
    is_on: bool
    rounds: int = 0
    """Rounds until it takes effect; 0 for immediately."""

    @property
    def variant(self) -> str:
        """The key of the text: on or off, immediately or later."""
        return ("soon" if self.rounds else "on") if self.is_on else "off"


@frozen
class BecameReady(Event):
    """A worn item took effect, or an empty item regained a charge."""

    variants = ("worn", "charged")

    item: Named
    is_worn: bool

    @property
    def variant(self) -> str:
        """The key of the text: whether it is worn."""
        return "worn" if self.is_worn else "charged"


@frozen
class Identified(Event):
    """The player identified a kind of item."""

    look: ItemKind
    kind: ItemKind


@frozen
class Appraised(Event):
    """The player learned whether `number` kinds of items are good or bad."""

    number: int


@frozen
class Improved(Event):
    """An item gained a plus; `item` shows it as it is now."""

    item: Named


@frozen
class Weakened(Event):
    """Items that the player wears lost a plus each; `items` are their names."""

    items: str


@frozen
class Recharged(Event):
    """The player's items were recharged."""

    who: ActorRef


@frozen
class Used(Event):
    """An item was used whose kind has a text for that."""

    who: ActorRef
    item: ItemKind


@frozen
class Wasted(Event):
    """A used item had no effect."""
