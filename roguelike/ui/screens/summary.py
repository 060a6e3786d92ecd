"""How a game ended."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from roguelike.store.records import kills_of
from roguelike.ui.canvas import Style
from roguelike.ui.color import grey
from roguelike.ui.morgue import cause_of_death, most_killed
from roguelike.ui.screens.help import key_name
from roguelike.ui.screens.history import HistoryScreen
from roguelike.ui.screens.screen import Binding, Leave, NewGame, Push, Result, Screen, ToTitle
from roguelike.ui.view import NOTICE
from roguelike.ui.widgets.list_menu import draw_frame
from roguelike.ui.widgets.message_lines import draw_line

if TYPE_CHECKING:
    from roguelike.ui.canvas import Canvas
    from roguelike.ui.view import View

KILLS_SHOWN = 6
MESSAGES_SHOWN = 4
SPOILED = "Spoiled: seed and level were looked at during play."
TROUBLE_SHOWN = 6
"""The lines of what went wrong."""


class SummaryScreen(Screen):
    """What became of the player, and what to do next."""

    title = "The end of a game"
    drops_typed_ahead = True

    def __init__(self, view: View) -> None:
        self._view = view

    def draw(self, canvas: Canvas) -> None:
        """Draw the outcome, the figures, the last messages and the keys."""
        canvas.exact = self._view.world.ruleset.exact_colors
        draw_frame(canvas, canvas.area, self._view.world.ruleset.title)
        foot = self._foot(canvas.width - 6)
        y, bottom = 2, canvas.height - 1 - len(foot)
        for text, style in self._lines()[: bottom - y]:
            canvas.write(3, y, text, style, width=canvas.width - 5)
            y += 1
        for line in self._view.log.last_lines(canvas.width - 6, min(MESSAGES_SHOWN, bottom - y))[0]:
            draw_line(canvas, 3, y, line, canvas.width - 6)
            y += 1
        for row, (text, style) in enumerate(foot, start=bottom):
            canvas.write(3, row, text, style)

    def _lines(self) -> list[tuple[str, Style]]:
        view = self._view
        world = view.world
        won = world.outcome == "won"
        who = view.who
        cause = f"{who} died, {cause_of_death(world)}."
        outcome = f"{who} won: nothing else is left alive." if won else cause
        plain = Style(grey(187))
        lines = [
            (outcome, Style((135, 255, 135) if won else (255, 95, 95), bold=True)),
            ("", plain),
            (f"Score {view.score}   Turns {world.turn}   Enemies left {world.enemies_left}   Seed {world.seed}", plain),
            *([(SPOILED, plain)] if view.spoiled else []),
            ("", plain),
            (f"Killed: {kills_of(world)}", plain),
        ]
        lines += [(f"  {count} {name}", plain) for name, count in most_killed(world)[:KILLS_SHOWN]]
        return [*lines, ("", plain)]

    def _foot(self, width: int) -> list[tuple[str, Style]]:
        """Return what went wrong, if anything did, and the keys in lines that break between them only."""
        keys = (f"{key_name(binding.keys[0])}) {binding.help}".replace(" ", "_") for binding in self.BINDINGS)
        trouble = textwrap.wrap(self._view.trouble, width, max_lines=TROUBLE_SHOWN, placeholder=" ...")
        return [
            *((line, Style(NOTICE, bold=True)) for line in trouble),
            *((line.replace("_", " "), Style(grey(255), bold=True)) for line in textwrap.wrap("   ".join(keys), width)),
        ]

    def new_game(self) -> Result:
        """Play again."""
        return NewGame()

    def history(self) -> Result:
        """Read the messages."""
        return Push(HistoryScreen(self._view))

    def to_title(self) -> Result:
        """Go to the title."""
        return ToTitle()

    def leave(self) -> Result:
        """End the program."""
        return Leave()

    BINDINGS = (
        Binding(("n",), "new game", new_game),
        Binding(("m",), "messages", history),
        Binding(("t", "escape"), "title", to_title),
        Binding(("q", "Q"), "quit", leave),
    )
