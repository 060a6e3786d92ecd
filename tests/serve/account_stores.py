"""Accounts and bans in a file, and in a database that a clerk keeps: what the tests of both need of them."""

from __future__ import annotations

import contextlib
import datetime as dt
import sqlite3
from typing import TYPE_CHECKING, Final, Protocol

import pytest

from roguelike.serve.account_ports import AccountEditing, SessionAccounts
from roguelike.serve.accounts import Account, Accounts, KnownKeys
from roguelike.serve.bans import BanList
from roguelike.serve.database import make_database, moment
from roguelike.serve.remote_accounts import RemoteAccounts, RemoteBanList

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from roguelike.serve.account_ports import BanEditing
    from roguelike.store.remote.clerk_link import ClerkLink
    from tests.serve.clerk.running import RunningClerk

_TABLES: Final = ("accounts", "keys", "links", "bans", "audit")


class AnyAccounts(AccountEditing, SessionAccounts, Protocol):
    """What sessions, the gateway and administrators do with accounts."""

    def next_guest(self) -> str:
        """Return a name that no guest has ever had."""


class KeyOwners(Protocol):
    """Finds accounts by their keys."""

    def account_of(self, fingerprint: str) -> Account | None:
        """Return whose key that is; None for a key that nobody has."""

    def was_seen(self, account: Account, within: dt.timedelta) -> bool:
        """Return whether an account has logged in within that time."""


class AccountStore(Protocol):
    """Where accounts and bans are kept."""

    @property
    def accounts(self) -> AnyAccounts:
        """All that can be done with accounts."""

    @property
    def keys(self) -> KeyOwners:
        """Whose keys are which, as the gateway reads it."""

    @property
    def bans(self) -> BanEditing:
        """The bans."""

    def audit(self) -> list[tuple[str, str]]:
        """Return who has done what."""

    def expire_codes(self) -> None:
        """Make all codes too old."""

    def contents(self) -> bytes:
        """Return all that is kept."""


class InFile:
    """In a file of SQLite."""

    def __init__(self, file: Path) -> None:
        make_database(file)
        self._file = file
        self.accounts = Accounts(file)
        self.keys = KnownKeys(file)
        self.bans = BanList(file)

    def audit(self) -> list[tuple[str, str]]:
        """Return who has done what."""
        with contextlib.closing(sqlite3.connect(self._file)) as connection:
            return connection.execute("SELECT who, what FROM audit ORDER BY rowid").fetchall()

    def expire_codes(self) -> None:
        """Make all codes too old."""
        with contextlib.closing(sqlite3.connect(self._file)) as connection:
            connection.execute("UPDATE links SET until = ?", (moment(dt.timedelta(seconds=-1)),))
            connection.commit()

    def contents(self) -> bytes:
        """Return the bytes of the file and of those beside it."""
        return b"".join(each.read_bytes() for each in self._file.parent.iterdir())

    def close(self) -> None:
        """Close what is open."""
        self.keys.close()


class KeysInDatabase:
    """Whose keys are which, as the gateway asks its clerk."""

    def __init__(self, link: ClerkLink) -> None:
        self._link = link

    def account_of(self, fingerprint: str) -> Account | None:
        """Return whose key that is."""
        found = self._link.ask("account_of", fingerprint=fingerprint)
        return None if found is None else Account(**found)

    def was_seen(self, account: Account, within: dt.timedelta) -> bool:
        """Return whether an account has logged in within that time."""
        return bool(self._link.ask("was_seen", account=account.id, seconds=int(within.total_seconds())))


class InDatabase:
    """In PostgreSQL, by way of a clerk."""

    def __init__(self, clerk: RunningClerk) -> None:
        self._clerk = clerk
        self.accounts = RemoteAccounts(clerk.server())
        self.keys = KeysInDatabase(clerk.server())
        self.bans = RemoteBanList(clerk.server())

    def audit(self) -> list[tuple[str, str]]:
        """Return who has done what."""
        return self._clerk.rows("SELECT who, what FROM rl.audit ORDER BY id")

    def expire_codes(self) -> None:
        """Make all codes too old."""
        self._clerk.rows("UPDATE rl.links SET until = now() - interval '1 second' RETURNING hash")

    def contents(self) -> bytes:
        """Return all rows as texts."""
        return str([self._clerk.rows(f"SELECT * FROM rl.{table}") for table in _TABLES]).encode()  # noqa: S608 -- ours


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AccountStore]:
    """Yield an empty store of either kind; skips where no PostgreSQL runs."""
    if request.param == "sqlite":
        store = InFile(tmp_path / "accounts.sqlite")
        yield store
        store.close()
        return
    from tests.serve.clerk.running import running  # noqa: PLC0415 -- psycopg comes with it

    with running(request.getfixturevalue("database")) as clerk:
        yield InDatabase(clerk)
