"""Give charges back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Recharged
from roguelike.engine.kinds.limits import MOST_CHARGES
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.world import World


@named("recharge")
@frozen
class RechargeAll(Effect):
    """Fill whatever its user carries that recharges by itself, and give `others` charges to what does not.

    What is kept for good has so many charges, and no more.
    """

    others: int = attrs.field(default=0, validator=[ge(0), le(MOST_CHARGES)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Fill them; nothing gets more than it can have."""
        user = world.level.actor_at(at)
        if user is None:
            return
        for item in user.inventory.slots:
            if item is not None and item.kind.has_charges and not item.kind.kept:
                self._fill(item)
        world.emit(Recharged(user.ref))

    def _fill(self, item: Item) -> None:
        if item.kind.recharge is None:
            item.charges = min(item.charges + self.others, item.most_charges)
        else:
            item.charges, item.ready_on = item.most_charges, 0

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: it does nothing to any cell."""
        return Preview()
