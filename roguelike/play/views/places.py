"""The searchable list of known places on all levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.automation.journey import Journey
from roguelike.automation.travel import Travel
from roguelike.cells.color import grey
from roguelike.narration.places import Place, drawn_as, grouped, is_sign, places, places_elsewhere, whereabouts
from roguelike.play.requests import Automate
from roguelike.play.views.menu import Row, ScrollingMenu
from roguelike.play.views.text_field import TextField
from roguelike.play.views.view import Action

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.automation.automation import Automation
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import Request

HEADING = "Go to: {text}_"
HEADING_EMPTY = "Go to (type to search)"
NOTHING = "nothing"
NO_MATCH: Final = "Nothing matches."
GLYPH_WIDTH = 2
GAP = 2
"""Columns between a name and its bearing."""
SORTS: Final[Sequence[tuple[str, Callable[[Place], bool]]]] = (
    ("", lambda _: True),
    ("monsters", lambda place: place.actor is not None),
    ("items", lambda place: place.is_item),
    ("places", lambda place: place.actor is None and not place.is_item),
)
"""The filters that Tab cycles through: name and condition."""


class PlacesMenu(ScrollingMenu):
    """Monsters in view, items and unusual terrain, nearest first; typing filters the list.

    Places of other levels follow, the nearest level first, then plain ground and cover of all levels.
    Equal places of a level share a row, which leads to the nearest.
    """

    section = "places"
    title = "Places"
    takes_text = True
    takes_letters = False

    def __init__(self, perspective: Perspective, text: str = "") -> None:
        super().__init__()
        self._perspective = perspective
        seen = perspective.seen
        known = grouped([*places(seen), *places_elsewhere(perspective.visited(), seen.depth)])
        self._places = sorted(known, key=lambda place: place.is_plain)  # the sort is stable
        self._field = TextField(text)
        self._sort = 0

    @property
    def heading(self) -> str:  # type: ignore[override]
        """The typed text, and the name of the filter."""
        name = SORTS[self._sort][0]
        text = HEADING.format(text=self._field.text) if self._field.text else HEADING_EMPTY
        return f"{text} [{name}]" if name else text

    def found(self) -> list[Place]:
        """Return the places of the filter that match the typed text: by map symbol, or by all words."""
        words, is_wanted = self._field.text.lower().split(), SORTS[self._sort][1]
        wanted = filter(is_wanted, self._places)
        if len(words) == 1 and is_sign(words[0]):
            return [each for each in wanted if drawn_as(words[0], each)]
        return [each for each in wanted if all(word in self._text_of(each) for word in words)]

    def _text_of(self, place: Place) -> str:
        depth = self._perspective.seen.depth if place.depth is None else place.depth
        return f"{place.name} level {depth}".lower()

    def rows(self) -> Sequence[Row]:
        """Return the found places, or one row that says there are none."""
        found, at = self.found(), self._perspective.seen.me.at
        longest = max((len(place.counted_name) for place in found), default=0)
        where = [whereabouts(place, at) for place in found]
        if max(map(len, where), default=0) > self.room - longest - GLYPH_WIDTH - GAP:
            where = [whereabouts(place, at, is_short=True) for place in found]
        rows = [
            Row("", f"{place.glyph.drawn} {place.counted_name:<{longest}}{' ' * GAP}{told}", place.glyph.color)
            for place, told in zip(found, where, strict=True)
        ]
        return rows or [Row("", NOTHING, grey(187))]

    def spoken(self) -> Sequence[Row]:
        """Return the found places for line mode."""
        at = self._perspective.seen.me.at
        return [Row("", f"{place.counted_name}, {whereabouts(place, at)}", place.glyph.color) for place in self.found()]

    def choose(self, number: int) -> Request:
        """Travel to a place; report if nothing was found."""
        found = self.found()
        if number < len(found):
            return Automate(journey_to(found[number]))
        self.answer = NO_MATCH
        return None

    def notes(self, width: int) -> Sequence[str]:
        """Return the keys."""
        sorts = f"{self.key_of('sort')}: {', '.join(name for name, _ in SORTS if name)}"
        return [sorts, f"{self.key_of('choose')}: travel there  {self.key_of('cancel')}: back"]

    def spoken_notes(self, width: int) -> Sequence[str]:
        """Return nothing: line mode has no keys."""
        return ()

    def next_sort(self) -> Request:
        """Switch to the next filter."""
        return self._go_round(1)

    def previous_sort(self) -> Request:
        """Switch to the previous filter."""
        return self._go_round(-1)

    def _go_round(self, step: int) -> Request:
        self._sort = (self._sort + step) % len(SORTS)
        self.highlight = 0
        return None

    def on_other_key(self, key: str) -> Request:
        """Type a character."""
        if len(key) == 1:
            self._search(key)
        return None

    def on_paste(self, text: str) -> Request:
        """Insert the first line of pasted text."""
        self._search(text.partition("\n")[0])
        return None

    def erase(self) -> Request:
        """Delete the last character typed."""
        self._field.erase_before()
        self._search()
        return None

    def clear(self) -> Request:
        """Clear the typed text."""
        self._field.clear()
        self._search()
        return None

    def _search(self, more: str = "") -> None:
        """Extend the search text, and highlight the first match."""
        self._field.insert(more)
        self.highlight = 0

    HELP_NOTES = (
        ("characters", "search by name, or by sign such as >"),
        ("mouse", "highlight; any button travels there"),
    )
    ACTIONS = (
        *(action for action in ScrollingMenu.ACTIONS if action.name != "choose"),
        attrs.evolve(ScrollingMenu.CHOOSE, keys=("enter",), help="travel there"),
        Action["PlacesMenu"]("sort", ("tab",), "monsters, items, places", lambda menu: menu.next_sort()),
        Action["PlacesMenu"](
            "previous_sort", ("shift_tab",), "places, items, monsters", lambda menu: menu.previous_sort()
        ),
        Action["PlacesMenu"]("erase", ("backspace",), "delete last character", lambda menu: menu.erase()),
        Action["PlacesMenu"]("clear", ("ctrl_u",), "clear the text", lambda menu: menu.clear()),
    )


def journey_to(place: Place) -> Automation:
    """Return the automation that walks to a place."""
    return Travel(place.at) if place.depth is None else Journey(place.depth, place.at)
