"""The data folder: the paths of a player's games."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import pathlib
import re
import stat
from typing import TYPE_CHECKING, Final

import platformdirs

from roguelike.classes import frozen
from roguelike.store.errors import BESIDE, StoreError, abridged, cause_of, not_kept
from roguelike.store.limits import is_saved_name
from roguelike.store.sqlite.database import make_private, sync_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

UNSEEN: Final = ".unseen"
"""The suffix of the marker beside a finished game whose end has not been shown."""
PROOF: Final = ".proof"
"""The suffix of the cached verification of a finished game's score."""
_NUMBERED: Final = re.compile(r"([A-Za-z0-9_-]{1,16})-([0-9]{4,})")


def data_folder(chosen: str | None) -> pathlib.Path:
    """Return the chosen folder or the default; a relative XDG_DATA_HOME is ignored, as its specification says."""
    if chosen is not None:
        return pathlib.Path(chosen)
    try:
        folder = pathlib.Path(platformdirs.user_data_dir("roguelike", appauthor=False))
        return folder if folder.is_absolute() else pathlib.Path("~/.local/share/roguelike").expanduser()
    except RuntimeError:
        raise StoreError("no home directory: set the folder of saved games with --data-dir.") from None


@frozen
class DataFolder:
    """The files of one player, or of all who share an account; names are `[A-Za-z0-9_-]{1,16}`."""

    root: pathlib.Path
    shared: pathlib.Path | None = None
    """The folder of the scores that several such folders have in common; `root` unless given."""

    @property
    def games(self) -> pathlib.Path:
        """Where games in progress are."""
        return self.root / "games"

    @property
    def finished(self) -> pathlib.Path:
        """Where finished games and their accounts are."""
        return self.root / "finished"

    @property
    def unreadable(self) -> pathlib.Path:
        """Where unreadable games were moved to make room for new ones."""
        return self.root / "unreadable"

    @property
    def scores(self) -> pathlib.Path:
        """The file of the scores."""
        return (self.shared or self.root) / "scores.sqlite"

    @property
    def makes_scores(self) -> bool:
        """Whether the first score makes that file; one that is shared must exist: a new one would hide its loss."""
        return self.shared is None

    @property
    def ends(self) -> pathlib.Path:
        """What was read of finished games for statistics; it can be deleted."""
        return self.root / "statistics.json"

    @property
    def key(self) -> pathlib.Path:
        """The secret key that authenticates snapshots and score proofs."""
        return (self.shared or self.root) / "proofs.key"

    def hints(self, name: str) -> pathlib.Path:
        """Return the file of the hints that were given to the player of that name."""
        return self.root / "hints" / f"{name}.txt"

    def settings(self, name: str) -> pathlib.Path:
        """Return the file of the settings of a player on a server; "toml" is the name of those in use."""
        return self.root / f"settings.{name}"

    @property
    def private(self) -> pathlib.Path:
        """The file that is there if nobody may watch the player on a server."""
        return self.root / "private"

    def proof(self, key: str) -> pathlib.Path:
        """Return the file of the cached verification of a finished game's score."""
        return self.finished / f"{key}{PROOF}"

    def game(self, name: str) -> pathlib.Path:
        """Return the file of the game in progress of that name."""
        return self.games / f"{name}.game"

    def lock(self, name: str) -> pathlib.Path:
        """Return the lock file of that game."""
        return self.games / f"{name}.lock"

    def names(self) -> list[str]:
        """Return the names of the games in progress, in order."""
        return sorted(file.stem for file in _files(self.games) if file.suffix == ".game" and is_saved_name(file.stem))

    def finished_games(self) -> list[pathlib.Path]:
        """Return the finished games, by name and then in the order in which they ended."""
        found = ((file, _NUMBERED.fullmatch(file.stem)) for file in _files(self.finished) if file.suffix == ".game")
        numbered = ((key[1], int(key[2]), file) for file, key in found if key is not None)
        return [file for *_, file in sorted(numbered)]

    def finished_game(self, what: str) -> pathlib.Path | None:
        """Return the finished game of that key, else the last finished one of that name, if there is one."""
        games = self.finished_games()
        exact = (path for path in games if path.stem == what)
        named = (path for path in reversed(games) if path.stem.rpartition("-")[0] == what)
        return next(itertools.chain(exact, named), None)

    def is_key(self, key: str, name: str) -> bool:
        """Return whether a key fits that name and is free."""
        found = _NUMBERED.fullmatch(key)
        return found is not None and found[1] == name and not is_there(self.finished / f"{key}.game")

    def next_finished(self, name: str) -> pathlib.Path:
        """Return the path for the next finished game of that name."""
        return _next_of(self.finished, name)

    def make(self) -> None:
        """Make the folders, readable by their owner only.

        Raises:
            StoreError: they cannot be made.
        """
        for folder in (self.games, self.finished):
            try:
                make_folder(folder.absolute())
            except OSError as error:
                raise StoreError(f"{abridged(folder)} cannot be created: {cause_of(error)}.") from None


def is_there(path: pathlib.Path) -> bool:
    """Return whether a path exists, even as a broken link.

    Raises:
        StoreError: the path cannot be examined.
    """
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise StoreError(f"{abridged(path)} cannot be accessed: {cause_of(error)}.") from None
    return True


def read_small(path: pathlib.Path, most: int) -> bytes:
    """Return at most the first `most` bytes of a file.

    Raises:
        OSError: it cannot be read, or is not a regular file, so that reading might block.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        return os.read(descriptor, most)
    finally:
        os.close(descriptor)


def make_folder(folder: pathlib.Path) -> None:
    """Make a private folder and its parents, and fsync the folders they are in."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        if not folder.is_dir():
            raise
        return  # another process was faster
    folder.chmod(0o700)  # whatever the umask is
    sync_folder(folder.parent)


def _files(folder: pathlib.Path) -> Iterator[pathlib.Path]:
    try:
        yield from folder.iterdir()
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(f"{abridged(folder)} cannot be read: {cause_of(error)}.") from None


def put_unreadable(folder: DataFolder, name: str) -> pathlib.Path:
    """Move an unreadable game, with its WAL or journal, to the folder of such games; returns its new path.

    Raises:
        StoreError: it cannot be moved.
    """
    path = folder.game(name)
    endings = [ending for ending in (*BESIDE, "") if os.path.lexists(f"{path}{ending}")]
    first = _next_of(folder.unreadable, name)
    numbers = itertools.count(int(first.stem.rpartition("-")[2]))
    goals = (first.with_name(f"{name}-{number:04}.game") for number in numbers)
    goal = next(goal for goal in goals if not any(os.path.lexists(f"{goal}{ending}") for ending in endings))
    try:
        make_folder(folder.unreadable.absolute())
        # The database comes last: after an interruption the next attempt moves the rest.
        for ending in endings:
            os.rename(f"{path}{ending}", f"{goal}{ending}")  # noqa: PTH104 -- endings are no suffixes
        sync_folder(folder.unreadable)
        sync_folder(folder.games)
    except OSError as error:
        raise not_kept(goal, error) from None
    return goal


def _next_of(folder: pathlib.Path, name: str) -> pathlib.Path:
    keys = (_NUMBERED.fullmatch(file.stem) for file in _files(folder) if file.suffix in {".game", ".txt", UNSEEN})
    taken = [int(key[2]) for key in keys if key is not None and key[1] == name]
    return folder / f"{name}-{max(taken, default=0) + 1:04}.game"


def write_text(path: pathlib.Path, text: str) -> None:
    """Write a private text file atomically: the old contents stay until the new ones are complete.

    Raises:
        StoreError: it cannot be written.
    """
    making = path.with_suffix(".tmp")
    try:
        making.unlink(missing_ok=True)
        with open(make_private(making), "wb") as file:  # noqa: PTH123 -- a descriptor
            file.write(text.encode(errors="replace"))
            file.flush()
            os.fsync(file.fileno())
        making.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            making.unlink(missing_ok=True)
        raise not_kept(path, error) from None


def remove(path: pathlib.Path) -> None:
    """Remove a file, if it is there.

    Raises:
        StoreError: it cannot be removed.
    """
    try:
        path.unlink()
        sync_folder(path.parent)
    except FileNotFoundError:
        return
    except OSError as error:
        raise not_kept(path, error) from None
