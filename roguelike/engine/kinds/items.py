"""Kinds of items."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.parts import Effect, check_number_of
from roguelike.engine.schema import added, shown


@frozen(eq=False, kw_only=True)
class ItemKind:
    """What every item of one kind has in common."""

    name: str
    glyph: Glyph = shown()
    description: str = shown(default="")
    effects: tuple[Effect, ...] = ()
    prompt: Text | None = shown(default=None)
    """What is said when the aim begins."""
    autopickup: bool = shown(default=True)
    """Whether it is picked up in passing, where the rule set has that."""
    drifts: bool = added(default=True)
    """Whether deep water carries it off."""
    portable: bool = True
    """False for what can only lie there, like a corpse."""

    def __attrs_post_init__(self) -> None:
        check_number_of(self.effects)

    @property
    def aimed(self) -> bool:
        """Whether a target must be chosen to use it."""
        return any(effect.aimed for effect in self.effects)
