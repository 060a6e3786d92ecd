"""The parsed TOML files of the built-in rule sets, cached in `__pycache__` beside them as Python caches modules."""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pathlib

    from roguelike.toml_file import Mark


def read_parsed(file: pathlib.Path, mark: Mark) -> dict[str, Any] | None:
    """Return the cached content of a file with this mark; None if it is not cached."""
    try:
        known, said = marshal.loads(_place(file).read_bytes())  # noqa: S302 -- as safe as the modules beside it
    except (OSError, EOFError, ValueError, TypeError):
        return None
    return said if known == mark else None


def keep_parsed(file: pathlib.Path, mark: Mark, said: dict[str, Any]) -> None:
    """Cache the content of a file, if Python may cache modules; after a failure, it is only parsed again."""
    if sys.dont_write_bytecode:
        return
    place = _place(file)
    draft = place.with_name(f"{place.name}.{os.getpid()}")
    with contextlib.suppress(OSError, ValueError):
        place.parent.mkdir(exist_ok=True)
        draft.write_bytes(marshal.dumps((mark, said)))
        draft.replace(place)


def _place(file: pathlib.Path) -> pathlib.Path:
    return file.parent / "__pycache__" / f"{file.name}.{sys.implementation.cache_tag}.pyc"
