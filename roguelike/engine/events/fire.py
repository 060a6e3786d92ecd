"""Fire and gas."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.events.event import Event
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.gases import GasKind
from roguelike.engine.kinds.items import ItemKind


@frozen
class Ignited(Event):
    """Cells caught fire: one event for all of them."""

    variants = ("starts", "spreads")
    untold = frozenset({"cells", "spread"})  # hundreds of them

    cells: tuple[Point, ...]
    spread: bool = False
    """Whether it spread from adjacent fire."""

    @property
    def variant(self) -> str:
        """The key of the text: whether the fire is new."""
        return "spreads" if self.spread else "starts"


@frozen
class BurnedUp(Event):
    """Fire destroyed items: the number of those in view, and the kind of the first."""

    variants = ("one", "more")
    untold = frozenset({"cells"})

    item: ItemKind
    number: int
    cells: tuple[Point, ...]

    @property
    def variant(self) -> str:
        """The key of the text: whether it was more than one."""
        return "one" if self.number == 1 else "more"


@frozen
class FlaredUp(Event):
    """Fire burst an item that feeds it, and spread to the cells around."""

    item: ItemKind
    at: Point


@frozen
class GasReleased(Event):
    """Gas began to spread from a cell."""

    gas: GasKind
    at: Point
