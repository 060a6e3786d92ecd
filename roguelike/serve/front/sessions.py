"""The sessions of the gateway, at most one of an account in its games."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

import attrs

from roguelike.classes import define
from roguelike.serve.accounts import Account, KeyUsed
from roguelike.serve.front.games import Game

if TYPE_CHECKING:
    from collections.abc import Iterator

_ENDING: Final = 2.0
"""Seconds to wait for a session to end after its client is gone, before its player is asked about it."""


class EndSession(Protocol):
    """A function that ends a session."""

    def __call__(self, sentence: str, how: str) -> None:
        """End the session: `sentence` is shown to its player, `how` is written to the log."""


class SessionEnds(Protocol):
    """The two ends of a session: `end` waits for the game, `part` does not."""

    def end(self, sentence: str, how: str) -> None:
        """End the session: `sentence` is shown to its player, `how` is written to the log."""

    def part(self, sentence: str) -> None:
        """Show `sentence` at once."""


@define(eq=False)
class SessionEntry:
    """A session with a game process."""

    id: int
    address: str
    since: dt.datetime
    account: Account | None
    guest: str
    game: Game
    end: EndSession
    part: Callable[[str], None]
    """Shows a farewell at once, without waiting for the game: the gateway itself ends."""
    key: KeyUsed | None = None
    """The key of the login."""
    seat: str = ""
    """The token with which the game writes into the database; empty without one."""
    place: dict[str, str] = attrs.field(factory=dict)
    """Game and progress of the player, as last reported by the game."""
    has_left: bool = False
    """Whether the game has reported its end."""
    farewell: str = ""
    """Why the game has ended by itself, in a sentence, where it could not begin or go on."""
    is_ending: bool = False
    """Whether the game is being ended: the client is gone, or the server ends it."""
    typed_at: float = 0.0
    """Monotonic time of the last key."""
    is_warned: bool = False
    """Whether the player was warned of being idle."""
    watchers: int = 0
    """Number of watchers, as last reported by the game."""

    @property
    def name(self) -> str:
        """Name of the player; empty while a new one has none."""
        return self.guest or ("" if self.account is None else self.account.name)


class Sessions:
    """All sessions; at most one of each account plays."""

    def __init__(self) -> None:
        self._all: dict[int, SessionEntry] = {}
        self._holders: dict[int, SessionEntry] = {}
        """Session that plays, by account."""
        self._numbers = itertools.count(1)

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[SessionEntry]:
        return iter(list(self._all.values()))

    def next_id(self) -> int:
        """Return the number of the next session."""
        return next(self._numbers)

    def holder(self, account: Account | None) -> SessionEntry | None:
        """Return the session in which an account plays."""
        return None if account is None else self._holders.get(account.id)

    async def holder_that_stays(self, account: Account | None) -> SessionEntry | None:
        """Return the session in which an account plays, after a short wait for one that is ending."""
        holder = self.holder(account)
        if holder is not None and holder.is_ending:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(holder.game.ended.wait(), _ENDING)
            holder = self.holder(account)
        return None if holder is None or holder.game.ended.is_set() else holder

    def add(self, entry: SessionEntry) -> None:
        """Add a session, which plays unless another one of the account does."""
        self._all[entry.id] = entry
        if entry.account is not None:
            self._hold(entry, entry.account)

    def _hold(self, entry: SessionEntry, account: Account) -> None:
        """Give the session the account's place, unless another running session has it."""
        if self._holders.setdefault(account.id, entry).game.ended.is_set():
            self._holders[account.id] = entry

    def name(self, entry: SessionEntry, account: Account) -> None:
        """Set the account of a session that had none."""
        entry.account = account
        self._hold(entry, account)

    def remove(self, entry: SessionEntry) -> None:
        """Remove a session that has ended."""
        self._all.pop(entry.id, None)
        if entry.account is not None and self._holders.get(entry.account.id) is entry:
            del self._holders[entry.account.id]

    async def take_over(self, entry: SessionEntry, sentence: str) -> bool:
        """End the other session of the account, wait for its end, and give this one its place.

        Of two that take over, the later one wins. Return whether this one still has the place.
        """
        if entry.account is None:
            return False
        other = self._holders.get(entry.account.id)
        self._holders[entry.account.id] = entry
        if other is not None and other is not entry:
            other.end(sentence, "taken over")
            await other.game.ended.wait()
        return self._holders.get(entry.account.id) is entry
