"""Kinds of gases."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.kinds.glyphs import Color
from roguelike.engine.kinds.parts import Effect, check_number_of
from roguelike.engine.schema import shown


@frozen(eq=False, kw_only=True)
class GasKind:
    """What every cloud of one gas has in common."""

    name: str
    color: Color = shown()
    description: str = shown(default="")
    inside: tuple[Effect, ...] = ()
    """What happens each round to who is in it."""

    def __attrs_post_init__(self) -> None:
        check_number_of(self.inside)
