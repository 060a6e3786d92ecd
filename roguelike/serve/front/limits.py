"""Limits of connections and input by address; every answer depends on the time passed in, in seconds."""

from __future__ import annotations

import collections
import ipaddress
from typing import Final

import attrs

from roguelike.classes import define, frozen
from roguelike.serve.environment import LARGEST
from roguelike.serve.settings import Startups

MAX_ADDRESSES: Final = 65_536
"""Addresses that are remembered."""
CONNECTIONS: Final = 10
"""Connections that an address may open at once."""
CONNECTION_EVERY: Final = 6.0
"""Seconds until it may open one more."""
PAGES: Final = 30
"""Sessions of pages that an address may open at once: a reload is one, and costs no key exchange."""
PAGE_EVERY: Final = 2.0
"""Seconds until it may open one more."""
INPUT: Final = 64 << 10
"""Bytes that a connection may send at once."""
INPUT_RATE: Final = 8 << 10
"""Bytes a second that it may send for long."""
KEY_EXCHANGES: Final = 4
"""That a client may begin in an hour."""
REFUSED_FROM: Final = 15.0
"""Seconds of penalty from which on an address is refused."""
MAX_PENALTY: Final = 600.0
SPARED: Final = 3600.0
"""Seconds for which an address that has played is spared the limit of startups."""
RETURNING: Final = 60.0
"""Seconds from the start in which everybody is: after a crash all players return at once."""
KEPT: Final = 32
"""Places for players who have a game to continue, where so many are not more than a sixth of all."""


DRAWN: Final = LARGEST[0] * LARGEST[1]
"""Cells that a game draws without a pause for new sizes, and where a page asks for everything: the largest window, or a
usual one 50 times, as when somebody drags its edge."""
DRAWN_A_SECOND: Final = 20_000
"""Cells in a second from then on."""
DRAWN_AGAIN: Final = 0.5
"""Seconds until it is looked again whether there are enough for the newest size."""


class Reason:
    """Why somebody was refused, as the log and the figures name it."""

    RATE = "rate"
    PENALTY = "penalty"
    STARTUPS = "startups"
    SESSIONS = "sessions"
    FULL = "full"
    EXCHANGES = "key exchanges"
    LOGINS = "logins"
    BANNED = "banned"
    PROXY = "no header of a proxy"


def plain_address(address: str) -> str:
    """Return an address as its owner writes it: on a socket for IPv4 and IPv6, 192.0.2.1 comes as ::ffff:192.0.2.1."""
    found = ipaddress.ip_address(address.partition("%")[0])
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return address if mapped is None else str(mapped)


def network_of(address: str) -> str:
    """Return what counts as one address: the IPv4 address, or the network of 64 bits of an IPv6 address."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return str(found)


@define
class Bucket:
    """Holds up to `size`, is filled at `rate` a second, and is taken from."""

    size: float
    rate: float
    _level: float = attrs.field(init=False, default=attrs.Factory(lambda self: self.size, takes_self=True))
    _at: float = attrs.field(init=False, default=0.0)

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Take that much, if it is there."""
        self._fill(now)
        if amount > self._level:
            return False
        self._level -= amount
        return True

    def wait(self, now: float, amount: float = 1.0) -> float:
        """Return the seconds until that much is there; 0 if it is."""
        self._fill(now)
        return max(0.0, amount - self._level) / self.rate

    def _fill(self, now: float) -> None:
        self._level = min(self.size, self._level + (now - self._at) * self.rate)
        self._at = now


@frozen
class Penalty:
    """What an address has to pay for, in seconds."""

    WITHOUT_LOGIN = 1.0
    FAILED = 5.0
    WRONG_CODE = 5.0
    CUT = 90.0


@define
class _Address:
    connections: Bucket = attrs.field(factory=lambda: Bucket(CONNECTIONS, 1 / CONNECTION_EVERY))
    pages: Bucket = attrs.field(factory=lambda: Bucket(PAGES, 1 / PAGE_EVERY))
    penalty_until: float = 0.0
    played_at: float = -SPARED
    sessions: int = 0


@define
class Gate:
    """Decides at each connection whether it may wait, and whether its key exchange may begin: by its address alone."""

    startups: Startups
    per_address: int
    places: int
    """How many sessions there may be at all."""
    opened_at: float = -RETURNING
    unauthenticated: int = 0
    _addresses: collections.OrderedDict[str, _Address] = attrs.field(init=False, factory=collections.OrderedDict)

    def use(self, startups: Startups, per_address: int, places: int) -> None:
        """Go by other limits from now on."""
        self.startups, self.per_address, self.places = startups, per_address, places

    def refuses(self, network: str, now: float, *, is_page: bool = False) -> str:
        """Return why a connection is refused; empty if it may wait for its key exchange, or a page for its session.

        Args:
            network: what `network_of` says of its address.
            now: the time.
            is_page: whether it is a page.
        """
        found = self._of(network)
        if found.penalty_until - now >= REFUSED_FROM:
            return Reason.PENALTY
        if not (found.pages if is_page else found.connections).take(now):
            return Reason.RATE
        return ""

    def is_crowded(self, network: str, now: float, chance: float) -> bool:
        """Return whether too many have not logged in yet for one more.

        Args:
            network: what `network_of` says of its address.
            now: the time.
            chance: a random number from 0 up to 1.
        """
        found = self._of(network)
        spared = now - found.played_at < SPARED or now - self.opened_at < RETURNING
        if self.unauthenticated >= self.startups.full + self.places * spared:
            return True
        return not spared and self._is_over(chance)

    def _is_over(self, chance: float) -> bool:
        begin, percent, full = self.startups.begin, self.startups.percent, self.startups.full
        if self.unauthenticated < begin:
            return False
        rising = (100 - percent) * (self.unauthenticated - begin) / max(1, full - begin)
        return chance * 100 < percent + rising

    def is_full(self, taken: int, *, returns: bool) -> bool:
        """Return whether there is no place for one more.

        Args:
            taken: how many sessions there are.
            returns: whether it is for somebody who has a game to continue.
        """
        kept = 0 if returns else min(KEPT, self.places // 6)
        return taken >= self.places - kept

    def punish(self, network: str, now: float, seconds: float) -> None:
        """Add a penalty to an address."""
        found = self._of(network)
        found.penalty_until = min(now + MAX_PENALTY, max(now, found.penalty_until) + seconds)

    def begin_session(self, network: str, now: float) -> bool:
        """Count a session of an address; returns whether it may have one more."""
        found = self._of(network)
        if found.sessions >= self.per_address:
            return False
        found.sessions += 1
        found.played_at = now
        return True

    def end_session(self, network: str) -> None:
        """Count a session of an address as ended."""
        self._of(network).sessions -= 1

    def _of(self, network: str) -> _Address:
        found = self._addresses.get(network)
        if found is None:
            found = self._addresses[network] = _Address()
            self._forget()
        self._addresses.move_to_end(network)
        return found

    def _forget(self) -> None:
        """Forget the address that was not heard of for longest, if there are too many; never one with a session."""
        if len(self._addresses) <= MAX_ADDRESSES:
            return
        oldest = next((each for each, found in self._addresses.items() if not found.sessions), None)
        if oldest is not None:
            del self._addresses[oldest]
