"""Looking around."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.automation.tour import Ways
from roguelike.automation.travel import Travel, path_to
from roguelike.engine.geometry import chebyshev_distance, squared_distance
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.capabilities import Capability
from roguelike.engine.kinds.exits import Exit
from roguelike.english import counted
from roguelike.narration.in_view import in_view
from roguelike.narration.places import places
from roguelike.play.requests import Automate
from roguelike.play.views import ignoring
from roguelike.play.views.label import CellNote
from roguelike.play.views.map_view import CellCursor
from roguelike.play.views.places import PlacesMenu
from roguelike.play.views.view import Action, AnyAction, Open, Replace
from roguelike.settings.keymap import HELP_KEYS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import KeyHelp, Request

EXAMINE: Final = "EXAMINE"
TRAVEL: Final = "TRAVEL"
BESIDE: Final = "beside you"


NOT_SEEN: Final = "You have not seen that cell."
UNKNOWN: Final = "You have not seen any {name} here."


def _stairs(way: Exit, seen: Observation) -> Sequence[Point]:
    at = seen.level.exit_at(way)
    return () if at is None else (at,)


def _doors(seen: Observation) -> Sequence[Point]:
    doors = map(seen.level.grid.point, cells_of(seen.level.cells("opens")))
    return sorted(doors, key=lambda at: (squared_distance(seen.me.at, at), at))


def _items(seen: Observation) -> Sequence[Point]:
    return list(dict.fromkeys(place.at for place in places(seen) if place.is_item))


def _frontier(seen: Observation) -> Sequence[Point]:
    """Return the nearest cell of each group of frontier cells, nearest first."""
    ways, left = Ways.known(seen), seen.frontier & seen.safe
    return [seen.level.grid.point(cell) for cell in ways.nearest_groups(seen.cell, left)]


def _landmarks(seen: Observation) -> Sequence[Point]:
    return list(dict.fromkeys(place.at for place in places(seen) if place.is_landmark))


def _jump(name: str, key: str, about: str, cells: Callable[[Observation], Sequence[Point]]) -> AnyAction:
    """Return the action of a key that moves the cursor to the next known thing of a sort, nearest first."""
    return Action["Look"](name, (key,), about, lambda view: view.jump(about, cells), needs=Capability.COMFORT)


JUMPS: Final = (
    _jump("stairs_down", ">", "stairs down", functools.partial(_stairs, Exit.DOWN)),
    _jump("stairs_up", "<", "stairs up", functools.partial(_stairs, Exit.UP)),
    _jump("monster", "m", "monsters", lambda seen: [each.at for each in (*seen.foes, *seen.allies)]),
    _jump("item", "i", "items", _items),
    _jump("door", "o", "doors", _doors),
    _jump("frontier", "f", "unexplored places", _frontier),
    _jump("landmark", "p", "landmarks", _landmarks),
    Action["Look"]("annotate", ('"',), "write a note", lambda view: view.annotate(), needs=Capability.COMFORT),
    Action["Look"](
        "ignore",
        (ignoring.KEY,),
        "never stop for it",
        lambda view: view.ignore(),
        needs=Capability.COMFORT,
        about="never stop for this kind of monster, never pick up this kind of item; or do so again",
    ),
    Action["Look"]("places", ("G", "ctrl_f"), "list, search", lambda view: view.places(), needs=Capability.COMFORT),
)


class Look(CellCursor):
    """A cursor whose cell the panel describes; it never takes a turn."""

    sort = "look"
    section = "examine"
    title = "Look around"

    def __init__(self, perspective: Perspective, *, travels: bool | None = None) -> None:
        """Start at the mouse's cell, or the player's.

        Args:
            perspective: the game.
            travels: whether Enter travels to the cell; None for the rule set's default.
        """
        super().__init__(perspective)
        self.examines = not travels
        """Whether it was opened to examine rather than to travel."""
        self.travels = perspective.presentation.travels_from_examine if travels is None else travels

    def targets(self) -> Sequence[Point]:
        """Return the monsters and items in view, in the order of the panel, then the features that hold items."""
        seen = self.perspective.seen
        holders = [seen.level.grid.point(cell) for cell, each in seen.level.features.items() if each.holds is not None]
        visible = sorted(filter(seen.level.is_visible, holders), key=lambda at: squared_distance(seen.me.at, at))
        return list(dict.fromkeys([*(row.at for row in in_view(seen)), *visible]))

    def mode(self) -> str:
        """Return the name of the mode, and the steps to the cell under the cursor."""
        name = EXAMINE if self.examines else TRAVEL
        if not self.travels or self.cursor == self.perspective.seen.me.at:
            return name
        steps = len(path_to(self.perspective.seen, self.cursor))
        if not steps and chebyshev_distance(self.perspective.seen.me.at, self.cursor) == 1:
            return f"{name}: {BESIDE}"
        return f"{name}: {counted(steps, 'step') if steps else 'no path'}"

    @property
    def actions(self) -> Sequence[AnyAction]:
        """The actions for which the rule set has the capability."""
        known = {None, *self.perspective.seen.ruleset.capabilities}
        return [action for action in super().actions if action.needs in known]

    def jump(self, about: str, cells: Callable[[Observation], Sequence[Point]]) -> Request:
        """Move the cursor to the next of some cells; log if there is none."""
        found = cells(self.perspective.seen)
        return self.go_round(1, found) if found else self.say(UNKNOWN.format(name=about))

    def places(self, text: str = "") -> Request:
        """Open the list of known places instead, filtered by a text."""
        self.perspective.pointer.reset()
        return Replace(PlacesMenu(self.perspective, text))

    def annotate(self) -> Request:
        """Write a note on the cell under the cursor, if it is explored."""
        at = self.cursor
        if not self.perspective.seen.level.is_explored(at):
            return self.say(NOT_SEEN)
        return Open(CellNote(self.perspective, at))

    def on_other_key(self, key: str) -> Request:
        """Open the list of a level's places for its digit, unless digits move the cursor."""
        has_list = Capability.COMFORT in self.perspective.seen.ruleset.capabilities
        return self.places(f"level {key}") if key.isdigit() and has_list else super().on_other_key(key)

    def ignore(self) -> Request:
        """Toggle whether the monster under the cursor stops automations, or whether the item is picked up."""
        seen = self.perspective.seen
        return ignoring.at(self.settings, seen, self.cursor) or self.say(
            ignoring.why_nothing(seen, self.cursor, ignoring.NOTHING_THERE)
        )

    def travel(self) -> Request:
        """Travel to the cell under the cursor."""
        if not self.travels or self.cursor == self.perspective.seen.me.at:
            return self.close()
        goal = self.cursor
        self.perspective.pointer.reset()
        return Automate(Travel(goal))

    def take_by_mouse(self) -> Request:
        """Travel to the cell on which the mouse was pressed."""
        return self.travel()

    def keys_shown(self) -> Sequence[tuple[str, str]]:
        """Return the keys to travel (if possible), to go through targets and to go back."""
        travel = (("travel", "travel"),) if self.travels else ()
        return (*travel, ("next", "next"), ("cancel", "back"))

    def more_keys(self) -> Sequence[str]:
        """Return the keys of the help, which lists all jumps, and of notes, if the rule set has notes."""
        has_notes = any(action.name == "annotate" for action in self.actions)
        return (f"{HELP_KEYS[0]}: help", f"{self.key_of('annotate')}: note") if has_notes else ()

    def key_help(self) -> KeyHelp:
        """Return the keys; without travel, Enter and a click go back."""
        about = super().key_help()
        if self.travels:
            return about
        actions = [attrs.evolve(each, help="back") if each.name == "travel" else each for each in about.actions]
        return attrs.evolve(about, actions=actions, notes=(("mouse", "point; click: back"),))

    HELP_NOTES = (("mouse", "point; click: travel"),)
    ACTIONS = (
        *CellCursor.ACTIONS,
        Action["Look"]("travel", ("enter", "_"), "travel there", lambda view: view.travel()),
        *JUMPS,
        Action["Look"]("close", ("x",), "back", lambda view: view.cancel()),
    )
