"""Games of sessions: the request that starts a game, and the messages that it sends while it runs."""

from __future__ import annotations

import datetime as dt
import logging
import time
from typing import TYPE_CHECKING

import attrs

from roguelike.local_time import local_time
from roguelike.serve.accounts import GUEST, Account, without_code
from roguelike.serve.front.admin_commands import TAKEN_OVER
from roguelike.serve.front.limits import Penalty
from roguelike.serve.front.sessions import SessionEntry
from roguelike.serve.front.watchable import watchable
from roguelike.serve.logs import log

if TYPE_CHECKING:
    from roguelike.serve.channel import Message
    from roguelike.serve.front.access import Login
    from roguelike.serve.front.gateway import Gateway
    from roguelike.serve.front.relay import Relay


class Hosting:
    """Starts the games of sessions, and does what they ask for."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    async def start(
        self, login: Login, relay: Relay, environment: dict[str, str], size: tuple[int, int]
    ) -> SessionEntry:
        """Start the game of a session on that relay.

        Raises:
            NoGame: there can be none.
        """
        sessions = self._gateway.sessions
        account, key = login.account, login.key
        holder = await sessions.holder_that_stays(account)
        number = sessions.next_id()
        request = {
            "session": number,
            "account": None if account is None else {"id": account.id, "name": account.name},
            "guest": login.is_guest,
            "key": None if key is None else attrs.asdict(key),
            "user": login.user,
            "address": login.address,
            "environment": environment,
            "elsewhere": None if holder is None else {"address": holder.address, "since": _since(holder)},
        }
        game = await self._gateway.games.start(request, size)
        entry = SessionEntry(
            number,
            login.address,
            dt.datetime.now(dt.UTC),
            account,
            GUEST if login.is_guest else "",
            game,
            relay.end,
            relay.part,
            key=key,
            typed_at=time.monotonic(),
        )
        game.on_message = lambda message: self._told(entry, message)
        sessions.add(entry)
        self._gateway.counters.begun += 1
        fingerprint = "" if key is None else key.fingerprint
        log(
            "session",
            session=number,
            account=entry.name,
            address=entry.address,
            user=without_code(login.user),
            key=fingerprint,
        )
        return entry

    def _told(self, entry: SessionEntry, message: Message) -> None:
        """Note a message of a game, and answer its requests."""
        sessions = self._gateway.sessions
        if "account" in message:
            sessions.name(entry, Account(**message["account"]))
            self._gateway.admission.note_player(entry.address)
            log("registered", session=entry.id, account=entry.name)
        if "guest" in message:
            entry.guest = message["guest"]
            log("guest", session=entry.id, account=entry.name)
        if "trouble" in message:
            told = {"session": entry.id, "account": entry.name, "address": entry.address}
            log("trouble", level=logging.ERROR, **told, why=message["trouble"])
        if "linked" in message:
            log("linked", session=entry.id, account=message["linked"])
        if "wrong_code" in message:
            log("wrong code", session=entry.id, address=entry.address)
            self._gateway.admission.punish(entry.address, Penalty.WRONG_CODE)
        self._gateway.counters.note_game(message)
        if "left" in message:
            entry.has_left = True
        entry.place = message.get("place", entry.place)
        entry.watchers = message.get("watchers", entry.watchers)
        if "games" in message:
            entry.game.tell(games=watchable(sessions, entry, time.monotonic()))
        if "take_over" in message:
            self._gateway.spawn(self._take_over(entry))

    async def _take_over(self, entry: SessionEntry) -> None:
        if await self._gateway.sessions.take_over(entry, TAKEN_OVER):
            entry.game.tell(taken_over=True)


def _since(entry: SessionEntry) -> str:
    return f"{local_time(entry.since):%H:%M}"
