"""Themes: how the levels of one part of the dungeon are generated and coloured."""

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
"""The maximum number of passes of a theme: each takes a few milliseconds."""


@frozen(eq=False, kw_only=True)
class ThemeKind:
    """How the levels of one theme are generated."""

    name: str
    passes: tuple[Pass, ...] = attrs.field(validator=[min_len(1), max_len(MAX_PASSES)])
    """The steps of generation, in order; each changes the draft of the steps before."""
    colors: Mapping[TerrainName, Color] = shown(factory=dict)
    """The colours of lit terrain on its levels, by name; other terrain has the colours of its glyphs."""
