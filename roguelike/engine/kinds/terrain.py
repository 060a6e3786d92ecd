"""Kinds of terrain."""

from __future__ import annotations

from typing import Literal

from roguelike.classes import frozen
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.parts import Effect, check_number_of
from roguelike.engine.schema import added, shown

NOTHING, WALL, FLOOR = 0, 1, 2
"""The codes of the terrain that every rule set has: what lies outside, walls and floors."""

Blocked = Literal["walk", "missile", "sight"]


@frozen(eq=False, kw_only=True)
class TerrainKind:
    """What every cell of one terrain has in common."""

    name: str
    glyph: Glyph = shown()
    remembered: Glyph = shown()
    """How it looks out of sight, once seen."""
    blocks: tuple[Blocked, ...] = ()
    """What cannot enter or cross it: any of `walk`, `missile` and `sight`."""
    exit: Literal["", "down", "up"] = added(default="")
    """Whether it is the stairs to the next level, or to the one before; each level has at most one of each."""
    enter: tuple[Effect, ...] = ()
    """What happens to who steps in."""
    stand: tuple[Effect, ...] = ()
    """What happens each round to who is there."""

    def __attrs_post_init__(self) -> None:
        check_number_of(self.enter)
        check_number_of(self.stand)
        for name, effects in (("enter", self.enter), ("stand", self.stand)):
            if any(effect.is_launched for effect in effects):
                raise ValueError(f"'{name}' must not launch anything: terrain has nothing to aim at")

    @property
    def walkable(self) -> bool:
        """Whether actors can stand on it."""
        return "walk" not in self.blocks
