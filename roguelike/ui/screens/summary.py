"""How a game ended."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.narration.narrator import NOTICE
from roguelike.play.ending import UNKNOWN, Ending
from roguelike.play.morgue import carried
from roguelike.play.requests import Leave, NewGame, ToTitle, Watch
from roguelike.settings.keymap import Action, key_name
from roguelike.ui.screens.history import HistoryScreen
from roguelike.ui.screens.notice import NoticeScreen
from roguelike.ui.screens.pager import PagerScreen, ScrollingScreen
from roguelike.ui.screens.screen import Push, ScreenRequest
from roguelike.ui.summary import summary_lines

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.narration.message_log import Line
    from roguelike.play.perspective import Perspective

NOT_SAVED = "No replay: the game could not be saved."
TROUBLE_SHOWN = 6
"""The lines of what went wrong."""
LAST_TURNS = 20
MOMENT = 0.01
"""Seconds between two bits of work."""


class LastPackScreen(PagerScreen):
    """What the player carried at the end; nothing can be done with it any more."""

    section = "last_pack"
    title = "Carried at the end"

    def __init__(self, perspective: Perspective) -> None:
        super().__init__()
        self._perspective = perspective

    def lines(self, width: int) -> list[Line]:
        """Return a line for each stack."""
        rows = [wrap((Span(line),), width) for line in carried(self._perspective)]
        return [*(line for row in rows for line in row), (), *self.way_back(width)]


class SummaryScreen(ScrollingScreen):
    """What became of the player, and what to do next."""

    section = "summary"
    title = "Game over"
    drops_typed_ahead = True

    def __init__(self, perspective: Perspective, ending: Ending = UNKNOWN) -> None:
        super().__init__()
        self._perspective = perspective
        self._ending = ending
        self._retraced = ending.retraced
        self._health = perspective.narration.health

    @property
    def heading(self) -> str:
        """The rule set."""
        return self._perspective.seen.ruleset.title

    @property
    def interval(self) -> float | None:
        """A moment for keys, as long as the game is played again for its plot."""
        return None if self._retraced is None else MOMENT

    def on_tick(self) -> ScreenRequest:
        """Play a little more of it again."""
        for record in self._retraced or ():
            self._health = record or self._health
            return None
        self._retraced = None
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw the summary and the keys."""
        canvas.exact = self._perspective.seen.ruleset.exact_colors
        super().draw(canvas)

    def lines(self, width: int) -> list[Line]:
        """Return the whole summary."""
        return summary_lines(self._perspective, self._health, self._ending.standing, width)

    def place_row(self, height: int) -> int:
        """Return the top row: the bottom one shows the keys."""
        return 0

    def foot(self, width: int) -> list[Line]:
        """Return what went wrong, if anything did, and the keys in lines that break between them only."""
        keys = (f"{key_name(action.keys[0])}) {action.help}".replace(" ", "_") for action in self._shown())
        trouble = textwrap.wrap(self._ending.trouble, width, max_lines=TROUBLE_SHOWN, placeholder=" ...")
        return [
            *((Span(line, NOTICE, bold=True),) for line in trouble),
            *((Span(line.replace("_", " "), bold=True),) for line in textwrap.wrap("   ".join(keys), width)),
        ]

    def _shown(self) -> list[Action]:
        """Return the actions that are named below the text."""
        own = {action.name for action in self.OWN} - ({"watch"} if not self._ending.key else set())
        return [action for action in self.actions if action.name in own]

    def do_new_game(self) -> ScreenRequest:
        """Play again."""
        return NewGame()

    def do_watch(self) -> ScreenRequest:
        """Watch how it came to this."""
        return Watch(self._ending.key, LAST_TURNS) if self._ending.key else Push(NoticeScreen(NOT_SAVED))

    def do_history(self) -> ScreenRequest:
        """Read the messages."""
        return Push(HistoryScreen(self._perspective))

    def do_pack(self) -> ScreenRequest:
        """Look at what was carried."""
        return Push(LastPackScreen(self._perspective))

    def do_to_title(self) -> ScreenRequest:
        """Go to the title."""
        return ToTitle()

    def do_leave(self) -> ScreenRequest:
        """End the program."""
        return Leave()

    OWN = (
        Action("new_game", ("n",), "new game"),
        Action("watch", ("v",), "last turns"),
        Action("history", ("m",), "messages"),
        Action("pack", ("i",), "inventory"),
        Action("to_title", ("enter", "t", "escape"), "title"),
        Action("leave", ("q", "Q"), "quit"),
    )
    ACTIONS = (*OWN, *ScrollingScreen.SCROLLING)
