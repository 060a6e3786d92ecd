"""The menu of actions for a cell of the map."""

from __future__ import annotations

import functools
import string
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from roguelike.automation.automation import hindrance
from roguelike.automation.travel import Travel, path_to
from roguelike.cells.color import grey
from roguelike.engine.commands import PickUp, Wait
from roguelike.english import capital, counted
from roguelike.narration.aiming import Aim, would_strike
from roguelike.narration.bearing import bearing
from roguelike.narration.examine import examine
from roguelike.narration.inventory_rows import InventoryRow, stacks
from roguelike.narration.item_use import is_empty
from roguelike.narration.piles import topmost
from roguelike.play.requests import Automate, Submit
from roguelike.play.views import confirm, ignoring
from roguelike.play.views.aim import Aiming, refuse_empty
from roguelike.play.views.items import GameMenu
from roguelike.play.views.look import Look
from roguelike.play.views.menu import Row
from roguelike.play.views.view import Close, Replace, Request

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.engine.geometry import Direction, Point
    from roguelike.play.perspective import Perspective

HERE: Final = "Here"

Deed = tuple[str, Callable[[], Request]]


class MapMenu(GameMenu):
    """The actions for a cell, shown beside it; a click outside closes it, like Escape."""

    sort = "map_menu"
    section = "map_menu"
    title = "Map menu"

    def __init__(self, perspective: Perspective, at: Point) -> None:
        super().__init__(perspective)
        self.at = at
        perspective.pointer.cursor = perspective.pointer.focus = at
        found = examine(perspective.seen, at)
        self.heading = HERE if found is None else capital(found.name)

    @functools.cached_property
    def _deeds(self) -> list[Deed]:
        """The actions, computed after opening, when the settings are known."""
        return list(self._possible())

    def rows(self) -> Sequence[Row]:
        """Return the actions."""
        return [
            Row(letter, words, grey(255)) for letter, (words, _) in zip(string.ascii_letters, self._deeds, strict=False)
        ]

    def notes(self, width: int) -> Sequence[str]:
        """Return the bearing of the cell."""
        here = self.perspective.seen.me.at
        return () if self.at == here else (bearing(here, self.at),)

    def choose_row(self, number: int) -> Request:
        """Perform an action."""
        return self._deeds[number][1]()

    def cancel(self) -> Request:
        """Reset the pointer and close."""
        self.perspective.pointer.reset()
        return super().cancel()

    def _possible(self) -> Iterator[Deed]:
        """Yield the possible actions with their labels."""
        seen, at = self.perspective.seen, self.at
        if at == seen.me.at:
            yield from self._underfoot()
        elif seen.level.actor_at(at) is not None:
            yield from self._attack()
        else:
            yield from self._walk()
        for stack in stacks(seen):
            if stack.kind.aimed and would_strike(
                Aim(stack.kind, 0 if stack.item is None else stack.item.plus), seen, at
            ):
                yield f"Aim {stack.kind.name}", functools.partial(self._aim, stack)
        yield "Examine", self._examine
        if (foe := ignoring.foe_at(seen, at)) is not None:
            yield (
                ignoring.offer_pass(self.settings, foe),
                functools.partial(self._leave, ignoring.passed(self.settings, foe)),
            )

    def _underfoot(self) -> Iterator[Deed]:
        seen = self.perspective.seen
        pile = seen.level.items_at(self.at)
        if pile and (kind := topmost(pile).kind).portable and seen.me.inventory.slots:
            yield f"Pick up {kind.name}", functools.partial(self._leave, Submit(PickUp()))
        for ignored in ignoring.kinds_at(seen, self.at):
            change = ignoring.toggled(self.settings, ignored)
            yield ignoring.offer(self.settings, ignored), functools.partial(self._leave, change)
        yield "Wait a turn", functools.partial(self._leave, Submit(Wait()))

    def _attack(self) -> Iterator[Deed]:
        """Yield an attack on an adjacent enemy."""
        is_enemy = any(foe.at == self.at for foe in self.perspective.seen.enemies)
        if is_enemy and (direction := self._direction()) is not None:
            yield "Attack", functools.partial(self._step, direction)

    def _walk(self) -> Iterator[Deed]:
        """Yield a step to an adjacent cell, else travel to a known one unless something hinders it."""
        seen = self.perspective.seen
        if (direction := self._direction()) is not None:
            if seen.level.is_walkable(self.at):
                yield "Walk here", functools.partial(self._step, direction)
        elif hindrance(seen) is None and (path := path_to(seen, self.at)):
            words = f"Walk here ({counted(len(path), 'step')})"
            yield words, functools.partial(self._leave, Automate(Travel(self.at)))

    def _direction(self) -> Direction | None:
        """Return the direction of the cell if it is adjacent; else None."""
        seen = self.perspective.seen
        return next((way for way in seen.ruleset.directions if seen.me.at.step(way) == self.at), None)

    def _step(self, direction: Direction) -> Request:
        return self._leave(confirm.step(self.perspective, direction))

    def _leave(self, request: Request) -> Request:
        """Close the menu and carry out a request."""
        self.perspective.pointer.reset()
        return Close(request)

    def _aim(self, stack: InventoryRow) -> Request:
        """Aim at the cell, where the cursor already is."""
        if is_empty(stack):
            return self._leave(refuse_empty(self.perspective, stack))
        return Replace(Aiming(self.perspective, stack.slot, stack.kind))

    def _examine(self) -> Request:
        """Examine the cell, where the cursor already is."""
        return Replace(Look(self.perspective))
