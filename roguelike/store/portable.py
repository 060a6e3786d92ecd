"""The export format: a whole game as JSON Lines, with a header, every command and a footer."""

from __future__ import annotations

import contextlib
import json
import os
import stat
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import attrs

from roguelike.engine.plain import BadPlain, Plain
from roguelike.store.errors import UNREADABLE, StoreError, abridged, unreadable
from roguelike.store.limits import is_saved_name
from roguelike.store.record import Record, recorded_by
from roguelike.store.records import (
    ABOUT,
    DIGEST,
    LATEST,
    MAX_COMMAND,
    MAX_COMMANDS,
    MAX_TURNS,
    OUTCOMES,
    Damage,
    Row,
    header_fault,
    is_number,
)
from roguelike.store.values import parsed, read_moment

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

FORMAT: Final = 3
"""Incremented with every change of the format; games in older formats were recorded by older engines."""
SUFFIX: Final = ".jsonl"
MAX_LINE: Final = 4096
MAX_BYTES: Final = 32 << 20

_MAX_CHANGES: Final = 50
_MAX_WORDS: Final = 8
"""Maximum words of a command: its name and its arguments."""
_MAX_TEXT: Final = 1000
_FIRST: Final = ("roguelike", "about", "changes", "spoiled")
_ROW: Final = ("number", "turn", "at", "before", "command")
_LAST: Final = ("commands", "outcome", "turn", "digest")


def is_portable(path: pathlib.Path) -> bool:
    """Return whether a file looks like JSON Lines, by its suffix or its first byte."""
    if path.suffix == SUFFIX:
        return True
    with contextlib.suppress(OSError, StoreError), _opened(path) as file:
        return file.read(1) == b"{"
    return False


def lines(record: Record) -> Iterator[str]:
    """Yield the lines of a game, with newlines; only the last part of a rule set's path is exported."""
    about = {**record.about, "rules": record.about["rules"].rpartition("/")[2]}
    # Nothing after the first change of rules can be replayed, so later changes do not matter.
    changes = [list(change) for change in record.changes[:1]]
    yield _line(_FIRST, FORMAT, about, changes, record.spoiled)
    for row in record.rows:
        yield _line(_ROW, row.number, row.turn, row.at, row.before, row.command)
    yield _line(_LAST, len(record.rows), record.outcome, record.turn, record.digest)


def read_portable(path: pathlib.Path) -> Record:
    """Read an exported game; the file is untrusted.

    Raises:
        StoreError: it is not a valid export.
    """
    try:
        with _opened(path) as file:
            if os.fstat(file.fileno()).st_size > MAX_BYTES:
                raise unreadable(path, "it is too large for a recorded game")
            return _Reader(path, file).read()
    except FileNotFoundError:
        raise StoreError(f"no such file: {abridged(path)}.", UNREADABLE) from None
    except OSError as error:
        raise unreadable(path, error) from None
    except Damage as damage:
        raise unreadable(path, str(damage)) from None


class _Reader:
    """Reads a file line by line."""

    def __init__(self, path: pathlib.Path, file: BinaryIO) -> None:
        self._path = path
        self._file = file
        self._line = 0
        self._commands: dict[str, Any] = {}
        """Interned commands: long games repeat few different ones."""

    def read(self) -> Record:
        """Read all of it."""
        try:
            first = self._next()
            version = self._version(first)
            if version > FORMAT:
                raise Damage("its format is newer than this program")
            if version < FORMAT:
                raise recorded_by(self._path, _program(first), is_older=True)
            parts = first.table(*_FIRST)
            spoiled = parts["spoiled"].boolean()
            about, changes = _about(parts["about"]), tuple(map(_change, parts["changes"].list(_MAX_CHANGES)))
            rows: list[Row] = []
            while "number" in (line := self._next()).value:
                if len(rows) == MAX_COMMANDS:
                    raise Damage(f"it has more than {MAX_COMMANDS} commands")
                rows.append(self._row(line, len(rows) + 1))
            return self._ended(line, Record(path=self._path, about=about, rows=rows, changes=changes, spoiled=spoiled))
        except (BadPlain, TypeError):
            raise Damage(f"line {self._line} is invalid") from None

    def _version(self, first: Plain) -> int:
        if not isinstance(first.value, dict) or "roguelike" not in first.value:
            raise Damage("it is not a recorded game")
        return Plain(first.value["roguelike"]).integer(1, MAX_TURNS)

    def _row(self, line: Plain, number: int) -> Row:
        parts = line.table(*_ROW)
        if parts["number"].integer(1, MAX_COMMANDS) != number:
            raise Damage(f"command {number} is missing")
        return Row(
            number,
            self._command(parts["command"]),
            parts["turn"].integer(0, MAX_TURNS),
            parts["at"].integer(0, LATEST),
            _digest(parts["before"]),
        )

    def _command(self, part: Plain) -> Any:  # noqa: ANN401 -- plain data
        spelled = repr(part.value)
        if spelled not in self._commands:
            if len(spelled) > MAX_COMMAND:
                raise part.wrong("a command")
            part.list(_MAX_WORDS, least=1)
            self._commands[spelled] = part.value
        return self._commands[spelled]

    def _ended(self, line: Plain, record: Record) -> Record:
        parts, count = line.table(*_LAST), len(record.rows)
        if parts["commands"].integer(0, MAX_COMMANDS) != count:
            raise Damage(f"command {count + 1} is missing")
        if self._file.read(1):
            raise Damage("it has data after its end")
        over = parts["outcome"].value is not None
        return attrs.evolve(
            record,
            outcome=parts["outcome"].one_of(OUTCOMES) if over else None,
            turn=parts["turn"].integer(0, MAX_TURNS) if over else None,
            digest=None if parts["digest"].value is None else _digest(parts["digest"]),
        )

    def _next(self) -> Plain:
        self._line += 1
        text = self._file.readline(MAX_LINE + 1)
        if not text.endswith(b"\n") and len(text) <= MAX_LINE:
            raise Damage(f"it is cut off at line {self._line}")
        if len(text) > MAX_LINE:
            raise Damage(f"line {self._line} is too long")
        try:
            return Plain(parsed(text))
        except (ValueError, RecursionError):
            raise Damage(f"line {self._line} is invalid") from None


def _program(first: Plain) -> str:
    """Return the version of the program that wrote a file in an older format."""
    about = first.value.get("about")
    program = about.get("program") if isinstance(about, dict) else None
    return program if isinstance(program, str) and program.isprintable() else "0.1"


def _about(part: Plain) -> dict[str, str]:
    about = {key: value.text(_MAX_TEXT) for key, value in part.table(*ABOUT).items()}
    if not all(value.isprintable() for value in about.values()) or not is_saved_name(about["name"]):
        raise part.wrong("printable text")
    if "/" in about["rules"] or about["rules"] in {"", ".", ".."}:
        raise part.wrong("the name of a rule set")
    if fault := header_fault(about):
        raise Damage(fault)
    if not is_number(about["version"], MAX_TURNS):
        raise part.wrong("numbers")
    _digest(Plain(about["fingerprint"]))
    _digest(Plain(about["id"]))
    if read_moment(about["begun"]) is None:
        raise part.wrong("a date and time")
    return about


def _change(part: Plain) -> tuple[int, str]:
    number, fingerprint = part.list(2, least=2)
    return number.integer(0, MAX_COMMANDS), _digest(fingerprint)


def _digest(part: Plain) -> str:
    text = part.text(DIGEST)
    if len(text) != DIGEST or set(text) - set("0123456789abcdef"):
        raise part.wrong(f"{DIGEST} hexadecimal digits")
    return text


def _line(names: tuple[str, ...], *values: object) -> str:
    return json.dumps(dict(zip(names, values, strict=True)), separators=(",", ":")) + "\n"


@contextlib.contextmanager
def _opened(path: pathlib.Path) -> Iterator[BinaryIO]:
    """Open a regular file for reading, without blocking on anything else such as a FIFO."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise unreadable(path, "it is not a regular file")
        with open(descriptor, "rb", closefd=False) as file:
            yield file
    finally:
        os.close(descriptor)
