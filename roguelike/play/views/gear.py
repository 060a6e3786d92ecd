"""Menus of carried items to wear, throw, drink, read or zap, or as targets of another item."""

from __future__ import annotations

import abc
import textwrap
from typing import TYPE_CHECKING, ClassVar

from roguelike.cells.color import grey
from roguelike.engine.commands import Equip, Slot, Use
from roguelike.english import capital
from roguelike.narration.inventory_rows import FUEL_SLOT, InventoryRow, fuel_row, stack_of, stacks
from roguelike.narration.item_comparison import charges_told, compared, in_one_line
from roguelike.narration.item_use import (
    befriended,
    beside_you,
    gained,
    is_empty,
    is_for_two,
    on_what,
    shifted,
    suited,
    suited_second,
    used_by,
)
from roguelike.narration.unknown import odds_in_short
from roguelike.play.requests import Submit
from roguelike.play.views import confirm
from roguelike.play.views.aim import Aiming, refuse_empty
from roguelike.play.views.items import NOTHING, CarriedMenu, described
from roguelike.play.views.menu import Row
from roguelike.play.views.view import Replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.kinds.appearances import Manner
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import Request


class CarriedList(CarriedMenu):
    """A list of carried items, with a description of the highlighted one."""

    needs_room = True
    NONE: ClassVar[str] = NOTHING
    """Text for an empty list."""

    def listed(self) -> list[InventoryRow]:
        """Return the items of the list, by default all carried ones."""
        return stacks(self.perspective.seen)

    def rows(self) -> Sequence[Row]:
        """Return a row for each stack, or one row that says there is none."""
        rows = [Row(stack.letter, stack.name, stack.kind.glyph.color) for stack in self.listed()]
        return rows or [Row("", self.NONE, grey(187))]

    def notes(self, width: int) -> Sequence[str]:
        """Return the description and facts of the highlighted item, in the same height for each row."""
        listed, row = self.listed(), self.highlight
        if row >= len(listed):
            return ()
        facts = [
            [] if stack.item is None else textwrap.wrap(in_one_line(self.facts(stack.item)), width) for stack in listed
        ]
        told = [*facts[row], *[""] * (max(map(len, facts)) - len(facts[row]))] if facts else []
        return [*described([stack.kind for stack in listed], row, width), *told]

    def spoken_notes(self, width: int) -> Sequence[str]:
        """Return nothing: the notes are only about the highlighted row."""
        return ()

    def facts(self, item: Item) -> Sequence[str]:
        """Return facts about an item besides its description, by default none."""
        return ()

    def choose_row(self, number: int) -> Request:
        """Apply the menu's command to a row."""
        listed = self.listed()
        return self.choose_stack(listed[number]) if number < len(listed) else None

    @abc.abstractmethod
    def choose_stack(self, stack: InventoryRow) -> Request:
        """Apply the menu's command to a stack."""


class PickedList(CarriedList):
    """A list with its own highlight, which begins on the likeliest choice."""

    def __init__(self, perspective: Perspective) -> None:
        super().__init__(perspective)
        listed = self.listed()
        self._row = next((row for row, stack in enumerate(listed) if self.is_likely(stack)), 0)

    @property
    def highlight(self) -> int:
        """The highlighted row."""
        return min(self._row, max(0, len(self.rows()) - 1))

    @highlight.setter
    def highlight(self, row: int) -> None:
        self._row = row

    @abc.abstractmethod
    def is_likely(self, stack: InventoryRow) -> bool:
        """Return whether the highlight can begin on a stack."""


class EquipMenu(PickedList):
    """The equip menu: items to put on or take off."""

    section = "equip"
    title = "Equip"
    heading = "Put on or take off which item?"
    NONE = "nothing to put on"

    def listed(self) -> list[InventoryRow]:
        """Return the wearable items."""
        return [stack for stack in super().listed() if stack.kind.equips]

    def facts(self, item: Item) -> Sequence[str]:
        """Return the comparison with worn gear."""
        return compared(self.perspective.seen, item)

    def is_likely(self, stack: InventoryRow) -> bool:
        """Return whether an item is not worn."""
        return stack.item is not None and not stack.item.worn

    def choose_stack(self, stack: InventoryRow) -> Request:
        """Put an item on or take it off."""
        return Submit(Equip(stack.slot))


class ThrowMenu(PickedList):
    """The throw menu."""

    section = "throw"
    title = "Throw"
    heading = "Throw which item?"
    NONE = "nothing to throw"

    def listed(self) -> list[InventoryRow]:
        """Return the items to throw, lamp oil last."""
        return [
            *(stack for stack in super().listed() if stack.kind.thrown is not None),
            *fuel_row(self.perspective.seen),
        ]

    def facts(self, item: Item) -> Sequence[str]:
        """Return the odds of an unidentified item."""
        return odds_in_short(self.perspective.seen, item.kind)

    def is_likely(self, stack: InventoryRow) -> bool:
        """Return whether a stack was thrown last or, if none was, has no other use."""
        last = self.perspective.choices.aimed
        if last is not None and last.aim.throws and stack_of(self.perspective.seen, last.aim.kind) is not None:
            return stack.kind is last.aim.kind
        return not stack.kind.equips and not stack.kind.usable and stack.slot != FUEL_SLOT

    def choose_stack(self, stack: InventoryRow) -> Request:
        """Aim an item."""
        return Replace(Aiming(self.perspective, stack.slot, stack.kind, throws=True))


class QuickMenu(CarriedList):
    """The menu of items to drink, read or zap."""

    section = "quick_use"
    title = "Drink, read or zap"

    def __init__(self, perspective: Perspective, by: Manner) -> None:
        super().__init__(perspective)
        self.heading = f"{capital(by)} which item?"
        self._by = by
        ready = [row for row, stack in enumerate(self.listed()) if not is_empty(stack)]
        if ready and self.highlight not in ready:
            self.highlight = ready[0]

    def listed(self) -> list[InventoryRow]:
        """Return the items used in this manner."""
        return used_by(self._by, self.perspective.seen, super().listed())

    def facts(self, item: Item) -> Sequence[str]:
        """Return the odds of an unidentified item, and the charges."""
        seen = self.perspective.seen
        return [*odds_in_short(seen, item.kind), *charges_told(seen, item)[:1]]

    def rows(self) -> Sequence[Row]:
        """Return a row for each item, or one row that says there is none."""
        return super().rows() if self.listed() else [Row("", f"nothing to {self._by}", grey(187))]

    def choose_stack(self, stack: InventoryRow) -> Request:
        """Use an item."""
        return use(self.perspective, stack)


def use(perspective: Perspective, stack: InventoryRow) -> Request:
    """Return the request to use an item: an aim, a choice of target, or the command itself."""
    slot, kind = stack.slot, stack.kind
    if is_empty(stack):
        return refuse_empty(perspective, stack)
    if kind.aimed:
        return Replace(Aiming(perspective, slot, kind))
    needs_item = any(effect.needs_item for effect in kind.effects)
    if kind.picks and (needs_item or suited(stack, stacks(perspective.seen))):
        return Replace(TargetMenu(perspective, stack))
    return confirm.use(perspective, kind, Use(slot))


class TargetMenu(PickedList):
    """The menu of targets of an item that is used on another one."""

    section = "use_on"
    title = "Use on"
    NONE = "nothing to use it on"

    def __init__(self, perspective: Perspective, used: InventoryRow, first: InventoryRow | None = None) -> None:
        self._used, self._first = used, first
        super().__init__(perspective)
        self.heading = f"{capital(used.kind.name)}: {on_what(used, first)}"

    def listed(self) -> list[InventoryRow]:
        """Return the items on which it can be used."""
        carried = super().listed()
        return suited(self._used, carried) if self._first is None else suited_second(self._used, self._first, carried)

    def rows(self) -> Sequence[Row]:
        """Return a row for each item and ally on which it can be used."""
        others = [Row("", beside_you(other, self.perspective.seen), other.kind.glyph.color) for other in self._others()]
        return [*(super().rows() if self.listed() or not others else ()), *others]

    def is_likely(self, stack: InventoryRow) -> bool:
        """Return whether an item is worn."""
        return stack.item is not None and stack.item.worn

    def facts(self, item: Item) -> Sequence[str]:
        """Return the change by a plus, and for a transferred plus also that of its giver."""
        if self._first is not None and self._first.item is not None:
            return shifted(self.perspective.seen, self._first.item, item)
        return gained(self._used, self.perspective.seen, item)

    def choose_row(self, number: int) -> Request:
        """Use it on an item or ally."""
        others, items = self._others(), len(self.listed())
        if items <= number < items + len(others):
            return Submit(Use(self._used.slot, others[number - items].at))
        return super().choose_row(number)

    def _others(self) -> list[Actor]:
        return befriended(self._used, self.perspective.seen)

    def choose_stack(self, stack: InventoryRow) -> Request:
        """Use it on an item; ask for the second one if it is used on two."""
        if self._first is not None:
            return Submit(Use(self._used.slot, Slot(self._first.slot), stack.slot))
        if is_for_two(self._used):
            return Replace(TargetMenu(self.perspective, self._used, stack))
        return Submit(Use(self._used.slot, Slot(stack.slot)))
