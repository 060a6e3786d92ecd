"""One session behind OpenSSH: sshd accepts the key and starts this process, which acts as gateway and fork server."""

from __future__ import annotations

import datetime as dt
import ipaddress
import logging
import os
import pathlib
import sys
import time
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.local_time import local_time
from roguelike.serve.accounts import LINK, KnownKeys
from roguelike.serve.bans import BanList
from roguelike.serve.database import AccountError, make_database
from roguelike.serve.environment import environment_of
from roguelike.serve.front.access import DIED, FULL, Guests, Login, denial_reason
from roguelike.serve.game.outcome import FAILED, report, say
from roguelike.serve.game.resource_limits import limit_resources
from roguelike.serve.game.served_session import ServedSession
from roguelike.serve.game.sshd_link import SshdLink, server_sessions
from roguelike.serve.logs import begin_system_log, log
from roguelike.serve.paths import ServerPaths
from roguelike.serve.remedies import GAME_DIED
from roguelike.serve.sshd_sessions import OwnSession, SessionFacts, sshd_sessions
from roguelike.terminal.drawing.glyphs import WRITTEN_BY_PYTHON

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.serve.accounts import Account, KeyUsed
    from roguelike.serve.settings import ServeSettings

BEING_RESTORED: Final = "The server is being restored from a backup: try again later."
IN_DATABASE: Final = "The games of this server are in a database: connect to its own port, not through sshd."
CLOSED: Final = "Your session was closed. Every turn is saved: log in again to continue."
NOWHERE: Final = "127.0.0.1"
"""Address of a client that did not come through sshd."""


class CannotEnter(Exception):
    """Access is denied; one sentence says why."""


def address_of(environment: Mapping[str, str]) -> str:
    """Return the address of the client, from the variables of sshd."""
    told = environment.get("SSH_CONNECTION", "").partition(" ")[0]
    try:
        return str(ipaddress.ip_address(told))
    except ValueError:
        return NOWHERE


def enter(key: KeyUsed, settings: ServeSettings, address: str) -> int:
    """Run the session of the owner of `key` in the server's folder, the working directory; return the exit code.

    Raises:
        CannotEnter: access is denied, the server is full, or there is none yet.
        OSError: something in the folder cannot be made or opened.
        sqlite3.Error: the accounts cannot be read.
    """
    begin_system_log(settings.log_format)
    places = ServerPaths(pathlib.Path())
    if places.restoring.exists():
        raise CannotEnter(BEING_RESTORED)
    places.make()
    try:
        make_database(places.accounts)
    except AccountError as error:
        raise CannotEnter(str(error)) from None
    account = _let_in(key, settings, address, places)
    limit_resources()
    facts = SessionFacts(key=key.fingerprint, address=address, since=time.time(), moved=time.time())
    if account is not None:
        facts = attrs.evolve(facts, account=account.id, name=account.name)
    session = OwnSession(places, facts)
    try:
        return _serve(key, account, settings, SshdLink(places, session, facts.name), places)
    finally:
        session.close()


def build_environment() -> None:
    """Reduce the environment to variables that clients may send, without a locale that Python has set itself."""
    sent = dict(os.environb)
    if sys.flags.utf8_mode and os.environ.get("LC_CTYPE") in WRITTEN_BY_PYTHON:
        del sent[b"LC_CTYPE"]
    built = environment_of(os.environ.get("TERM", ""), sent, path=os.environ.get("PATH", os.defpath))
    os.environ.clear()
    os.environ.update(built)


def _let_in(key: KeyUsed, settings: ServeSettings, address: str, places: ServerPaths) -> Account | None:
    """Return the account of a key; None for a new one."""
    if places.clerk.exists():
        raise CannotEnter(IN_DATABASE)
    known = KnownKeys(places.accounts)
    try:
        account = known.account_of(key.fingerprint)
    finally:
        known.close()
    # New players on a closed server may type a code, since sshd takes no user names with codes.
    login = Login("" if account is not None else LINK, key, account, address, address)
    if refused := denial_reason(login, settings, BanList(places.accounts).read(), Guests(), dt.datetime.now(dt.UTC)):
        raise CannotEnter(refused)
    if len(sshd_sessions(places)) >= settings.max_sessions:
        raise CannotEnter(FULL)
    return account


def _serve(key: KeyUsed, account: Account | None, settings: ServeSettings, link: SshdLink, places: ServerPaths) -> int:
    request = {
        "account": None if account is None else attrs.asdict(account),
        "guest": False,
        "key": attrs.asdict(key),
        "user": "",
        "elsewhere": None if account is None else _on_server(places, account),
    }
    served = ServedSession(request, settings, places.root, link)
    try:
        code = served.run()
    except Exception as error:  # noqa: BLE001 -- no traceback reaches a player
        report(error, places.root)
        log("game died", level=logging.ERROR, account="" if account is None else account.name, why=GAME_DIED)
        say(DIED)
        return FAILED
    if served.ended_by is not None:
        say(CLOSED)
    return code


def _on_server(places: ServerPaths, account: Account) -> dict[str, str] | None:
    """Return the player's session on the server of the same folder; None without one."""
    for each in server_sessions(places, account.name):
        return {"address": each["address"], "since": f"{local_time(dt.datetime.fromisoformat(each['since'])):%H:%M}"}
    return None
