"""Operations on accounts and bans: of sessions on their own account, of the gateway and its administrator on all."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any, Final

import psycopg

from roguelike.serve.accounts import (
    CODE_MINUTES,
    INVITATION_DAYS,
    KEY_REMOVED,
    KNOWN_KEY,
    NO_SUCH_ACCOUNT,
    NO_SUCH_KEY,
    ONLY_KEY,
    TAKEN,
    TOO_MANY_KEYS,
    KeyUsed,
    WrongCode,
    check_label,
    check_name,
    guest_name,
    hash_of,
    is_code,
)
from roguelike.serve.bans import NOT_BANNED, ban_in, checked, value_of
from roguelike.serve.clerk.refusal import Refused
from roguelike.serve.database import AccountError

if TYPE_CHECKING:
    from roguelike.serve.clerk.connections import Connections
    from roguelike.serve.clerk.shared_pages import SharedPages

    Rows = list[tuple[Any, ...]]

DELETED: Final = "The account was deleted."
_REFUSED: Final = "RL001"
"""SQLSTATE of refusals by functions of the schema, with one of these words."""
_SENTENCES: Final = {
    "key removed": KEY_REMOVED,
    "known key": KNOWN_KEY,
    "no account": DELETED,
    "no such key": NO_SUCH_KEY,
    "not banned": NOT_BANNED,
    "only key": ONLY_KEY,
    "taken": TAKEN,
    "too many keys": TOO_MANY_KEYS,
}
_WRONG_CODE: Final = "wrong code"


class AccountOperations:
    """Operations of a session on the account of its login's key; each method is one.

    The gateway may use them with any key, on any account.
    """

    def __init__(self, connections: Connections, key: KeyUsed | None = None) -> None:
        """Take the key of a session; None for the gateway."""
        self._connections = connections
        self._key = key
        self._with_key = None if key is None else key.fingerprint

    async def register(self, request: str, name: str, key: list[str]) -> dict[str, Any]:
        """Create an account with that name and key."""
        check_name(name)
        used = self._own(key)
        return _account(await _call(self._connections, "register", request, name, *used, name=name))

    async def join(self, request: str, code: str, key: list[str]) -> dict[str, Any] | None:
        """Add a key to the account of a code, and return the account; None for a wrong code."""
        used = self._own(key)
        given = (request, bytes.fromhex(hash_of(code)), *used)
        try:
            return _account(await _call(self._connections, "join", *given))
        except WrongCode:
            return None

    async def saw(self, account: int, key: list[str]) -> None:
        """Record a login of the account with that key."""
        await _call(self._connections, "saw", account, self._own(key)[0])

    async def keys_of(self, account: int) -> list[tuple[Any, ...]]:
        """Return the keys of an account, oldest first."""
        keys = await self._connections.call("keys_of", account)
        if self._with_key is not None and all(fingerprint != self._with_key for fingerprint, *_ in keys):
            raise AccountError(KEY_REMOVED)
        return keys

    async def remove_key(self, request: str, account: int, name: str, fingerprint: str, by: str) -> None:
        """Remove a key of an account; the last one cannot be removed."""
        author = None if self._key is not None or not by else by
        given = (request, account, self._with_key, fingerprint, author)
        await _call(self._connections, "remove_key", *given, name=name)

    async def label_key(self, account: int, fingerprint: str, label: str) -> None:
        """Set the label of a key."""
        check_label(label)
        await _call(self._connections, "label_key", account, self._with_key, fingerprint, label)

    async def make_code(self, request: str, account: int, code: str) -> None:
        """Set the code of an account, made by the caller, for a few minutes; it replaces an older one."""
        given = (request, account, self._with_key, _hash(code), f"{CODE_MINUTES} minutes")
        await _call(self._connections, "make_code", *given)

    def _own(self, key: list[str]) -> tuple[str, str]:
        """Return fingerprint and kind of a key, which must be the one of the session."""
        fingerprint, kind = key
        if self._key not in {None, KeyUsed(fingerprint, kind)}:
            raise Refused("This is not the key of your login.")
        return fingerprint, kind


class GuestOperations:
    """Operations of a guest's session; each method is one."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def next_guest(self) -> str:
        """Return a name that no guest of any host has ever had."""
        ((number,),) = await _call(self._connections, "next_guest")
        return guest_name(number)


class Administration:
    """Operations of the gateway on all accounts and bans; each method is one."""

    def __init__(self, connections: Connections, pages: SharedPages) -> None:
        self._connections = connections
        self._pages = pages

    async def account_of(self, fingerprint: str) -> dict[str, Any] | None:
        """Return the account of a key."""
        rows = await _call(self._connections, "account_of", fingerprint)
        return _account(rows) if rows else None

    async def was_seen(self, account: int, seconds: float) -> bool:
        """Return whether an account has logged in within a period."""
        ((answer,),) = await self._connections.call("was_seen", account, dt.timedelta(seconds=seconds))
        return bool(answer)

    async def has_game(self, account: int) -> bool:
        """Return whether an account has a game in progress."""
        ((answer,),) = await self._connections.call("has_game", account)
        return bool(answer)

    async def find(self, name: str) -> dict[str, Any]:
        """Return the account of that name, ignoring case."""
        rows = await self._connections.call("account_named", name)
        if not rows:
            raise AccountError(NO_SUCH_ACCOUNT.format(name=name))
        return _account(rows)

    async def rename(self, request: str, account: int, new_name: str, by: str) -> None:
        """Rename an account, and a ban of it."""
        check_name(new_name)
        await _call(self._connections, "rename", request, account, new_name, by, name=new_name)

    async def delete(self, request: str, account: int, by: str) -> None:
        """Delete an account with its games and pages; its number is never used again."""
        await _call(self._connections, "delete_account", request, account, by)
        await self._pages.catch_up()

    async def add_key(self, request: str, account: int, name: str, key: list[str], by: str) -> None:
        """Add a key to an account."""
        await _call(self._connections, "add_key", request, account, *key, by or None, name=name)

    async def invite(self, request: str, name: str, code: str, by: str) -> dict[str, Any]:
        """Return the account of that name, made if there is none, with a code by the caller that is valid for days."""
        if not await self._connections.call("account_named", name):
            check_name(name)
        given = (request, name, _hash(code), f"{INVITATION_DAYS} days", by)
        return _account(await _call(self._connections, "invite", *given))

    async def bans(self) -> list[tuple[Any, ...]]:
        """Return kind, value, end and reason of each ban."""
        return await self._connections.call("all_bans")

    async def add_ban(self, request: str, ban: list[str], by: str) -> None:
        """Add a ban, replacing an older one of the same account, key or address."""
        new = checked(ban_in(ban))
        await _call(
            self._connections, "add_ban", request, new.kind, new.value, new.end() or None, new.reason, by, new.noted()
        )

    async def remove_ban(self, request: str, kind: str, value: str, by: str) -> None:
        """Lift a ban."""
        value = value_of(kind, value)
        await _call(self._connections, "remove_ban", request, kind, value, by, kind=kind, value=value)

    async def note(self, request: str, who: str, what: str) -> None:
        """Record an action in the audit that changed nothing else here."""
        await _call(self._connections, "note", request, who, what)


async def _call(connections: Connections, function: str, *given: Any, **told: str) -> Rows:  # noqa: ANN401 -- values
    """Return the result of a function of the schema.

    Raises:
        AccountError: it refuses; `told` is the name in the sentence.
    """
    try:
        return await connections.call(function, *given)
    except psycopg.Error as error:
        word = str(error.diag.message_primary)
        if error.sqlstate != _REFUSED:
            raise
        if word == _WRONG_CODE:
            raise WrongCode from None
        raise AccountError(_SENTENCES[word].format(**told)) from None


def _account(rows: Rows) -> dict[str, Any]:
    """Return the account in the result of a function; None if it was deleted meanwhile."""
    for number, name in rows:
        return {"id": number, "name": name}
    raise Refused(DELETED)


def _hash(code: str) -> bytes:
    if not is_code(code):
        raise Refused("This is no code.")
    return bytes.fromhex(hash_of(code))
