"""The game that the gateway plays to see that keys are answered: nobody's, and deleted when it ends."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

from roguelike.content.complaints import ContentError
from roguelike.play.requests import Begin
from roguelike.serve.accounts import Account
from roguelike.serve.game.lobby import served_lobby
from roguelike.serve.game.on_screen import on_screen
from roguelike.serve.game.outcome import FAILED, FINE
from roguelike.serve.game.player_folders import store_in
from roguelike.serve.paths import ServerPaths
from roguelike.session import Session
from roguelike.settings.settings import Settings
from roguelike.store.errors import StoreError
from roguelike.store.sqlite.data_folder import DataFolder, make_folder

if TYPE_CHECKING:
    import pathlib

    from roguelike.serve.game.gateway_link import GatewayLink
    from roguelike.serve.settings import ServeSettings

_PLAYER: Final = Account(0, "canary")
_RULES: Final = "ember"
"""Of which every turn is seen: the lamp burns down."""


def play_canary(settings: ServeSettings, folder: pathlib.Path, link: GatewayLink) -> int:
    """Play a game until the gateway hangs up; returns the exit code.

    Raises:
        NoTerminal: the terminal cannot show it.
    """
    try:
        trouble = _play(settings, ServerPaths(folder), link)
    except (StoreError, OSError, ContentError) as error:
        trouble = str(error)
    if trouble:
        link.tell(trouble=trouble)
    return FAILED if trouble else FINE


def _play(settings: ServeSettings, places: ServerPaths, link: GatewayLink) -> str:
    """Play the game; returns why it could not be kept, in a sentence, or nothing."""
    shutil.rmtree(places.canary, ignore_errors=True)  # of one that was killed
    make_folder(places.canary)
    try:
        screens = served_lobby(places, store_in(DataFolder(places.canary), places), _PLAYER, settings, ())
        with on_screen(Settings(), link, places, watchers=0) as screen:
            return screen.run(Session(Begin(_PLAYER.name, _RULES), screens))
    finally:
        shutil.rmtree(places.canary, ignore_errors=True)
