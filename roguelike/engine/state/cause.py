"""What brings an effect about."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.events import ActorRef
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.means import AnyMeans
from roguelike.engine.state.item import Item


@frozen
class Cause:
    """The cause of an effect: the actor, if any, the origin, and the means."""

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
