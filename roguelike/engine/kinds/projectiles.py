"""Kinds of projectiles."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.parts import Effect, check_number_of
from roguelike.engine.schema import shown


@frozen(eq=False, kw_only=True)
class ProjectileKind:
    """What every projectile of one kind has in common."""

    name: str
    glyph: Glyph = shown()
    diagonal: bool = True
    """Whether it flies along an ordinal line; a cardinal line otherwise."""
    on_hit: tuple[Effect, ...] = ()
    """What happens to the actor whose cell it enters."""
    on_stop: tuple[Effect, ...] = ()
    """What happens where its flight ends, whatever ended it."""

    def __attrs_post_init__(self) -> None:
        check_number_of(self.effects)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Both of these."""
        return self.on_hit + self.on_stop
