"""The question to a player who is still playing from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.actions import Action
from roguelike.ui.color import grey
from roguelike.ui.game_log import wrap
from roguelike.ui.narration import Span
from roguelike.ui.screens.pager import PagerScreen
from roguelike.ui.screens.screen import Pop, ScreenRequest

if TYPE_CHECKING:
    from roguelike.serve.game.front_line import FrontLine
    from roguelike.ui.game_log import Line

LOOK_EVERY = 0.1
"""Seconds between two looks whether the other session has ended."""


class TakeOverScreen(PagerScreen):
    """Asks whether to end the other session, and waits until it has ended."""

    section = "take_over"
    title = "Welcome back"
    ACTIONS = (
        Action("take_over", ("enter",), "take your game over"),
        Action("leave", ("escape", "q"), "leave"),
    )

    def __init__(self, address: str, since: str, line: FrontLine) -> None:
        super().__init__()
        self._address, self._since = address, since
        self._line = line
        self._asked = False

    @property
    def interval(self) -> float | None:
        """Seconds between two looks, once the front was asked."""
        return LOOK_EVERY if self._asked else None

    def lines(self, width: int) -> list[Line]:
        """Return the question, or what is waited for."""
        question = f"You are playing from {self._address} since {self._since}. Take it over?"
        keys = "Closing the other session..." if self._asked else "Enter: take it over  Escape: leave"
        return [
            (),
            *wrap((Span(question, grey(255), bold=True),), width),
            (),
            *wrap((Span(keys, grey(187)),), width),
        ]

    def do_take_over(self) -> ScreenRequest:
        """Ask the front to end the other session."""
        if not self._asked:
            self._asked = True
            self._line.tell(take_over=True)
        return None

    def do_leave(self) -> ScreenRequest:
        """Leave the other session alone."""
        return Pop()

    def on_tick(self) -> ScreenRequest:
        """Go on once the other session has ended."""
        return Pop() if self._line.was_taken_over else None
