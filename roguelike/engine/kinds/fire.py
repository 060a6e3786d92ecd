"""Fire: its looks, its effects on actors, and flammable terrain."""

from __future__ import annotations

from typing import Final

import attrs
from attrs.validators import ge, le, max_len

from roguelike.classes import frozen
from roguelike.engine.kinds.families import Effect, unaimed
from roguelike.engine.kinds.glyphs import Color, Glyph
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.schema import shown

MAX_FIRE: Final = 10
"""The maximum number of rounds that a cell burns unless it is lit again."""
_MAX_COLORS: Final = 10
_ACROSS, _ON = 11, 13
"""The colours skipped from one cell to the next, and from one turn to the next; prime, so all colours occur."""


@frozen
class Fuel:
    """How a terrain burns."""

    chance: int = attrs.field(validator=[ge(1), le(100)])
    """The chance that it catches fire in a round with fire beside it, in percent."""
    rounds: int = attrs.field(validator=[ge(1), le(MAX_FIRE)])
    """The number of rounds that it burns."""
    becomes: TerrainName
    """The terrain that is left; `nothing` for a cover that leaves the bare ground."""


@frozen(kw_only=True)
class FireKind:
    """The looks and effects of flames."""

    name: str
    glyph: Glyph = shown()
    flicker: tuple[Color, ...] = shown(default=(), validator=max_len(_MAX_COLORS))
    """The colours of flames, which vary with the cell and the turn; empty for the colour of `glyph`."""
    description: str = shown(default="")
    touch: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects on an actor that steps into flames, and on each actor in them every round."""

    def color(self, cell: int, turn: int) -> Color:
        """Return the colour of the flames on a cell in a turn, the same for all viewers."""
        return self.flicker[(cell * _ACROSS + turn * _ON) % len(self.flicker)] if self.flicker else self.glyph.color
