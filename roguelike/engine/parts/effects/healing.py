"""Effects that heal, fill gauges and recharge items."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.events import Harm, LampChange, LampChanged, Reason, Recharged
from roguelike.engine.kinds.amounts import Growing, amount_at, between
from roguelike.engine.kinds.families import Effect, named
from roguelike.engine.kinds.gauges import FULLEST
from roguelike.engine.kinds.limits import MAX_CHARGES, MAX_HIT_POINTS
from roguelike.engine.kinds.names import ConditionName
from roguelike.engine.preview import harmed, on_actor
from roguelike.engine.rules.areas import WIDEST, burst
from roguelike.engine.rules.conditions import cure
from roguelike.engine.rules.damage import heal, hurt, strengthen
from roguelike.engine.rules.foreseen import from_fixed
from roguelike.engine.rules.lamp import refill, spend
from roguelike.engine.schema import added
from roguelike.engine.state.preview import Preview

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.world import World


@named("heal")
@frozen
class Heal(Effect):
    """Heal the actor on the cell by `amount` hit points plus `percent` of its maximum, never beyond the maximum.

    With a `radius`, heal all actors within `radius` cells (straight distance) that walls do not shield. The undead take
    as much damage as it would heal.
    """

    amount: Growing = attrs.field(validator=between(0, MAX_HIT_POINTS))
    refused_when_healthy: bool = False
    percent: Growing = added(default=0, validator=between(0, 100))
    radius: int = added(default=0, validator=[ge(0), le(WIDEST)])
    cures: tuple[ConditionName, ...] = added(default=())
    """The conditions that it ends."""

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse to waste it at full health, if it is `refused_when_healthy`."""
        healthy = user.hit_points == user.max_hit_points
        return Reason.FULL_HEALTH if self.refused_when_healthy and healthy else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Heal the actors there, by rising cells."""
        for patient in self._patients(world.level, at):
            if patient.kind.undead:
                hurt(world, patient, self._most(patient, cause.plus), Harm.OTHER, cause)
                continue
            wounded = patient.hit_points < patient.max_hit_points
            heal(world, patient, self._most(patient, cause.plus), told=wounded or not world.ruleset.counts_rounds)
            for name in self.cures:
                cure(world, patient, name)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the hit points that each actor there would regain, or lose."""
        patients = self._patients(seen.level, at)
        if not patients:
            return on_actor(at, None)
        return Preview.of_all(self._foreseen(seen, each) for each in patients)

    def _foreseen(self, seen: ObservedState, patient: Actor) -> Preview:
        if patient.kind.undead:
            return harmed(patient, from_fixed(seen.ruleset, patient, Harm.OTHER, self._most(patient, seen.plus)))
        return on_actor(patient.at, patient, healing=Fraction(self._gain(patient, seen.plus)))

    def _patients(self, level: Level, at: Point) -> list[Actor]:
        cells = burst(level, at, self.radius) if self.radius else [at]
        return [actor for cell in cells if (actor := level.actor_at(cell)) is not None]

    def _gain(self, patient: Actor, plus: int) -> int:
        return min(self._most(patient, plus), patient.max_hit_points - patient.hit_points)

    def _most(self, patient: Actor, plus: int) -> int:
        """Return the maximum hit points that it restores."""
        return amount_at(self.amount, plus) + patient.max_hit_points * amount_at(self.percent, plus) // 100


@named("gain_max")
@frozen
class GainMax(Effect):
    """Raise the maximum hit points of the actor on the cell by `amount`, and heal it `fully` or by that amount."""

    amount: int = attrs.field(validator=[gt(0), le(MAX_HIT_POINTS)])
    fully: bool = added(default=True)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Raise it, and heal."""
        if (actor := world.level.actor_at(at)) is not None and actor.is_alive:
            strengthen(world, actor, self.amount)
            heal(world, actor, actor.max_hit_points if self.fully else self.amount, told=self.fully)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the hit points that the actor there would gain."""
        actor = seen.level.actor_at(at)
        missing = 0 if actor is None or not self.fully else actor.max_hit_points - actor.hit_points
        gained = 0 if actor is None else missing + self.amount
        return on_actor(at, actor, healing=Fraction(gained))


@named("fill")
@frozen
class Fill(Effect):
    """Add `amount` to a `gauge` of the player, like oil to the lamp, up to its maximum."""

    gauge: str
    amount: int = attrs.field(validator=[ge(1), le(FULLEST)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Fill it, if there is such a gauge."""
        if self.gauge in world.ruleset.gauges:
            refill(world, self.gauge, self.amount)
            if self.gauge == world.ruleset.lamp:
                world.emit(LampChanged(LampChange.FILLED))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview."""
        return Preview()


@named("drain")
@frozen
class Drain(Effect):
    """Take up to `amount` from the gauge of the player's lamp."""

    amount: int = attrs.field(validator=[ge(1), le(FULLEST)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Take it, if the player is there."""
        if world.ruleset.lamp and world.player.at == at:
            spend(world, self.amount)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview."""
        return Preview()


@named("recharge")
@frozen
class RechargeAll(Effect):
    """Fill the user's items that recharge by themselves, and give up to `others` charges to the rest.

    Items that are `kept` get none.
    """

    others: int = attrs.field(default=0, validator=[ge(0), le(MAX_CHARGES)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Fill them, up to their maximum charges."""
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

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as it affects no cell."""
        return Preview()


@named("leech")
@frozen
class Leech(Effect):
    """Heal the attacker by `percent` of the damage of its hit."""

    percent: int = attrs.field(default=100, validator=[ge(1), le(1000)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Heal it."""
        striker = None if cause.who is None else world.level.actor_of(cause.who.id)
        if striker is not None:
            heal(world, striker, cause.amount * self.percent // 100, told=False)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as only monsters cause it."""
        return Preview()
