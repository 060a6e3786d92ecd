"""Bans of accounts, keys, addresses and networks."""

from __future__ import annotations

import contextlib
import datetime as dt
import ipaddress
import re
import sqlite3
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import frozen
from roguelike.serve.database import AccountError, KnownFile, note, read_only, writing

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterable, Sequence

    from roguelike.serve.accounts import Account, KeyUsed

ACCOUNT: Final = "account"
KEY: Final = "key"
ADDRESS: Final = "address"
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
KINDS: Final = (ACCOUNT, KEY, ADDRESS)
NOT_BANNED: Final = "The {kind} {value} is not banned."
_MAX_REASON: Final = 200
_WIDE: Final = {4: 16, 6: 32}
"""The shortest prefix that is banned without a question, by IP version: the range of one large provider."""


@frozen
class Ban:
    """A ban of an account, a key or an address, with its end and reason."""

    kind: str
    """One of `KINDS`."""
    value: str
    """The name of an account in lower case, the fingerprint of a key, an address or a network such as 192.0.2.0/24."""
    until: dt.datetime | None = None
    """End of the ban; None if it is permanent."""
    reason: str = ""

    def sentence(self) -> str:
        """Return the sentence for the banned player."""
        who = {ACCOUNT: "This account", KEY: "This key", ADDRESS: "Your address"}[self.kind]
        until = "" if self.until is None else f" until {self.until.astimezone(dt.UTC):%Y-%m-%d %H:%M} UTC"
        return f"{who} is banned{until}{f': {self.reason}' if self.reason else ''}."

    def end(self) -> str:
        """Return the end of the ban for tables, in whole seconds; empty for a permanent one."""
        return "" if self.until is None else self.until.astimezone(dt.UTC).isoformat(timespec="seconds")

    def noted(self) -> str:
        """Return the text of the ban in the audit."""
        end = self.end()
        return f"banned {self.kind} {self.value}{f' until {end}' if end else ''}: {self.reason}"


@frozen
class Bans:
    """All bans, indexed for the gateway."""

    all: tuple[Ban, ...] = ()
    _exact: dict[tuple[str, str], Ban] = attrs.field(init=False)
    """Bans of single accounts, keys and addresses, for look-ups in constant time."""
    _networks: tuple[tuple[Network, Ban], ...] = attrs.field(init=False)

    @_exact.default
    def _find_exact(self) -> dict[tuple[str, str], Ban]:
        return {(ban.kind, ban.value.removesuffix("/32").removesuffix("/128")): ban for ban in self.all}

    @_networks.default
    def _find_networks(self) -> tuple[tuple[Network, Ban], ...]:
        found = ((ipaddress.ip_network(ban.value), ban) for ban in self.all if ban.kind == ADDRESS)
        return tuple((network, ban) for network, ban in found if network.num_addresses > 1)

    def of_address(self, address: str, now: dt.datetime) -> Ban | None:
        """Return the ban of an address or of its network; None if there is none."""
        if not self.all:
            return None
        found = ipaddress.ip_address(address.partition("%")[0])
        plain = getattr(found, "ipv4_mapped", None) or found
        bans = [ban for network, ban in self._networks if plain in network]
        exact = self._exact.get((ADDRESS, str(plain)))
        return next((ban for ban in (exact, *bans) if ban is not None and _holds(ban, now)), None)

    def of_player(self, account: Account | None, key: KeyUsed | None, now: dt.datetime) -> Ban | None:
        """Return the ban of an account or of a key; None if there is none."""
        of_key = None if key is None else self._exact.get((KEY, key.fingerprint))
        of_account = None if account is None else self._exact.get((ACCOUNT, account.name.lower()))
        return next((ban for ban in (of_account, of_key) if ban is not None and _holds(ban, now)), None)


class KnownBans:
    """The gateway's copy of the bans, reread when the audit has grown; it never waits."""

    def __init__(self, path: pathlib.Path) -> None:
        self._file = KnownFile(path)
        self._read_by: sqlite3.Connection | None = None
        self._newest = -1
        """The last row of the audit at the time of reading."""
        self._bans = Bans()

    def current(self) -> Bans:
        """Return the bans; the last known ones if the database cannot be read."""
        with contextlib.suppress(sqlite3.Error):
            connection = self._file.connection()
            newest = connection.execute("SELECT coalesce(max(rowid), 0) FROM audit").fetchone()[0]
            if newest != self._newest or connection is not self._read_by:
                self._bans = read_bans(connection)
                self._newest, self._read_by = newest, connection
        return self._bans

    def close(self) -> None:
        """Close the database."""
        self._file.close()


class BanList:
    """The bans in the database, which each call opens and closes. Every method but `read` may raise `AccountError`."""

    def __init__(self, path: pathlib.Path) -> None:
        self._path = path

    def read(self) -> Bans:
        """Return all bans.

        Raises:
            sqlite3.Error: they cannot be read.
        """
        connection = read_only(self._path)
        try:
            return read_bans(connection)
        finally:
            connection.close()

    def add(self, ban: Ban, *, by: str) -> None:
        """Add a ban, replacing an older one of the same target."""
        ban = checked(ban)
        until = ban.end()
        with writing(self._path) as connection:
            connection.execute("REPLACE INTO bans VALUES (?, ?, ?, ?)", (ban.kind, ban.value, until, ban.reason))
            note(connection, by, ban.noted())

    def remove(self, kind: str, value: str, *, by: str) -> None:
        """Lift a ban."""
        value = value_of(kind, value)
        with writing(self._path) as connection:
            if not connection.execute("DELETE FROM bans WHERE kind = ? AND value = ?", (kind, value)).rowcount:
                raise AccountError(NOT_BANNED.format(kind=kind, value=value))
            note(connection, by, f"unbanned {kind} {value}")


def read_bans(connection: sqlite3.Connection) -> Bans:
    """Return all bans.

    Raises:
        sqlite3.Error: they cannot be read.
    """
    return bans_in(connection.execute("SELECT kind, value, until, reason FROM bans"))


def bans_in(rows: Iterable[Sequence[str]]) -> Bans:
    """Return the bans in rows of kind, value, end (as from `Ban.end`) and reason."""
    return Bans(tuple(ban_in(row) for row in rows))


def checked(ban: Ban) -> Ban:
    """Return a ban with its value in the form of the table.

    Raises:
        AccountError: its value is invalid for its kind, or its reason cannot be shown.
    """
    if len(ban.reason) > _MAX_REASON or not ban.reason.isprintable():
        raise AccountError(f"A reason must be at most {_MAX_REASON} printable characters.")
    return attrs.evolve(ban, value=value_of(ban.kind, ban.value))


def value_of(kind: str, value: str) -> str:
    """Return the value of a ban in the form of the table.

    Raises:
        AccountError: it is invalid for that kind.
    """
    if kind == ACCOUNT:
        return value.lower()
    if kind == KEY and is_fingerprint(value):
        return value
    if kind == ADDRESS:
        try:
            return str(ipaddress.ip_network(value, strict=False))
        except ValueError:
            raise AccountError(f"{value!r}: not an address or a network.") from None
    wrong = (
        f"{value!r}: not the fingerprint of a key (see ssh-keygen -lf FILE)"
        if kind == KEY
        else f"{kind!r} cannot be banned"
    )
    raise AccountError(f"{wrong}.")


def is_fingerprint(text: str) -> bool:
    """Return whether a text is a fingerprint as printed by `ssh-keygen -l`."""
    return re.fullmatch(r"SHA256:[A-Za-z0-9+/]{43}", text) is not None


def is_wide(kind: str, value: str) -> bool:
    """Return whether an address range is wider than one provider's, which is likely a mistake.

    Raises:
        AccountError: `value` is invalid for that kind.
    """
    if kind != ADDRESS:
        return False
    network = ipaddress.ip_network(value_of(kind, value))
    return network.prefixlen < _WIDE[network.version]


def active(bans: Iterable[Ban], now: dt.datetime) -> list[Ban]:
    """Return the bans that have not expired."""
    return [ban for ban in bans if _holds(ban, now)]


def ban_in(row: Sequence[str]) -> Ban:
    """Return the ban in a row of the table."""
    kind, value, until, reason = row
    return Ban(kind, value, dt.datetime.fromisoformat(until) if until else None, reason)


def _holds(ban: Ban, now: dt.datetime) -> bool:
    return ban.until is None or now < ban.until
