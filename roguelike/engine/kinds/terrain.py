"""Kinds of terrain."""

from __future__ import annotations

import attrs

from roguelike.engine.kinds.glyphs import Glyph

NOTHING, WALL, FLOOR = 0, 1, 2
"""The codes of the terrain that every rule set has: what lies outside, walls and floors."""


@attrs.frozen(eq=False, kw_only=True)
class TerrainKind:
    """What every cell of one terrain has in common."""

    name: str
    glyph: Glyph
    remembered: Glyph
    """How it looks out of sight, once seen."""
    walkable: bool
    opaque: bool
