"""The manifest of a backup: names, sizes and digests of its files."""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike import __version__
from roguelike.classes import frozen
from roguelike.store.sqlite.data_folder import write_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAME: Final = "manifest.json"
"""Name of the manifest, which is written last."""
_FORMAT: Final = 1


class BackupError(Exception):
    """A backup cannot be made or restored; the message names the file and the cause."""


@frozen
class Entry:
    """One file of a backup."""

    size: int
    digest: str
    """SHA-256 digest."""
    modified: int
    """Modification time in nanoseconds since the epoch."""


def entry_of(path: pathlib.Path) -> Entry:
    """Return the entry of a file.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        found = os.fstat(file.fileno())
        return Entry(found.st_size, hashlib.file_digest(file, "sha256").hexdigest(), found.st_mtime_ns)


def write_manifest(folder: pathlib.Path, files: Mapping[str, Entry], made: str) -> None:
    """Write the manifest of a backup made at a time.

    Raises:
        StoreError: it cannot be written.
    """
    listed = {name: attrs.asdict(entry) for name, entry in sorted(files.items())}
    told = {"format": _FORMAT, "program": __version__, "made": made, "files": listed}
    write_text(folder / NAME, f"{json.dumps({**told, 'digest': _digest(told)}, indent=1)}\n")


def read_manifest(folder: pathlib.Path) -> dict[str, Entry]:
    """Return the entries of a backup by path.

    Raises:
        BackupError: there is no manifest, or it is damaged.
    """
    path = folder / NAME
    try:
        told = json.loads(path.read_bytes())
        is_whole = told.pop("digest") == _digest(told)
        files = {_checked(name): Entry(**entry) for name, entry in told["files"].items()}
    except (FileNotFoundError, NotADirectoryError):
        raise BackupError(f"{folder}: not a complete backup (it has no {NAME}).") from None
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        is_whole, files = False, {}
    if not is_whole:
        raise BackupError(f"{path} is damaged, or written by another version of this program.")
    return files


def files_in(folder: pathlib.Path) -> Iterator[str]:
    """Yield the relative path of each file in a folder."""
    for root, _, names in os.walk(folder):
        yield from (os.path.relpath(pathlib.Path(root, name), folder) for name in names)


def _digest(told: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _checked(name: str) -> str:
    """Refuse a path that leads out of the backup."""
    path = pathlib.PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or str(path) != name:
        raise ValueError(name)
    return name
