"""Fill an empty data folder, which no server uses before it is complete."""

from __future__ import annotations

import contextlib
import shutil
from typing import TYPE_CHECKING

from roguelike.serve.listening import ListenError, ServerLock
from roguelike.serve.manifest import BackupError
from roguelike.serve.paths import ServerPaths
from roguelike.store.sqlite.database import sync_folder

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def empty_place(places: ServerPaths) -> Iterator[ServerPaths]:
    """Yield a folder inside an empty data folder, which no server can use meanwhile; delete its rest.

    Raises:
        BackupError: the data folder is in use, or not empty.
        OSError: it cannot be made.
    """
    is_new = not places.root.exists()
    if not is_new and any(places.root.iterdir()):
        if places.lock.exists():
            _lock(places).close()
        raise BackupError(f"{places.root} is not empty.")
    places.run.mkdir(mode=0o700, parents=True)
    lock = _lock(places)
    making = ServerPaths(places.restoring)
    try:
        places.root.chmod(0o700)
        making.root.mkdir(mode=0o700)
        yield making
    finally:
        shutil.rmtree(making.root, ignore_errors=True)
        lock.close()
        if not places.accounts.exists():
            shutil.rmtree(places.run)
            if is_new:
                places.root.rmdir()


def put_in_place(making: ServerPaths, places: ServerPaths) -> None:
    """Move everything up, the accounts last."""
    for path in sorted(making.root.iterdir(), key=lambda path: path == making.accounts):
        path.rename(places.root / path.name)
    making.root.rmdir()
    sync_folder(places.root)


def _lock(places: ServerPaths) -> ServerLock:
    try:
        return ServerLock(places)
    except ListenError as error:
        raise BackupError(str(error)) from None
