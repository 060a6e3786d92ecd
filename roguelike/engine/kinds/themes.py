"""Kinds of levels: what the levels of a part of the dungeon look like."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
from attrs.validators import max_len, min_len

from roguelike.classes import frozen
from roguelike.engine.kinds.families import Pass
from roguelike.engine.kinds.glyphs import Color
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.schema import shown

MAX_PASSES = 40
"""The most passes of a theme: each takes a few milliseconds."""


@frozen(eq=False, kw_only=True)
class ThemeKind:
    """How the levels of one theme are made."""

    name: str
    passes: tuple[Pass, ...] = attrs.field(validator=[min_len(1), max_len(MAX_PASSES)])
    """The steps, in order; each goes on with what those before have made."""
    colors: Mapping[TerrainName, Color] = shown(factory=dict)
    """The colours of terrain in light on its levels, by name; those of its glyphs for the rest."""
