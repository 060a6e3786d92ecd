"""Kill who does not see it coming."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.limits import HARDEST_BLOW
from roguelike.engine.kinds.parts import WeaponStyle, named

if TYPE_CHECKING:
    from roguelike.engine.rules.blows import Terms
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level


@named("slay_unaware")
@frozen
class SlayUnaware(WeaponStyle):
    """Kill who is asleep or has noticed nobody; `factor` times the damage to those whom no blow kills outright."""

    factor: int = attrs.field(validator=[ge(1), le(HARDEST_BLOW)])

    def terms(self, level: Level, attacker: Actor, victim: Actor, terms: Terms, *, unaware: bool) -> Terms:
        """Slay, or multiply."""
        if not unaware:
            return terms
        if victim.kind.unslayable:
            return attrs.evolve(terms, factor=max(terms.factor, self.factor))
        return attrs.evolve(terms, slays=True)
