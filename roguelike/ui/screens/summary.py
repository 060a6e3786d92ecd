"""How a game ended."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from roguelike.store.records import kills_of
from roguelike.ui.actions import Action, key_name
from roguelike.ui.canvas import Style
from roguelike.ui.color import grey
from roguelike.ui.morgue import cause_of_death, most_killed
from roguelike.ui.presenter import NOTICE
from roguelike.ui.screens.history import HistoryScreen
from roguelike.ui.screens.screen import Leave, NewGame, Push, Screen, ScreenRequest, ToTitle
from roguelike.ui.widgets.list_menu import draw_frame
from roguelike.ui.widgets.message_lines import draw_line

if TYPE_CHECKING:
    from roguelike.ui.canvas import Canvas
    from roguelike.ui.presenter import Presenter

KILLS_SHOWN = 6
MESSAGES_SHOWN = 4
SPOILED = "Spoiled: seed and level were looked at during play."
TROUBLE_SHOWN = 6
"""The lines of what went wrong."""


class SummaryScreen(Screen):
    """What became of the player, and what to do next."""

    section = "summary"
    title = "The end of a game"
    drops_typed_ahead = True

    def __init__(self, presenter: Presenter, trouble: str = "") -> None:
        self._presenter = presenter
        self._trouble = trouble
        """Why the end could not be written down, in a sentence; empty if it was."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the outcome, the figures, the last messages and the keys."""
        canvas.exact = self._presenter.world.ruleset.exact_colors
        draw_frame(canvas, canvas.area, self._presenter.world.ruleset.title)
        foot = self._foot(canvas.width - 6)
        y, bottom = 2, canvas.height - 1 - len(foot)
        for text, style in self._lines()[: bottom - y]:
            canvas.write(3, y, text, style, width=canvas.width - 5)
            y += 1
        for line in self._presenter.log.last_lines(canvas.width - 6, min(MESSAGES_SHOWN, bottom - y))[0]:
            draw_line(canvas, 3, y, line, canvas.width - 6)
            y += 1
        for row, (text, style) in enumerate(foot, start=bottom):
            canvas.write(3, row, text, style)

    def _lines(self) -> list[tuple[str, Style]]:
        presenter = self._presenter
        world = presenter.world
        won = world.outcome == "won"
        who = presenter.who
        cause = f"{who} died, {cause_of_death(world)}."
        outcome = f"{who} won: nothing else is left alive." if won else cause
        plain = Style(grey(187))
        figures = f"Score {presenter.score}   Turns {world.turn}   Enemies left {world.enemies_left}"
        lines = [
            (outcome, Style((135, 255, 135) if won else (255, 95, 95), bold=True)),
            ("", plain),
            (f"{figures}   Seed {world.seed}", plain),
            *([(SPOILED, plain)] if presenter.spoiled else []),
            ("", plain),
            (f"Killed: {kills_of(world)}", plain),
        ]
        lines += [(f"  {count} {name}", plain) for name, count in most_killed(world)[:KILLS_SHOWN]]
        return [*lines, ("", plain)]

    def _foot(self, width: int) -> list[tuple[str, Style]]:
        """Return what went wrong, if anything did, and the keys in lines that break between them only."""
        keys = (f"{key_name(action.keys[0])}) {action.help}".replace(" ", "_") for action in self.actions)
        trouble = textwrap.wrap(self._trouble, width, max_lines=TROUBLE_SHOWN, placeholder=" ...")
        return [
            *((line, Style(NOTICE, bold=True)) for line in trouble),
            *((line.replace("_", " "), Style(grey(255), bold=True)) for line in textwrap.wrap("   ".join(keys), width)),
        ]

    def do_new_game(self) -> ScreenRequest:
        """Play again."""
        return NewGame()

    def do_history(self) -> ScreenRequest:
        """Read the messages."""
        return Push(HistoryScreen(self._presenter))

    def do_to_title(self) -> ScreenRequest:
        """Go to the title."""
        return ToTitle()

    def do_leave(self) -> ScreenRequest:
        """End the program."""
        return Leave()

    ACTIONS = (
        Action("new_game", ("n",), "new game"),
        Action("history", ("m",), "messages"),
        Action("to_title", ("t", "escape"), "title"),
        Action("leave", ("q", "Q"), "quit"),
    )
