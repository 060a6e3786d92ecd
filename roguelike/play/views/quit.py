"""Leaving a game, which is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

import attrs

from roguelike.english import capital
from roguelike.play.requests import Leave, ToTitle
from roguelike.play.views.actions import ActionsMenu
from roguelike.play.views.help import HelpPage
from roguelike.play.views.menu import Question
from roguelike.play.views.options import OptionsMenu
from roguelike.play.views.view import AnyAction, Close, Replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.play.views.view import Request, View

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


class QuitGuestMenu(_QuitQuestion):
    """Where to go from a game that ends with the session: its title still leads back into it."""

    section = "quit_guest"
    heading = "Quit? A guest's game ends."
    answers = (
        ("", "End the game and quit", Leave()),
        ("", "Return to title", ToTitle()),
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


class EscapeMenu(_QuitQuestion):
    """What Escape opens in a game: the way back first, then actions, help, options and ways out."""

    section = "escape_menu"
    title = "Game menu"

    def __init__(self, game: View, ways_out: QuitMenu | QuitGuestMenu | QuitPracticeMenu) -> None:
        """Offer the actions of the game, the help on its keys, and the answers of a menu of ways out.

        Args:
            game: the view beneath.
            ways_out: the menu; its last answer is the way back.
        """
        answers: Sequence[tuple[str, str, Request]] = ways_out.answers
        *out, back = answers
        self.heading = self.title
        self.answers = (
            back,
            ("", "Actions...", Replace(ActionsMenu(game))),
            ("", "Help: keys", Replace(HelpPage(game.key_help()))),
            ("", "Options", Replace(OptionsMenu())),
            *out,
        )
