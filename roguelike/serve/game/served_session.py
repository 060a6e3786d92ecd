"""A player's session on the server: name, take-over of another session, and lobby."""

from __future__ import annotations

import contextlib
import select
import time
from typing import TYPE_CHECKING, Final, TypeVar

import attrs

from roguelike.cells.input import HangUp
from roguelike.serve.accounts import BROWSER, LINK, Account, Accounts, KeyUsed, WrongCode
from roguelike.serve.database import AccountError
from roguelike.serve.game.draining import draining_sessions
from roguelike.serve.game.guests import leave_guest_folder, make_guest_folder, sweep_guests
from roguelike.serve.game.in_lines import in_lines, wants_lines
from roguelike.serve.game.lobby import account_offer, served_lobby
from roguelike.serve.game.on_screen import in_browser, on_screen
from roguelike.serve.game.options import UNREADABLE, PlayerSettings, as_wished, settings_in
from roguelike.serve.game.outcome import FAILED, FINE, NO_TERMINAL, say
from roguelike.serve.game.player_folders import store_in
from roguelike.serve.game.player_interface import Player
from roguelike.serve.game.rules import shipped
from roguelike.serve.game.served_store import ServedStore
from roguelike.serve.game.views.name import CodeField, NameField
from roguelike.serve.paths import ServerPaths
from roguelike.serve.published.database_pages import DatabasePages
from roguelike.serve.published.publishing import AccountPages, Publisher
from roguelike.serve.remote_accounts import RemoteAccounts
from roguelike.serve.sshd_sessions import sessions_of
from roguelike.serve.watching.privacy import may_be_published, watched_choice
from roguelike.settings.settings import Settings
from roguelike.store.errors import LISTENERS, StoreError, not_kept
from roguelike.store.remote.clerk_link import NO_ANSWER, PATIENCE, ClerkLink, SeatLost, SessionOver
from roguelike.store.remote.player_rows import DatabaseRows, GuestRows
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.player_rows import FolderRows
from roguelike.store.sqlite.proof_key import key_of
from roguelike.terminal.terminal import NoTerminal

if TYPE_CHECKING:
    import pathlib
    import signal
    from collections.abc import Callable, Iterator

    from roguelike.play.views.title import TitleEntry
    from roguelike.serve.account_ports import SessionAccounts
    from roguelike.serve.channel import Message
    from roguelike.serve.game.gateway_link import GatewayLink
    from roguelike.serve.game.player_interface import PlayerInterface
    from roguelike.serve.game.served_store import Pages
    from roguelike.serve.game.views.take_over import OtherSession
    from roguelike.serve.settings import ServeSettings
    from roguelike.store.kept.rows import PlayerRows


NO_SEAT: Final = "The database does not answer: try again in a minute."
NO_GUESTS: Final = "Guests cannot play now, because the server cannot save their games: try again later."
SLOW: Final = "Saving takes a while: please wait."
_SEAT_TIMEOUT: Final = 10.0
"""Seconds for the gateway to take the seat or report another session, and for the name of a guest."""
Answer = TypeVar("Answer")


class _GatewaySession:
    """The player's other session, as reported by the gateway."""

    def __init__(self, link: GatewayLink, address: str, since: str) -> None:
        self.address, self.since = address, since
        self._link = link

    def end(self) -> None:
        """Ask the gateway to end it."""
        self._link.send(take_over=True)

    def has_ended(self) -> bool:
        """Return whether it has ended."""
        return self._link.was_taken_over


class ServedSession:
    """A session, requested by the gateway or by sshd."""

    def __init__(self, request: Message, settings: ServeSettings, folder: pathlib.Path, link: GatewayLink) -> None:
        self._request = request
        self._settings = settings
        self._places = ServerPaths(folder)
        self._link = link
        self._key = KeyUsed(**request["key"]) if request["key"] else None
        self._accounts: SessionAccounts = Accounts(self._places.accounts)
        if hello := request.get("hello"):
            patience = _SEAT_TIMEOUT if request["guest"] else PATIENCE
            self._accounts = RemoteAccounts(ClerkLink(self._places.clerk, hello, patience=patience))
        self._guest: Account | None = None
        """Temporary account of a guest."""
        self._is_new = False
        """Whether the account was made or joined in this session."""
        self._has_joined = False
        """Whether it was joined by a code."""
        self._has_taken_over = False
        """Whether the player has ended another session."""
        self._shown: PlayerInterface | None = None
        """Interface to the player, once it is open."""
        self._library: ServedStore | None = None
        """The player's games, once they are known."""
        self._clerk: ClerkLink | None = None
        """Link to the clerk, if games are in a database."""
        self._failures: set[str] = set()
        """Sentences of failed writes that were reported."""
        self.ended_by: signal.Signals | None = None
        """The signal that ended the session; None if the player has left it."""

    def run(self) -> int:
        """Run the session from greeting to end; return the exit code."""
        LISTENERS[:] = [self._report_failure]
        code = self._run()
        self._link.send(left=True)
        return code

    def _say(self, sentence: str) -> None:
        """Write the reason for the end on the terminal; report it to the gateway, which shows it on a page."""
        say(sentence)
        self._link.send(farewell=sentence)

    def _report_failure(self, sentence: str) -> None:
        """Report a failed write to the gateway, each sentence once: on a full disk every key may fail."""
        if sentence not in self._failures:
            self._failures.add(sentence)
            self._link.send(trouble=sentence)

    def _run(self) -> int:
        sweep_guests(self._places.guests)
        Publisher(self._places).publish_prepared()
        if self._key is not None and self._request["user"].startswith(LINK):
            return self._link_key(self._key)
        try:
            account = self._known()
            found = self._found_settings(account)
            with self._interface(Settings() if found is None else found[0]) as interface:
                self._shown = interface
                account = self._greet(interface, account)
                if account is not None and self._take_over(interface, account):
                    self._play(interface, account, found)
            self.ended_by = interface.ended_by
        except (NoTerminal, AccountError, StoreError) as error:
            if isinstance(error, StoreError):
                self._link.send(trouble=str(error))
            self._say(str(error))
            return NO_TERMINAL if isinstance(error, NoTerminal) else FAILED
        except SessionOver as over:
            if not isinstance(over, SeatLost):
                self._link.send(trouble=str(over))
            self._say(str(over))
        except KeyboardInterrupt:
            pass
        finally:
            if self._clerk is not None:
                self._clerk.close()
            if self._guest is not None:
                leave_guest_folder(self._places.guests / self._guest.name)
        return FINE

    def _interface(self, settings: Settings) -> contextlib.AbstractContextManager[PlayerInterface]:
        """Yield the interface to the player: lines, a page in a browser, or the full screen."""
        if wants_lines():
            return in_lines(settings, self._link)
        if size := self._request.get("page"):
            return in_browser((size[0], size[1]), settings, self._link, self._places, self._settings.watchers)
        return on_screen(settings, self._link, self._places, self._settings.watchers)

    def _link_key(self, key: KeyUsed) -> int:
        """Add the key of this login to the account whose code is the user name."""
        try:
            account = self._accounts.join(self._request["user"].removeprefix(LINK), key)
        except AccountError as error:
            if isinstance(error, WrongCode):
                self._link.send(wrong_code=True)
            say(str(error))
            return FAILED
        self._link.send(linked=account.name)
        say(f"This key opens {account.name}'s account now. Log in again to play.")
        return FINE

    def _known(self) -> Account | None:
        """Return the account of this login, a temporary one for a guest; None for a key without an account.

        Raises:
            AccountError: there is no room for a guest.
        """
        if not self._request["guest"]:
            return Account(**self._request["account"]) if self._request["account"] else None
        try:
            self._guest = guest = Account(0, self._accounts.next_guest())
        except AccountError as error:
            raise AccountError(NO_SEAT if str(error) == NO_ANSWER else NO_GUESTS) from None
        self._link.send(guest=guest.name)
        try:
            make_guest_folder(self._places.guests / guest.name)
        except OSError as error:
            not_kept(self._places.guests, error)
            raise AccountError(NO_GUESTS) from None
        return guest

    def _found_settings(self, account: Account | None) -> tuple[Settings, str] | None:
        """Return the settings of a player, and why they cannot be read; None if they cannot be looked up yet."""
        is_early = account is None or (self._is_in_database and not self._request.get("seat"))
        return None if account is None or is_early else self._settings_in(self._store(account).rows)

    def _settings_in(self, rows: PlayerRows) -> tuple[Settings, str]:
        """Return the settings of a player for this session, and why they cannot be read."""
        settings, wrong = settings_in(rows)
        return as_wished(settings, self._request.get("wishes", ()), rows), wrong

    @property
    def _is_in_database(self) -> bool:
        """Whether the player's games are in the database; those of guests are in files."""
        return bool(self._request.get("clerk")) and not self._request["guest"]

    def _store(self, account: Account) -> ServedStore:
        """Return the player's games.

        Raises:
            AccountError: the gateway has no seat for them.
        """
        if self._library is None:
            self._library = self._open_store(account)
            if not self._request["guest"]:
                self._library.pages = self._pages_of(account, self._library.rows)
        return self._library

    def _open_store(self, account: Account) -> ServedStore:
        """Return the store of the player's games; accounts share their scores, a guest has other ones.

        Raises:
            AccountError: the gateway has no seat for them.
        """
        if self._is_in_database:
            hello = {"account": account.id, "token": self._seat()}
            self._clerk = ClerkLink(self._places.clerk, hello, self._say_slow)
            rows = DatabaseRows(self._clerk, self._read_key)
            return ServedStore(rows, rows, shipped, self._link.send)
        if not self._request["guest"]:
            folder = DataFolder(self._places.players / str(account.id), self._places.root)
            return store_in(folder, self._places, self._link.send)
        folder = DataFolder(self._places.guests / account.name)
        if not self._request.get("clerk"):
            return store_in(folder, self._places, self._link.send)
        self._clerk = ClerkLink(self._places.clerk, self._request["hello"], self._say_slow)
        return ServedStore(FolderRows(folder), GuestRows(self._clerk, self._read_key), shipped, self._link.send)

    def _pages_of(self, account: Account, rows: PlayerRows) -> Pages:
        """Return the publisher of an account's finished games."""
        if isinstance(rows, DatabaseRows):
            return DatabasePages(rows, account.id)
        return AccountPages(Publisher(self._places), account.id)

    def _read_key(self) -> bytes:
        """Return the key that authenticates snapshots and proofs."""
        return key_of(DataFolder(self._places.root))

    def _seat(self) -> str:
        """Wait for the token of the account's seat, and return it.

        Raises:
            AccountError: that takes too long.
        """
        return str(self._answered(lambda: self._link.seat or self._request.get("seat") or None))

    def _answered(self, answer: Callable[[], Answer | None]) -> Answer:
        """Wait until `answer` returns an answer of the gateway, and return that.

        Raises:
            AccountError: that takes too long.
        """
        until = time.monotonic() + _SEAT_TIMEOUT
        while (found := answer()) is None:
            left = until - time.monotonic()
            is_ready = left > 0 and select.select([self._link], [], [], left)[0]
            if not is_ready or isinstance(self._link.take(), HangUp):
                raise AccountError(NO_SEAT)
        return found

    def _say_slow(self) -> None:
        """Notify the player that the database does not answer yet."""
        if self._shown is not None:
            self._shown.say_now(SLOW)

    def _greet(self, interface: PlayerInterface, account: Account | None) -> Account | None:
        """Return the account; for a new key make one by name. Return None if the player leaves."""
        if self._key is None:
            return account
        if account is not None:
            with contextlib.suppress(AccountError):  # only a date is missing
                self._accounts.saw(account, self._key)
            return account
        key = self._key
        asked = self._question(key)
        interface.ask_name(asked)
        if asked.account is not None:
            self._is_new = True
            account = asked.account
            self._link.send(account={"id": account.id, "name": account.name}, registered=not self._has_joined)
        return asked.account

    def _question(self, key: KeyUsed) -> NameField:
        """Return the question to a player with a new key."""
        in_browser = key.kind == BROWSER
        if self._settings.closed:
            return CodeField(key.fingerprint, lambda code: self._join(code, key), in_browser=in_browser)
        return NameField(
            self._request["user"],
            lambda name: self._account_of(name, key),
            in_browser=in_browser,
            in_lines=wants_lines(),
        )

    def _account_of(self, name: str, key: KeyUsed) -> Account:
        """Return the new account of that name, or the account of that code, with the key added."""
        return self._join(name, key) if name.startswith(LINK) else self._accounts.register(name, key)

    def _join(self, code: str, key: KeyUsed) -> Account:
        """Add the key to the account of a code, and return the account."""
        try:
            account = self._accounts.join(code.removeprefix(LINK), key)
        except WrongCode:
            self._link.send(wrong_code=True)
            raise
        self._has_joined = True
        self._link.send(linked=account.name)
        return account

    def _take_over(self, interface: PlayerInterface, account: Account) -> bool:
        """End the player's other sessions after a question; return whether the player can play here."""
        for other in self._elsewhere(account):
            if not interface.take_over(other):
                return False
            self._has_taken_over = True
        return True

    def _elsewhere(self, account: Account) -> Iterator[OtherSession]:
        """Yield the player's other sessions."""
        if other := self._answered(lambda: self._link.elsewhere) if self._is_new else self._request["elsewhere"]:
            yield _GatewaySession(self._link, other["address"], other["since"])
        if not self._request["guest"] and not self._is_in_database:  # with a database the seat has the other session
            yield from draining_sessions(account.name, self._places)
            yield from sessions_of(account, self._places)

    def _report_unreadable(self, interface: PlayerInterface, wrong: str) -> None:
        """Notify player and administrator of settings that cannot be read."""
        if wrong:
            self._link.send(trouble=wrong)
            interface.notice(UNREADABLE)

    def _account_offer(self, account: Account, key: KeyUsed) -> TitleEntry:
        return account_offer(
            self._accounts, account, key, by_user=bool(self._request["user"]), has_pages=bool(self._settings.web)
        )

    def _play(self, interface: PlayerInterface, account: Account, found: tuple[Settings, str] | None) -> None:
        library = self._store(account)
        rows, pages = library.rows, library.pages
        settings, wrong = found or self._settings_in(rows)
        self._report_unreadable(interface, wrong)
        if pages is not None:
            settings = attrs.evolve(settings, choices=(watched_choice(rows, in_lines=wants_lines()),))
            _withdraw_unwanted(pages, rows)
        player = Player(
            account,
            settings,
            PlayerSettings(rows, lambda: None if pages is None else pages.withdraw()),
            rows.has(account.name),
            self._has_taken_over or "again" in self._request.get("wishes", ()),
            [] if self._key is None else [self._account_offer(account, self._key)],
            lambda offers: served_lobby(self._places, library, account, self._settings, offers, is_guest=pages is None),
        )
        if trouble := interface.play(player):
            self._link.send(trouble=trouble)


def _withdraw_unwanted(pages: Pages, rows: PlayerRows) -> None:
    """Withdraw the games of a player who chose that, if a crash interrupted it."""
    with contextlib.suppress(StoreError):
        if not may_be_published(rows):
            pages.withdraw()
