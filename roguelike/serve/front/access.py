"""Access after the login: refuses banned players, strangers on a closed server, and too many guests."""

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
"""In lines, since a fingerprint that is broken anywhere cannot be copied."""


class Client(Protocol):
    """The client of a connection, as it has logged in."""

    user: str
    key: KeyUsed | None
    address: str


@frozen
class Login:
    """A client that has logged in."""

    user: str
    """The user name that the client gave."""
    key: KeyUsed | None
    account: Account | None
    address: str
    network: str
    """What `network_of` says of the address."""

    @property
    def is_guest(self) -> bool:
        """Whether they play without a key."""
        return is_guest(self.user, self.key)

    @property
    def is_linking(self) -> bool:
        """Whether they want to add a key to an account by a code."""
        return self.user.startswith(LINK)


def is_guest(user: str, key: KeyUsed | None) -> bool:
    """Return whether somebody who has logged in plays without a key."""
    return user == GUEST and key is None


@define
class Guests:
    """How many guests there are, by their networks."""

    _count: collections.Counter[str] = attrs.field(factory=collections.Counter)

    def denial_reason(self, network: str, most: int) -> str:
        """Return why there can be no other guest from a network, in a sentence; empty if there can."""
        if self._count.total() >= most:
            return "Too many guests: play with an account, or try again later."
        if self._count[network] >= GUESTS_OF_NETWORK:
            return f"There are already {GUESTS_OF_NETWORK} guests from your address."
        return ""

    def came(self, network: str) -> None:
        """Count one more."""
        self._count[network] += 1

    def left(self, network: str) -> None:
        """Count one less."""
        self._count[network] -= 1
        if not self._count[network]:
            del self._count[network]


def denial_reason(login: Login, settings: ServeSettings, bans: Bans, guests: Guests, now: dt.datetime) -> str:
    """Return why somebody is not let in, in a sentence; empty if they are."""
    ban = bans.of_address(login.address, now) or bans.of_player(login.account, login.key, now)
    if ban is not None:
        return ban.sentence()
    if login.is_guest:
        return guests.denial_reason(login.network, settings.guests)
    may_bring_code = login.is_linking or (login.key is not None and login.key.kind == BROWSER)  # its game asks for it
    if settings.closed and login.account is None and not may_bring_code:
        return CLOSED.format(fingerprint="" if login.key is None else login.key.fingerprint)
    return ""
