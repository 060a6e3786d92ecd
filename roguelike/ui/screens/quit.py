"""Leaving a game, which is saved."""

from __future__ import annotations

from roguelike.ui.screens.dialog import Question
from roguelike.ui.screens.screen import Leave, Pop, ToTitle


class QuitMenu(Question):
    """Where to go from here; nothing is lost either way."""

    section = "quit"
    title = "Quit"
    heading = "Quit? The game is saved."
    answers = (
        ("q", "Save and quit", Leave()),
        ("t", "Save and return to title", ToTitle()),
        ("g", "Keep playing", Pop()),
    )
