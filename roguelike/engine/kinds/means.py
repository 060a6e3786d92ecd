"""Means: the kinds of things that can cause damage."""

from __future__ import annotations

from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.gases import GasKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.terrain import TerrainKind

AnyMeans = ItemKind | ProjectileKind | TerrainKind | FeatureKind | ConditionKind | GasKind
