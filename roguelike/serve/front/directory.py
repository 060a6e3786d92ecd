"""Accounts, bans and seats as the gateway sees them: from files, or from the database through the clerk."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import sqlite3
import time
from typing import TYPE_CHECKING, Any, Final, Protocol

from roguelike.classes import frozen
from roguelike.local_time import local_time
from roguelike.serve.accounts import Account, KnownKeys
from roguelike.serve.bans import Bans, KnownBans, bans_in
from roguelike.serve.database import complaint
from roguelike.serve.front.clerk_client import ClerkClient, ClerkError
from roguelike.serve.key_pass import hello_as, hello_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.serve.accounts import KeyUsed
    from roguelike.serve.paths import ServerPaths


_GAMES_TIMEOUT: Final = 2.0
"""Seconds to wait for the games of other hosts, without which the list is shown then."""
_GAMES_FRESH: Final = 1.0
"""Seconds for which the games of other hosts are cached."""


class NoDirectory(Exception):
    """The accounts cannot be read now; the message has the reason."""


@frozen
class Seat:
    """The right to write an account's games, or the other host that has it."""

    token: str = ""
    """Token of the game for the clerk; empty if another host has the seat, or games are in files."""
    host: str = ""
    """Address of the other host; empty if this one has the seat."""
    since: str = ""
    """Since when the other host has it, in hours and minutes."""


class Directory(Protocol):
    """Accounts, bans and seats; every coroutine may raise `NoDirectory`."""

    uses_clerk: bool
    """Whether accounts and games are in the database."""

    async def account_of(self, fingerprint: str) -> Account | None:
        """Return the account of a key; None without one."""

    async def was_seen(self, account: Account, within: dt.timedelta) -> bool:
        """Return whether an account has logged in within a period."""

    async def has_game(self, account: Account) -> bool:
        """Return whether an account has a game to continue."""

    def bans(self) -> Bans:
        """Return the bans as last read; never waits."""

    async def look(self) -> None:
        """Read the bans again, if they may have changed."""

    def trouble(self) -> str:
        """Return why accounts cannot be read or written now; empty if they can."""

    def hello_of(self, key: KeyUsed) -> dict[str, str] | None:
        """Return the credentials for the clerk of a session with that key; None without a clerk."""

    def hello_as(self, who: str) -> dict[str, str] | None:
        """Return the credentials for the clerk of a guest's or the canary's game; None without a clerk."""

    async def sit_down(self, account: Account, session: int, *, takes_over: bool = False) -> Seat:
        """Take the seat of an account for a session; from a living host only if it `takes_over`."""

    async def stand_up(self, account: Account, token: str) -> None:
        """Release a seat; never raises."""

    async def share(self, sessions: Sequence[dict[str, Any]]) -> None:
        """Report the sessions of this host to others; never raises."""

    async def games(self) -> Sequence[dict[str, Any]]:
        """Return the games of other hosts that can be watched, none if they are not known; never raises."""


class FileDirectory:
    """Accounts in the data folder; the processes that write games lock them."""

    uses_clerk = False

    def __init__(self, places: ServerPaths) -> None:
        self._places = places
        self._known = KnownKeys(places.accounts)
        self._bans = KnownBans(places.accounts)

    async def account_of(self, fingerprint: str) -> Account | None:
        """Return the account of a key; None without one."""
        try:
            return self._known.account_of(fingerprint)
        except sqlite3.Error as error:
            raise NoDirectory(str(error)) from None

    async def was_seen(self, account: Account, within: dt.timedelta) -> bool:
        """Return whether an account has logged in within a period."""
        try:
            return self._known.was_seen(account, within)
        except sqlite3.Error as error:
            raise NoDirectory(str(error)) from None

    async def has_game(self, account: Account) -> bool:
        """Return whether an account has a game to continue."""
        return self._places.has_game(account.id)

    def bans(self) -> Bans:
        """Return the bans, read again if their file has changed."""
        return self._bans.current()

    async def look(self) -> None:
        """Do nothing: `bans` checks the file."""

    def trouble(self) -> str:
        """Return why accounts cannot be read or written now."""
        try:
            self._known.account_of("")
        except sqlite3.Error as error:
            return str(error)
        return complaint(self._places.accounts)

    def hello_of(self, key: KeyUsed) -> None:
        """Return None: sessions open the file of accounts themselves."""

    def hello_as(self, who: str) -> None:
        """Return None: there is no clerk."""

    async def sit_down(self, account: Account, session: int, *, takes_over: bool = False) -> Seat:  # noqa: ARG002 -- there is none
        """Return a seat without a token."""
        return Seat()

    async def stand_up(self, account: Account, token: str) -> None:
        """Do nothing."""

    async def share(self, sessions: Sequence[dict[str, Any]]) -> None:
        """Do nothing: there are no other hosts."""

    async def games(self) -> Sequence[dict[str, Any]]:
        """Return no games: there are no other hosts."""
        return ()


class ClerkDirectory:
    """Accounts in the database."""

    uses_clerk = True

    def __init__(self, clerk: ClerkClient, sharing: ClerkClient, token: str) -> None:
        """Take two clients of the clerk: `sharing` reports sessions, so that logins do not wait for it."""
        self._clerk = clerk
        self._sharing = sharing
        self._token = token
        self._bans = Bans()
        self._rows: object = None
        """The bans as last read."""
        self._games: Sequence[dict[str, Any]] = ()
        self._games_until = 0.0
        """Time of the next request for the games of other hosts."""
        self._given_up: set[tuple[int, int, int]] = set()
        """Account, epoch and session of seats to release: the clerk did not answer in time."""

    async def account_of(self, fingerprint: str) -> Account | None:
        """Return the account of a key; None without one."""
        found = await self._ask("account_of", fingerprint=fingerprint)
        return None if found is None else Account(**found)

    async def was_seen(self, account: Account, within: dt.timedelta) -> bool:
        """Return whether an account has logged in within a period."""
        return bool(await self._ask("was_seen", account=account.id, seconds=int(within.total_seconds())))

    async def has_game(self, account: Account) -> bool:
        """Return whether an account has a game in progress."""
        return bool(await self._ask("has_game", account=account.id))

    def bans(self) -> Bans:
        """Return the bans as last read, also without the database."""
        return self._bans

    async def look(self) -> None:
        """Read the bans again; release the seats of unanswered requests."""
        await self._give_back()
        rows = await self._ask("bans")
        if rows != self._rows:
            self._rows, self._bans = rows, bans_in(rows)

    def trouble(self) -> str:
        """Return why the clerk did not answer."""
        return self._clerk.trouble

    def hello_of(self, key: KeyUsed) -> dict[str, str]:
        """Return the credentials for the clerk of a session with that key."""
        return hello_of(key, self._token)

    def hello_as(self, who: str) -> dict[str, str]:
        """Return the credentials for the clerk of a guest's or the canary's game."""
        return hello_as(who, self._token)

    async def sit_down(self, account: Account, session: int, *, takes_over: bool = False) -> Seat:
        """Take the seat at the epoch that was read; if another host was faster, read again."""
        await self._give_back(account.id)
        while True:
            found = await self._ask("seat", account=account.id)
            if found["host"] and not takes_over:
                since = local_time(dt.datetime.fromisoformat(found["since"]))
                return Seat(host=found["host"], since=f"{since:%H:%M}")
            asked = account.id, found["epoch"], session
            try:
                taken = await self._ask("sit_down", account=account.id, epoch=found["epoch"], session=session)
            except BaseException:  # the clerk may still take the seat
                self._given_up.add(asked)
                raise
            if taken is not None:
                return Seat(token=taken["token"])

    async def _give_back(self, of_account: int | None = None) -> None:
        """Release the seats of unanswered requests, of an account or all."""
        for account, epoch, session in sorted(self._given_up):
            if of_account in {None, account}:
                await self._ask("give_back", account=account, epoch=epoch, session=session)
                self._given_up.discard((account, epoch, session))

    async def stand_up(self, account: Account, token: str) -> None:
        """Release a seat that still has the token; one of a silent host can be taken by others."""
        try:
            await self._clerk.ask("stand_up", account=account.id, token=token)
        except ClerkError:
            return

    async def share(self, sessions: Sequence[dict[str, Any]]) -> None:
        """Send the clerk the sessions of this host."""
        with contextlib.suppress(ClerkError):
            await self._sharing.ask("share", sessions=sessions)

    async def games(self) -> Sequence[dict[str, Any]]:
        """Return the games of other hosts, at most a second old."""
        if time.monotonic() >= self._games_until:
            try:
                async with asyncio.timeout(_GAMES_TIMEOUT):
                    self._games = await self._sharing.ask("games")
            except (ClerkError, TimeoutError):
                self._games = ()
            self._games_until = time.monotonic() + _GAMES_FRESH
        return self._games

    async def _ask(self, operation: str, **given: Any) -> Any:  # noqa: ANN401 -- plain data
        try:
            return await self._clerk.ask(operation, **given)
        except ClerkError as error:
            raise NoDirectory(str(error)) from None
