"""Admission: by the address before the login, by account and places after it."""

from __future__ import annotations

import datetime as dt
import ipaddress
import random
import time
from typing import TYPE_CHECKING, Final

from roguelike.serve.accounts import without_code
from roguelike.serve.front.access import FULL, Guests, Login, denial_reason
from roguelike.serve.front.familiar import Familiar
from roguelike.serve.front.limits import Gate, Reason, network_of
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
    """The addresses and ports of both ends of a connection, its own first."""


LATELY: Final = dt.timedelta(hours=24)
"""Since when somebody was seen lately."""


def _networks(settings: ServeSettings) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    return [ipaddress.ip_network(each) for each in settings.proxy_protocol]


class Admission:
    """Decides who is let in, and counts who is there; refusals are tallied."""

    def __init__(self, places: ServerPaths, settings: ServeSettings, counters: Counters, directory: Directory) -> None:
        self._directory = directory
        self._settings = settings
        self._counters = counters
        self._gate = Gate(settings.startups, settings.per_address, settings.max_sessions, time.monotonic())
        self._guests = Guests()
        self._returns = Returns()
        self._familiar = Familiar(places.familiar, int(time.time()))
        self._at_door: dict[Ends, str] = {}
        """The addresses of those who have not logged in yet, by the ends of their connections."""
        self._proxies = _networks(settings)
        self._starting = 0
        """Sessions whose game is being started."""

    def use(self, settings: ServeSettings) -> None:
        """Go by other settings from now on."""
        self._settings = settings
        self._proxies = _networks(settings)
        self._gate.use(settings.startups, settings.per_address, settings.max_sessions)

    @property
    def unauthenticated(self) -> int:
        """How many have not logged in yet."""
        return self._gate.unauthenticated

    @property
    def starting(self) -> int:
        """How many sessions are let in whose game does not run yet."""
        return self._starting

    def is_proxy(self, address: str) -> bool:
        """Return whether that is a load balancer, which is trusted to send the addresses of its clients."""
        found = ipaddress.ip_address(address.partition("%")[0])
        return any(found in network for network in self._proxies)

    def admits(self, address: str, *, is_page: bool = False) -> bool:
        """Return whether a connection from an address may wait for its key exchange, or a page for its session."""
        now = time.monotonic()
        refused = ""
        if not self.is_proxy(address):  # one that checks whether the server is there
            refused = self._gate.refuses(network_of(address), now, is_page=is_page)
        if not refused and self.ban_at(address):
            refused = Reason.BANNED
        if refused:
            self._counters.refuse(address, refused, now)
        return not refused

    def ban_at(self, address: str) -> str:
        """Return why an address is banned, in a sentence; empty if it is not."""
        ban = self._directory.bans().of_address(address, dt.datetime.now(dt.UTC))
        return "" if ban is None else ban.sentence()

    def goes_first(self, address: str) -> bool:
        """Return whether the connections of an address wait for nobody: players' of the last day, or a balancer's."""
        return self.is_proxy(address) or self._familiar.knows(network_of(address), int(time.time()))

    def enters(self, address: str, ends: Ends) -> bool:
        """Return whether a key exchange may begin now; if so, the connection is at the door until `leave_door`."""
        now = time.monotonic()
        chance = random.random()  # noqa: S311 -- a load is shed
        if not self.is_proxy(address) and self._gate.is_crowded(network_of(address), now, chance):
            self._counters.refuse(address, Reason.STARTUPS, now)
            return False
        self._counters.connections += 1
        self._at_door[ends] = address
        self._gate.unauthenticated = len(self._at_door)
        return True

    def address_at(self, ends: Ends) -> str:
        """Return the address of somebody who has not logged in yet.

        Raises:
            ConnectionResetError: nobody has these ends, which the system forgets when a client resets the connection.
        """
        try:
            return self._at_door[ends]
        except KeyError:
            raise ConnectionResetError from None

    def leave_door(self, ends: Ends) -> None:
        """Count a connection as authenticated, or as gone before it was."""
        self._at_door.pop(ends, None)
        self._gate.unauthenticated = len(self._at_door)

    def punish(self, address: str, seconds: float) -> None:
        """Add a penalty to an address."""
        if not self.is_proxy(address):
            self._gate.punish(network_of(address), time.monotonic(), seconds)

    async def login(self, client: Client) -> Login:
        """Return who has logged in.

        Raises:
            NoDirectory: the accounts cannot be read now.
        """
        account = None if client.key is None else await self._directory.account_of(client.key.fingerprint)
        network = network_of(client.address)
        return Login(client.user, client.key, account, client.address, network)

    def trouble(self) -> str:
        """Return why the accounts cannot be read and written now; empty if they can."""
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
        """Count a connection that is closed since too many wait for their key exchanges."""
        self._counters.refuse(address, Reason.EXCHANGES, time.monotonic())

    def refuse_login(self, address: str) -> None:
        """Count somebody who is not let in since too many log in."""
        self._counters.refuse(address, Reason.LOGINS, time.monotonic())

    async def begin_session(self, login: Login, taken: int) -> str:
        """Return why somebody can have no session, in a sentence; empty where they have one from now on.

        Args:
            login: who it is.
            taken: how many sessions have a game.

        Raises:
            NoDirectory: the accounts cannot be read now.
        """
        now = time.monotonic()
        if refused := await self.denial_reason(login, taken):
            return refused
        if not self._gate.begin_session(login.network, now):
            self._counters.refuse(login.address, Reason.SESSIONS, now)
            return f"There are already {self._settings.per_address} sessions from your address."
        self._starting += 1
        if login.account is not None:
            self.note_player(login.address)
        if login.is_guest:
            self._guests.came(login.network)
        return ""

    def note_player(self, address: str) -> None:
        """Remember an address from which an account has logged in."""
        self._familiar.note(network_of(address), int(time.time()))

    async def denial_reason(self, login: Login, taken: int) -> str:
        """Return why there is no session for somebody, whatever their address has; empty if there is one.

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
        if self._gate.is_full(taken + self._starting, returns=returns):
            self._counters.refuse(login.address, Reason.FULL, now)
            return FULL
        return ""

    def started(self) -> None:
        """Count the game of a session as started, or as one that cannot be."""
        self._starting -= 1

    def end_session(self, address: str, *, was_guest: bool) -> None:
        """Count a session as ended."""
        network = network_of(address)
        self._gate.end_session(network)
        if was_guest:
            self._guests.left(network)

    def ban_of(self, entry: SessionEntry) -> Ban | None:
        """Return the ban of somebody who has a session; None if there is none."""
        bans, now = self._directory.bans(), dt.datetime.now(dt.UTC)
        return bans.of_address(entry.address, now) or bans.of_player(entry.account, entry.key, now)
