"""Kinds of gases."""

from __future__ import annotations

from typing import Final

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.families import Effect, unaimed
from roguelike.engine.kinds.glyphs import Color
from roguelike.engine.schema import added, shown

MAX_GAS: Final = (1 << 13) - 1
"""The maximum volume of a gas on a cell: eight times as much fits into the 16 bits of a lane."""
MIN_GAS: Final = 4
"""The volume on a cell below which gas has no effect and is invisible."""
MAX_GASES: Final = 20
"""The maximum number of kinds of gases in a rule set."""


@frozen(eq=False, kw_only=True)
class GasKind:
    """A kind of gas."""

    name: str
    color: Color = shown()
    description: str = shown(default="")
    inside: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects on each actor in it every round."""
    thick_from: int = attrs.field(default=40, validator=[ge(MIN_GAS), le(MAX_GAS)])
    """The volume on a cell from which it is thick."""
    inside_thick: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects in thick gas, instead of `inside`; empty for the same."""
    explodes: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects on each actor anywhere in the cloud when fire touches it, which consumes the whole cloud."""
    lamp: bool = added(default=False)
    """Whether the player's open lamp ignites it where it is thick."""
    bang: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects when it explodes, once, on the cell where it was lit."""

    def effects(self, amount: int) -> tuple[Effect, ...]:
        """Return the effects of a round on an actor in a volume of `amount`."""
        if amount < MIN_GAS:
            return ()
        return self.inside_thick or self.inside if amount >= self.thick_from else self.inside
