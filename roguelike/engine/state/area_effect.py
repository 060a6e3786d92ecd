"""What lies over some cells of a level for a while."""

from __future__ import annotations

from typing import Final, Literal

from roguelike.classes import define
from roguelike.engine.codecs import board, integer, one_of
from roguelike.engine.schema import saved

Veiling = Literal["wet", "dark"]
"""Where it is `wet` nothing burns; what is `dark` is seen from nearby alone, and nobody there sees the player."""
MAX_VEILS: Final = 100


@define
class AreaEffect:
    """What came to lie over some cells at once."""

    kind: Veiling = saved(one_of("wet", "dark"))
    until: int = saved(integer())
    """The round at whose end it goes."""
    cells: int = saved(board())
    """A bitboard, not empty."""
