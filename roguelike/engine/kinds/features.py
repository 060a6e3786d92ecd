"""Kinds of features: objects on a cell with a state of their own, like traps, altars and cages."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.families import Effect, unaimed
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.terrain import Blocked
from roguelike.engine.schema import added, shown


@frozen(eq=False, kw_only=True)
class FeatureKind:
    """What every feature of one kind has in common."""

    name: str
    glyph: Glyph = shown()
    description: str = shown(default="")
    blocks: tuple[Blocked, ...] = added(default=())
    """What cannot enter or cross its cell."""
    enter: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects on an actor that steps in, which springs it."""
    falls: bool = added(default=False)
    """Whether who springs it falls to the next level."""
    once: bool = added(default=False)
    """Whether it is gone once it was sprung."""
    every: int = added(default=0, validator=[ge(0), le(MOST_TURNS)])
    """Rounds before it can be sprung again."""
    taken: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """What happens when what it holds is taken for the first time."""
    triggered: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """What happens when something elsewhere sets it off."""
    shut: bool = added(default=False)
    """Whether nobody can take what it holds."""
    shows: bool = added(default=False)
    """Whether what it holds is known for what it is, however it looks elsewhere."""
    cages: bool = added(default=False)
    """Whether who is held captive in it is freed by nothing but enchantment."""
    treasure: bool = added(default=False)
    """Whether taking what it holds counts as a treasury taken."""
    asks: bool = added(default=False)
    """Whether the player who knows of it is asked before they step in; automation and monsters that look keep away."""
    told: Text | None = shown(default=None)
    """What is said when it is sprung, or does what it does when something is taken; else the rule set's own text."""

    @property
    def springs(self) -> bool:
        """Whether stepping in has any effect."""
        return bool(self.enter) or self.falls
