"""Hosting of sessions: login queue, start of the game, and messages of the game."""

from __future__ import annotations

import datetime as dt
import logging
import time
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.local_time import local_time
from roguelike.serve import key_pass
from roguelike.serve.accounts import GUEST, Account, without_code
from roguelike.serve.front.access import BUSY, NO_ACCOUNTS, is_guest
from roguelike.serve.front.address_limits import Penalty
from roguelike.serve.front.admin_commands import TAKEN_OVER
from roguelike.serve.front.directory import NoDirectory, Seat
from roguelike.serve.front.games import NoGame
from roguelike.serve.front.sessions import SessionEntry
from roguelike.serve.front.watchable import watchable
from roguelike.serve.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.serve.channel import Message
    from roguelike.serve.front.access import Client, Login
    from roguelike.serve.front.games import Game, Screen
    from roguelike.serve.front.hub import Hub
    from roguelike.serve.front.sessions import SessionEnds

CLOSING: Final = "The server is being replaced: connect again."


class Hosting:
    """Starts and ends sessions and their games, and handles their messages."""

    def __init__(self, hub: Hub, on_end: Callable[[], None]) -> None:
        self._hub = hub
        self._on_end = on_end
        """Called after a session has ended."""

    async def begin_session(self, client: Client, on_wait: Callable[[], None]) -> str:
        """Start a session and return an empty text, or return the sentence that refuses it.

        Args:
            client: the client of the session.
            on_wait: called if it is queued.
        """
        if self._hub.is_closing:
            return CLOSING
        try:
            login = await self._hub.admission.login(client)
            if refused := await self._hub.admission.denial_reason(login, len(self._hub.sessions)):
                return refused
            has_turn = await self._hub.logins.turn(await self._hub.admission.rank(login), on_wait)
            if not has_turn:
                return self._refuse_login(client)
            login = await self._hub.admission.login(client)  # another login with the key may have made an account
            return await self._hub.admission.begin_session(login, len(self._hub.sessions))
        except NoDirectory as error:
            log("accounts", level=logging.ERROR, address=client.address, why=str(error))
            self._hub.counters.unstarted += 1
            return NO_ACCOUNTS

    def _refuse_login(self, client: Client) -> str:
        """Return the sentence for a login that was refused in the queue."""
        if self._hub.is_closing:
            return CLOSING
        self._hub.admission.refuse_login(client.address)
        return BUSY

    async def start_game(self, client: Client, ends: SessionEnds, screen: Screen) -> SessionEntry:
        """Start the game of a session on a screen.

        Raises:
            NoGame: none can be started.
        """
        try:
            return await self._start(await self._hub.admission.login(client), ends, screen)
        except (NoGame, OSError, NoDirectory) as error:
            log("no game", level=logging.ERROR, address=client.address, why=str(error))
            self._hub.counters.unstarted += 1
            raise NoGame(str(error)) from None
        finally:
            self._hub.admission.started()

    def end_session(self, client: Client, entry: SessionEntry | None, how: str = "") -> None:
        """Count a session as ended, for the reason `how`; None for one whose game could not be started."""
        self._hub.admission.end_session(client.address, was_guest=is_guest(client.user, client.key))
        if entry is not None:
            self._hub.sessions.remove(entry)
            self._hub.counters.ended[how] += 1
            log("left", session=entry.id, account=entry.name, address=entry.address, how=how)
            if entry.account is not None and entry.seat:
                self._hub.spawn(self._hub.directory.stand_up(entry.account, entry.seat))
        self._on_end()

    async def _start(self, login: Login, ends: SessionEnds, screen: Screen) -> SessionEntry:
        """Start the game of a session, which `ends` can end.

        Raises:
            NoGame: none can be started.
        """
        account, sessions = login.account, self._hub.sessions
        holder = await sessions.holder_that_stays(account)
        number, seat = sessions.next_id(), Seat()
        if account is not None and holder is None:
            seat = await self._hub.directory.sit_down(account, number)
        request = {**self._request(login, number, seat), "elsewhere": _elsewhere(holder, seat)}
        try:
            game = await self._hub.games.start(request, screen)
        except BaseException:
            if account is not None and seat.token:
                self._hub.spawn(self._hub.directory.stand_up(account, seat.token))
            raise
        return self._enter(login, number, seat, game, ends)

    def _request(self, login: Login, number: int, seat: Seat) -> dict[str, Any]:
        """Return the request for the game of session `number`: its player, and its credentials for the clerk."""
        account, key, directory = login.account, login.key, self._hub.directory
        return {
            "clerk": directory.uses_clerk,
            "hello": directory.hello_as(key_pass.GUEST) if key is None else directory.hello_of(key),
            "seat": seat.token or None,
            "session": number,
            "account": None if account is None else {"id": account.id, "name": account.name},
            "guest": login.is_guest,
            "key": None if key is None else attrs.asdict(key),
            "user": login.user,
            "address": login.address,
        }

    def _enter(self, login: Login, number: int, seat: Seat, game: Game, ends: SessionEnds) -> SessionEntry:
        """Register a session whose game has started."""
        entry = SessionEntry(
            number,
            login.address,
            dt.datetime.now(dt.UTC),
            login.account,
            GUEST if login.is_guest else "",
            game,
            ends.end,
            ends.part,
            key=login.key,
            seat=seat.token,
            typed_at=time.monotonic(),
        )
        game.on_message = lambda message: self._handle(entry, message)
        self._hub.sessions.add(entry)
        self._hub.counters.begun += 1
        log(
            "session",
            session=number,
            account=entry.name,
            address=entry.address,
            user=without_code(login.user),
            key="" if login.key is None else login.key.fingerprint,
        )
        return entry

    def _handle(self, entry: SessionEntry, message: Message) -> None:
        """Handle a message of a game."""
        sessions = self._hub.sessions
        if "account" in message:
            sessions.name(entry, Account(**message["account"]))
            self._hub.admission.note_player(entry.address)
            if message["registered"]:
                log("registered", session=entry.id, account=entry.name)
            self._hub.spawn(self._place(entry))
        if "guest" in message:
            entry.guest = message["guest"]
            log("guest", session=entry.id, account=entry.name)
        if "trouble" in message:
            facts = {"session": entry.id, "account": entry.name, "address": entry.address}
            log("trouble", level=logging.ERROR, **facts, why=message["trouble"])
        entry.farewell = message.get("farewell", entry.farewell)
        if "linked" in message:
            log("linked", session=entry.id, account=message["linked"])
        if "wrong_code" in message:
            log("wrong code", session=entry.id, address=entry.address)
            self._hub.admission.punish(entry.address, Penalty.WRONG_CODE)
        self._note_game(entry, message)
        if "left" in message:
            entry.has_left = True
        entry.place = message.get("place", entry.place)
        entry.watchers = message.get("watchers", entry.watchers)
        if "games" in message:
            self._hub.spawn(self._list_games(entry))
        if "take_over" in message:
            self._hub.spawn(self._take_over(entry))

    async def _list_games(self, entry: SessionEntry) -> None:
        """Send a game the list of games on all hosts that can be watched."""
        elsewhere = await self._hub.directory.games()
        if not entry.game.ended.is_set():
            entry.game.send(games=watchable(self._hub.sessions, entry, time.monotonic(), elsewhere))

    def _note_game(self, entry: SessionEntry, message: Message) -> None:
        begun, ended = self._hub.counters.note_game(message)
        if begun is not None:
            log("game begun", session=entry.id, account=entry.name, rules=begun)
        if ended is not None:
            log("game ended", session=entry.id, account=entry.name, outcome=ended["outcome"], turn=ended["turn"])

    async def _take_over(self, entry: SessionEntry) -> None:
        if not await self._hub.sessions.take_over(entry, TAKEN_OVER):
            return
        seat = await self._seat(entry, takes_over=True)
        if seat is not None and not seat.host:
            entry.game.send(taken_over=True)
        elif entry in self._hub.sessions:
            entry.end(NO_ACCOUNTS, "no seat")

    async def _place(self, entry: SessionEntry) -> None:
        """Take the seat of an account that was just made or joined; report another session that has it."""
        holder = await self._hub.sessions.holder_that_stays(entry.account)
        if holder is not None and holder is not entry:
            entry.game.send(elsewhere=_elsewhere(holder, Seat()))
        elif (seat := await self._seat(entry)) is not None:
            entry.game.send(elsewhere=_elsewhere(None, seat) or {})

    async def _seat(self, entry: SessionEntry, *, takes_over: bool = False) -> Seat | None:
        """Take the seat of the account for a session, and send the game its token; return None without an answer.

        Return None, too, if the session has ended meanwhile; the seat is released then.
        """
        if entry.account is None:
            return None
        try:
            seat = await self._hub.directory.sit_down(entry.account, entry.id, takes_over=takes_over)
        except NoDirectory as error:
            log("accounts", level=logging.ERROR, address=entry.address, why=str(error))
            return None
        if entry not in self._hub.sessions:
            if seat.token:
                await self._hub.directory.stand_up(entry.account, seat.token)
            return None
        entry.seat = seat.token
        if seat.token:
            entry.game.send(seat=seat.token)
        return seat


def _elsewhere(holder: SessionEntry | None, seat: Seat) -> dict[str, str] | None:
    """Return address and start of the player's other session; None without one."""
    if holder is not None:
        return {"address": holder.address, "since": f"{local_time(holder.since):%H:%M}"}
    return {"address": seat.host, "since": seat.since} if seat.host else None
