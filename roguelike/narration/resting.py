"""Number of rounds to rest until healed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roguelike.engine.observation import Observation


def rounds_to_heal(seen: Observation) -> int:
    """Return the rounds until the player has regenerated all HP; 0 if unhurt, dead, or not regenerating."""
    me, mending = seen.me, seen.ruleset.mending
    share = me.changed(me.max_hit_points, "mending")
    missing = me.max_hit_points - me.hit_points
    if mending is None or not share or not me.hit_points or missing <= 0 or me.cannot("mend"):
        return 0
    return -(-(missing * mending.player - me.purse) // share)
