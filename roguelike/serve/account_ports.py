"""Interfaces to accounts and bans, in a file or in the database of a clerk.

Every method may raise `AccountError`; `BanEditing.read` raises `sqlite3.Error` for a file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from roguelike.serve.accounts import Account, AccountKey, KeyUsed
    from roguelike.serve.bans import Ban, Bans


class OwnKeys(Protocol):
    """Changes of an account's keys by its owner."""

    def keys_of(self, account: Account) -> list[AccountKey]:
        """Return the keys of an account, the oldest first."""

    def remove_key(self, account: Account, fingerprint: str) -> None:
        """Remove a key of an account that has another."""

    def label_key(self, account: Account, fingerprint: str, label: str) -> None:
        """Set the label of a key."""

    def make_code(self, account: Account) -> str:
        """Return a code that adds one key to the account; it replaces an older one."""


class SessionAccounts(OwnKeys, Protocol):
    """Operations of a session on accounts, by the key of its login."""

    def register(self, name: str, key: KeyUsed) -> Account:
        """Make an account of that name with that key."""

    def join(self, code: str, key: KeyUsed) -> Account:
        """Add a key to the account of a code, and return it, or raise `WrongCode`."""

    def saw(self, account: Account, key: KeyUsed) -> None:
        """Record a login of the account with that key."""

    def next_guest(self) -> str:
        """Return a name that no guest has ever had."""


class AccountEditing(Protocol):
    """Operations of an administrator on accounts."""

    def find(self, name: str) -> Account:
        """Return the account of that name, ignoring case."""

    def rename(self, account: Account, name: str, *, by: str) -> Account:
        """Rename an account, and a ban of it."""

    def delete(self, account: Account, *, by: str) -> None:
        """Delete an account; its number is never used again."""

    def keys_of(self, account: Account) -> list[AccountKey]:
        """Return the keys of an account, the oldest first."""

    def add_key(self, account: Account, key: KeyUsed, *, by: str) -> None:
        """Add a key to an account."""

    def remove_key(self, account: Account, fingerprint: str, *, by: str = "") -> None:
        """Remove a key of an account that has another."""

    def invite(self, name: str, *, by: str) -> tuple[Account, str]:
        """Return the account of that name, made if there is none, and a code for a key."""


class BanEditing(Protocol):
    """Operations of an administrator on bans."""

    def read(self) -> Bans:
        """Return all bans."""

    def add(self, ban: Ban, *, by: str) -> None:
        """Add a ban, replacing an older one of the same account, key or address."""

    def remove(self, kind: str, value: str, *, by: str) -> None:
        """Lift a ban."""
