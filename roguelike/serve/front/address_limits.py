"""Limits by address: connections, penalties, logins in progress and sessions; callers pass in the time, in seconds."""

from __future__ import annotations

import collections
from typing import Final

import attrs

from roguelike.classes import define, frozen
from roguelike.serve.settings import Startups
from roguelike.serve.token_bucket import TokenBucket

MAX_ADDRESSES: Final = 65_536
"""Addresses in the table."""
CONNECTION_BURST: Final = 10
"""Connections of an address at once."""
CONNECTION_INTERVAL: Final = 6.0
"""Seconds until an address may open another one."""
PAGE_BURST: Final = 30
"""Sessions of pages of an address at once: a reload opens one, and costs no key exchange."""
PAGE_INTERVAL: Final = 2.0
"""Seconds until an address may open another one."""
INPUT_BURST: Final = 64 << 10
"""Bytes of input of a connection at once."""
INPUT_RATE: Final = 8 << 10
"""Bytes of input of a connection a second."""
KEY_EXCHANGES: Final = 4
"""Key exchanges that a client may start in an hour."""
PENALTY_THRESHOLD: Final = 15.0
"""Seconds of penalty above which an address is refused."""
MAX_PENALTY: Final = 600.0
EXEMPTION: Final = 3600.0
"""Seconds after a session for which an address is exempt from `startups`."""
STARTUP_EXEMPTION: Final = 60.0
"""Seconds after the start for which every address is exempt: after a crash all players return at once."""
MAX_RESERVED: Final = 32
"""Sessions reserved for players with a game to continue; at most a sixth accounts."""


class RefusalReason:
    """Reasons for refusals, as in the log and the metrics."""

    RATE = "rate"
    PENALTY = "penalty"
    STARTUPS = "startups"
    SESSIONS = "sessions"
    FULL = "full"
    EXCHANGES = "key exchanges"
    LOGINS = "logins"
    BANNED = "banned"
    PROXY = "no header of a proxy"


@frozen
class Penalty:
    """Penalties of an address, in seconds."""

    WITHOUT_LOGIN = 1.0
    WRONG_CODE = 5.0
    CUT = 90.0


@define
class _Address:
    connections: TokenBucket = attrs.field(factory=lambda: TokenBucket(CONNECTION_BURST, 1 / CONNECTION_INTERVAL))
    pages: TokenBucket = attrs.field(factory=lambda: TokenBucket(PAGE_BURST, 1 / PAGE_INTERVAL))
    penalty_until: float = 0.0
    played_at: float = -EXEMPTION
    sessions: int = 0


@define
class AddressLimits:
    """Decides by address whether a connection may wait, start its key exchange, and have a session."""

    startups: Startups
    per_address: int
    """Maximum sessions of an address."""
    max_sessions: int
    opened_at: float = -STARTUP_EXEMPTION
    unauthenticated: int = 0
    """Number of connections that have not logged in."""
    _addresses: collections.OrderedDict[str, _Address] = attrs.field(init=False, factory=collections.OrderedDict)

    def apply(self, startups: Startups, per_address: int, max_sessions: int) -> None:
        """Change the limits."""
        self.startups, self.per_address, self.max_sessions = startups, per_address, max_sessions

    def refusal(self, network: str, now: float, *, is_page: bool = False) -> str:
        """Return the reason to refuse a connection or page; empty if it may wait for its key exchange or session.

        Args:
            network: the network of its address.
            now: the time, in seconds.
            is_page: whether it is a page, which has no key exchange.
        """
        found = self._of(network)
        if found.penalty_until - now >= PENALTY_THRESHOLD:
            return RefusalReason.PENALTY
        if not (found.pages if is_page else found.connections).take(now):
            return RefusalReason.RATE
        return ""

    def is_crowded(self, network: str, now: float, chance: float) -> bool:
        """Return whether too many connections have not logged in to accept another.

        Args:
            network: the network of its address.
            now: the time, in seconds.
            chance: a random number from 0 to 1.
        """
        found = self._of(network)
        is_exempt = now - found.played_at < EXEMPTION or now - self.opened_at < STARTUP_EXEMPTION
        if self.unauthenticated >= self.startups.full + self.max_sessions * is_exempt:
            return True
        return not is_exempt and self._is_over(chance)

    def _is_over(self, chance: float) -> bool:
        begin, percent, full = self.startups.begin, self.startups.percent, self.startups.full
        if self.unauthenticated < begin:
            return False
        rising = (100 - percent) * (self.unauthenticated - begin) / max(1, full - begin)
        return chance * 100 < percent + rising

    def is_full(self, taken: int, *, returns: bool) -> bool:
        """Return whether there is no room for another session.

        Args:
            taken: the number of sessions.
            returns: whether the player has a game to continue.
        """
        reserved = 0 if returns else min(MAX_RESERVED, self.max_sessions // 6)
        return taken >= self.max_sessions - reserved

    def punish(self, network: str, now: float, seconds: float) -> None:
        """Add a penalty to an address."""
        found = self._of(network)
        found.penalty_until = min(now + MAX_PENALTY, max(now, found.penalty_until) + seconds)

    def begin_session(self, network: str, now: float) -> bool:
        """Count a session of an address and return True; return False if it has `per_address` sessions."""
        found = self._of(network)
        if found.sessions >= self.per_address:
            return False
        found.sessions += 1
        found.played_at = now
        return True

    def end_session(self, network: str) -> None:
        """Count the end of a session of an address."""
        self._of(network).sessions -= 1

    def _of(self, network: str) -> _Address:
        found = self._addresses.get(network)
        if found is None:
            found = self._addresses[network] = _Address()
            self._forget()
        self._addresses.move_to_end(network)
        return found

    def _forget(self) -> None:
        """Remove the least recently used address without a session, if there are too many."""
        if len(self._addresses) <= MAX_ADDRESSES:
            return
        oldest = next((each for each, found in self._addresses.items() if not found.sessions), None)
        if oldest is not None:
            del self._addresses[oldest]
