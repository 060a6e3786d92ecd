"""Accounts and their keys.

The gateway only reads them; games of players and administrators' commands write them.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
import sqlite3
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.serve.database import AccountError, KnownFile, moment, note, reading, writing
from roguelike.store.limits import NAME_RULE, is_name

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterable, Sequence

GUEST: Final = "guest"
"""User name of guests, who play without a key; their names begin with it."""
BROWSER: Final = "browser"
"""Kind of the key of a browser, whose secret is in a cookie."""
LINK: Final = "link-"
"""Prefix of user names that end with a code."""
CODE_MINUTES: Final = 10
INVITATION_DAYS: Final = 7
_RESERVED: Final = (GUEST, "link", "admin", "root", "server", "bot")
"""Prefix that account names may not have."""
_CODE_CHARACTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters of codes, which cannot be mistaken for each other."""
_CODE_LENGTH: Final = 10
MAX_KEYS: Final = 16
"""Maximum keys of an account."""
MAX_LABEL: Final = 20
TAKEN: Final = "{name} is taken: choose another name."
KNOWN_KEY: Final = "This key already has an account: connect again."
TOO_MANY_KEYS: Final = f"{{name}} already has {MAX_KEYS} keys: remove one first."
ONLY_KEY: Final = "This is your only key: without it nobody could log in."
NO_SUCH_KEY: Final = "{name} has no such key."
NO_SUCH_ACCOUNT: Final = "{name!r}: no such account."
KEY_REMOVED: Final = "The key of this login was removed from the account."
WRONG_CODE: Final = "Wrong, used or expired code: get a new one on your account screen."


def without_code(user: str) -> str:
    """Return a user name for the log, without a code."""
    return f"{LINK}..." if user.lower().startswith(LINK.rstrip("-")) else user


class WrongCode(AccountError):
    """The code cannot add a key."""


@frozen
class Account:
    """A player's account."""

    id: int
    name: str


@frozen
class KeyUsed:
    """The public key of a login."""

    fingerprint: str
    """Fingerprint as `ssh-keygen -l` prints it: "SHA256:" and 43 characters."""
    kind: str
    """Kind of the key, such as "ssh-ed25519"."""


@frozen
class AccountKey:
    """A key of an account."""

    fingerprint: str
    kind: str
    added: dt.datetime
    used: dt.datetime
    """Time of the last login with it."""
    label: str
    """Label by its owner; may be empty."""


def may_be_called(name: str) -> bool:
    """Return whether an account may have that name."""
    return is_name(name) and not name.lower().startswith(_RESERVED)


class KnownKeys:
    """Finds accounts by keys; never writes, and never waits for a writer."""

    def __init__(self, path: pathlib.Path) -> None:
        self._file = KnownFile(path)

    def account_of(self, fingerprint: str) -> Account | None:
        """Return the account of a key; None without one.

        Raises:
            sqlite3.Error: the database cannot be read.
        """
        query = "SELECT id, name FROM accounts WHERE id = (SELECT account FROM keys WHERE fingerprint = ?)"
        row = self._file.connection().execute(query, (fingerprint,)).fetchone()
        return None if row is None else Account(*row)

    def was_seen(self, account: Account, within: dt.timedelta) -> bool:
        """Return whether an account has logged in within a period.

        Raises:
            sqlite3.Error: the database cannot be read.
        """
        query = "SELECT 1 FROM accounts WHERE id = ? AND seen >= ?"
        return self._file.connection().execute(query, (account.id, moment(-within))).fetchone() is not None

    def close(self) -> None:
        """Close the database."""
        self._file.close()


class Accounts:
    """Makes and changes accounts; each call opens the database, so that no process keeps it open.

    Every method may raise `AccountError`. Changes are recorded in the audit, as done by the account itself or by the
    person in `by`.
    """

    def __init__(self, path: pathlib.Path) -> None:
        self._path = path

    def register(self, name: str, key: KeyUsed) -> Account:
        """Make an account of that name with that key, unless another account has one of them."""
        with writing(self._path) as connection:
            account = _make(connection, name)
            _add_key(connection, account, key)
            note(connection, name, f"registered with {key.fingerprint}")
        return account

    def find(self, name: str) -> Account:
        """Return the account of that name, ignoring case."""
        with reading(self._path) as connection:
            row = connection.execute("SELECT id, name FROM accounts WHERE name_key = ?", (name.lower(),)).fetchone()
        if row is None:
            raise AccountError(NO_SUCH_ACCOUNT.format(name=name))
        return Account(*row)

    def rename(self, account: Account, name: str, *, by: str) -> Account:
        """Rename an account, and a ban of it."""
        check_name(name)
        with writing(self._path) as connection:
            try:
                renamed = (name, name.lower(), account.id)
                connection.execute("UPDATE accounts SET name = ?, name_key = ? WHERE id = ?", renamed)
            except sqlite3.IntegrityError:
                raise AccountError(TAKEN.format(name=name)) from None
            banned = (name.lower(), account.name.lower())
            connection.execute("UPDATE OR REPLACE bans SET value = ? WHERE kind = 'account' AND value = ?", banned)
            note(connection, by, f"renamed {account.name} to {name}")
        return Account(account.id, name)

    def delete(self, account: Account, *, by: str) -> None:
        """Delete an account but never reuse its number: its files may still exist."""
        with writing(self._path) as connection:
            for table in ("keys", "links"):
                connection.execute(f"DELETE FROM {table} WHERE account = ?", (account.id,))  # noqa: S608 -- our own names
            connection.execute("DELETE FROM bans WHERE kind = 'account' AND value = ?", (account.name.lower(),))
            gone = (f"#{account.id}", account.id)
            connection.execute("UPDATE accounts SET name = '', name_key = ? WHERE id = ?", gone)
            note(connection, by, f"deleted {account.name}, account {account.id}")

    def saw(self, account: Account, key: KeyUsed) -> None:
        """Record a login of the account with that key."""
        with writing(self._path) as connection:
            connection.execute("UPDATE accounts SET seen = ? WHERE id = ?", (moment(), account.id))
            connection.execute("UPDATE keys SET used = ? WHERE fingerprint = ?", (moment(), key.fingerprint))

    def keys_of(self, account: Account) -> list[AccountKey]:
        """Return the keys of an account, the oldest first."""
        query = "SELECT fingerprint, kind, added, used, label FROM keys WHERE account = ? ORDER BY added, fingerprint"
        with reading(self._path) as connection:
            rows = connection.execute(query, (account.id,)).fetchall()
        return keys_in(rows)

    def add_key(self, account: Account, key: KeyUsed, *, by: str = "") -> None:
        """Add a key to an account."""
        with writing(self._path) as connection:
            _add_key(connection, account, key)
            note(connection, by or account.name, f"added {key.fingerprint} to {account.name}")

    def remove_key(self, account: Account, fingerprint: str, *, by: str = "") -> None:
        """Remove a key of an account that has another."""
        with writing(self._path) as connection:
            if _count_keys(connection, account) == 1:
                raise AccountError(ONLY_KEY)
            removed = connection.execute(
                "DELETE FROM keys WHERE fingerprint = ? AND account = ?", (fingerprint, account.id)
            )
            if not removed.rowcount:
                raise AccountError(NO_SUCH_KEY.format(name=account.name))
            note(connection, by or account.name, f"removed {fingerprint} from {account.name}")

    def label_key(self, account: Account, fingerprint: str, label: str) -> None:
        """Set the label of a key."""
        check_label(label)
        with writing(self._path) as connection:
            which = (label, fingerprint, account.id)
            connection.execute("UPDATE keys SET label = ? WHERE fingerprint = ? AND account = ?", which)

    def invite(self, name: str, *, by: str) -> tuple[Account, str]:
        """Return the account of that name, made if there is none, and a code for a key, valid for `INVITATION_DAYS`."""
        with writing(self._path) as connection:
            row = connection.execute("SELECT id, name FROM accounts WHERE name_key = ?", (name.lower(),)).fetchone()
            account = _make(connection, name) if row is None else Account(*row)
            code = _make_code(connection, account, dt.timedelta(days=INVITATION_DAYS))
            note(connection, by, f"made a code for a key of {account.name}")
        return account, code

    def make_code(self, account: Account) -> str:
        """Return a code that adds one key to the account within `CODE_MINUTES`; it replaces an older one."""
        with writing(self._path) as connection:
            code = _make_code(connection, account, dt.timedelta(minutes=CODE_MINUTES))
            note(connection, account.name, "made a code for another key")
        return code

    def join(self, code: str, key: KeyUsed) -> Account:
        """Add a key to the account of a code, and return it; the code is void then.

        Raises:
            WrongCode: there is no such code, or it is too old.
            AccountError: the key has an account; the code stays valid.
        """
        with writing(self._path) as connection:
            query = "SELECT id, name FROM accounts JOIN links ON account = id WHERE hash = ? AND until > ?"
            row = connection.execute(query, (hash_of(code), moment())).fetchone()
            if row is None:
                raise WrongCode(WRONG_CODE)
            account = Account(*row)
            _add_key(connection, account, key)
            connection.execute("DELETE FROM links WHERE account = ?", (account.id,))
            note(connection, account.name, f"added {key.fingerprint} by a code")
        return account

    def next_guest(self) -> str:
        """Return a name that no guest has ever had."""
        with writing(self._path) as connection:
            connection.execute("UPDATE guests SET count = count + 1")
            count = connection.execute("SELECT count FROM guests").fetchone()[0]
        return guest_name(count)


def check_name(name: str) -> None:
    """Refuse names that accounts may not have.

    Raises:
        AccountError: it is such a name.
    """
    if not is_name(name):
        raise AccountError(f"A name must be {NAME_RULE}.")
    if not may_be_called(name):
        raise AccountError(f"{name} is reserved: choose another name.")


def check_label(label: str) -> None:
    """Refuse labels that keys may not have.

    Raises:
        AccountError: it is such a label.
    """
    if len(label) > MAX_LABEL or not label.isprintable():
        raise AccountError(f"A label must be at most {MAX_LABEL} printable characters.")


def keys_in(rows: Iterable[Sequence[str]]) -> list[AccountKey]:
    """Return the keys in rows."""
    return [
        AccountKey(fingerprint, kind, dt.datetime.fromisoformat(added), dt.datetime.fromisoformat(used), label)
        for fingerprint, kind, added, used, label in rows
    ]


def guest_name(number: int) -> str:
    """Return the name of a guest."""
    return f"{GUEST}-{number:04x}"


def new_code() -> str:
    """Return a random code."""
    return "".join(secrets.choice(_CODE_CHARACTERS) for _ in range(_CODE_LENGTH))


def is_code(text: str) -> bool:
    """Return whether a text has the form of a code."""
    return len(text) == _CODE_LENGTH and set(text) <= set(_CODE_CHARACTERS)


def hash_of(code: str) -> str:
    """Return the stored hash of a code, ignoring case."""
    return hashlib.sha256(code.lower().encode()).hexdigest()


def _make(connection: sqlite3.Connection, name: str) -> Account:
    """Make an account without a key."""
    check_name(name)
    try:
        made = connection.execute(
            "INSERT INTO accounts (name, name_key, created, seen) VALUES (?, ?, ?, ?)",
            (name, name.lower(), moment(), moment()),
        )
    except sqlite3.IntegrityError:
        raise AccountError(TAKEN.format(name=name)) from None
    return Account(int(made.lastrowid or 0), name)


def _make_code(connection: sqlite3.Connection, account: Account, lasting: dt.timedelta) -> str:
    """Return a new code of an account, which replaces an older one."""
    code = new_code()
    connection.execute("DELETE FROM links WHERE account = ? OR until <= ?", (account.id, moment()))
    connection.execute("INSERT INTO links VALUES (?, ?, ?)", (hash_of(code), account.id, moment(lasting)))
    return code


def _add_key(connection: sqlite3.Connection, account: Account, key: KeyUsed) -> None:
    if connection.execute("SELECT 1 FROM keys WHERE fingerprint = ?", (key.fingerprint,)).fetchone():
        raise AccountError(KNOWN_KEY)
    if _count_keys(connection, account) >= MAX_KEYS:
        raise AccountError(TOO_MANY_KEYS.format(name=account.name))
    connection.execute(
        "INSERT INTO keys (fingerprint, account, kind, added, used) VALUES (?, ?, ?, ?, ?)",
        (key.fingerprint, account.id, key.kind, moment(), moment()),
    )


def _count_keys(connection: sqlite3.Connection, account: Account) -> int:
    return int(connection.execute("SELECT count(*) FROM keys WHERE account = ?", (account.id,)).fetchone()[0])
