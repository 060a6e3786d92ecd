"""The combat stats of actors and thrown items."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.limits import MAX_STAT


@frozen(kw_only=True)
class Stats:
    """Combat stats, whose meaning depends on the rule set's `combat` (in `classic`, steps of the chart)."""

    attack: int = attrs.field(default=0, validator=[ge(0), le(MAX_STAT)])
    """The step that is rolled to hit."""
    defence: int = attrs.field(default=0, validator=[ge(0), le(MAX_STAT)])
    """The number that a roll to hit must beat; in `power`, the reduction of damage."""
    damage: int = attrs.field(default=0, validator=[ge(0), le(MAX_STAT)])
    """The number for which the damage dice are rolled; in `constant` and `power`, the damage itself."""
    armour: int = attrs.field(default=0, validator=[ge(0), le(MAX_STAT)])
    """The reduction of damage, in `steps`."""
