"""The keys that mean a direction, on every screen where something moves, unless another preset is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.presets import STANDARD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.geometry import Direction

DIRECTION_KEYS: Mapping[str, Direction] = STANDARD.directions
"""Arrows, vi keys and the numpad, with or without its number lock; Home, PgUp, End and PgDn lie on its corners."""
