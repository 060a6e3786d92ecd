"""Exported text files: written atomically, and never over another file unless asked."""

from __future__ import annotations

import contextlib
import os
import secrets
from typing import TYPE_CHECKING

from roguelike.store.errors import BESIDE, StoreError, abridged, not_kept
from roguelike.store.sqlite.database import sync_folder

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterable


def write_lines(path: pathlib.Path, lines: Iterable[str], *, source: pathlib.Path, replaces: bool) -> None:
    """Write a file of lines made of the game in `source`, which it never overwrites.

    `replaces` allows it to overwrite any other existing file.

    Raises:
        StoreError: the file already exists, or cannot be written.
    """
    if _is_of(path, source):
        raise StoreError(f"{abridged(path)} is the saved game itself: choose another name.")
    if os.path.lexists(path) and not (replaces and path.is_file()):
        raise _there_already(path, can_replace=path.is_file())
    making = path.with_name(f".{secrets.token_hex(8)}.new")
    try:
        with making.open("x", encoding="ascii") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        _put(making, path, replaces=replaces)
        sync_folder(path.parent)
    except FileExistsError:
        raise _there_already(path, can_replace=True) from None
    except OSError as error:
        raise not_kept(path, error) from None
    finally:
        with contextlib.suppress(OSError):
            making.unlink(missing_ok=True)


def _is_of(path: pathlib.Path, source: pathlib.Path) -> bool:
    """Return whether a path leads to a game's file, or to a file that SQLite keeps beside it."""
    place, game = os.path.realpath(path), os.path.realpath(source)
    with contextlib.suppress(OSError, ValueError):  # one of them is not there
        if path.samefile(source):
            return True
    return place in {f"{game}{ending}" for ending in BESIDE}


def _put(making: pathlib.Path, path: pathlib.Path, *, replaces: bool) -> None:
    if not replaces:
        try:
            # A hard link never replaces a file created in the meantime, but not every file system has hard links.
            path.hardlink_to(making)
        except FileExistsError:
            raise
        except OSError:
            pass
        else:
            return
    making.replace(path)


def _there_already(path: pathlib.Path, *, can_replace: bool) -> StoreError:
    if can_replace:
        return StoreError(f"{abridged(path)} already exists: choose another name, or use --force to overwrite it.")
    return StoreError(f"{abridged(path)} already exists and is not a file: choose another name.")
