"""The first screen."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import attrs

from roguelike.ui.canvas import Rect, Style
from roguelike.ui.color import grey
from roguelike.ui.screens.help import HelpScreen
from roguelike.ui.screens.menu import MenuScreen
from roguelike.ui.screens.play import PlayScreen
from roguelike.ui.screens.rules import RuleChoice, RulesMenu
from roguelike.ui.screens.screen import Binding, Leave, NewGame, Push, Result
from roguelike.ui.widgets.list_menu import Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.ui.canvas import Canvas

BANNER = (
    "r o g u e l i k e",
    "",
    "#############    ########",
    "#...........######......#",
    "#..@..........o.....!...#",
    "#...........######......#",
    "#############    ########",
)
MENU_ROWS = 7
"""The rows of the menu with its frame, and of the hint below it."""
COLORS = {"#": (215, 175, 135), ".": (175, 175, 135), "@": (255, 255, 255), "o": (135, 215, 0), "!": (255, 95, 255)}


YOU = "You are @. Monsters are letters; walk into one to strike it. What lies about can be picked up and used."


@attrs.frozen
class _Entry:
    row: Row
    result: Result


class TitleScreen(MenuScreen):
    """A picture, and what can be done."""

    title = "The title screen"

    def __init__(self, choices: Sequence[RuleChoice], current: RuleChoice) -> None:
        super().__init__()
        self._current = current
        rules = _Entry(Row("r", f"Rules: {current.title}", grey(255)), Push(RulesMenu(choices, current)))
        guide = HelpScreen(PlayScreen, f"{YOU} {current.summary}")
        self._entries = (
            _Entry(Row("n", "New game", grey(255)), NewGame()),
            *([rules] if len(choices) > 1 else []),
            _Entry(Row("h", "How to play", grey(255)), Push(guide)),
            _Entry(Row("q", "Quit", grey(255)), Leave()),
        )

    def rows(self) -> Sequence[Row]:
        """Give the entries."""
        return [entry.row for entry in self._entries]

    def choose(self, number: int) -> Result:
        """Do what the entry says."""
        return self._entries[number].result

    def draw(self, canvas: Canvas) -> None:
        """Draw the banner in the upper half and the menu below it."""
        top = max(0, (canvas.height - len(BANNER) - 9) // 2)
        for row, line in enumerate(BANNER, start=top):
            left = (canvas.width - len(line)) // 2
            for x, char in enumerate(line, start=left):
                picture = row > top + 1
                canvas.write(
                    x, row, char, Style(COLORS.get(char, grey(255)) if picture else (255, 215, 135), bold=True)
                )
        below = top + len(BANNER)
        for line in self._description(canvas.width, canvas.height - below - MENU_ROWS):
            canvas.write((canvas.width - len(line)) // 2, below, line, Style(grey(187)))
            below += 1
        self.draw_menu(canvas, Rect(0, below, canvas.width, max(3, canvas.height - below - 1)))
        hint = "Letters choose. ? helps on every screen."
        canvas.write(max(0, (canvas.width - len(hint)) // 2), canvas.height - 1, hint, Style(grey(158)))

    def _description(self, width: int, most: int) -> list[str]:
        """Say what the rule set is, in lines as wide as the screen and as many as it has room for."""
        words = f"{self._current.title}: {self._current.summary}"
        return textwrap.wrap(words, width, max_lines=max(1, most), placeholder=" ...")

    def leave(self) -> Result:
        """End the program."""
        return Leave()

    BINDINGS = (*MenuScreen.BINDINGS, Binding(("Q",), "quit", leave))
