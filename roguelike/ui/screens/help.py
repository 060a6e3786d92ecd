"""Which keys a screen has, made from its actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.actions import key_name
from roguelike.ui.color import grey
from roguelike.ui.game_log import wrap
from roguelike.ui.narration import Span
from roguelike.ui.screens.pager import PagerScreen

if TYPE_CHECKING:
    from roguelike.ui.game_log import Line
    from roguelike.ui.screens.screen import KeyHelp

HELP_KEYS = ("?", "f1")
MOUSE_KEY = "M"
KEY_WIDTH = 14
ROSE = (
    "  y k u    7 8 9    Home  Up  PgUp",
    "  h   l    4   6    Left     Right",
    "  b j n    1 2 3    End  Down PgDn",
)
CROSS = (
    "    k        8            Up",
    "  h   l    4   6    Left     Right",
    "    j        2           Down",
)
REDRAW = ("Ctrl-L", "draw the screen anew")
EVERYWHERE = (
    (" ".join(map(key_name, HELP_KEYS)), "this help"),
    (MOUSE_KEY, "mouse on or off; off, it selects text"),
    REDRAW,
)
TYPING = (("F1", "this help"), REDRAW)
"""Where text is typed, letters are letters."""


class HelpScreen(PagerScreen):
    """The keys of the screen from which it was opened."""

    section = "help"
    title = "Help"

    def __init__(self, about: KeyHelp, introduction: str = "") -> None:
        super().__init__()
        self._about = about
        self._introduction = introduction

    def lines(self, width: int) -> list[Line]:
        """Return the introduction, the directions, the actions and the notes."""
        about = self._about
        lines: list[Line] = [*wrap((Span(self._introduction),), width), ()] if self._introduction else []
        lines += [(Span(about.title, bold=True),), ()] if about.title else []
        if about.steering:
            lines += wrap((Span(f"These {about.steering}:"),), width)
            lines += ((Span(row, grey(187)),) for row in (ROSE if about.diagonal else CROSS))
        rows = [(" ".join(filter(None, map(key_name, action.keys))), action.help) for action in about.actions]
        rows += [*about.notes, *(TYPING if about.takes_text else EVERYWHERE)]
        for keys, text in rows:
            lines += wrap((Span(keys.ljust(KEY_WIDTH) + " ", grey(255), bold=True), Span(text, grey(187))), width)
        return lines
