"""Accounts and bans in the database of a clerk, with the methods of `accounts` and `bans`."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import attrs

from roguelike.serve.accounts import WRONG_CODE, Account, WrongCode, keys_in, new_code
from roguelike.serve.bans import bans_in
from roguelike.serve.database import AccountError
from roguelike.store.errors import StoreError

if TYPE_CHECKING:
    from roguelike.serve.accounts import AccountKey, KeyUsed
    from roguelike.serve.bans import Ban, Bans
    from roguelike.store.remote.clerk_link import ClerkLink


class RemoteAccounts:
    """Makes and changes accounts: all over the link of the gateway, one's own over that of a session.

    Every method may raise `AccountError`.
    """

    def __init__(self, link: ClerkLink) -> None:
        self._link = link

    def register(self, name: str, key: KeyUsed) -> Account:
        """Make an account of that name with that key, unless another account has one of them."""
        return Account(**_change(self._link, "register", name=name, key=_plain(key)))

    def find(self, name: str) -> Account:
        """Return the account of that name, ignoring case."""
        return Account(**_ask(self._link, "find", name=name))

    def rename(self, account: Account, name: str, *, by: str) -> Account:
        """Rename an account, and a ban of it."""
        _change(self._link, "rename", account=account.id, new_name=name, by=by)
        return Account(account.id, name)

    def delete(self, account: Account, *, by: str) -> None:
        """Delete an account with its games; its number is never used again."""
        _change(self._link, "delete", account=account.id, by=by)

    def saw(self, account: Account, key: KeyUsed) -> None:
        """Record a login of the account with that key."""
        _ask(self._link, "saw", account=account.id, key=_plain(key))

    def keys_of(self, account: Account) -> list[AccountKey]:
        """Return the keys of an account, the oldest first."""
        return keys_in(_ask(self._link, "keys_of", account=account.id))

    def add_key(self, account: Account, key: KeyUsed, *, by: str = "") -> None:
        """Add a key to an account."""
        _change(self._link, "add_key", account=account.id, name=account.name, key=_plain(key), by=by)

    def remove_key(self, account: Account, fingerprint: str, *, by: str = "") -> None:
        """Remove a key of an account that has another."""
        told = {"account": account.id, "name": account.name, "fingerprint": fingerprint}
        _change(self._link, "remove_key", **told, by=by)

    def label_key(self, account: Account, fingerprint: str, label: str) -> None:
        """Set the label of a key."""
        _ask(self._link, "label_key", account=account.id, fingerprint=fingerprint, label=label)

    def invite(self, name: str, *, by: str) -> tuple[Account, str]:
        """Return the account of that name, made if there is none, and a code for a key, valid for `INVITATION_DAYS`."""
        code = new_code()
        return Account(**_change(self._link, "invite", name=name, code=code, by=by)), code

    def make_code(self, account: Account) -> str:
        """Return a code that adds one key to the account within `CODE_MINUTES`; it replaces an older one."""
        code = new_code()
        _change(self._link, "make_code", account=account.id, code=code)
        return code

    def join(self, code: str, key: KeyUsed) -> Account:
        """Add a key to the account of a code, and return it; the code is void then.

        Raises:
            WrongCode: there is no such code, or it is too old.
            AccountError: the key has an account; the code stays valid.
        """
        joined = _change(self._link, "join", code=code, key=_plain(key))
        if joined is None:
            raise WrongCode(WRONG_CODE)
        return Account(**joined)

    def next_guest(self) -> str:
        """Return a name that no guest has ever had."""
        return str(_ask(self._link, "next_guest"))

    def note(self, who: str, what: str) -> None:
        """Record an action in the audit that changed nothing else here."""
        _change(self._link, "note", who=who, what=what)


class RemoteBanList:
    """Bans in the database, over the link of the gateway. Every method may raise `AccountError`."""

    def __init__(self, link: ClerkLink) -> None:
        self._link = link

    def read(self) -> Bans:
        """Return all bans."""
        return bans_in(_ask(self._link, "bans"))

    def add(self, ban: Ban, *, by: str) -> None:
        """Add a ban, replacing an older one of the same account, key or address."""
        _change(self._link, "add_ban", ban=[ban.kind, ban.value, ban.end(), ban.reason], by=by)

    def remove(self, kind: str, value: str, *, by: str) -> None:
        """Lift a ban."""
        _change(self._link, "remove_ban", kind=kind, value=value, by=by)


def _change(link: ClerkLink, operation: str, **given: Any) -> Any:  # noqa: ANN401 -- plain data
    """Return the answer to an operation that takes effect once, however often it is sent."""
    return _ask(link, operation, request=str(uuid.uuid4()), **given)


def _ask(link: ClerkLink, operation: str, **given: Any) -> Any:  # noqa: ANN401 -- plain data
    try:
        return link.ask(operation, **given)
    except StoreError as error:
        raise AccountError(str(error)) from None


def _plain(key: KeyUsed) -> list[str]:
    return list(attrs.astuple(key))
