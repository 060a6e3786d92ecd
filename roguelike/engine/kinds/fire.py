"""Fire: what it looks like, and what it does to those in it; and what burns."""

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
"""The most rounds that a cell burns without being lit again."""
_MAX_COLORS: Final = 10
_ACROSS, _ON = 11, 13
"""How many colours further the next cell and the next turn are; no number of colours divides them."""


@frozen
class Fuel:
    """How a terrain burns."""

    chance: int = attrs.field(validator=[ge(1), le(100)])
    """How likely it catches fire in a round with fire beside it, in a hundred."""
    rounds: int = attrs.field(validator=[ge(1), le(MAX_FIRE)])
    """How long it burns."""
    becomes: TerrainName
    """What is left of it; of a cover, `nothing` where the ground is bare then."""


@frozen(kw_only=True)
class FireKind:
    """How flames look, and what they do."""

    name: str
    glyph: Glyph = shown()
    flicker: tuple[Color, ...] = shown(default=(), validator=max_len(_MAX_COLORS))
    """The colours of flames, which change with the cell and the turn; that of the glyph if none is given."""
    description: str = shown(default="")
    touch: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects on an actor that steps in, and on each actor there every round."""

    def color(self, cell: int, turn: int) -> Color:
        """Return the colour of the flames on a cell in a turn: the same for everybody who looks."""
        return self.flicker[(cell * _ACROSS + turn * _ON) % len(self.flicker)] if self.flicker else self.glyph.color
