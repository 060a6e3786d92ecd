"""Effects on items, and on what the player knows about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import percent, roll
from roguelike.engine.events import Appraised, Improved, Reason, Stole
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.kinds.families import Effect, named
from roguelike.engine.kinds.limits import MAX_HIT_POINTS, MAX_PLUS
from roguelike.engine.rules.captives import free, improve
from roguelike.engine.rules.counting import AN_ALLY, note
from roguelike.engine.rules.drifting import carry_off
from roguelike.engine.rules.fixtures import set_off
from roguelike.engine.rules.identity import described, judge, known_kind, learn
from roguelike.engine.rules.moods import flee
from roguelike.engine.rules.sides import room_for_ally
from roguelike.engine.state.preview import Preview

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.world import World


@named("enchant")
@frozen
class Enchant(Effect):
    """Give a plus to an item of the user's choice, or a plus and `hit_points` to an adjacent ally.

    An adjacent captive is freed instead.
    """

    hit_points: int = attrs.field(default=0, validator=[ge(0), le(MAX_HIT_POINTS)])

    picks = True
    needs_item = True

    def suits(self, item: Item) -> bool:
        """Return whether a plus has any effect on it."""
        return item.kind.improves and item.plus < MAX_PLUS

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse a cell without an adjacent ally, or a captive that can be freed."""
        if target is None:
            return None
        ally = level.actor_at(target)
        if ally is None or chebyshev_distance(user.at, target) != 1:
            return Reason.NOBODY_THERE
        if ally.is_captive:
            feature = level.feature_at(target)
            return Reason.SHUT if feature is not None and feature.kind.shut else None
        return None if ally.side == user.side else Reason.NOBODY_THERE

    def hindrance(self, world: World, user: Actor, target: Point | None) -> Reason | None:
        """Refuse to free a captive if the player cannot lead another ally."""
        captive = None if target is None else world.level.actor_at(target)
        is_third = captive is not None and captive.is_captive and not room_for_ally(world)
        return Reason.TOO_MANY if is_third else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Give the plus, which also adds a charge if it raises the maximum; or free the captive."""
        item, ally = cause.chosen, world.level.actor_at(at)
        if item is not None:
            _add_plus(world, item)
            note(world, "enchanted", world.ruleset.thing_names[item.kind])
        elif ally is not None and ally.is_captive:
            set_off(world, ally.at)
            free(world, ally)
        elif ally is not None and cause.who is not None and ally.id != cause.who.id:
            improve(world, ally, self.hit_points)
            note(world, "enchanted", AN_ALLY)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as it affects no cell."""
        return Preview()


@named("pass_pluses")
@frozen
class PassPluses(Effect):
    """Move the pluses of an item laid on a feature, less `loses`, to the item worn in its slot."""

    loses: int = attrs.field(default=0, validator=[ge(0), le(MAX_PLUS)])

    def takes(self, actor: Actor, item: Item) -> bool:
        """Return whether a plus would be left, and another worn item can take it."""
        worn = actor.inventory.worn(item.kind.equips) if item.kind.equips else None
        return item.plus > self.loses and worn is not None and worn is not item and worn.plus < MAX_PLUS

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Move them."""
        actor, laid = world.level.actor_at(at), cause.chosen
        if actor is not None and laid is not None and self.takes(actor, laid):
            worn = actor.inventory.worn(laid.kind.equips)
            if worn is not None:
                worn.plus, laid.plus = min(MAX_PLUS, worn.plus + laid.plus - self.loses), 0
                world.emit(Improved(described(world, worn)))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as it affects no cell."""
        return Preview()


@named("shift_plus")
@frozen
class ShiftPlus(Effect):
    """Move one plus from an item of the user's choice to another."""

    picks = True
    picks_two = True

    def suits(self, item: Item) -> bool:
        """Return whether it has a plus to take."""
        return item.kind.improves and item.plus > 0

    def suits_second(self, item: Item, first: Item) -> bool:
        """Return whether it can take one more plus."""
        return item.kind.improves and item.plus < MAX_PLUS

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Move it, and adjust the charges of both items to their new maximums."""
        giver, taker = cause.chosen, cause.second
        if giver is None or taker is None:
            return
        giver.plus -= 1
        giver.charges = min(giver.charges, giver.most_charges)
        _add_plus(world, taker)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as it affects no cell."""
        return Preview()


def _add_plus(world: World, item: Item) -> None:
    """Give an item a plus, and a charge if that raises its maximum charges."""
    before, item.plus = item.most_charges, item.plus + 1
    item.charges += max(0, item.most_charges - before)
    world.emit(Improved(described(world, item)))


@named("identify")
@frozen
class Identify(Effect):
    """Identify an item of the user's choice; without unidentified items, reveal the items of the level."""

    picks = True

    def suits(self, item: Item) -> bool:
        """Return whether it is unidentified."""
        return isinstance(item.kind, UnknownKind)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Identify the chosen item, or the one in the largest stack, the first among equals."""
        carried = [item for item in world.player.inventory.slots if item is not None]
        unknown = [item for item in carried if known_kind(world, item.kind) is not item.kind]
        if cause.chosen is not None:
            learn(world, cause.chosen.kind)
        elif unknown:
            learn(world, max(unknown, key=lambda item: item.number).kind)
        else:
            _show_items(world)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as it affects no cell."""
        return Preview()


def _show_items(world: World) -> None:
    """Reveal all items on the level, as if the player had just seen them."""
    level = world.level
    for cell, pile in level.items.items():
        level.explored[cell] = 1
        if not level.visible[cell]:
            level.remembered[cell] = [attrs.evolve(item) for item in pile]


@named("appraise")
@frozen
class Appraise(Effect):
    """Mark all unknown items good or bad, in the pack and on the level."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Judge them, and report the number of newly judged kinds."""
        carried = [item for item in world.player.inventory.slots if item is not None]
        lying = [item for _, pile in sorted(world.level.items.items()) for item in pile]
        known = len(world.knowledge.judged)
        judge(world, [item.kind for item in (*carried, *lying) if known_kind(world, item.kind) is not item.kind])
        if number := len(world.knowledge.judged) - known:
            world.emit(Appraised(number))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as it does no damage."""
        return Preview()


_KEPT = 1_000_000
"""The rounds for which a thief runs whenever the player is near: more than any game has."""


@named("steal")
@frozen
class Steal(Effect):
    """Steal an unworn item of the actor on the cell, from a random slot, and flee; a thief carries only one.

    Items that do not drift, like keys, cannot be stolen.
    """

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Take it."""
        victim = world.level.actor_at(at)
        thief = None if cause.who is None else world.level.actor_of(cause.who.id)
        if victim is None or thief is None or thief is victim or thief.carries is not None:
            return
        carried = enumerate(victim.inventory.slots)
        slots = [slot for slot, item in carried if item is not None and not item.worn and item.kind.drifts]
        if not slots:
            return
        from roguelike.engine.parts.behaviours.moving import Thief  # noqa: PLC0415 -- not before there is a game

        item = thief.carries = victim.inventory.take_one(slots[roll(world.rng, 0, len(slots) - 1)])
        thief.cooldowns[Thief.name] = world.round + _KEPT
        world.emit(Stole(thief.ref, victim.ref, described(world, item)))
        flee(world, thief)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as only monsters cause it."""
        return Preview()


@named("drift")
@frozen
class Drift(Effect):
    """With `chance` percent, wash an unworn item of the actor on the cell away to a free cell."""

    chance: int = attrs.field(validator=[ge(0), le(100)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Choose an item by chance."""
        swimmer = world.level.actor_at(at)
        if swimmer is None:
            return
        carried = enumerate(swimmer.inventory.slots)
        loose = [slot for slot, item in carried if item is not None and item.kind.drifts and not item.worn]
        if loose and percent(world.rng, self.chance):
            carry_off(world, swimmer, loose[roll(world.rng, 0, len(loose) - 1)])

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as it does no damage."""
        return Preview()
