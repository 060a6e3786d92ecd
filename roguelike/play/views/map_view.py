"""Base classes of the views of the map: games and cursors."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from roguelike.cells.keys import layout_hint
from roguelike.play.views.history import HistoryPage
from roguelike.play.views.view import Action, AnyAction, Close, Open, View
from roguelike.settings.keymap import HISTORY, key_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Direction, Point
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import Request


class MapView(View):
    """A view of a game whose map has a pointer."""

    def __init__(self, perspective: Perspective) -> None:
        self.perspective = perspective

    def on_other_key(self, key: str) -> Request:
        """Log a hint if the keyboard types another alphabet."""
        hint = layout_hint(key, self.called(key))
        return self.say(hint) if hint else None

    def run_of(self, key: str) -> Direction | None:
        """Return the direction in which a shifted key runs, unless the player has bound the key to another action."""
        return None if any(key in action.keys for action in self.actions) else self.keymap.runs.get(key)

    def say(self, sentence: str) -> Request:
        """Log a sentence; return no request."""
        self.perspective.notify(sentence)
        return None


class GameView(MapView):
    """A view of a game; each key resets the mouse's pointer."""

    HELP_NOTES: ClassVar[tuple[tuple[str, str], ...]] = (("mouse", "look; click: travel"),)

    def on_key(self, key: str) -> Request:
        """Answer a key, and reset the pointer unless the key opens another view."""
        request = super().on_key(key)
        if not isinstance(request, Open):
            self.perspective.pointer.cursor = None
        return request

    def history(self) -> Request:
        """Open the message history."""
        return Open(HistoryPage(self.perspective))

    SHOW_HISTORY: ClassVar[AnyAction] = Action["GameView"](
        HISTORY.name, HISTORY.keys, "message history", lambda game: game.history()
    )


STRIDE: Final = 8
"""Distance, in cells, by which Shift and a direction move a cursor."""


class CellCursor(MapView):
    """A cursor on the map, moved by keys or the mouse within the level."""

    STEERING = f"move cursor; Shift: {STRIDE} cells"

    def __init__(self, perspective: Perspective) -> None:
        super().__init__(perspective)
        perspective.pointer.cursor = self.first_cell()

    def first_cell(self) -> Point:
        """Return the first cell of the cursor: the mouse's, else the player's."""
        return self.cursor

    def targets(self) -> Sequence[Point]:
        """Return the cells that Tab cycles through, nearest first."""
        return [foe.at for foe in self.perspective.seen.foes]

    @property
    def cursor(self) -> Point:
        """The cell under the cursor."""
        return self.perspective.pointer.cursor or self.perspective.seen.me.at

    def on_key(self, key: str) -> Request:
        """Move the cursor by `STRIDE` cells for a shifted direction, unless that key has another action."""
        direction = self.run_of(key)
        if direction is None or not self.steering:
            return super().on_key(key)
        for _ in range(STRIDE):
            self.steer(direction)
        return None

    def steer(self, direction: Direction) -> Request:
        """Move the cursor one cell within the level."""
        moved = self.cursor.step(direction)
        if self.perspective.seen.level.grid.contains(moved):
            self._point_at(moved)
        return None

    def point_by_mouse(self, point: Point) -> None:
        """Point at a cell without scrolling, which would move the cell from under the mouse."""
        pointer = self.perspective.pointer
        if point != pointer.cursor:
            pointer.cursor, pointer.page = point, 0

    def take_by_mouse(self) -> Request:
        """Take the clicked cell."""
        return self.cancel()

    def cancel(self) -> Request:
        """Go back to the game."""
        return self.close()

    def close(self) -> Request:
        """Reset the pointer and close."""
        self.perspective.pointer.reset()
        return Close()

    def keys_shown(self) -> Sequence[tuple[str, str]]:
        """Return the actions whose keys are shown on the screen, with a label for each."""
        return (("next", "next"), ("cancel", "cancel"))

    def keys(self) -> str:
        """Return the line of keys above the log."""
        return "  ".join(f"{self.key_of(name)}: {word}" for name, word in self.keys_shown())

    def more_keys(self) -> Sequence[str]:
        """Return further keys to show as room permits, the most important first."""
        return ()

    def _point_at(self, point: Point) -> None:
        pointer = self.perspective.pointer
        pointer.cursor, pointer.focus, pointer.page = point, point, 0

    def turn_page(self) -> Request:
        """Show the next page of the facts about the cell."""
        self.perspective.pointer.page += 1
        return None

    @property
    def page_key(self) -> str:
        """The label of the key for the next page; empty if there is none."""
        return next((key_name(each.keys[0]) for each in self.actions if each.name == "more" and each.keys), "")

    def go_round(self, step: int, among: Sequence[Point] | None = None) -> Request:
        """Move the cursor to the next of some cells, or the previous for -1; by default among the targets."""
        targets = self.targets() if among is None else among
        if targets:
            here = targets.index(self.cursor) if self.cursor in targets else min(0, -step)
            self._point_at(targets[(here + step) % len(targets)])
        return None

    ACTIONS: ClassVar[tuple[AnyAction, ...]] = (
        Action["CellCursor"]("next", ("tab", "+"), "next target", lambda view: view.go_round(1)),
        Action["CellCursor"]("previous", ("shift_tab", "-"), "previous target", lambda view: view.go_round(-1)),
        Action["CellCursor"]("more", (" ",), "more facts", lambda view: view.turn_page()),
        Action["CellCursor"]("cancel", ("escape", "q"), "back", lambda view: view.cancel()),
    )
