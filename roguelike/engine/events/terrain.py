"""Changes of terrain, features and area effects."""

from __future__ import annotations

from typing import Literal

from roguelike.classes import frozen
from roguelike.engine.events.event import ActorRef, Event
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.terrain import TerrainKind


@frozen
class TerrainChanged(Event):
    """The player saw cells become another terrain, or gain or lose a cover."""

    untold = frozenset({"cells"})  # hundreds of them

    terrain: TerrainKind
    cells: tuple[Point, ...]


@frozen
class Unlocked(Event):
    """An actor unlocked a door; the key is used up."""

    who: ActorRef
    item: ItemKind
    terrain: TerrainKind
    at: Point


@frozen
class Creaked(Event):
    """A door or similar terrain opened for an actor out of view."""

    terrain: TerrainKind
    at: Point


@frozen
class Veiled(Event):
    """An area effect began on some cells."""

    variants = ("wet", "dark")
    untold = frozenset({"veil", "at"})

    veil: Literal["wet", "dark"]
    at: Point

    @property
    def variant(self) -> str:
        """The key of the text: by kind of effect."""
        return self.veil


@frozen
class FeatureFound(Event):
    """The player found a hidden feature."""

    feature: FeatureKind
    at: Point


@frozen
class FeatureActed(Event):
    """A feature was triggered, or its item was taken; its kind may have a text of its own."""

    feature: FeatureKind
    at: Point


@frozen
class Pushed(Event):
    """An actor pushed a feature onto a cell, where it stays or disappears."""

    variants = ("stays", "gone")
    untold = frozenset({"gone"})

    who: ActorRef
    feature: FeatureKind
    terrain: TerrainKind
    at: Point
    gone: bool = False

    @property
    def variant(self) -> str:
        """The key of the text: whether it stays."""
        return "gone" if self.gone else "stays"


@frozen
class TrapSprung(Event):
    """An actor sprang a trap; its kind may have a text of its own."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef
    feature: FeatureKind
    at: Point
