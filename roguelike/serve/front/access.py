"""Access after the login: refuses banned players, strangers on a closed server, and surplus guests."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Final, Protocol

import attrs

from roguelike.classes import define, frozen
from roguelike.serve.accounts import BROWSER, GUEST, LINK, Account, KeyUsed

if TYPE_CHECKING:
    import datetime as dt

    from roguelike.serve.bans import Bans
    from roguelike.serve.settings import ServeSettings

GUESTS_OF_NETWORK: Final = 2
NO_TERMINAL: Final = "This is a game for a terminal: connect with ssh -t, and without a command."
SAVED: Final = "Your game is saved."
KEPT: Final = "Connect again: no turn is lost."
GUEST_OVER: Final = "A guest's game ends with the session: with an account you keep yours."
DIED: Final = f"The game crashed. {KEPT}"
NO_ACCOUNTS: Final = "The accounts cannot be read now: try again in a minute."
BUSY: Final = "Too many players are logging in: try again in a minute."
QUEUED: Final = "Many players are logging in. You are in the queue."
FULL: Final = "The server is full: try again later."
CLOSED: Final = (
    "Only players with an account can log in. No account has this key:\r\n"
    "{fingerprint}\r\n"
    "Do you have another? Connect with ssh -i FILE."
)
"""On a line of its own, so that the fingerprint can be copied."""


class Client(Protocol):
    """The client of a connection that has logged in."""

    user: str
    key: KeyUsed | None
    address: str


@frozen
class Login:
    """A completed login."""

    user: str
    """User name of the client."""
    key: KeyUsed | None
    account: Account | None
    address: str
    network: str
    """Network of the address."""

    @property
    def is_guest(self) -> bool:
        """Whether the client plays without a key."""
        return is_guest(self.user, self.key)

    @property
    def is_linking(self) -> bool:
        """Whether the client adds its key to an account by a code."""
        return self.user.startswith(LINK)


def is_guest(user: str, key: KeyUsed | None) -> bool:
    """Return whether a login is that of a guest."""
    return user == GUEST and key is None


@define
class Guests:
    """Number of guests, by network."""

    _count: collections.Counter[str] = attrs.field(factory=collections.Counter)

    def denial_reason(self, network: str, most: int) -> str:
        """Return the sentence that refuses another guest from a network; empty if there is room."""
        if self._count.total() >= most:
            return "Too many guests: play with an account, or try again later."
        if self._count[network] >= GUESTS_OF_NETWORK:
            return f"There are already {GUESTS_OF_NETWORK} guests from your address."
        return ""

    def came(self, network: str) -> None:
        """Count a guest."""
        self._count[network] += 1

    def left(self, network: str) -> None:
        """Count the end of a guest's session."""
        self._count[network] -= 1
        if not self._count[network]:
            del self._count[network]


def denial_reason(login: Login, settings: ServeSettings, bans: Bans, guests: Guests, now: dt.datetime) -> str:
    """Return the sentence that refuses a login; empty if access is granted."""
    ban = bans.of_address(login.address, now) or bans.of_player(login.account, login.key, now)
    if ban is not None:
        return ban.sentence()
    if login.is_guest:
        return guests.denial_reason(login.network, settings.guests)
    is_browser = login.key is not None and login.key.kind == BROWSER  # its game asks for an invite code
    may_bring_code = login.is_linking or is_browser
    if settings.closed and login.account is None and not may_bring_code:
        return CLOSED.format(fingerprint="" if login.key is None else login.key.fingerprint)
    return ""
