"""The first screen for a new key: a prompt for a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.play.views.field import BadAnswer, Field
from roguelike.play.views.view import Close
from roguelike.serve.accounts import LINK, Account, WrongCode, may_be_called
from roguelike.serve.database import AccountError
from roguelike.store.limits import NAME_RULE

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.play.views.view import Request

WELCOME: Final = (
    "Your SSH key is your account here: there is no password, and a lost key cannot be replaced. "
    "Keep the key, or add a second one {where}."
)
ELSEWHERE: Final = (
    "If you have played here before, your client sent another key this time. Leave and name the right one: ssh -i FILE"
)
BROWSER_WELCOME: Final = (
    "This browser is the key to your account: there is no password, and clearing its cookies loses the account. "
    "Add another browser, or an SSH key, {where}."
)
ON_TITLE: Final = "on the title screen, under Account"
BY_WORD: Final = "with the word account"
BROWSER_ELSEWHERE: Final = "If you have an account here already, open it on your other device"
MAX_CODES: Final = 3
"""Wrong codes after which the screen closes."""


class NameField(Field):
    """A field for a name or a code; a valid name makes the account."""

    section = "name"
    title = "Welcome"
    question = "Choose a name."
    rule = NAME_RULE

    def __init__(
        self, proposed: str, register: Callable[[str], Account], *, in_browser: bool = False, in_lines: bool = False
    ) -> None:
        """Propose a name, if it is valid; `register` makes or finds the account, or raises `AccountError`."""
        super().__init__(proposed if may_be_called(proposed) else "")
        code = f"{ELSEWHERE}, or type a code from your account in place of a name."
        if in_browser:
            code = f"{BROWSER_ELSEWHERE}, make a code under Account, and type it here in place of a name."
        welcome = BROWSER_WELCOME if in_browser else WELCOME
        self.more = (welcome.format(where=BY_WORD if in_lines else ON_TITLE), code)
        self._register = register
        self.account: Account | None = None
        """The account that was made, or found by a code."""
        self._wrong_codes = 0

    def take(self, text: str) -> None:
        """Make or find the account."""
        try:
            self.account = self._register(text)
        except AccountError as error:
            self._wrong_codes += isinstance(error, WrongCode)
            raise BadAnswer(str(error)) from None

    def enter(self) -> Request:
        """Submit the name; close the form after too many wrong codes."""
        asked = super().enter()
        return Close() if self._wrong_codes >= MAX_CODES else asked


class CodeField(NameField):
    """A field for a code alone, on a server without registration."""

    section = "code_question"
    question = "Only players with an account can log in. Do you have an invite code?"
    rule = f"{LINK} and ten characters, from your account or from the administrator."

    def __init__(self, fingerprint: str, join: Callable[[str], Account], *, in_browser: bool = False) -> None:
        """Show the fingerprint of a key; `join` finds the account of a code, or raises `AccountError`."""
        super().__init__("", join)
        own = f"Without one, the administrator needs the fingerprint of your key: {fingerprint}"
        self.more = (own, f"{BROWSER_ELSEWHERE}, and make a code." if in_browser else f"{ELSEWHERE}.")
