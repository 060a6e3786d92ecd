"""Kinds of features: what stands or hides on a cell and has a state of its own, like traps, altars and cages."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.parts import Effect, check_number_of
from roguelike.engine.schema import shown


@frozen(eq=False, kw_only=True)
class FeatureKind:
    """What every feature of one kind has in common."""

    name: str
    glyph: Glyph = shown()
    description: str = shown(default="")
    enter: tuple[Effect, ...] = ()
    """What happens to who steps in."""

    def __attrs_post_init__(self) -> None:
        check_number_of(self.enter)
