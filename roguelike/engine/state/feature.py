"""Features of cells, such as traps, altars and cages, with their state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import define
from roguelike.engine.codecs import any_cell, flag, integer, kind, optional, record
from roguelike.engine.events import Reason
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.families import refusal_of
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.schema import saved
from roguelike.engine.state.item import Item

if TYPE_CHECKING:
    from roguelike.engine.kinds.features import Toll
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level

TAKEN: Final = 1
GIVEN: Final = 2
"""Bits of the state of a feature: its `taken` and its `given` effects have happened."""


@define(eq=False)
class Feature:
    """A trap, an altar, a cage or the like."""

    kind: FeatureKind = saved(kind("features"))
    hidden: bool = saved(flag(), default=False)
    """Whether the player has yet to find it."""
    state: int = saved(integer(), default=0)
    """The bits `TAKEN` once an item was taken from it, and `GIVEN` once one was laid on it."""
    ready_on: int = saved(integer(), default=0)
    """The first round in which it can be sprung."""
    holds: Item | None = saved(optional(record(Item)), default=None)
    due: int = saved(integer(), default=0)
    """The round at whose end it is triggered; 0 for never."""
    above: Point | None = saved(optional(any_cell()), default=None)
    """For the mark of a hole, the cell of the level above through which the player fell."""
    worked: int = saved(integer(), default=0)
    """Turns of its toll that the player has worked."""

    @property
    def seen(self) -> SeenFeature | None:
        """What the player knows of it when its cell is in view; None while it is hidden."""
        return None if self.hidden else SeenFeature(self.kind, self.holds)

    @property
    def offers(self) -> Item | None:
        """The item that can be taken from it; None without one."""
        return None if self.kind.shut or self.hidden else self.holds

    def accepts(self, item: Item, name: str, actor: Actor) -> bool:
        """Return whether it accepts an item of an actor, to some effect; `name` is the item's key in the rule set."""
        is_free = self.holds is None and not self.hidden and not self.state & GIVEN
        is_fit = is_free and self.kind.suits(item.kind, name)
        return is_fit and all(effect.takes(actor, item) for effect in self.kind.given)

    @property
    def asks(self) -> bool:
        """Whether a player who knows of it must confirm before stepping in."""
        return self.kind.asks or self.offers is not None


def toll_refusal(level: Level, actor: Actor, toll: Toll) -> Reason | None:
    """Return why the player cannot pay a toll, or would pay it without effect; None if paying makes sense."""
    if actor.gauges.get(toll.gauge, 0) < toll.amount:
        return Reason.CANNOT_PAY
    return refusal_of(toll.payer, level, actor, None)


@define
class SeenFeature:
    """The feature of a cell as the player saw it last, if it has changed since."""

    kind: FeatureKind | None = saved(optional(kind("features")), default=None)
    """None for no feature."""
    holds: Item | None = saved(optional(record(Item)), default=None)
