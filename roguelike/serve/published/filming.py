"""Makes the film of one finished game: `python -m roguelike.serve.published.filming FOLDER KEY FORM`.

Prints a sentence where it cannot be made.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import pathlib
import resource
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Final

from roguelike.cast import make_cast
from roguelike.serve.game.rules import shipped
from roguelike.serve.paths import ServerPaths
from roguelike.serve.published.film import make_film
from roguelike.serve.published.public_folder import PublicFolder
from roguelike.store.errors import StoreError
from roguelike.store.kept.recorded import recorded
from roguelike.store.kept.rulesets import loaded
from roguelike.store.replay import Replay
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.saved import GameFile
from roguelike.terminal.colors.palette import TRUE_COLOR, Palette

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.serve.published.game_record import GameRecord

MOST: Final = 2 << 20
"""Bytes of a film, compressed."""
KEPT: Final = 200 << 20
"""Bytes of all films; the oldest are deleted, and made again when somebody asks for them."""
SECONDS: Final = 60
"""Processor time for one film."""
_LOWEST_PRIORITY: Final = 19
_MEMORY: Final = 1 << 30
_ABANDONED: Final = 600.0
"""Seconds after which a film that is being made is that of a process that died."""
_PART: Final = ".part"
TOO_LONG: Final = "This game is too long for a film."
UNREADABLE: Final = "There is no film of this game: it was played by an older version, or its commands are not here."


def make(places: ServerPaths, key: str, form: str = "film") -> str:
    """Make the film of a published game, unless it is there; return a sentence where that is not possible."""
    record = PublicFolder(places.public).record(key)
    goal = places.film(key, form)
    if record is None or goal.exists():
        return ""
    try:
        film = _compressed(_lines(_replay(places, record), form))
    except StoreError:
        return UNREADABLE
    if film is None:
        return TOO_LONG
    with tempfile.NamedTemporaryFile(dir=places.films, suffix=_PART, delete=False) as file:
        file.write(film)
    pathlib.Path(file.name).replace(goal)
    if PublicFolder(places.public).record(key) != record:  # it was withdrawn meanwhile
        goal.unlink(missing_ok=True)
    _sweep(places.films)
    return ""


def _replay(places: ServerPaths, record: GameRecord) -> Replay:
    """Return the replay of a published game.

    Raises:
        StoreError: it is not here, or cannot be replayed.
    """
    game = recorded(GameFile(DataFolder(places.player(record.account)).finished / f"{record.key}.game"))
    if game.outcome not in {"died", "won"}:
        raise StoreError(f"{record.key} is not over.")
    return Replay(game, loaded(shipped, game.about["rules"]))


def _lines(replay: Replay, form: str) -> Iterable[str]:
    if form == "cast":
        return (line.rstrip("\n") for line in make_cast(replay, Palette(TRUE_COLOR)))
    return make_film(replay)


def _compressed(lines: Iterable[str]) -> bytes | None:
    """Return texts, a line each, compressed; None if they are too large."""
    with tempfile.SpooledTemporaryFile(MOST) as file:
        with gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as packed:
            for line in lines:
                packed.write(f"{line}\n".encode())
                if file.tell() > MOST:
                    return None
        if file.tell() > MOST:
            return None
        file.seek(0)
        return file.read()


def _sweep(films: pathlib.Path) -> None:
    """Delete the oldest films where there are too many, and what processes that died have left."""
    found = []
    for path in films.iterdir():
        with contextlib.suppress(FileNotFoundError):
            told = path.stat()
            if path.suffix == _PART and told.st_mtime < time.time() - _ABANDONED:
                path.unlink()
            elif path.suffix != _PART:
                found.append((told.st_mtime_ns, path, told.st_size))
    kept = 0
    for _, path, size in sorted(found, reverse=True):
        kept += size
        if kept > KEPT:
            path.unlink(missing_ok=True)


def _limit() -> None:
    """Take the lowest priority, and bound what this process may use."""
    os.umask(0o077)
    os.nice(_LOWEST_PRIORITY)
    for which, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, _MEMORY), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(which)
        lower = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (lower, lower))


if __name__ == "__main__":
    _limit()
    print(make(ServerPaths(pathlib.Path(sys.argv[1])), *sys.argv[2:]))  # noqa: T201 -- to the process of the pages
