"""The banner: the text that a client shows before the login."""

from __future__ import annotations

import pathlib
from typing import Final

from roguelike.serve.settings import ServeSettingsError
from roguelike.toml_file import BadFile, FileSort, plain, read_bytes

_SORT: Final = FileSort("a banner", most_bytes=4096, longest_line=1000)


def read_banner(file: str) -> str:
    """Return the text of a file for SSH, without control characters; empty for no file.

    Raises:
        ServeSettingsError: it cannot be used.
    """
    if not file:
        return ""
    try:
        text = read_bytes(pathlib.Path(file), _SORT).decode()
    except (FileNotFoundError, NotADirectoryError):
        raise ServeSettingsError(f"{plain(file)}: no such file.") from None
    except BadFile as error:
        raise ServeSettingsError(f"{plain(file)}: {error}.") from None
    except UnicodeDecodeError:
        raise ServeSettingsError(f"{plain(file)}: this is not UTF-8 text.") from None
    return "".join(f"{_printable(line)}\r\n" for line in text.rstrip().splitlines())


def _printable(line: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in line.expandtabs())
