"""An SSH connection: its login by key, and its session."""

from __future__ import annotations

import asyncio
import functools
from typing import TYPE_CHECKING, Final

import asyncssh

from roguelike.serve.accounts import GUEST, KeyUsed, without_code
from roguelike.serve.front.address_limits import Penalty
from roguelike.serve.front.budget import InputBudget
from roguelike.serve.front.no_key import GUEST_PROMPT, advice, offers_guests, weakness
from roguelike.serve.front.packet_limits import PacketLimits
from roguelike.serve.front.relay import Relay
from roguelike.serve.logs import log

if TYPE_CHECKING:
    from collections.abc import Sequence

    from asyncssh.auth import KbdIntChallenge

    from roguelike.serve.front.hosting import Hosting
    from roguelike.serve.front.hub import Hub

MAX_KEYS: Final = 6
"""Keys that a client may offer."""
_LEAVING: Final = 10.0
"""Seconds from the end of the session until the connection is closed."""


class Connection(asyncssh.SSHServer):
    """The server of one connection, as asyncssh calls it."""

    def __init__(self, hub: Hub, hosting: Hosting) -> None:
        self._hub = hub
        self._hosting = hosting
        self.key: KeyUsed | None = None
        """Key of the login; until it completes, the last key that was offered."""
        self.user = ""
        self.address = ""
        self.relay: Relay | None = None
        self._keys_offered: set[str] = set()
        self._connection: asyncssh.SSHServerConnection | None = None
        self._is_known = False
        """Whether the login has completed."""
        self._has_banner = False
        self._has_begun = False
        """Whether the client has requested a login."""
        self._weakness = ""
        """Why its last key was refused."""
        self._is_advised = False
        """Whether the client has been shown how to make a key."""
        self._budget: InputBudget | None = None
        self._packets: PacketLimits | None = None
        self._ends: tuple[object, object] = (None, None)
        self._closing: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Limit the input of the connection."""
        self._connection = conn
        self._ends = (conn.get_extra_info("sockname"), conn.get_extra_info("peername"))
        self.address = self._hub.admission.address_at(self._ends)
        self._budget = InputBudget(conn, self._hub.shares, self._cut, functools.partial(self._hold, "socket"))
        patience = self._hub.settings.login_grace
        self._packets = PacketLimits(conn, self._cut, functools.partial(self._hold, "keys"), patience)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection as closed, and end its session."""
        for limits in (self._budget, self._packets):
            if limits is not None:
                limits.close()
        if self._closing is not None:
            self._closing.cancel()
        if not self._is_known and self.address:
            self._hub.admission.end_login(self._ends)
            self._hub.admission.punish(self.address, Penalty.WITHOUT_LOGIN)
            if self._has_begun:
                log("login failed", address=self.address, user=without_code(self.user), why=self._failure())
        self._connection = None
        if self.relay is not None:
            self.relay.disconnected()

    def begin_auth(self, username: str) -> bool:
        """Return whether the user must log in with a key; guests need none, if they are allowed."""
        self._has_begun = True
        self.user = username[:64]
        if self._connection is not None and self._hub.banner and not self._has_banner:
            self._has_banner = True
            self._connection.send_auth_banner(self._hub.banner)
        return username != GUEST or not self._hub.settings.guests

    def public_key_auth_supported(self) -> bool:
        """Return that keys are supported."""
        return True

    def kbdint_auth_supported(self) -> bool:
        """Return that questions are supported: a client without a key is shown how to get in."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> KbdIntChallenge:
        """Return the text for a client without an accepted key, once; where guests may play, with a question."""
        if self._is_advised:
            return False
        self._is_advised = True
        settings = self._hub.settings
        prompts = [(GUEST_PROMPT, True)] if offers_guests(settings) else []
        return "", advice(settings, self._weakness), "", prompts

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """Return whether the client continues as a guest: by an empty answer, since password guessers send one."""
        if not offers_guests(self._hub.settings) or list(responses) != [""]:
            return False
        self.user, self.key = GUEST, None
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Note a key, whether or not an account has it: an offer proves nothing yet."""
        fingerprint = key.get_fingerprint()
        self._keys_offered.add(fingerprint)
        if len(self._keys_offered) > MAX_KEYS:
            self._cut("too many keys")
            return False
        if weak := weakness(key):
            self._weakness = weak
            return False
        self.key = KeyUsed(fingerprint, key.get_algorithm())
        return True

    def auth_completed(self) -> None:
        """Count the login as finished; the session must start soon."""
        self._is_known = True
        self._hub.counters.logins += 1
        self._hub.admission.end_login(self._ends)
        self._close_after(self._hub.settings.login_grace)

    def _failure(self) -> str:
        """Return why the login failed."""
        if self._weakness:
            return self._weakness
        return "The key was not proved." if self._keys_offered else "No key was offered."

    def channel_opened(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
        """Limit the requests on a channel."""
        if self._packets is not None:
            self._packets.limit_channel(channel)

    def session_began(self) -> None:
        """Note that the connection has a session."""
        if self._closing is not None:
            self._closing.cancel()

    def session_ended(self) -> None:
        """Close the connection soon, unless the client does."""
        self._close_after(_LEAVING)

    def session_requested(self) -> Relay | bool:
        """Return the session; a second one is refused."""
        if self.relay is not None:
            return False
        self.relay = Relay(self._hub, self._hosting, self)
        return self.relay

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.abort()

    def _close_after(self, seconds: float) -> None:
        self.session_began()
        if self._connection is not None:
            self._closing = asyncio.get_running_loop().call_later(seconds, self.close)

    def _cut(self, why: str) -> None:
        self._hub.counters.cut[why] += 1
        log("cut", address=self.address, why=why)
        self._hub.admission.punish(self.address, Penalty.CUT)
        if self._budget is not None:
            self._budget.close()
        self.close()

    def _hold(self, why: str, *, stops: bool) -> None:
        if self.relay is not None:
            self.relay.hold(why, stops=stops)
