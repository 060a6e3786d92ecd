"""Use an item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.codecs import any_cell, any_whole, one_of, optional
from roguelike.engine.events import CannotDo, Reason, Used
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.families import Command, named, refusal_of
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.carrying import spend_charge
from roguelike.engine.rules.counting import note_use
from roguelike.engine.rules.identity import described, known_item, known_kind, learn
from roguelike.engine.schema import Codec, saved
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.plain import Plain
    from roguelike.engine.schema import Reading
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.world import World


@frozen
class Slot:
    """One of the user's own slots as a target."""

    number: int


def _cell_or_slot() -> Codec[Point | Slot]:
    """Return the codec of targets: a cell as its two numbers, a slot as `["slot", 3]`."""
    cells, numbers, word = any_cell(), any_whole(), one_of("slot")

    def read(part: Plain, reading: Reading) -> Point | Slot:
        first, second = part.list(2, least=2)
        if not isinstance(first.value, str):
            return cells.read(part, reading)
        word.read(first, reading)
        return Slot(numbers.read(second, reading))

    def write(target: Point | Slot, rules: object) -> object:
        return ["slot", target.number] if isinstance(target, Slot) else cells.write(target, rules)

    return Codec(write, read, (*cells.wrong, ["slot"], ["slot", "1"], ["place", 1], [0, "slot"]))


@named("use")
@frozen
class Use(Command):
    """Use the item in `slot` (from 0) on `target`, a cell if it is aimed or another slot, or on the user.

    An item for two other items is used on those in the slots `target` and `second`.
    """

    slot: int = saved(any_whole())
    target: Point | Slot | None = saved(optional(_cell_or_slot()), default=None)
    second: int | None = saved(optional(any_whole()), default=None)

    def perform(self, world: World, actor: Actor) -> int:
        """Check all effects before anything changes, then spend the item or a charge, and apply the effects."""
        item = actor.inventory.at(self.slot)
        if item is None:
            raise CannotDo(Reason.EMPTY_SLOT)
        kind = item.kind
        if not kind.effects:
            raise CannotDo(Reason.NOT_USABLE, described(world, item))
        if kind.has_charges and not item.charges:
            raise CannotDo(Reason.NO_CHARGE, described(world, item))
        cell = self.target if isinstance(self.target, Point) else None
        is_known = known_kind(world, kind) is kind
        # An unidentified item is used to find out what it does: only its aimed effects can be refused.
        checked = kind.effects if is_known else tuple(effect for effect in kind.effects if effect.aimed)
        if (reason := refusal_of(checked, world.level, actor, cell, item.plus)) is not None:
            raise CannotDo(reason)
        hindrances = (effect.hindrance(world, actor, cell) for effect in checked)
        if (reason := next(filter(None, hindrances), None)) is not None:
            raise CannotDo(reason)
        chosen = self._chosen(world, actor, kind) if is_known else None
        second = self._second(world, actor, kind, chosen) if is_known else None
        cause = Cause(actor.ref, actor.at, kind, item.plus, chosen, second=second)
        self._use_up(world, actor, item)
        note_use(world, actor, kind)
        if actor.is_player or world.level.is_visible(actor.at):
            learn(world, kind)
        if kind.told is not None:
            world.emit(Used(actor.ref, kind))
        for effect in kind.effects:
            reaches = (effect.aimed or effect.picks) and cell is not None
            effect.apply(world, cause, cell if reaches and cell is not None else cause.origin)
        turns = world.ruleset.turns
        return TURN * (turns.launch if kind.aimed else turns.use)

    def _use_up(self, world: World, actor: Actor, item: Item) -> None:
        """Spend a charge, or the item itself unless it lasts."""
        if item.kind.has_charges:
            spend_charge(world, item)
        elif not item.kind.lasting:
            actor.inventory.take_one(self.slot)

    def _chosen(self, world: World, actor: Actor, kind: ItemKind) -> Item | None:
        """Return the item that it is used on; None if it needs none."""
        picking = [effect for effect in kind.effects if effect.picks]
        if not picking:
            return None
        chosen = actor.inventory.at(self.target.number) if isinstance(self.target, Slot) else None
        if chosen is None:
            if isinstance(self.target, Point) or not any(effect.needs_item for effect in picking):
                return None
            raise CannotDo(Reason.NEEDS_ITEM)
        told = known_item(world, chosen)
        if not all(effect.suits(told) for effect in picking):
            raise CannotDo(Reason.NOT_FOR_THAT, described(world, chosen))
        return chosen

    def _second(self, world: World, actor: Actor, kind: ItemKind, first: Item | None) -> Item | None:
        """Return the second item that it is used on; None if it needs none."""
        effects = [effect for effect in kind.effects if effect.picks_two]
        if not effects:
            return None
        second = None if self.second is None else actor.inventory.at(self.second)
        if first is None or second is None:
            raise CannotDo(Reason.NEEDS_ITEM)
        told = known_item(world, first), known_item(world, second)
        if first is second or not all(effect.suits_second(told[1], told[0]) for effect in effects):
            raise CannotDo(Reason.NOT_FOR_THAT, described(world, second))
        return second
