"""Admission: by address before the login, by account and free sessions after it."""

from __future__ import annotations

import datetime as dt
import ipaddress
import random
import time
from typing import TYPE_CHECKING, Final

from roguelike.serve.accounts import without_code
from roguelike.serve.addresses import network_of
from roguelike.serve.front.access import FULL, Guests, Login, denial_reason
from roguelike.serve.front.address_limits import AddressLimits, RefusalReason
from roguelike.serve.front.familiar import Familiar
from roguelike.serve.front.logins import Rank, Returns
from roguelike.serve.logs import log

if TYPE_CHECKING:
    from roguelike.serve.bans import Ban
    from roguelike.serve.front.access import Client
    from roguelike.serve.front.counters import Counters
    from roguelike.serve.front.directory import Directory
    from roguelike.serve.front.sessions import SessionEntry
    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.settings import ServeSettings

    Ends = tuple[object, object]
    """Addresses and ports of both ends of a connection, its own first."""


LATELY: Final = dt.timedelta(hours=24)
"""Time within which a player counts as seen lately."""


def _networks(settings: ServeSettings) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    return [ipaddress.ip_network(each) for each in settings.proxy_protocol]


class Admission:
    """Admits connections, logins and sessions, and counts them and the refusals."""

    def __init__(self, places: ServerPaths, settings: ServeSettings, counters: Counters, directory: Directory) -> None:
        self._directory = directory
        self._settings = settings
        self._counters = counters
        self._limits = AddressLimits(settings.startups, settings.per_address, settings.max_sessions, time.monotonic())
        self._guests = Guests()
        self._returns = Returns()
        self._familiar = Familiar(places.familiar, int(time.time()))
        self._logging_in: dict[Ends, str] = {}
        """Addresses of connections that have not logged in, by their ends."""
        self._proxies = _networks(settings)
        self._starting = 0
        """Sessions whose game is being started."""

    def apply(self, settings: ServeSettings) -> None:
        """Change the settings."""
        self._settings = settings
        self._proxies = _networks(settings)
        self._limits.apply(settings.startups, settings.per_address, settings.max_sessions)

    @property
    def unauthenticated(self) -> int:
        """Number of connections that have not logged in."""
        return self._limits.unauthenticated

    @property
    def starting(self) -> int:
        """Number of admitted sessions whose game is being started."""
        return self._starting

    def is_proxy(self, address: str) -> bool:
        """Return whether the address is that of a load balancer, trusted to send the addresses of its clients."""
        found = ipaddress.ip_address(address.partition("%")[0])
        return any(found in network for network in self._proxies)

    def admits(self, address: str, *, is_page: bool = False) -> bool:
        """Return whether a connection from an address may wait for its key exchange, or a page for its session."""
        now = time.monotonic()
        refused = ""
        if not self.is_proxy(address):  # its health checks have no limit
            refused = self._limits.refusal(network_of(address), now, is_page=is_page)
        if not refused and self.ban_at(address):
            refused = RefusalReason.BANNED
        if refused:
            self._counters.refuse(address, refused, now)
        return not refused

    def ban_at(self, address: str) -> str:
        """Return the sentence of the ban of an address; empty without one."""
        ban = self._directory.bans().of_address(address, dt.datetime.now(dt.UTC))
        return "" if ban is None else ban.sentence()

    def goes_first(self, address: str) -> bool:
        """Return whether connections of an address skip the queue: players of the last day, and load balancers."""
        return self.is_proxy(address) or self._familiar.knows(network_of(address), int(time.time()))

    def starts_exchange(self, address: str, ends: Ends) -> bool:
        """Return whether a key exchange may start now; if so, the connection counts as logging in until `end_login`."""
        now = time.monotonic()
        chance = random.random()  # noqa: S311 -- a load is shed
        if not self.is_proxy(address) and self._limits.is_crowded(network_of(address), now, chance):
            self._counters.refuse(address, RefusalReason.STARTUPS, now)
            return False
        self._counters.connections += 1
        self._logging_in[ends] = address
        self._limits.unauthenticated = len(self._logging_in)
        return True

    def address_at(self, ends: Ends) -> str:
        """Return the address of a connection that has not logged in.

        Raises:
            ConnectionResetError: nobody has these ends, which the system forgets when a client resets the connection.
        """
        try:
            return self._logging_in[ends]
        except KeyError:
            raise ConnectionResetError from None

    def end_login(self, ends: Ends) -> None:
        """Count a connection as logged in, or as closed before."""
        self._logging_in.pop(ends, None)
        self._limits.unauthenticated = len(self._logging_in)

    def punish(self, address: str, seconds: float) -> None:
        """Add a penalty to an address."""
        if not self.is_proxy(address):
            self._limits.punish(network_of(address), time.monotonic(), seconds)

    async def login(self, client: Client) -> Login:
        """Return the login of a client.

        Raises:
            NoDirectory: the accounts cannot be read now.
        """
        account = None if client.key is None else await self._directory.account_of(client.key.fingerprint)
        network = network_of(client.address)
        return Login(client.user, client.key, account, client.address, network)

    def trouble(self) -> str:
        """Return why accounts cannot be read or written now; empty if they can."""
        return self._directory.trouble()

    async def rank(self, login: Login) -> Rank:
        """Return the rank of a login in the queue, and count the login.

        Raises:
            NoDirectory: the accounts cannot be read now.
        """
        account = login.account
        if account is None:
            return Rank.STRANGER
        was_seen = await self._directory.was_seen(account, LATELY)
        return Rank.LATELY if was_seen and self._returns.take(account.id, time.monotonic()) else Rank.KNOWN

    def refuse_exchange(self, address: str) -> None:
        """Count a connection that is closed because too many wait for their key exchanges."""
        self._counters.refuse(address, RefusalReason.EXCHANGES, time.monotonic())

    def refuse_login(self, address: str) -> None:
        """Count a login that is refused because too many are in progress."""
        self._counters.refuse(address, RefusalReason.LOGINS, time.monotonic())

    async def begin_session(self, login: Login, taken: int) -> str:
        """Start a session and return an empty text, or return the sentence that refuses it.

        Args:
            login: the login.
            taken: the number of sessions with a game.

        Raises:
            NoDirectory: the accounts cannot be read now.
        """
        now = time.monotonic()
        if refused := await self.denial_reason(login, taken):
            return refused
        if not self._limits.begin_session(login.network, now):
            self._counters.refuse(login.address, RefusalReason.SESSIONS, now)
            return f"There are already {self._settings.per_address} sessions from your address."
        self._starting += 1
        if login.account is not None:
            self.note_player(login.address)
        if login.is_guest:
            self._guests.came(login.network)
        return ""

    def note_player(self, address: str) -> None:
        """Record the address of an account's login."""
        self._familiar.note(network_of(address), int(time.time()))

    async def denial_reason(self, login: Login, taken: int) -> str:
        """Return the sentence that refuses a session, apart from the limits of the address; empty if none does.

        Raises:
            NoDirectory: the accounts cannot be read now.
        """
        now = time.monotonic()
        if refused := denial_reason(
            login, self._settings, self._directory.bans(), self._guests, dt.datetime.now(dt.UTC)
        ):
            self._counters.refused["turned away"] += 1
            log("turned away", address=login.address, user=without_code(login.user), why=refused)
            return refused
        returns = login.account is not None and await self._directory.has_game(login.account)
        if self._limits.is_full(taken + self._starting, returns=returns):
            self._counters.refuse(login.address, RefusalReason.FULL, now)
            return FULL
        return ""

    def started(self) -> None:
        """Count a session's start as finished, successful or not."""
        self._starting -= 1

    def end_session(self, address: str, *, was_guest: bool) -> None:
        """Count a session as ended."""
        network = network_of(address)
        self._limits.end_session(network)
        if was_guest:
            self._guests.left(network)

    def ban_of(self, entry: SessionEntry) -> Ban | None:
        """Return the ban of a session's player; None without one."""
        bans, now = self._directory.bans(), dt.datetime.now(dt.UTC)
        return bans.of_address(entry.address, now) or bans.of_player(entry.account, entry.key, now)
