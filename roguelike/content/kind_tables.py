"""The files of a rule set with kinds, one table per kind, in the order of reading."""

from __future__ import annotations

from typing import Any, Final

from roguelike.classes import frozen
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.appearances import AppearanceKind
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.gases import MAX_GASES, GasKind
from roguelike.engine.kinds.hordes import HordeKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.level_events import EventKind
from roguelike.engine.kinds.limits import MAX_KINDS
from roguelike.engine.kinds.names import (
    ActorName,
    ConditionName,
    FeatureName,
    GasName,
    HordeName,
    ItemName,
    TerrainName,
)
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.kinds.themes import ThemeKind
from roguelike.engine.kinds.vaults import VaultKind

AnyKind = (
    ActorKind
    | AppearanceKind
    | ConditionKind
    | EventKind
    | FeatureKind
    | GasKind
    | HordeKind
    | ItemKind
    | ProjectileKind
    | TerrainKind
    | ThemeKind
    | VaultKind
)
MAX_TERRAINS: Final = 100


@frozen
class KindTable:
    """One file of kinds."""

    field: str
    """The field of `RuleSet`, which is also the name of the file."""
    what: str
    """The noun for a kind in error messages."""
    kind: type[AnyKind]
    name: Any = None
    """The annotation of fields that refer to such a kind by name, even before it is read."""
    most: int = MAX_KINDS

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.field}.toml"


KIND_TABLES: Final = (
    KindTable("conditions", "condition", ConditionKind, ConditionName),
    KindTable("gases", "gas", GasKind, GasName, MAX_GASES),
    KindTable("features", "feature", FeatureKind, FeatureName),
    KindTable("projectiles", "projectile", ProjectileKind),
    KindTable("appearances", "appearance", AppearanceKind),
    KindTable("items", "item", ItemKind, ItemName),
    KindTable("monsters", "monster", ActorKind, ActorName),
    KindTable("terrain", "terrain", TerrainKind, TerrainName, MAX_TERRAINS),
    KindTable("hordes", "horde", HordeKind, HordeName),
    KindTable("vaults", "vault", VaultKind),
    KindTable("themes", "theme", ThemeKind),
    KindTable("events", "event", EventKind),
)
"""Each entry is read after the kinds that its fields name, in whatever order; circular references are errors."""
