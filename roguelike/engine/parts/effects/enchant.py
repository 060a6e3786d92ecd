"""Make an item, or an ally, better, or free a captive."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Improved, Reason
from roguelike.engine.geometry import king_distance
from roguelike.engine.kinds.limits import HIGHEST_PLUS, MOST_HIT_POINTS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.captives import free, improve, is_captive, room_for_ally
from roguelike.engine.rules.holders import set_off
from roguelike.engine.rules.identity import described

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("enchant")
@frozen
class Enchant(Effect):
    """Give one plus to an item of the user's choice, or to an ally beside them, who gets `hit_points` more, too.

    A captive beside them is freed at once.
    """

    hit_points: int = attrs.field(default=0, validator=[ge(0), le(MOST_HIT_POINTS)])

    picks = True
    needs_item = True

    def suits(self, item: Item) -> bool:
        """Return whether a plus means anything to it."""
        return item.kind.improves and item.plus < HIGHEST_PLUS

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse a cell without an ally, or a captive who can be freed, beside the user."""
        if target is None:
            return None
        ally = level.actor_at(target)
        if ally is None or king_distance(user.at, target) != 1:
            return Reason.NOBODY_THERE
        if is_captive(ally):
            feature = level.feature_at(target)
            return Reason.SHUT if feature is not None and feature.kind.shut else None
        return None if ally.side == user.side else Reason.NOBODY_THERE

    def hindrance(self, world: World, user: Actor, target: Point | None) -> Reason | None:
        """Refuse to free one more than may follow the player."""
        captive = None if target is None else world.level.actor_at(target)
        is_third = captive is not None and is_captive(captive) and not room_for_ally(world)
        return Reason.TOO_MANY if is_third else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Make it better: what has charges has one more at once."""
        item, ally = cause.chosen, world.level.actor_at(at)
        if item is not None:
            before, item.plus = item.most_charges, item.plus + 1
            item.charges += max(0, item.most_charges - before)
            world.emit(Improved(described(world, item)))
        elif ally is not None and is_captive(ally):
            set_off(world, ally.at)
            free(world, ally)
        elif ally is not None and cause.who is not None and ally.id != cause.who.id:
            improve(world, ally, self.hit_points)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: it does nothing to any cell."""
        return Preview()
