"""Kinds of projectiles."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.kinds.families import Effect, check_number_of
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.schema import added, shown


@frozen(eq=False, kw_only=True)
class ProjectileKind:
    """A kind of projectile."""

    name: str
    glyph: Glyph = shown()
    is_shot: bool = shown(default=False)
    """Whether it is shot rather than thrown."""
    diagonal: bool = True
    """Whether it flies along an ordinal line; a cardinal line otherwise."""
    on_way: tuple[Effect, ...] = added(default=())
    """Effects on each cell that it enters."""
    on_hit: tuple[Effect, ...] = ()
    """Effects on the actor that it hits."""
    on_stop: tuple[Effect, ...] = ()
    """Effects on the cell where its flight ends."""

    def __attrs_post_init__(self) -> None:
        check_number_of(self.effects)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """All its effects."""
        return self.on_way + self.on_hit + self.on_stop
