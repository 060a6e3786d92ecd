"""Terrain that changes, and what hides on it."""

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
    """The player saw some cells become another terrain, or get or lose a cover."""

    untold = frozenset({"cells"})  # hundreds of them

    terrain: TerrainKind
    cells: tuple[Point, ...]


@frozen
class Unlocked(Event):
    """Someone opened what was locked; the key is gone."""

    who: ActorRef
    item: ItemKind
    terrain: TerrainKind
    at: Point


@frozen
class Creaked(Event):
    """Something that opens, like a door, did so for an actor out of sight."""

    terrain: TerrainKind
    at: Point


@frozen
class Veiled(Event):
    """Something came to lie over some cells for a while."""

    variants = ("wet", "dark")
    untold = frozenset({"veil", "at"})

    veil: Literal["wet", "dark"]
    at: Point

    @property
    def variant(self) -> str:
        """The key of the text: what it is."""
        return self.veil


@frozen
class FeatureFound(Event):
    """The player found a hidden feature."""

    feature: FeatureKind
    at: Point


@frozen
class FeatureActed(Event):
    """Something was set off from elsewhere, or by taking what it held; its kind may have a text of its own."""

    feature: FeatureKind
    at: Point


@frozen
class TrapSprung(Event):
    """Someone stepped on something that acts on it; its kind may have a text of its own."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef
    feature: FeatureKind
    at: Point
