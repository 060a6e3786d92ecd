"""A short game that the fork server plays before it forks: games share what is loaded and cached at first use."""

from __future__ import annotations

import pathlib
import tempfile
from typing import TYPE_CHECKING, Final

from roguelike.cells.input import Key
from roguelike.play.requests import ToTitle
from roguelike.serve.accounts import Account
from roguelike.serve.game.lobby import served_lobby
from roguelike.serve.game.player_folders import store_in
from roguelike.serve.paths import ServerPaths
from roguelike.session import Session
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.terminal.quiet_terminal import prepare

if TYPE_CHECKING:
    from roguelike.serve.settings import ServeSettings

NOBODY: Final = Account(0, "nobody")
KEYS: Final = ("p", "enter", ".", "x", "escape", "i", "escape", "O", "escape", "?", "escape", "h", ".", "Q", "enter")
"""Keys of a few turns, and of the screens that everybody opens."""


TERMINALS: Final = ("xterm-256color", "screen-256color", "tmux-256color", "linux", "xterm-kitty")
"""Common values of TERM; starting blessed for one takes 15 to 25 ms the first time, and 3 ms later."""


def prewarm(settings: ServeSettings) -> None:
    """Play a few turns in a temporary folder, and start blessed for common terminals."""
    for kind in TERMINALS:
        prepare(kind)
    with tempfile.TemporaryDirectory(prefix="roguelike-") as name:
        places = ServerPaths(pathlib.Path(name))
        places.make()
        folder = DataFolder(places.players / "0", places.root)
        session = Session(ToTitle(), served_lobby(places, store_in(folder, places), NOBODY, settings, []))
        session.step(0, None)
        for moment, key in enumerate(KEYS, start=1):
            session.step(moment, Key(key))
            session.idle(moment)
        session.close()
