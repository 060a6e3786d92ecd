"""The inventory: a menu of all carried items, and of the actions for each."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from roguelike.cells.color import grey
from roguelike.engine.commands import Drop, Equip
from roguelike.engine.preview import preview_use
from roguelike.english import capital
from roguelike.narration.aiming import NOBODY, outcome, refusal_text
from roguelike.narration.item_comparison import charges_told, compared, in_one_line
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.narration.unknown import odds_in_short, odds_told
from roguelike.play.requests import Submit
from roguelike.play.views import ignoring
from roguelike.play.views.aim import Aiming
from roguelike.play.views.gear import CarriedList, use
from roguelike.play.views.items import GameMenu
from roguelike.play.views.label import ItemLabel
from roguelike.play.views.menu import Row
from roguelike.play.views.page import Page
from roguelike.play.views.view import Close, Open, Replace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.narration.inventory_rows import InventoryRow
    from roguelike.narration.message_log import Line
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import Request

INVENTORY = "Inventory"
DROP = "Drop which item?"


class InventoryMenu(CarriedList):
    """All carried items, equal ones in one row, with a description of the highlighted one."""

    section = "inventory"
    title = INVENTORY

    def __init__(self, perspective: Perspective, *, drops: bool = False) -> None:
        """List the carried items.

        Args:
            perspective: the game.
            drops: whether choosing a row drops it, instead of opening its actions.
        """
        super().__init__(perspective)
        inventory = perspective.seen.me.inventory
        self.heading = DROP if drops else f"{INVENTORY} {inventory.count}/{inventory.size}"
        self._drops = drops

    def choose_stack(self, stack: InventoryRow) -> Request:
        """Drop a stack, or open its actions."""
        return Submit(Drop(stack.slot)) if self._drops else Replace(ActionMenu(self.perspective, stack))


class ActionMenu(GameMenu):
    """The actions for an item; Escape returns to the inventory."""

    needs_room = True
    section = "item_actions"
    title = "Item"

    def __init__(self, perspective: Perspective, stack: InventoryRow) -> None:
        super().__init__(perspective)
        self.heading = f"{stack.letter}) {stack.name}" if stack.letter else stack.name
        self._stack = stack
        self.opened_at: tuple[int, int] | None = None
        """The screen cell of the click that opened it, until the next use of the mouse."""

    @property
    def _actions(self) -> list[tuple[str, str, Callable[[], Request]]]:
        """The actions: letter, label and function."""
        stack = self._stack
        can_ignore = ignoring.can_ignore(self.perspective.seen, stack.kind)
        return [
            *([("u", "Use (aim)" if stack.kind.aimed else "Use", self._use)] if stack.kind.usable else []),
            *([("e", "Take off" if self._is_worn else "Put on", self._equip)] if stack.kind.equips else []),
            *([("t", "Throw (aim)", self._throw)] if stack.kind.thrown is not None else []),
            ("x", "Examine", self._examine),
            *([("l", "Label", self._label)] if stack.item is not None else []),
            *([] if stack.kind.kept else [("d", "Drop", self._drop)]),
            *([("n", ignoring.offer(self.settings, stack.kind), self._ignore)] if can_ignore else []),
        ]

    def rows(self) -> Sequence[Row]:
        """Return the actions."""
        return [Row(key, words, grey(255)) for key, words, _ in self._actions]

    def notes(self, width: int) -> Sequence[str]:
        """Return the description and facts of the item, and the effects of using it now."""
        item, seen = self._stack.item, self.perspective.seen
        facts = [] if item is None else [*charges_told(seen, item), in_one_line(compared(seen, item))]
        odds = ", ".join(odds_in_short(seen, self._stack.kind))
        told = [self._stack.kind.description, odds, *facts, now(self.perspective, self._stack)]
        return [line for text in told for line in textwrap.wrap(text, width)]

    def choose_row(self, number: int) -> Request:
        """Perform an action."""
        return self._actions[number][2]()

    def cancel(self) -> Request:
        """Go back to the inventory."""
        return Replace(InventoryMenu(self.perspective))

    def _use(self) -> Request:
        return use(self.perspective, self._stack)

    @property
    def _is_worn(self) -> bool:
        return self._stack.item is not None and self._stack.item.worn

    def _equip(self) -> Request:
        return Submit(Equip(self._stack.slot))

    def _throw(self) -> Request:
        return Replace(Aiming(self.perspective, self._stack.slot, self._stack.kind, throws=True))

    def _drop(self) -> Request:
        return Submit(Drop(self._stack.slot))

    def _label(self) -> Request:
        return Replace(ItemLabel(self.perspective, self._stack))

    def _ignore(self) -> Request:
        return Close(ignoring.toggled(self.settings, self._stack.kind))

    def _examine(self) -> Request:
        return Open(ItemPage(self.perspective, self._stack))


class ItemPage(Page):
    """The page of all facts about an item."""

    section = "item"
    title = "Item"

    def __init__(self, perspective: Perspective, stack: InventoryRow) -> None:
        super().__init__()
        self.perspective = perspective
        self._stack = stack

    def lines(self, width: int) -> list[Line]:
        """Return its name, description, number and facts, and the effects of using it now."""
        kind = self._stack.kind
        number = len(self._stack.slots) if self._stack.item is None else self._stack.item.number
        item, seen = self._stack.item, self.perspective.seen
        facts = [] if item is None else [*charges_told(seen, item), in_one_line(compared(seen, item))]
        texts = [
            kind.description,
            f"You carry {number}.",
            ", ".join(odds_told(seen, kind)),
            *facts,
            now(self.perspective, self._stack),
        ]
        return [
            *wrap((Span(capital(kind.name), kind.glyph.color, bold=True),), width),
            (),
            *(line for text in texts if text for line in wrap((Span(text, grey(187)),), width)),
            (),
            *self.way_back(width),
        ]


def now(perspective: Perspective, stack: InventoryRow) -> str:
    """Return the effects of using an item now; empty if it needs an aim."""
    kind, seen = stack.kind, perspective.seen
    if kind.aimed or not kind.effects:
        return ""
    preview = preview_use(kind, seen, seen.me.at, stack.item.plus if stack.item else 0)
    told = outcome(seen, preview) if preview.refused is None else refusal_text(preview.refused)
    return "" if told == NOBODY else f"Now: {told}"
