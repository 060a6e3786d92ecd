"""Makes the film of one finished game: `python -m roguelike.serve.published.filming FOLDER KEY FORM`.

Reads the credentials for the clerk as JSON from standard input, null if games are in files. Prints a sentence if the
film cannot be made, and nothing if the clerk did not answer.
"""

from __future__ import annotations

import contextlib
import gzip
import json
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
from roguelike.store.remote.clerk_link import NO_ANSWER, ClerkLink
from roguelike.store.remote.games import GameInDatabase
from roguelike.store.replay import Replay
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.saved import GameFile
from roguelike.terminal.colors.palette import TRUE_COLOR, Palette

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roguelike.serve.channel import Message
    from roguelike.serve.published.game_record import GameRecord
    from roguelike.store.kept.rows import GameSource

MAX_FILM: Final = 2 << 20
"""Bytes of a compressed film."""
KEPT: Final = 200 << 20
"""Bytes of all films; the oldest are deleted, and made again on request."""
SECONDS: Final = 60
"""CPU seconds for one film."""
_LOWEST_PRIORITY: Final = 19
_MEMORY: Final = 1 << 30
_ABANDONED: Final = 600.0
"""Seconds after which a partial film belongs to a process that died."""
_PART: Final = ".part"
TOO_LONG: Final = "This game is too long for a film."
UNREADABLE: Final = "There is no film of this game: it was played by an older version, or its commands cannot be read."


def make(places: ServerPaths, key: str, form: str = "film", hello: Message | None = None) -> str:
    """Make the film of a published game, unless it exists; return a sentence if it cannot be made.

    With `hello`, the credentials for the clerk, the game is in a database; without an answer no film is made.
    """
    record = PublicFolder(places.public).record(key)
    goal = places.film(key, form)
    if record is None or goal.exists():
        return ""
    try:
        with _source(places, record, hello) as source:
            film = _compressed(_lines(_replay(source, record), form))
    except StoreError as error:
        return "" if str(error) == NO_ANSWER else UNREADABLE
    if film is None:
        return TOO_LONG
    with tempfile.NamedTemporaryFile(dir=places.films, suffix=_PART, delete=False) as file:
        file.write(film)
    pathlib.Path(file.name).replace(goal)
    if PublicFolder(places.public).record(key) != record:  # it was withdrawn meanwhile
        goal.unlink(missing_ok=True)
    _sweep(places.films)
    return ""


@contextlib.contextmanager
def _source(places: ServerPaths, record: GameRecord, hello: Message | None) -> Iterator[GameSource]:
    """Yield the rows of a published game.

    Raises:
        StoreError: it does not exist, or the clerk does not answer.
    """
    if hello is None:
        yield GameFile(DataFolder(places.player(record.account)).finished / f"{record.key}.game")
        return
    with contextlib.closing(ClerkLink(places.clerk, hello)) as link:
        game = link.ask("published_game", key=record.key)
        if game is None:
            raise StoreError(f"{record.key} is not there any more.")
        yield GameInDatabase(link, game)


def _replay(source: GameSource, record: GameRecord) -> Replay:
    """Return the replay of a published game.

    Raises:
        StoreError: it cannot be read or replayed.
    """
    game = recorded(source)
    if game.outcome not in {"died", "won"}:
        raise StoreError(f"{record.key} is not over.")
    return Replay(game, loaded(shipped, game.about["rules"]))


def _lines(replay: Replay, form: str) -> Iterable[str]:
    if form == "cast":
        return (line.rstrip("\n") for line in make_cast(replay, Palette(TRUE_COLOR)))
    return make_film(replay)


def _compressed(lines: Iterable[str]) -> bytes | None:
    """Return texts as compressed lines; None if they are too large."""
    with tempfile.SpooledTemporaryFile(MAX_FILM) as file:
        with gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as packed:
            for line in lines:
                packed.write(f"{line}\n".encode())
                if file.tell() > MAX_FILM:
                    return None
        if file.tell() > MAX_FILM:
            return None
        file.seek(0)
        return file.read()


def _sweep(films: pathlib.Path) -> None:
    """Delete the oldest films beyond `KEPT`, and partial ones of processes that died."""
    found = []
    for path in films.iterdir():
        with contextlib.suppress(FileNotFoundError):
            status = path.stat()
            if path.suffix == _PART and status.st_mtime < time.time() - _ABANDONED:
                path.unlink()
            elif path.suffix != _PART:
                found.append((status.st_mtime_ns, path, status.st_size))
    kept = 0
    for _, path, size in sorted(found, reverse=True):
        kept += size
        if kept > KEPT:
            path.unlink(missing_ok=True)


def _limit() -> None:
    """Set the lowest priority, and the resource limits of this process."""
    os.umask(0o077)
    os.nice(_LOWEST_PRIORITY)
    for which, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, _MEMORY), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(which)
        lower = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (lower, lower))


if __name__ == "__main__":
    _limit()
    folder, key, form = sys.argv[1:]
    print(make(ServerPaths(pathlib.Path(folder)), key, form, json.load(sys.stdin)))  # noqa: T201 -- read by the web process
