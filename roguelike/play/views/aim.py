"""Aiming an item."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from roguelike.engine.commands import Use
from roguelike.engine.events import Reason, Refused
from roguelike.narration.aiming import Aim, Aimed, first_cell, nearest, refused_there, targets, would_strike
from roguelike.narration.examine import examine
from roguelike.narration.inventory_rows import FUEL_SLOT, InventoryRow, fuel_row, stack_of
from roguelike.narration.item_use import is_empty, recharge_told
from roguelike.narration.refusals import IN_FLIGHT
from roguelike.play.requests import Submit
from roguelike.play.views import confirm
from roguelike.play.views.map_view import CellCursor
from roguelike.play.views.view import Action, AnyAction, Open
from roguelike.settings.keymap import MOUSE_KEY, key_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.preview import Preview
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import Request

NOTHING_AIMED: Final = "Nothing to fire again."
NOBODY_LEFT: Final = "No enemy in view."
MODE: Final = "AIM"
BACK: Final = Action["Aiming"]("cancel", ("escape",), "back", lambda view: view.cancel())
"""The only key while aiming by mouse."""


class Aiming(CellCursor):
    """The cursor that aims an item."""

    sort = "aim"
    section = "aim"
    title = "Aiming"

    def __init__(self, perspective: Perspective, slot: int, kind: ItemKind, *, throws: bool = False) -> None:
        item = None if slot == FUEL_SLOT else perspective.seen.me.inventory.at(slot)
        self._slot = slot
        self.aim = Aim(kind, 0 if item is None else item.plus, throws, fuel=slot == FUEL_SLOT)
        """The item, and whether it is thrown."""
        self.has_pointed = True
        """Whether the mouse has moved on the map, so that its button fires: the click that opened this can repeat."""
        super().__init__(perspective)
        if kind.prompt is not None and not throws:
            perspective.narration.say(kind.prompt)

    @property
    def by_mouse(self) -> bool:
        """Whether the player aims with the mouse only, as the rule set's document says for players with a mouse."""
        return self.perspective.pointer.has_mouse and self.perspective.seen.ruleset.aims_by_mouse

    @property
    def actions(self) -> Sequence[AnyAction]:
        """The actions with the player's keys."""
        return self.keymap.apply(self.section, (BACK,)) if self.by_mouse else super().actions

    @property
    def steering(self) -> str:
        """The use of the direction keys; empty while aiming by mouse."""
        return "" if self.by_mouse else super().steering

    @property
    def kind(self) -> ItemKind:
        """The kind of the item."""
        return self.aim.kind

    @property
    def preview(self) -> Preview:
        """The effects at the cell under the cursor."""
        return self.aim.preview(self.perspective.seen, self.cursor)

    def first_cell(self) -> Point:
        """Return the mouse's cell, else that of the best target, and scroll the map there.

        In rule sets that follow a document, the best target is the nearest monster in view.
        """
        pointer, seen = self.perspective.pointer, self.perspective.seen
        last = None if self.perspective.choices.aimed is None else self.perspective.choices.aimed.target
        self._suggested = (
            first_cell(self.aim, seen, last) if self.perspective.presentation.suggests_target else nearest(seen)
        )
        if pointer.cursor is not None:
            return pointer.cursor
        pointer.focus = self._suggested if seen.foes or self._suggested != seen.me.at else None
        return self._suggested

    def targets(self) -> Sequence[Point]:
        """Return the cells of all possible targets, unless a document defines them."""
        seen = self.perspective.seen
        return (
            targets(self.aim, seen, self._suggested)
            if self.perspective.presentation.suggests_target
            else super().targets()
        )

    def out_of_range(self) -> Sequence[Point]:
        """Return the cells in view but out of range; none if a document defines the look of an aim."""
        seen = self.perspective.seen
        if not self.perspective.presentation.shades_range:
            return ()
        grid, visible = seen.level.grid, seen.level.visible
        in_view = map(grid.point, itertools.compress(range(grid.size), visible))
        return [at for at in in_view if self.aim.refusal(seen, at) is Reason.OUT_OF_RANGE]

    def mode(self, preview: Preview) -> str:
        """Return the name of the mode, and the reason if the aim is refused."""
        if preview.refused is None:
            return MODE
        return f"{MODE}: {refused_there(preview.refused, self.perspective.seen, self.cursor)}"

    def heading(self) -> str:
        """Return the item and, if it has a name, the target."""
        target = examine(self.perspective.seen, self.cursor, tells_blows=False)
        return self.aim.deed if target is None else f"{self.aim.deed} at: {target.name}"

    def keys_shown(self) -> Sequence[tuple[str, str]]:
        """Return the keys to fire, to go through targets and to cancel."""
        return (("fire", "fire"), *super().keys_shown())

    def keys(self) -> str:
        """Return the line of keys; while aiming by mouse, those to cancel and to aim by keys."""
        if not self.by_mouse:
            return super().keys()
        return f"{self.keymap.first_key(self.section, BACK)}: {BACK.help}  {key_name(MOUSE_KEY)}: aim by keys"

    def take_by_mouse(self) -> Request:
        """Use the item on this cell; ask first if it would hurt the player."""
        command = self.aim.command(self._slot, self.cursor)
        return confirm.use(self.perspective, self.kind, command)

    def fire(self) -> Request:
        """Use the item on this cell; on the player's own, where the cursor can begin, only if that can be intended."""
        if self.cursor != self.perspective.seen.me.at or (
            self.perspective.presentation.suggests_target and self.preview.refused is None
        ):
            return self.take_by_mouse()
        self.perspective.say_refusal(Reason.OWN_CELL)
        return None

    def fire_at(self, at: Point) -> Request:
        """Use the item on a named cell, even the player's own."""
        self.perspective.pointer.cursor = at
        request = self.take_by_mouse()
        self.perspective.pointer.reset()
        return request

    def after(self, events: Sequence[AnyEvent]) -> Request:
        """Keep aiming after a refusal, whose reason is in the log."""
        return None if any(isinstance(event, Refused) for event in events) else self.close()

    def cancel(self) -> Request:
        """Log the rule set's message for a cancelled aim, and close."""
        self.perspective.say("aim_cancelled")
        return self.close()

    HELP_NOTES = (("mouse", "left: fire, right: back"),)
    ACTIONS = (*CellCursor.ACTIONS, Action["Aiming"]("fire", ("enter", "f"), "fire", lambda view: view.fire()))


def refuse_empty(perspective: Perspective, stack: InventoryRow) -> Request:
    """Log when an empty item regains a charge, else submit the use for the rules to refuse."""
    if not (told := recharge_told(stack, perspective.seen)):
        return Submit(Use(stack.slot))
    perspective.notify(told)
    return None


def again(perspective: Perspective) -> Request:
    """Use the last aimed item on its last target; open the aim if that target cannot be hit.

    It also opens for items whose charges are permanent, so that no charge is lost by mistake.
    """
    seen, last = perspective.seen, perspective.choices.aimed
    if last is None:
        perspective.notify(NOTHING_AIMED)
        return None
    if perspective.game.in_flight:
        perspective.notify(IN_FLIGHT)
        return None
    stack = next(iter(fuel_row(seen)), None) if last.aim.fuel else stack_of(seen, last.aim.kind)
    if stack is None:
        more = " t throws something else." if last.aim.throws else ""
        perspective.notify(f"No {last.aim.kind.name} left.{more}")
        return None
    if last.aim.throws and not seen.enemies:
        perspective.notify(NOBODY_LEFT)
        return None
    return (
        refuse_empty(perspective, stack) if not last.aim.throws and is_empty(stack) else _fire(perspective, last, stack)
    )


def _fire(perspective: Perspective, last: Aimed, stack: InventoryRow) -> Request:
    """Use an item on its last target, or open an aim."""
    seen = perspective.seen
    target = seen.foe(last.target)
    is_dear = not last.aim.throws and bool(last.aim.kind.charges) and last.aim.kind.recharge is None
    if target is None or is_dear or not would_strike(last.aim, seen, target.at):
        return Open(Aiming(perspective, stack.slot, last.aim.kind, throws=last.aim.throws))
    return confirm.use(perspective, last.aim.kind, last.aim.command(stack.slot, target.at))
