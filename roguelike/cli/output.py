"""Standard output: everything that the commands print goes through here."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import TYPE_CHECKING

from roguelike.cells.text import printable
from roguelike.cli.answers import FAILURE, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def tell(text: str) -> None:
    """Print lines without control characters, and without characters that the encoding lacks."""
    with _writing():
        encoding = sys.stdout.encoding or "ascii"
        for line in text.split("\n"):
            print(printable(line).encode(encoding, "replace").decode(encoding))


def tell_json(plain: object) -> None:
    """Print plain data on one line, for programs."""
    with _writing():
        print(json.dumps(plain))


def write_out(lines: Iterable[str]) -> None:
    """Print ASCII lines unchanged; each ends with a newline."""
    with _writing():
        sys.stdout.writelines(lines)


def flush() -> None:
    """Flush standard output: a full disk may fail only here."""
    if sys.stdout is not None:
        with _writing():
            sys.stdout.flush()


def complain(sentence: str) -> None:
    """Write an error to standard error, if it is open."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(f"roguelike: {printable(sentence)}", file=sys.stderr, flush=True)


def remark(sentence: str) -> None:
    """Write a progress note to standard error, if it is a terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        with contextlib.suppress(OSError):
            print(printable(sentence), file=sys.stderr, flush=True)


def discard() -> None:
    """Redirect standard output to nowhere, so that the interpreter does not try to write the rest when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    """Turn errors of writing to standard output into a `Refusal`."""
    if sys.stdout is None:
        raise Refusal("standard output is closed.", FAILURE)
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        discard()
        raise Refusal(f"cannot write to standard output: {error.strerror}.", FAILURE) from None
