"""The link of a session behind OpenSSH: without a gateway, it acts on the messages itself."""

from __future__ import annotations

import contextlib
import logging
import os
import time
from typing import TYPE_CHECKING, Any

from roguelike.cells.input import Refresh
from roguelike.serve.control import NotAnswered, ask, ask_all
from roguelike.serve.logs import log
from roguelike.serve.watching.listed_game import ListedGame

if TYPE_CHECKING:
    from roguelike.cells.input import Input
    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.sshd_sessions import OwnSession


class SshdLink:
    """Shares this session with others behind OpenSSH, and sends requests to the server of the same folder."""

    def __init__(self, places: ServerPaths, session: OwnSession, name: str = "") -> None:
        self.games: list[ListedGame] | None = None
        self.seat = ""
        self.elsewhere: dict[str, str] | None = {}
        self._places = places
        self._session = session
        self._name = name
        """Name of the player; empty for a new one."""
        self._wakes = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def fileno(self) -> int:
        """Return the file descriptor to wait for."""
        return self._wakes

    def take(self) -> Input | None:
        """Return a refresh: there is a new list of games."""
        os.eventfd_read(self._wakes)
        return Refresh()

    @property
    def was_taken_over(self) -> bool:
        """Whether the player has no session on the server."""
        return not server_sessions(self._places, self._name)

    def send(self, **message: Any) -> None:  # noqa: ANN401 -- plain data
        """Act on a message as the gateway does."""
        if "account" in message:
            account = message["account"]
            self._name = account["name"]
            self._session.change(account=account["id"], name=account["name"])
        if "place" in message:
            place = message["place"]
            may_watch = bool(place.get("may_watch"))
            self._session.change(game=place["game"], at=place["at"], may_watch=may_watch, moved=time.time())
        if "watchers" in message:
            self._session.change(watchers=message["watchers"])
        if "take_over" in message:
            with contextlib.suppress(NotAnswered):
                ask_all(self._places, "take_over", name=self._name)
        if "games" in message:
            self.games = _games(self._places)
            os.eventfd_write(self._wakes, 1)
        if "trouble" in message:
            log("trouble", level=logging.ERROR, account=self._name, why=message["trouble"])
        if "linked" in message:
            log("linked", account=message["linked"])
        if "wrong_code" in message:
            log("wrong code", account=self._name)


def server_sessions(places: ServerPaths, name: str) -> list[dict[str, Any]]:
    """Return the sessions of a player on the servers of the folder; none if no server runs."""
    if not name:
        return []
    try:
        return [row for answer in ask_all(places, "list", name=name) for row in answer["sessions"]]
    except NotAnswered:
        return []


def _games(places: ServerPaths) -> list[ListedGame]:
    try:
        return [ListedGame.of(game) for game in ask(places, "games")["games"]]
    except NotAnswered:
        return []
