"""What stands or hides on a cell and has a state of its own."""

from __future__ import annotations

from roguelike.classes import define
from roguelike.engine.codecs import flag, kind, optional, record, whole
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.schema import saved
from roguelike.engine.state.item import Item


@define(eq=False)
class Feature:
    """A trap, an altar, a cage or the like."""

    kind: FeatureKind = saved(kind("features"))
    hidden: bool = saved(flag(), default=False)
    """Whether the player has yet to find it."""
    state: int = saved(whole(), default=0)
    """What its kind makes of it."""
    ready_on: int = saved(whole(), default=0)
    """The round from which on it can be sprung."""
    holds: Item | None = saved(optional(record(Item)), default=None)
