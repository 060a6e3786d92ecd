"""Leaving a game, which is saved."""

from __future__ import annotations

import attrs

from roguelike.play.requests import Leave, ToTitle
from roguelike.play.views.menu import Question
from roguelike.play.views.view import Close


class QuitMenu(Question):
    """Where to go from here; nothing is lost either way.

    Escape opens it, often by accident, and the next key is meant for the game. So rows have no letters, and Enter
    alone chooses.
    """

    section = "quit"
    title = "Quit"
    heading = "Quit? The game is saved."
    answers = (
        ("", "Save and quit", Leave()),
        ("", "Save and return to title", ToTitle()),
        ("", "Keep playing", Close()),
    )
    ACTIONS = tuple(
        attrs.evolve(action, keys=("enter",)) if action.name == "choose" else action for action in Question.ACTIONS
    )
