"""Where items come from and go to."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.events.event import ActorRef, Event
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.items import ItemKind


@frozen
class LeftBehind(Event):
    """A monster that died left an item."""

    victim: ActorRef
    item: ItemKind


@frozen
class PushedAside(Event):
    """An item was pushed aside by the corpse of an actor that died on its cell."""

    item: ItemKind
    at: Point


@frozen
class Crushed(Event):
    """An item was destroyed by an actor that died on its cell."""

    item: ItemKind
    at: Point


@frozen
class Drifted(Event):
    """Water carried off something that somebody had."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef
    item: ItemKind


@frozen
class Sank(Event):
    """An item sank for ever into what is molten."""

    item: ItemKind
    at: Point


@frozen
class PickedUp(Event):
    """An item went from the floor into a slot."""

    who: ActorRef
    item: ItemKind
    slot: int


@frozen
class Dropped(Event):
    """An item went from a slot onto the floor."""

    who: ActorRef
    item: ItemKind
