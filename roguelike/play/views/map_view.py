"""The bases of the views of the map: those in which a game goes on, and those in which a cell is pointed at."""

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
    """A game, on whose map the player can point at a cell."""

    def __init__(self, perspective: Perspective) -> None:
        self.perspective = perspective

    def on_other_key(self, key: str) -> Request:
        """Help somebody whose keyboard types letters of another alphabet."""
        hint = layout_hint(key, self.called(key))
        return self.say(hint) if hint else None

    def run_of(self, key: str) -> Direction | None:
        """Return the direction of a key with Shift, unless the person has chosen that key for something else."""
        return None if any(key in action.keys for action in self.actions) else self.keymap.runs.get(key)

    def say(self, sentence: str) -> Request:
        """Log a sentence, and request nothing."""
        self.perspective.notify(sentence)
        return None


class GameView(MapView):
    """A game that goes on; what the mouse points at is forgotten with the next key."""

    HELP_NOTES: ClassVar[tuple[tuple[str, str], ...]] = (("mouse", "look; click: travel"),)

    def on_key(self, key: str) -> Request:
        """Act, and forget what the mouse pointed at, unless the key goes on to another view."""
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
"""Cells by which Shift and a direction move a cursor."""


class CellCursor(MapView):
    """A cursor on the map, moved by keys or by the mouse, never off the level."""

    STEERING = f"move cursor; Shift: {STRIDE} cells"

    def __init__(self, perspective: Perspective) -> None:
        super().__init__(perspective)
        perspective.pointer.cursor = self.first_cell()

    def first_cell(self) -> Point:
        """Return where the cursor begins: where the mouse left it, or on the player."""
        return self.cursor

    def targets(self) -> Sequence[Point]:
        """Return the cells that Tab goes round, nearest first."""
        return [foe.at for foe in self.perspective.seen.foes]

    @property
    def cursor(self) -> Point:
        """The cell that is pointed at."""
        return self.perspective.pointer.cursor or self.perspective.seen.me.at

    def on_key(self, key: str) -> Request:
        """Move the cursor by several cells with Shift and a direction, unless that key does something else."""
        direction = self.run_of(key)
        if direction is None or not self.steering:
            return super().on_key(key)
        for _ in range(STRIDE):
            self.steer(direction)
        return None

    def steer(self, direction: Direction) -> Request:
        """Move the cursor one cell, unless that is off the level."""
        moved = self.cursor.step(direction)
        if self.perspective.seen.level.grid.contains(moved):
            self._point_at(moved)
        return None

    def point_by_mouse(self, point: Point) -> None:
        """Point at a cell; the map stays where it is: scrolling would take the cell away from under the mouse."""
        pointer = self.perspective.pointer
        if point != pointer.cursor:
            pointer.cursor, pointer.page = point, 0

    def take_by_mouse(self) -> Request:
        """Take the cell on which the mouse was pressed."""
        return self.cancel()

    def cancel(self) -> Request:
        """Go back to the game."""
        return self.close()

    def close(self) -> Request:
        """Forget the cursor and close."""
        self.perspective.pointer.reset()
        return Close()

    def keys_shown(self) -> Sequence[tuple[str, str]]:
        """Return the actions whose keys are on the screen, with a word for each."""
        return (("next", "next"), ("cancel", "cancel"))

    def keys(self) -> str:
        """Return the keys as they are shown above the log."""
        return "  ".join(f"{self.key_of(name)}: {word}" for name, word in self.keys_shown())

    def more_keys(self) -> Sequence[str]:
        """Return keys that are shown behind those where there is room, the first ones first."""
        return ()

    def _point_at(self, point: Point) -> None:
        pointer = self.perspective.pointer
        pointer.cursor, pointer.focus, pointer.page = point, point, 0

    def turn_page(self) -> Request:
        """Show the next page of the facts about the cell, where they have several."""
        self.perspective.pointer.page += 1
        return None

    @property
    def page_key(self) -> str:
        """What is printed on the key for the next page; empty where there is none."""
        return next((key_name(each.keys[0]) for each in self.actions if each.name == "more" and each.keys), "")

    def go_round(self, step: int, among: Sequence[Point] | None = None) -> Request:
        """Point at the next of some cells, or at the one before it for -1; by default of the targets."""
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
