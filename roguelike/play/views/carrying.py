"""Playing with items: picking up, using, wearing, throwing and dropping them."""

from __future__ import annotations

from typing import ClassVar

from roguelike.engine.commands import Equip
from roguelike.engine.kinds.capabilities import Capability
from roguelike.narration.inventory_rows import stacks
from roguelike.narration.item_comparison import other_weapon
from roguelike.narration.refusals import IN_FLIGHT, NO_OTHER_WEAPON, NOTHING_CARRIED
from roguelike.play.requests import Submit
from roguelike.play.views import confirm, ignoring
from roguelike.play.views.aim import again
from roguelike.play.views.drop_list import DropList
from roguelike.play.views.gear import EquipMenu, QuickMenu, ThrowMenu
from roguelike.play.views.inventory import ActionMenu, InventoryMenu
from roguelike.play.views.items import DropMenu, UseMenu
from roguelike.play.views.map_view import GameView
from roguelike.play.views.view import Action, AnyAction, Open, Request


class Carrying(GameView):
    """Base of the view of a game in play: actions on items."""

    @property
    def _carries(self) -> bool:
        return Capability.ITEMS in self.perspective.seen.ruleset.capabilities

    def pick_up(self) -> Request:
        """Pick up the items underfoot."""
        return confirm.pick_up(self.perspective) if self._carries else self.say(NOTHING_CARRIED)

    def ignore(self) -> Request:
        """Toggle whether the kind of item underfoot is picked up; ask which if there are several."""
        seen = self.perspective.seen
        return ignoring.at(self.settings, seen, seen.me.at) or self.say(
            ignoring.why_nothing(seen, seen.me.at, ignoring.NOTHING)
        )

    def use(self) -> Request:
        """Open the inventory, or the use menu if a document has one."""
        if not self._carries:
            return self.say(NOTHING_CARRIED)
        if not self._lists:
            return Open(UseMenu(self.perspective))
        return Open(InventoryMenu(self.perspective))

    def open_item(self, number: int) -> Request:
        """Open the menu of an inventory row, or the use menu at that row if a document has one."""
        listed = stacks(self.perspective.seen)
        if number >= len(listed):
            return None
        if self.perspective.game.in_flight:
            return self.say(IN_FLIGHT)
        self.perspective.choices.highlight = number
        return Open(ActionMenu(self.perspective, listed[number])) if self._lists else self.use()

    @property
    def _lists(self) -> bool:
        return self.perspective.presentation.lists_inventory

    def drop(self) -> Request:
        """Open the drop menu."""
        if not self._carries:
            return self.say(NOTHING_CARRIED)
        if not self._lists:
            return Open(DropMenu(self.perspective))
        together = self.perspective.seen.ruleset.drops_together
        return Open(DropList(self.perspective) if together else InventoryMenu(self.perspective, drops=True))

    def equip(self) -> Request:
        """Open the equip menu."""
        return Open(EquipMenu(self.perspective))

    def swap(self) -> Request:
        """Equip the previous weapon, else the best other one."""
        slot = other_weapon(self.perspective.seen, self.perspective.choices.unwielded)
        return self.say(NO_OTHER_WEAPON) if slot is None else Submit(Equip(slot))

    def throw(self) -> Request:
        """Open the throw menu."""
        return Open(ThrowMenu(self.perspective))

    def drink(self) -> Request:
        """Open the menu of potions."""
        return Open(QuickMenu(self.perspective, "drink"))

    def read(self) -> Request:
        """Open the menu of scrolls."""
        return Open(QuickMenu(self.perspective, "read"))

    def zap(self) -> Request:
        """Open the menu of items with charges."""
        return Open(QuickMenu(self.perspective, "zap"))

    def again(self) -> Request:
        """Use the last aimed item on its last target; without one, open the throw menu."""
        if Capability.GEAR in self.perspective.seen.ruleset.capabilities and self.perspective.choices.aimed is None:
            return self.throw()
        return again(self.perspective) if self._carries else self.say(NOTHING_CARRIED)

    ITEMS: ClassVar[tuple[AnyAction, ...]] = (
        Action["Carrying"](
            "pick_up", ("g", ","), "pick up", lambda game: game.pick_up(), needs=Capability.ITEMS, costs=("pick_up",)
        ),
        Action["Carrying"](
            "ignore",
            (ignoring.KEY,),
            "never pick up this",
            lambda game: game.ignore(),
            needs=Capability.COMFORT,
            about="never pick up this kind of item in passing, or do so again",
            yields=True,
        ),
        Action["Carrying"](
            "use",
            ("i",),
            "inventory",
            lambda game: game.use(),
            needs=Capability.ITEMS,
            about="list your items: use, examine or drop them",
        ),
        Action["Carrying"](
            "drop", ("d",), "drop an item", lambda game: game.drop(), needs=Capability.ITEMS, costs=("drop",)
        ),
        Action["Carrying"](
            "equip",
            ("e",),
            "put on, take off",
            lambda game: game.equip(),
            needs=Capability.GEAR,
            about="put on or take off; armour works five turns later",
            costs=("use",),
        ),
        Action["Carrying"](
            "swap",
            ("w", "'"),
            "swap weapons",
            lambda game: game.swap(),
            needs=Capability.GEAR,
            about="wield the weapon that you had in hand before",
            costs=("use",),
            yields=True,
        ),
        Action["Carrying"](
            "throw",
            ("t",),
            "throw an item",
            lambda game: game.throw(),
            needs=Capability.GEAR,
            about="throw an item, or oil of the lamp",
            costs=("launch",),
        ),
        Action["Carrying"](
            "drink",
            ("q",),
            "drink a potion",
            lambda game: game.drink(),
            needs=Capability.UNKNOWNS,
            about="drink; test unknown ones unhurt, near a door or water",
            costs=("use",),
            yields=True,
        ),
        Action["Carrying"](
            "read",
            ("r",),
            "read a scroll",
            lambda game: game.read(),
            needs=Capability.UNKNOWNS,
            about="read; test unknown ones with no enemy in view",
            costs=("use",),
            yields=True,
        ),
        Action["Carrying"](
            "zap",
            ("z",),
            "zap a wand or staff",
            lambda game: game.zap(),
            needs=Capability.UNKNOWNS,
            about="use a wand, staff or charm",
            costs=("use",),
            yields=True,
        ),
    )
    AGAIN: ClassVar[AnyAction] = Action["Carrying"](
        "again",
        ("f",),
        "fire again",
        lambda game: game.again(),
        needs=Capability.ITEMS,
        about="fire the last aimed item at the last target",
        costs=("use", "launch"),
    )
