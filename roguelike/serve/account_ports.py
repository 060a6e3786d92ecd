"""Accounts and bans as their callers need them, in a file or in a database that a clerk keeps.

Every method may raise `AccountError`; `BanEditing.read` raises `sqlite3.Error` for a file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from roguelike.serve.accounts import Account, AccountKey, KeyUsed
    from roguelike.serve.bans import Ban, Bans


class OwnKeys(Protocol):
    """The keys of an account, as its owner changes them."""

    def keys_of(self, account: Account) -> list[AccountKey]:
        """Return the keys of an account, the oldest first."""

    def remove_key(self, account: Account, fingerprint: str) -> None:
        """Remove a key of an account that has another."""

    def label_key(self, account: Account, fingerprint: str, label: str) -> None:
        """Call a key of the account something."""

    def make_code(self, account: Account) -> str:
        """Return a code that adds one key to the account; an older one is void."""


class SessionAccounts(OwnKeys, Protocol):
    """What a session may do with accounts by the key of its login."""

    def register(self, name: str, key: KeyUsed) -> Account:
        """Make an account of that name with that key."""

    def join(self, code: str, key: KeyUsed) -> Account:
        """Add a key to the account whose code that is, and return it, or raise `WrongCode`."""

    def saw(self, account: Account, key: KeyUsed) -> None:
        """Note that the account has logged in with that key."""

    def next_guest(self) -> str:
        """Return a name that no guest has ever had."""


class AccountEditing(Protocol):
    """What an administrator does with accounts."""

    def find(self, name: str) -> Account:
        """Return the account of that name, whatever the case."""

    def rename(self, account: Account, name: str, *, by: str) -> Account:
        """Give an account another name, and a ban of it, too."""

    def delete(self, account: Account, *, by: str) -> None:
        """Delete an account but never reuse its number."""

    def keys_of(self, account: Account) -> list[AccountKey]:
        """Return the keys of an account, the oldest first."""

    def add_key(self, account: Account, key: KeyUsed, *, by: str) -> None:
        """Give an account another key."""

    def remove_key(self, account: Account, fingerprint: str, *, by: str = "") -> None:
        """Remove a key of an account that has another."""

    def invite(self, name: str, *, by: str) -> tuple[Account, str]:
        """Return the account of that name, new if there was none, and a code for a key."""


class BanEditing(Protocol):
    """What an administrator does with bans."""

    def read(self) -> Bans:
        """Return all bans."""

    def add(self, ban: Ban, *, by: str) -> None:
        """Ban somebody, in place of an older ban of theirs."""

    def remove(self, kind: str, value: str, *, by: str) -> None:
        """Lift a ban."""
