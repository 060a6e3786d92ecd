"""Standard output: everything that the commands print goes through here."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import TYPE_CHECKING

from roguelike.cli.answers import FAILURE, Refusal
from roguelike.ui.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def tell(text: str) -> None:
    """Print lines in which nothing is a control character, and nothing stops a terminal that knows few others."""
    with _writing():
        encoding = sys.stdout.encoding or "ascii"
        for line in text.split("\n"):
            print(printable(line).encode(encoding, "replace").decode(encoding))


def tell_json(plain: object) -> None:
    """Print plain data on one line, for programs."""
    with _writing():
        print(json.dumps(plain))


def write_out(lines: Iterable[str]) -> None:
    """Print ASCII lines just as they are, each with its end."""
    with _writing():
        sys.stdout.writelines(lines)


def flush() -> None:
    """Have all of it written: on a full disk that fails only now."""
    if sys.stdout is not None:
        with _writing():
            sys.stdout.flush()


def complain(sentence: str) -> None:
    """Tell what is wrong, if anybody is there to be told."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(f"roguelike: {printable(sentence)}", file=sys.stderr, flush=True)


def remark(sentence: str) -> None:
    """Tell a person who waits what for; programs that read what is printed are told nothing."""
    if sys.stderr is not None and sys.stderr.isatty():
        with contextlib.suppress(OSError):
            print(printable(sentence), file=sys.stderr, flush=True)


def discard() -> None:
    """Keep the interpreter from trying to write the rest once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    """Have it told in a sentence when what is printed cannot be written."""
    if sys.stdout is None:
        raise Refusal("standard output is closed.", FAILURE)
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        discard()
        raise Refusal(f"standard output cannot be written: {error.strerror}.", FAILURE) from None
