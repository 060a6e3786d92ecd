"""Reading untrusted TOML files, with limits for their size and for quotes in error messages."""

from __future__ import annotations

import os
import re
import stat
import time
import tomllib
from typing import TYPE_CHECKING, Any, Final

from roguelike.classes import frozen

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterable

Mark = tuple[int, ...]
"""File status fields that differ after a change."""

MAX_SHOWN: Final = 40
"""Maximum characters of a text quoted in an error."""
_MAX_SHOWN: Final = 10**9
_KINDS: Final = {dict: "a table", list: "a list", float: "a fraction"}
_DEEPEST: Final = 16
"""Maximum nesting of lists and tables, so that recursion is safe."""
_UNSETTLED: Final = 2 * 10**9
"""Nanoseconds; no file system in use has coarser times."""
_PLAINLY: Final = {
    r"Cannot declare (\(.*\)) twice": "the table [{}] is already defined above",
    r"Cannot (?:redefine|mutate immutable) namespace (\(.*\))": "the table {} is already defined above",
    r"Cannot overwrite a value": "this key already has a value",
}
"""Messages of the parser, and their plain meanings."""
_TOO_DEEP: Final = "lists or tables are nested too deeply"


class BadFile(Exception):
    """A file cannot be used; the message is a clause to follow its name."""


@frozen
class FileSort:
    """A kind of file, with its limits."""

    holds: str
    """The contents, in the player's words."""
    most_bytes: int
    longest_line: int
    """Maximum characters of a line: the parser's time is cubic in the dots of a key."""


def mark_of(file: pathlib.Path) -> Mark | None:
    """Return a mark that changes with the file; empty if the file is missing.

    None for a file that changed just now: the next change may get the same time stamp.
    """
    try:
        found = file.stat()
    except (OSError, ValueError):
        return ()
    is_settled = time.time_ns() - found.st_ctime_ns > _UNSETTLED
    return (found.st_dev, found.st_ino, found.st_size, found.st_ctime_ns) if is_settled else None


def read_toml(file: pathlib.Path, sort: FileSort) -> dict[str, Any]:
    """Return the content of a file, nested 16 deep at most.

    Raises:
        FileNotFoundError, NotADirectoryError: there is no such file.
        BadFile: it exceeds the limits of its kind, or is not valid TOML.
    """
    return parse_toml(read_bytes(file, sort), sort)


def parse_toml(written: bytes, sort: FileSort) -> dict[str, Any]:
    """Parse the content of a file, nested 16 deep at most.

    Raises:
        BadFile: it is too large, or not valid TOML.
    """
    _refuse_large(written, sort)
    return _parsed(_decoded(written, sort))


def read_bytes(file: pathlib.Path, sort: FileSort) -> bytes:
    """Return the contents of a regular file within the limits of its kind.

    Raises:
        FileNotFoundError, NotADirectoryError: there is no such file.
        BadFile: it is unreadable, too large, or not a regular file.
    """
    try:
        return _read(file, sort)
    except (FileNotFoundError, NotADirectoryError):
        raise
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _read(file: pathlib.Path, sort: FileSort) -> bytes:
    """Read a regular file; anything else, such as a pipe, could block for ever."""
    # Without O_NONBLOCK, opening a pipe waits for a writer.
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        _refuse_others(os.fstat(descriptor), sort)
        written = b""
        while (more := os.read(descriptor, sort.most_bytes)) and len(written) <= sort.most_bytes:
            written += more
    finally:
        os.close(descriptor)
    _refuse_large(written, sort)
    return written


def _refuse_large(written: bytes, sort: FileSort) -> None:
    if len(written) > sort.most_bytes:
        raise BadFile(f"is too large: {sort.holds} may have at most {sort.most_bytes >> 10} kB")


def _refuse_others(found: os.stat_result, sort: FileSort) -> None:
    if not stat.S_ISREG(found.st_mode):
        kind = "a directory" if stat.S_ISDIR(found.st_mode) else "not a regular file"
        raise BadFile(f"is {kind}: {sort.holds} must be in a text file")


def _decoded(written: bytes, sort: FileSort) -> str:
    try:
        text = written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = written[: error.start].count(b"\n") + 1
        raise BadFile(f"line {line}: this is not UTF-8 text") from None
    for line, words in enumerate(text.split("\n"), 1):
        if len(words) > sort.longest_line:
            raise BadFile(f"line {line}: this is longer than {sort.longest_line} characters")
    return text


def _parsed(text: str) -> dict[str, Any]:
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadFile(_broken(str(error), text)) from None
    except RecursionError:
        raise BadFile(_TOO_DEEP) from None
    except ValueError:
        raise BadFile("a number is too long") from None
    if _is_too_deep(written):
        raise BadFile(_TOO_DEEP)
    return written


def _is_too_deep(written: dict[str, Any]) -> bool:
    layer: list[Any] = [written]
    for _ in range(_DEEPEST):
        tables = [inner for outer in layer if isinstance(outer, dict) for inner in outer.values()]
        layer = tables + [inner for outer in layer if isinstance(outer, list) for inner in outer]
    return any(isinstance(value, dict | list) for value in layer)


def _broken(complaint: str, text: str) -> str:
    """Return the parser's error for `text`, always with a line number."""
    found = re.search(r"at line (\d+)", complaint)
    line = found[1] if found else text.rstrip("\n").count("\n") + 1
    what = re.sub(r" \(at [^()]*\)$", "", complaint)
    for theirs, ours in _PLAINLY.items():
        if found := re.fullmatch(theirs, what):
            what = ours.format(*map(_dotted, found.groups()))
    return f"line {line}: this is not TOML: {cut(plain(what[:1].lower() + what[1:]))}"


def _dotted(key: str) -> str:
    """Return a key in TOML notation, from the tuple in the parser's error."""
    return ".".join(re.findall(r"'([^']*)'", key)) or key


def shown(value: object, most: int = MAX_SHOWN) -> str:
    """Return a short form of a value for an error message, without control characters."""
    if isinstance(value, str):
        return repr(cut(value, most))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if abs(value) < _MAX_SHOWN else "a very large number"
    return _KINDS.get(type(value), "a date or time")


def cut(text: str, most: int = 2 * MAX_SHOWN) -> str:
    """Return a text, or its beginning with dots if it is longer than the limit."""
    return text if len(text) <= most else text[:most] + "..."


def plain(text: str) -> str:
    """Return a text unchanged if it is printable, else with escapes."""
    return text if text.isprintable() else repr(text)


def meant(value: object, names: Iterable[str]) -> str:
    """Return a question that suggests the most similar name; empty if none is similar."""
    import difflib  # noqa: PLC0415 -- only where something is wrong

    near = difflib.get_close_matches(value[:MAX_SHOWN], list(names), 1) if isinstance(value, str) else []
    return f" (did you mean {near[0]!r}?)" if near else ""
