"""Limits of the message of the day."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from roguelike.serve.settings import ServeSettingsError
from roguelike.toml_file import BadFile, FileSort, plain, read_bytes

if TYPE_CHECKING:
    import pathlib

MAX_LINES: Final = 5
"""Lines on the title screen."""
_WIDTH: Final = 80
"""Columns that `MAX_LINES` lines may have."""
MAX_BYTES: Final = 4096
_SORT: Final = FileSort("a message", MAX_BYTES, 1000)


def check_message(file: pathlib.Path, *, must_be: bool) -> str:
    """Return the text of a message of the day, which may be missing unless it `must_be`.

    Raises:
        ServeSettingsError: it cannot be read, or would not be shown completely.
    """
    try:
        text = read_bytes(file, _SORT).decode()
    except (FileNotFoundError, NotADirectoryError):
        if not must_be:
            return ""
        raise ServeSettingsError(f"{plain(str(file))}: no such file.") from None
    except BadFile as error:
        raise ServeSettingsError(f"{plain(str(file))}: {error}.") from None
    except UnicodeDecodeError:
        raise ServeSettingsError(f"{plain(str(file))}: this is not UTF-8 text.") from None
    lines = sum(len(textwrap.wrap(line, _WIDTH)) or 1 for line in text.strip().splitlines())
    if lines > MAX_LINES:
        told = f"{lines} lines of {_WIDTH} characters, of which players see {MAX_LINES}"
        raise ServeSettingsError(f"{plain(str(file))}: {told} (shorten it).")
    return text
