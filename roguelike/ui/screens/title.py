"""The first screen."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.ui.actions import Action
from roguelike.ui.canvas import Rect, Style
from roguelike.ui.color import grey
from roguelike.ui.screens.continue_game import CLOSED, ContinueScreen, described
from roguelike.ui.screens.help import HelpScreen
from roguelike.ui.screens.menu import MenuScreen
from roguelike.ui.screens.new_game import NewGameScreen, Wishes
from roguelike.ui.screens.play import play_help
from roguelike.ui.screens.screen import Continue, Leave, Push, ScreenRequest, ShowReplays, ShowScores
from roguelike.ui.widgets.list_menu import PREFIX_WIDTH, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.store.listings import SavedGame
    from roguelike.ui.canvas import Canvas
    from roguelike.ui.screens.rules import RuleChoice

NAME = "r o g u e l i k e"
PICTURE = (
    "",
    "#############    ########",
    "#...........######......#",
    "#..@..........o.....!...#",
    "#...........######......#",
    "#############    ########",
)
COLORS = {"#": (215, 175, 135), ".": (175, 175, 135), "@": (255, 255, 255), "o": (135, 215, 0), "!": (255, 95, 255)}
GOLD = (255, 215, 135)
FRAME = 2
"""The columns, and the rows, of a menu's frame."""

YOU = "You are @. Monsters are letters; walk into one to strike it. What lies about can be picked up and used."


@frozen
class _Entry:
    row: Row
    choose: Callable[[], ScreenRequest]


class TitleScreen(MenuScreen):
    """A picture, and what can be done: first of all to go on with a game, where there is one."""

    section = "title"
    title = "The title screen"

    def __init__(
        self,
        choices: Sequence[RuleChoice],
        current: RuleChoice,
        wishes: Wishes,
        games: Sequence[SavedGame] = (),
    ) -> None:
        super().__init__()
        self._choices = choices
        self._current = current
        self._wishes = wishes
        self._games = sorted(games, key=lambda game: game.name != wishes.name)
        """One's own first."""
        self._width = 80

    def rows(self) -> Sequence[Row]:
        """Return the entries."""
        return [entry.row for entry in self._entries()]

    def choose(self, number: int) -> ScreenRequest:
        """Do what the entry says."""
        return self._entries()[number].choose()

    def _entries(self) -> list[_Entry]:
        white = grey(255)
        keys = play_help(self.keymap, diagonal=self._current.diagonal, carries=self._current.carries)
        guide = HelpScreen(keys, f"{YOU} {self._current.summary}")
        return [
            *([self._continuation()] if self._games else []),
            _Entry(Row("n", "New game", white), self._open_form),
            _Entry(Row("s", "Scores", white), ShowScores),
            _Entry(Row("r", "Replays", white), ShowReplays),
            _Entry(Row("h", "How to play", white), lambda: Push(guide)),
            _Entry(Row("q", "Quit", white), Leave),
        ]

    def _continuation(self) -> _Entry:
        """Return the first entry: the game itself where there is one, a list of them where there are more."""
        if len(self._games) > 1:
            row = Row("c", f"Continue: {len(self._games)} games", grey(255))
            return _Entry(row, lambda: Push(ContinueScreen(self._games)))
        (game,) = self._games
        label = "Continue: "
        what = described(game, self._width - FRAME - PREFIX_WIDTH - len(label))
        return _Entry(Row("c", label + what, CLOSED if game.trouble else grey(255)), lambda: Continue(game.name))

    def _open_form(self) -> ScreenRequest:
        return Push(NewGameScreen(self._choices, self._current, self._wishes, self._games))

    def draw(self, canvas: Canvas) -> None:
        """Draw the name of the game, the picture where there is room for it, and the menu below."""
        self._width = canvas.width
        menu = len(self.rows()) + FRAME
        banner = (NAME, *PICTURE) if canvas.height > menu + 2 + len(PICTURE) + 1 else (NAME,)
        below = max(0, (canvas.height - len(banner) - menu - 3) // 2)
        for line in banner:
            _draw_centered(canvas, below, line)
            below += 1
        for line in self._description(canvas.width, canvas.height - below - menu - 1):
            canvas.write((canvas.width - len(line)) // 2, below, line, Style(grey(187)))
            below += 1
        self.draw_menu(canvas, Rect(0, below, canvas.width, max(3, canvas.height - below - 1)))
        hint = "Letters choose. ? helps on every screen."
        canvas.write(max(0, (canvas.width - len(hint)) // 2), canvas.height - 1, hint, Style(grey(158)))

    def _description(self, width: int, most: int) -> list[str]:
        """Say what the rule set is, in lines as wide as the screen and as many as it has room for."""
        words = f"{self._current.title}: {self._current.summary}"
        return textwrap.wrap(words, width, max_lines=max(1, most), placeholder=" ...")

    def do_leave(self) -> ScreenRequest:
        """End the program."""
        return Leave()

    ACTIONS = (*MenuScreen.ACTIONS, Action("leave", ("Q", "escape"), "quit"))


def _draw_centered(canvas: Canvas, y: int, line: str) -> None:
    """Draw a line of the banner, each character in its colour."""
    for x, char in enumerate(line, start=(canvas.width - len(line)) // 2):
        canvas.write(x, y, char, Style(GOLD if line == NAME else COLORS.get(char, grey(255)), bold=True))
