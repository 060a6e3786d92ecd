"""The canary game, which the gateway plays as a health check; it is deleted when it ends.

It is in files; if players' games are in a database, each of its commands is tried there, too, and rolled back.
"""

from __future__ import annotations

import contextlib
import shutil
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.content.complaints import ContentError
from roguelike.play.requests import Begin
from roguelike.serve.accounts import Account
from roguelike.serve.game.lobby import served_lobby
from roguelike.serve.game.on_screen import on_screen
from roguelike.serve.game.outcome import FAILED, FINE
from roguelike.serve.game.player_folders import PlayerFolders
from roguelike.serve.game.rules import shipped
from roguelike.serve.game.served_store import ServedStore
from roguelike.serve.paths import ServerPaths
from roguelike.session import Session
from roguelike.settings.settings import Settings
from roguelike.store.errors import StoreError
from roguelike.store.remote.clerk_link import NO_ANSWER, ClerkLink, SessionOver
from roguelike.store.sqlite.data_folder import DataFolder, make_folder
from roguelike.store.sqlite.held_file import HeldFile
from roguelike.store.sqlite.lock import Lock
from roguelike.store.sqlite.player_rows import FolderRows

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

    from roguelike.serve.game.gateway_link import GatewayLink
    from roguelike.serve.settings import ServeSettings

_PLAYER: Final = Account(0, "canary")
_RULES: Final = "ember"
"""A rule set in which every turn shows something: the lamp burns down."""
PATIENCE: Final = 5.0
"""Seconds for the database to answer, fewer than the gateway waits."""
SILENT: Final = "the database does not answer (look in the log for `database`)"


class _TriedFile(HeldFile):
    """A file of which each transaction is also tried in the database."""

    def __init__(self, folder: DataFolder, name: str, clerk: ClerkLink) -> None:
        super().__init__(folder, folder.game(name), Lock(folder.lock(name), name))
        self._clerk = clerk

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Run a transaction, as `HeldFile` does.

        Raises:
            SessionOver: the database does not write.
        """
        with super().transaction():
            yield
        try:
            self._clerk.ask("try_writing")
        except StoreError as error:
            raise SessionOver(SILENT if str(error) == NO_ANSWER else str(error)) from None


@frozen
class _TriedRows(FolderRows):
    """The folder of the canary, if players' games are in a database."""

    clerk: ClerkLink

    def hold(self, name: str) -> _TriedFile:
        """Lock the game of that name.

        Raises:
            StoreError: the folder cannot be made.
        """
        self.folder.make()
        return _TriedFile(self.folder, name, self.clerk)


def play_canary(settings: ServeSettings, folder: pathlib.Path, link: GatewayLink, hello: dict[str, str] | None) -> int:
    """Play a game until the gateway hangs up; return the exit code. `hello` is the credentials for the clerk, if any.

    Raises:
        NoTerminal: the terminal cannot show it.
    """
    places = ServerPaths(folder)
    clerk = None if hello is None else ClerkLink(places.clerk, hello, patience=PATIENCE)
    try:
        trouble = _play(settings, places, link, clerk)
    except (StoreError, SessionOver, OSError, ContentError) as error:
        trouble = str(error)
    if trouble:
        link.send(trouble=trouble)
    return FAILED if trouble else FINE


def _play(settings: ServeSettings, places: ServerPaths, link: GatewayLink, clerk: ClerkLink | None) -> str:
    """Play the game; return the sentence of a failed write, or an empty text."""
    shutil.rmtree(places.canary, ignore_errors=True)  # of a game that was killed
    make_folder(places.canary)
    folder = DataFolder(places.canary)
    rows = FolderRows(folder) if clerk is None else _TriedRows(folder, clerk)
    store = ServedStore(rows, PlayerFolders(places, folder), shipped)
    try:
        screens = served_lobby(places, store, _PLAYER, settings, ())
        with on_screen(Settings(), link, places, watchers=0) as screen:
            return screen.run(Session(Begin(_PLAYER.name, _RULES), screens))
    finally:
        shutil.rmtree(places.canary, ignore_errors=True)
