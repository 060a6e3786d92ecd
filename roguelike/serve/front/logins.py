"""Limit the rate at which completed logins become sessions: recent accounts first, strangers last."""

from __future__ import annotations

import asyncio
import collections
import enum
import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import define
from roguelike.serve.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Iterator

IN_A_ROW: Final = 3
"""Seconds of the rate that may start at once: all players return after a crash."""
SHARE: Final = 4
"""Divisor of the rate for ranks below `LATELY`."""
SHARE_IN_A_ROW: Final = 2
"""Seconds of their rate that these may use at once."""
MAX_WAITING: Final = 64
"""Maximum of these in the queue."""
TIMEOUT: Final = 10.0
"""Seconds that these wait at most."""
OF_ACCOUNT: Final = 4
"""Logins in a row in which an account goes first."""
OF_ACCOUNT_EVERY: Final = 10.0
"""Seconds until an account may go first once more."""
AT_A_TIME: Final = 2
"""Logins that start or are refused in one iteration of the event loop: each takes milliseconds."""
MAX_ACCOUNTS: Final = 4096
"""Accounts whose logins are remembered."""


class Rank(enum.IntEnum):
    """Priority in the queue: a lower number goes first."""

    LATELY = 0
    """An account seen within a day: never refused while there are fewer than `max_sessions`."""
    KNOWN = 1
    """Another account, or one that logs in again and again."""
    STRANGER = 2
    """A new key, or a guest."""


@define(eq=False)
class Login:
    """A completed login in the queue."""

    rank: Rank
    since: float
    wake: Callable[[], None] = attrs.field(default=lambda: None)
    """Called when it starts or is refused."""
    has_turn: bool = False


class LoginQueue:
    """Queue of logins; callers pass in the time, in seconds."""

    def __init__(self, rate: int, places: int) -> None:
        self._waiting: dict[Rank, dict[Login, None]] = {rank: {} for rank in Rank}
        self.apply(rate, places)

    def apply(self, rate: int, places: int) -> None:
        """Change the limits.

        Args:
            rate: sessions that may start in a second.
            places: the maximum number of sessions.
        """
        self._places = places
        self._all = TokenBucket(IN_A_ROW * rate, rate)
        self._others = TokenBucket(max(1.0, rate / SHARE * SHARE_IN_A_ROW), rate / SHARE)

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def enter(self, login: Login) -> bool:
        """Queue a login; return False if there is no room."""
        waiting = self._waiting[login.rank]
        has_room = len(waiting) < (MAX_WAITING if login.rank else self._places)
        if has_room:
            waiting[login] = None
        return has_room

    def leave(self, login: Login) -> None:
        """Remove a login that has started, or whose client is gone."""
        self._waiting[login.rank].pop(login, None)

    def next_turns(self, now: float) -> Iterator[Login]:
        """Remove and yield the logins that may start: by rank, the oldest first."""
        for rank, waiting in self._waiting.items():
            while waiting:
                if self._wait_of(rank, now):
                    return
                for bucket in self._buckets(rank):
                    bucket.take(now)
                yield _first(waiting)

    def late(self, now: float) -> Iterator[Login]:
        """Remove and yield the logins that have waited too long."""
        for rank in (Rank.KNOWN, Rank.STRANGER):
            waiting = self._waiting[rank]
            while waiting and now - next(iter(waiting)).since >= TIMEOUT:
                yield _first(waiting)

    def clear(self) -> Iterator[Login]:
        """Remove and yield all logins."""
        for waiting in self._waiting.values():
            while waiting:
                yield _first(waiting)

    def wait(self, now: float) -> float:
        """Return the seconds until a login may start, or has waited too long."""
        first = next((rank for rank in Rank if self._waiting[rank]), Rank.STRANGER)
        oldest = [next(iter(waiting)).since for rank, waiting in self._waiting.items() if waiting and rank]
        return max(0.0, min([self._wait_of(first, now), *(since + TIMEOUT - now for since in oldest)]))

    def _wait_of(self, rank: Rank, now: float) -> float:
        return max(bucket.wait(now) for bucket in self._buckets(rank))

    def _buckets(self, rank: Rank) -> tuple[TokenBucket, ...]:
        return (self._all,) if rank is Rank.LATELY else (self._all, self._others)


def _first(waiting: dict[Login, None]) -> Login:
    """Remove and return the oldest login."""
    login = next(iter(waiting))
    del waiting[login]
    return login


class Logins:
    """Starts completed logins at the limited rate."""

    def __init__(self, rate: int, places: int) -> None:
        self._queue = LoginQueue(rate, places)
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False

    def __len__(self) -> int:
        """Return the number of logins in the queue."""
        return len(self._queue)

    def apply(self, rate: int, places: int) -> None:
        """Change the limits."""
        self._queue.apply(rate, places)
        self._advance()

    async def turn(self, rank: Rank, on_wait: Callable[[], None]) -> bool:
        """Wait until a login may start; return False if it is refused.

        Args:
            rank: its rank.
            on_wait: called if it has to wait.
        """
        loop = asyncio.get_running_loop()
        decided = asyncio.Event()
        login = Login(rank, loop.time(), decided.set)
        if self._is_closed or not self._queue.enter(login):
            return False
        self._advance()
        if not decided.is_set():
            on_wait()
        try:
            await decided.wait()
        finally:
            self._queue.leave(login)
        return login.has_turn

    def close(self) -> None:
        """Refuse all logins in the queue, and later ones."""
        self._is_closed = True
        self._advance()

    def _advance(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        if not self._is_closed:
            for login in itertools.islice(self._queue.next_turns(now), AT_A_TIME):
                login.has_turn = True
                login.wake()
        refused = self._queue.clear() if self._is_closed else self._queue.late(now)
        for login in itertools.islice(refused, AT_A_TIME):
            login.wake()
        if self._timer is not None:
            self._timer.cancel()
        wait = 0.0 if self._is_closed else self._queue.wait(now)
        self._timer = loop.call_later(wait, self._advance) if len(self._queue) else None


@define
class Returns:
    """Limits how often each account may go first."""

    _buckets: collections.OrderedDict[int, TokenBucket] = attrs.field(factory=collections.OrderedDict)

    def take(self, account: int, now: float) -> bool:
        """Return whether an account may go first once more, and count that."""
        bucket = self._buckets.setdefault(account, TokenBucket(OF_ACCOUNT, 1 / OF_ACCOUNT_EVERY))
        self._buckets.move_to_end(account)
        if len(self._buckets) > MAX_ACCOUNTS:
            self._buckets.popitem(last=False)
        return bucket.take(now)
