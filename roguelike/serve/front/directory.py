"""What the gateway knows of accounts, and who may write their games: from files, or from the database by the clerk."""

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
"""Seconds to wait for the games of other hosts: the list of games is shown without them then."""
_GAMES_FRESH: Final = 1.0
"""Seconds for which they are good."""


class NoDirectory(Exception):
    """The accounts cannot be read now; the message says why."""


@frozen
class Seat:
    """The right to write an account's games, or who has it on another host."""

    token: str = ""
    """What the game shows the clerk; empty where another host has the seat, or games are in files."""
    host: str = ""
    """The other host; empty where this one has the seat."""
    since: str = ""
    """Since when, in hours and minutes."""


class Directory(Protocol):
    """Accounts, bans and seats; every coroutine may raise `NoDirectory`."""

    uses_clerk: bool
    """Whether accounts and games are in the database."""

    async def account_of(self, fingerprint: str) -> Account | None:
        """Return whose key that is; None for a key that nobody has."""

    async def was_seen(self, account: Account, within: dt.timedelta) -> bool:
        """Return whether an account has logged in within that time."""

    async def has_game(self, account: Account) -> bool:
        """Return whether an account has a game to continue."""

    def bans(self) -> Bans:
        """Return the bans as they were last known; never waits."""

    async def look(self) -> None:
        """Read the bans again, if they may have changed."""

    def trouble(self) -> str:
        """Return why accounts cannot be read and written now; empty if they can."""

    def hello_of(self, key: KeyUsed) -> dict[str, str] | None:
        """Return what a session shows the clerk by which a player came with that key; None without a clerk."""

    def hello_as(self, who: str) -> dict[str, str] | None:
        """Return what the game of a guest or of the canary shows the clerk; None without one."""

    async def sit_down(self, account: Account, session: int, *, takes_over: bool = False) -> Seat:
        """Take the seat of an account for a session, from a living host only if it `takes_over`."""

    async def stand_up(self, account: Account, token: str) -> None:
        """Leave a seat; what happens then to its token never raises."""

    async def share(self, sessions: Sequence[dict[str, Any]]) -> None:
        """Tell other hosts which sessions there are here; never raises."""

    async def games(self) -> Sequence[dict[str, Any]]:
        """Return the games of other hosts that may be watched, none where they are not known; never raises."""


class FileDirectory:
    """The accounts in the data folder, whose games are locked by the processes that write them."""

    uses_clerk = False

    def __init__(self, places: ServerPaths) -> None:
        self._places = places
        self._known = KnownKeys(places.accounts)
        self._bans = KnownBans(places.accounts)

    async def account_of(self, fingerprint: str) -> Account | None:
        """Return whose key that is."""
        try:
            return self._known.account_of(fingerprint)
        except sqlite3.Error as error:
            raise NoDirectory(str(error)) from None

    async def was_seen(self, account: Account, within: dt.timedelta) -> bool:
        """Return whether an account has logged in within that time."""
        try:
            return self._known.was_seen(account, within)
        except sqlite3.Error as error:
            raise NoDirectory(str(error)) from None

    async def has_game(self, account: Account) -> bool:
        """Return whether an account has a game to continue."""
        return self._places.has_game(account.id)

    def bans(self) -> Bans:
        """Return the bans, which are read again where their file has changed."""
        return self._bans.current()

    async def look(self) -> None:
        """Do nothing: `bans` looks at the file."""

    def trouble(self) -> str:
        """Return why the accounts cannot be read and written now."""
        try:
            self._known.account_of("")
        except sqlite3.Error as error:
            return str(error)
        return complaint(self._places.accounts)

    def hello_of(self, key: KeyUsed) -> None:
        """Return nothing: a session opens the file of accounts by itself."""

    def hello_as(self, who: str) -> None:
        """Return nothing: there is no clerk."""

    async def sit_down(self, account: Account, session: int, *, takes_over: bool = False) -> Seat:  # noqa: ARG002 -- there is none
        """Return a seat without a token."""
        return Seat()

    async def stand_up(self, account: Account, token: str) -> None:
        """Do nothing."""

    async def share(self, sessions: Sequence[dict[str, Any]]) -> None:
        """Do nothing."""

    async def games(self) -> Sequence[dict[str, Any]]:
        """Return nothing."""
        return ()


class ClerkDirectory:
    """The accounts in the database."""

    uses_clerk = True

    def __init__(self, clerk: ClerkClient, sharing: ClerkClient, token: str) -> None:
        """Take two connections to the clerk: no login waits for what goes by the one for `sharing` sessions."""
        self._clerk = clerk
        self._sharing = sharing
        self._token = token
        self._bans = Bans()
        self._rows: object = None
        """The bans as they were read last."""
        self._games: Sequence[dict[str, Any]] = ()
        self._games_until = 0.0
        """When the games of other hosts are asked for again."""
        self._given_up: set[tuple[int, int, int]] = set()
        """Account, epoch and session of the seats that are to be given back: the clerk did not answer in time."""

    async def account_of(self, fingerprint: str) -> Account | None:
        """Return whose key that is."""
        found = await self._ask("account_of", fingerprint=fingerprint)
        return None if found is None else Account(**found)

    async def was_seen(self, account: Account, within: dt.timedelta) -> bool:
        """Return whether an account has logged in within that time."""
        return bool(await self._ask("was_seen", account=account.id, seconds=int(within.total_seconds())))

    async def has_game(self, account: Account) -> bool:
        """Return whether an account has a game in progress."""
        return bool(await self._ask("has_game", account=account.id))

    def bans(self) -> Bans:
        """Return the bans as they were last read: a host without the database goes by them."""
        return self._bans

    async def look(self) -> None:
        """Read the bans again, and give back the seats that were not had in time."""
        await self._give_back()
        rows = await self._ask("bans")
        if rows != self._rows:
            self._rows, self._bans = rows, bans_in(rows)

    def trouble(self) -> str:
        """Return why the clerk did not answer."""
        return self._clerk.trouble

    def hello_of(self, key: KeyUsed) -> dict[str, str]:
        """Return what a session shows the clerk by which a player came with that key."""
        return hello_of(key, self._token)

    def hello_as(self, who: str) -> dict[str, str]:
        """Return what the game of a guest or of the canary shows the clerk."""
        return hello_as(who, self._token)

    async def sit_down(self, account: Account, session: int, *, takes_over: bool = False) -> Seat:
        """Take the seat at the epoch at which it was found; of two who ask, the later finds another and asks again."""
        await self._give_back(account.id)
        while True:
            found = await self._ask("seat", account=account.id)
            if found["host"] and not takes_over:
                since = local_time(dt.datetime.fromisoformat(found["since"]))
                return Seat(host=found["host"], since=f"{since:%H:%M}")
            asked = account.id, found["epoch"], session
            try:
                taken = await self._ask("sit_down", account=account.id, epoch=found["epoch"], session=session)
            except BaseException:  # the clerk may go on
                self._given_up.add(asked)
                raise
            if taken is not None:
                return Seat(token=taken["token"])

    async def _give_back(self, of_account: int | None = None) -> None:
        """Give back the seats that were not had in time: of an account, or all."""
        for account, epoch, session in sorted(self._given_up):
            if of_account in {None, account}:
                await self._ask("give_back", account=account, epoch=epoch, session=session)
                self._given_up.discard((account, epoch, session))

    async def stand_up(self, account: Account, token: str) -> None:
        """Leave a seat, if it still has that token; a silent host's seat is free for all."""
        try:
            await self._clerk.ask("stand_up", account=account.id, token=token)
        except ClerkError:
            return

    async def share(self, sessions: Sequence[dict[str, Any]]) -> None:
        """Tell the clerk which sessions there are."""
        with contextlib.suppress(ClerkError):
            await self._sharing.ask("share", sessions=sessions)

    async def games(self) -> Sequence[dict[str, Any]]:
        """Return the games of other hosts, as they were known a second ago at most."""
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
