"""Temporary effects over some cells of a level."""

from __future__ import annotations

from typing import Final, Literal

from roguelike.classes import define
from roguelike.engine.codecs import board, integer, one_of
from roguelike.engine.schema import saved

Veiling = Literal["wet", "dark"]
"""On `wet` cells nothing burns; `dark` ones are seen only from nearby, and monsters there do not see the player."""
MAX_VEILS: Final = 100


@define
class AreaEffect:
    """One effect over some cells."""

    kind: Veiling = saved(one_of("wet", "dark"))
    until: int = saved(integer())
    """The round at whose end it disappears."""
    cells: int = saved(board())
    """A bitboard, not empty."""
