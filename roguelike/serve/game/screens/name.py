"""The first screen for a new key: what the player shall be called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.serve.accounts import Account, may_be_called
from roguelike.serve.game.screens.field import FieldScreen
from roguelike.store.limits import NAME_RULE

if TYPE_CHECKING:
    from collections.abc import Callable

WELCOME: Final = (
    "Your SSH key is your account here: there is no password, and nobody can send you a new one. "
    "Keep the key, or add a second one on the title screen, under Account."
)
ELSEWHERE: Final = (
    "Have you played here before? Then your client has sent another key this time. Leave, and name the right one: "
    "ssh -i FILE, or log in with a code from your account."
)


class NameScreen(FieldScreen):
    """A field for the name; the account is made when it fits."""

    section = "name"
    title = "Welcome"
    question = "What shall you be called?"
    rule = NAME_RULE
    more = (WELCOME, ELSEWHERE)

    def __init__(self, proposed: str, register: Callable[[str], Account]) -> None:
        """Propose a name, if it may be one; `register` makes the account or raises `AccountError`."""
        super().__init__(proposed if may_be_called(proposed) else "")
        self._register = register
        self.account: Account | None = None
        """The account that was made."""

    def take(self, text: str) -> None:
        """Make the account."""
        self.account = self._register(text)
