"""A menu of all actions of a view, for players who lack or do not know its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.color import grey
from roguelike.english import capital
from roguelike.play.views.menu import Row, ScrollingMenu
from roguelike.play.views.view import Close
from roguelike.settings.keymap import ESCAPE, key_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.play.views.view import AnyAction, Request, View


class ActionsMenu(ScrollingMenu):
    """The actions of the view beneath, in the order of its help; an action's key chooses it."""

    section = "actions"
    title = heading = "Actions"

    def __init__(self, beneath: View) -> None:
        """Offer the actions of the view beneath except that of Escape."""
        self._beneath = beneath
        self._actions = [each for each in beneath.key_help().actions if each.keys and ESCAPE not in each.keys]

    def rows(self) -> Sequence[Row]:
        """Return a row for each action, with its key."""
        return [Row(_letter(action), _named(action), grey(255)) for action in self._actions]

    def choose(self, number: int) -> Request:
        """Close the menu and perform the action."""
        return Close(self._actions[number].act(self._beneath))


def _letter(action: AnyAction) -> str:
    """Return the first key of an action that is a character; empty if it has none."""
    return next((key for key in action.keys if len(key) == 1 and key != " "), "")


def _named(action: AnyAction) -> str:
    """Return the description of an action, with its key unless that is a character."""
    words = capital(action.help)
    return words if _letter(action) else f"{words} ({key_name(action.keys[0])})"
