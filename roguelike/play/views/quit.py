"""The menus to leave a game."""

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
    """The base class of quit menus.

    Escape opens it, often by accident, and the next key is meant for the game. So rows have no letters, and only
    Enter chooses.
    """

    title = "Quit"
    ACTIONS: ClassVar[tuple[AnyAction, ...]] = tuple(
        attrs.evolve(action, keys=("enter",)) if action.name == "choose" else action for action in Question.ACTIONS
    )


class QuitMenu(_QuitQuestion):
    """The quit menu of a saved game."""

    section = "quit"
    heading = "Quit? The game is saved."
    answers = (
        ("", "Save and quit", Leave()),
        ("", "Save and return to title", ToTitle()),
        ("", "Keep playing", Close()),
    )


class QuitGuestMenu(_QuitQuestion):
    """The quit menu of a guest's game, which ends with the session; the title still leads back to it."""

    section = "quit_guest"
    heading = "Quit? A guest's game ends."
    answers = (
        ("", "End the game and quit", Leave()),
        ("", "Return to title", ToTitle()),
        ("", "Keep playing", Close()),
    )


class QuitPracticeMenu(_QuitQuestion):
    """The quit menu of a practice game, which is not saved."""

    section = "quit_practice"

    heading = "Leave the practice? It is not saved."
    answers = (
        ("", capital(LEAVE_PRACTICE), ToTitle()),
        ("", "Quit the program", Leave()),
        ("", "Keep practising", Close()),
    )


class EscapeMenu(_QuitQuestion):
    """The game menu: back to the game, actions, help, options and the quit answers."""

    section = "escape_menu"
    title = "Game menu"

    def __init__(self, game: View, ways_out: QuitMenu | QuitGuestMenu | QuitPracticeMenu) -> None:
        """Offer the actions of the game, its help, and the answers of a quit menu.

        Args:
            game: the view beneath.
            ways_out: the quit menu; its last answer returns to the game.
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
