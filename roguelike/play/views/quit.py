"""Leaving a game, which is saved."""

from __future__ import annotations

from typing import ClassVar, Final

import attrs

from roguelike.english import capital
from roguelike.play.requests import Leave, ToTitle
from roguelike.play.views.menu import Question
from roguelike.play.views.view import AnyAction, Close

LEAVE_PRACTICE: Final = "leave the practice"


class _QuitQuestion(Question):
    """Where to go from here.

    Escape opens it, often by accident, and the next key is meant for the game. So rows have no letters, and Enter
    alone chooses.
    """

    title = "Quit"
    ACTIONS: ClassVar[tuple[AnyAction, ...]] = tuple(
        attrs.evolve(action, keys=("enter",)) if action.name == "choose" else action for action in Question.ACTIONS
    )


class QuitMenu(_QuitQuestion):
    """Where to go from a game; nothing is lost."""

    section = "quit"
    heading = "Quit? The game is saved."
    answers = (
        ("", "Save and quit", Leave()),
        ("", "Save and return to title", ToTitle()),
        ("", "Keep playing", Close()),
    )


class QuitPracticeMenu(_QuitQuestion):
    """Where to go from a practice game, of which nothing is left."""

    section = "quit_practice"

    heading = "Leave the practice? It is not saved."
    answers = (
        ("", capital(LEAVE_PRACTICE), ToTitle()),
        ("", "Quit the program", Leave()),
        ("", "Keep practising", Close()),
    )
