"""What to do when somebody of that name has not finished the last game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.color import grey
from roguelike.ui.screens.menu import MenuScreen
from roguelike.ui.screens.screen import Binding, Continue, Pop, Result
from roguelike.ui.widgets.list_menu import Row
from roguelike.ui.widgets.map_view import dimmed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.store.listings import SavedGame
    from roguelike.ui.canvas import Canvas
    from roguelike.ui.screens.screen import Begin


class TakenScreen(MenuScreen):
    """Go on with the game that is there, or begin the new one and keep the other as a replay."""

    title = "A game is in progress"
    is_overlay = True
    drops_typed_ahead = True

    def __init__(self, game: SavedGame, anew: Begin) -> None:
        super().__init__()
        self.heading = f"{game.name} {'has' if game.is_damaged else 'is in'} a game"
        self._answers: tuple[tuple[str, str, Result], ...] = (
            ("c", "Continue that game", Continue(game.name)),
            ("a", "Begin anew; its file is kept" if game.is_damaged else "Begin anew; it is kept in Replays", anew),
            ("b", "Back: choose another name", Pop()),
        )

    def rows(self) -> Sequence[Row]:
        """Return the three ways on."""
        return [Row(letter, words, grey(255)) for letter, words, _ in self._answers]

    def choose(self, number: int) -> Result:
        """Go there."""
        return self._answers[number][2]

    def draw(self, canvas: Canvas) -> None:
        """Draw the menu over the form."""
        canvas.change(canvas.area, dimmed)
        self.draw_menu(canvas, canvas.area)

    def cancel(self) -> Result:
        """Go back to the form."""
        return Pop()

    BINDINGS = (*MenuScreen.BINDINGS, Binding(("escape",), "back", cancel))
