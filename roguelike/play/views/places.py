"""The list of what the player knows of on the level, searched by typing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.automation.travel import Travel
from roguelike.cells.color import grey
from roguelike.narration.bearing import bearing
from roguelike.narration.places import places
from roguelike.play.requests import Automate
from roguelike.play.views.menu import Row, ScrollingMenu
from roguelike.play.views.text_field import TextField
from roguelike.play.views.view import Action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.narration.places import Place
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import Request

HEADING = "Go to: {text}_"
HEADING_EMPTY = "Go to (type to search)"
REMEMBERED = " (seen before)"
NOTHING = "nothing"


class PlacesMenu(ScrollingMenu):
    """Monsters in view, items and unusual terrain, nearest first; what is typed narrows the list."""

    section = "places"
    title = "Places"
    takes_text = True
    takes_letters = False
    heading = HEADING_EMPTY

    def __init__(self, perspective: Perspective) -> None:
        super().__init__()
        self._perspective = perspective
        self._places = places(perspective.seen)
        self._field = TextField()

    def _found(self) -> list[Place]:
        text = self._field.text.lower().strip()
        return [place for place in self._places if text in place.name.lower()]

    def rows(self) -> Sequence[Row]:
        """Return what was found, or that nothing was."""
        found, at = self._found(), self._perspective.seen.me.at
        longest = max((len(place.name) for place in found), default=0)
        rows = []
        for place in found:
            where = bearing(at, place.at) + ("" if place.is_in_view else REMEMBERED)
            rows.append(Row("", f"{place.glyph.char} {place.name:<{longest}}  {where}", place.glyph.color))
        return rows or [Row("", NOTHING, grey(187))]

    def choose(self, number: int) -> Request:
        """Travel there."""
        found = self._found()
        return Automate(Travel(found[number].at)) if number < len(found) else None

    def on_other_key(self, key: str) -> Request:
        """Type it."""
        if len(key) == 1:
            self._search(key)
        return None

    def on_paste(self, text: str) -> Request:
        """Type what was pasted."""
        self._search(text.partition("\n")[0])
        return None

    def erase(self) -> Request:
        """Delete the last character typed."""
        self._field.erase_before()
        self._search()
        return None

    def _search(self, more: str = "") -> None:
        """Type more of what is searched for, and highlight the first that is found."""
        self._field.insert(more)
        self.heading = HEADING.format(text=self._field.text) if self._field.text else HEADING_EMPTY
        self.highlight = 0

    HELP_NOTES = (("characters", "search by name"), ("mouse", "highlight; any button travels there"))
    ACTIONS = (
        *(action for action in ScrollingMenu.ACTIONS if action.name != "choose"),
        attrs.evolve(ScrollingMenu.CHOOSE, keys=("enter",), help="travel there"),
        Action["PlacesMenu"]("erase", ("backspace",), "delete last character", lambda menu: menu.erase()),
    )
