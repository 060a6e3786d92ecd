"""A player's account: its keys, adding one and removing one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.color import grey
from roguelike.local_time import local_time
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.play.tables import in_columns
from roguelike.play.views.field import BadAnswer, Field
from roguelike.play.views.menu import Question, Row, ScrollingMenu
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.page import Page
from roguelike.play.views.view import Close, Open, Replace
from roguelike.serve.accounts import BROWSER, CODE_MINUTES, KEY_REMOVED, LINK, MAX_LABEL
from roguelike.serve.database import AccountError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.narration.message_log import Line
    from roguelike.play.views.view import Request
    from roguelike.serve.account_ports import OwnKeys
    from roguelike.serve.accounts import Account, AccountKey, KeyUsed

SHOWN: Final = 19
"""Characters of a fingerprint in the list: more than enough to know one's own by."""
BY_USER: Final = "On the other machine, connect in the same way, with its own key, but with this user name:"
BY_NAME: Final = "On the other machine, connect in the same way, with its own key. When you are asked for a name, type:"
FROM_BROWSER: Final = (
    "In the other browser press Play, or connect with the SSH key. When you are asked for a name, type:"
)
IN_BROWSER: Final = "In a browser press Play, and type it when you are asked for a name."
OWN: Final = "this key"
OWN_BROWSER: Final = "This browser"
OTHER_BROWSER: Final = "Browser"
ADD: Final = "Add another device"
REMOVED: Final = "The key was removed."
NEVER_TWICE: Final = f"It works once, within {CODE_MINUTES} minutes."


class AccountMenu(ScrollingMenu):
    """The keys of an account; each opens its actions."""

    section = "account"
    title = "Account"

    def __init__(
        self, accounts: OwnKeys, account: Account, key: KeyUsed, *, by_user: bool = True, has_pages: bool = False
    ) -> None:
        """Show the account of a login with that key; codes are user names if `by_user`, else they replace the name.

        The page of a code explains how to type it in a browser if the server `has_pages`.

        Raises:
            AccountError: it cannot be read.
        """
        self.heading = f"Account: {account.name}"
        self._accounts, self._account, self._key = accounts, account, key
        self._by_user = by_user
        self._has_pages = has_pages
        self._keys = self._read()

    def rows(self) -> Sequence[Row]:
        """Return the rows of the keys, and one to add a key."""
        lines = in_columns([self._told(key) for key in self._keys], self.room) if self._keys else []
        rows = zip(self.letters(), [*lines, ADD], strict=False)
        return [Row(letter, line, grey(255)) for letter, line in rows]

    def spoken(self) -> Sequence[Row]:
        """Return the same rows, without columns."""
        keys = [", ".join(filter(None, (kind, *more))) for kind, _, *more in map(self._told, self._keys)]
        labels = [f"{key.label}: " if key.label else "" for key in self._keys]
        lines = [*map("".join, zip(labels, keys, strict=True)), ADD]
        return [Row(letter, line) for letter, line in zip(self.letters(), lines, strict=False)]

    def choose(self, number: int) -> Request:
        """Open the actions of a key, or the code for another one."""
        if number < len(self._keys):
            return Open(KeyMenu(self, self._keys[number]))
        try:
            self._check()
            code, in_browser = self._accounts.make_code(self._account), self._key.kind == BROWSER
            return Open(CodePage(code, by_user=self._by_user, in_browser=in_browser, has_pages=self._has_pages))
        except AccountError as error:
            return Open(NoticePage(str(error)))

    def remove(self, key: AccountKey) -> None:
        """Remove a key, or raise `AccountError`."""
        self._check()
        self._accounts.remove_key(self._account, key.fingerprint)
        self._keys = self._read()

    def call(self, key: AccountKey, label: str) -> None:
        """Set the label of a key, or raise `AccountError`."""
        self._check()
        self._accounts.label_key(self._account, key.fingerprint, label.strip())
        self._keys = self._read()

    def _read(self) -> list[AccountKey]:
        """Return the keys of the account: the one in use, then the others by age."""
        return sorted(self._accounts.keys_of(self._account), key=lambda key: not self._is_own(key))

    def _check(self) -> None:
        """Refuse a login whose key was removed meanwhile."""
        if all(each.fingerprint != self._key.fingerprint for each in self._accounts.keys_of(self._account)):
            raise AccountError(KEY_REMOVED)

    def _is_own(self, key: AccountKey) -> bool:
        return key.fingerprint == self._key.fingerprint

    def _told(self, key: AccountKey) -> list[str]:
        """Return kind, label and identity of a key; in a browser without the fingerprint."""
        is_own, used = self._is_own(key), f"last used {local_time(key.used):%Y-%m-%d}"
        if key.kind == BROWSER:
            return [OWN_BROWSER if is_own else OTHER_BROWSER, key.label, "" if is_own else used, ""]
        return [key.kind, key.label, OWN if is_own else used, f"{key.fingerprint[:SHOWN]}..."]


class KeyMenu(Question):
    """The actions for a key."""

    section = "key"
    title = "Key"

    def __init__(self, above: AccountMenu, key: AccountKey) -> None:
        self.heading = key.label or self.title
        self._key = key
        self.answers = (
            ("n", "Name this key", Replace(LabelField(key.label, lambda label: above.call(key, label)))),
            ("r", "Remove this key", Replace(RemoveQuestion(lambda: above.remove(key)))),
            ("b", "Back", Close()),
        )

    def spoken(self) -> Sequence[Row]:
        """Return the rows except the last: line mode has a word to go back."""
        return self.rows()[:-1]

    def notes(self, width: int) -> Sequence[str]:
        """Return the whole fingerprint, on two lines if needed."""
        whole = self._key.fingerprint
        return [whole[at : at + width] for at in range(0, len(whole), width)]


class LabelField(Field):
    """A field for the label of a key."""

    section = "key_name"
    title = "Key"
    question = "Choose a name for this key."
    rule = f"Up to {MAX_LABEL} characters, for you alone, such as: laptop"

    def __init__(self, label: str, call: Callable[[str], None]) -> None:
        super().__init__(label)
        self._call = call

    def take(self, text: str) -> None:
        """Set the label."""
        try:
            self._call(text)
        except AccountError as error:
            raise BadAnswer(str(error)) from None


class RemoveQuestion(Question):
    """The question whether to remove a key."""

    section = "remove_key"
    title = "Remove a key"
    heading = "Remove this key?"
    answers = (("n", "No", Close()), ("y", "Yes, revoke it", None))

    def __init__(self, remove: Callable[[], None]) -> None:
        self._remove = remove

    def choose(self, number: int) -> Request:
        """Remove the key, or close the question."""
        if not number:
            return Close()
        try:
            self._remove()
        except AccountError as error:
            return Replace(NoticePage(str(error)))
        return Replace(NoticePage(REMOVED))


class CodePage(Page):
    """The code that adds another key."""

    section = "code"
    title = ADD

    def __init__(self, code: str, *, by_user: bool, in_browser: bool, has_pages: bool) -> None:
        super().__init__()
        self._typed = f"{LINK}{code}"
        self._by_user = by_user
        self._in_browser = in_browser
        self._has_pages = has_pages

    def lines(self, width: int) -> list[Line]:
        """Return the user name to log in with, and the steps."""
        how, example = FROM_BROWSER if self._in_browser else BY_NAME, ""
        if self._by_user:
            how, example = BY_USER, f"such as: ssh {self._typed}@HOST"
        more = IN_BROWSER if self._has_pages and not self._in_browser else ""
        told = (how, self._typed, example, more, f"That adds the key to your account. {NEVER_TWICE}")
        lines: list[Line] = [()]
        for text in filter(None, told):
            lines += [*wrap((Span(text, grey(255), bold=text == self._typed),), width), ()]
        return [*lines, *self.way_back(width)]
