"""The base class of screens, which draw a view and handle the mouse."""

from __future__ import annotations

import abc
import importlib
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar, cast

from roguelike.play.views.view import View

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Mouse
    from roguelike.play.views.view import Request
    from roguelike.ui.viewport import Viewport

V_co = TypeVar("V_co", bound=View, covariant=True)


class Screen(abc.ABC, Generic[V_co]):
    """A screen of the stack: draws a view and handles the mouse; the view handles keys."""

    is_overlay: ClassVar[bool] = False
    """Whether the screen beneath shows through."""

    def __init__(self, view: V_co, viewport: Viewport | None = None) -> None:
        """Show a view.

        Args:
            view: the view.
            viewport: the window onto its game; None without a game.
        """
        self.view = view
        self.viewport = viewport

    @abc.abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw the present state of the view."""

    def on_mouse(self, mouse: Mouse) -> Request:
        """Answer the mouse."""
        return None


SCREENS: Final = {
    "aim": "roguelike.ui.screens.aim.AimScreen",
    "confirm": "roguelike.ui.screens.confirm.ConfirmScreen",
    "count": "roguelike.ui.screens.prompts.CountScreen",
    "dialog": "roguelike.ui.screens.menu.DialogScreen",
    "end": "roguelike.ui.screens.end.EndScreen",
    "field": "roguelike.ui.screens.field.FieldScreen",
    "film": "roguelike.ui.screens.replay.ReplayScreen",
    "game_menu": "roguelike.ui.screens.game_menu.GameMenuScreen",
    "look": "roguelike.ui.screens.look.LookScreen",
    "map_menu": "roguelike.ui.screens.map_menu.MapMenuScreen",
    "new_game": "roguelike.ui.screens.new_game.NewGameScreen",
    "page": "roguelike.ui.screens.page.PageScreen",
    "play": "roguelike.ui.screens.play.PlayScreen",
    "summary": "roguelike.ui.screens.summary.SummaryScreen",
    "title": "roguelike.ui.screens.title.TitleScreen",
    "turn": "roguelike.ui.screens.prompts.TurnScreen",
}
"""The path of the screen class for each sort of view in this package, imported when one is opened."""


def screen_of(view: View, viewport: Viewport | None = None) -> Screen[View]:
    """Return the screen for a view; `viewport` is the window of the screens beneath, or None.

    Sorts outside this package are themselves the path of the class.
    """
    module, _, name = SCREENS.get(view.sort, view.sort).rpartition(".")
    if not module:
        raise ValueError(f"{type(view).__name__}: no screen for views of the sort {view.sort!r}: add a row to SCREENS")
    kind = cast("type[Screen[View]]", getattr(importlib.import_module(module), name))
    return kind(view, viewport)
