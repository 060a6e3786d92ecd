"""Exit codes, and errors of one sentence."""

from __future__ import annotations

import contextlib
import signal
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator

FINE, FAILURE, USAGE, UNREADABLE, DIFFERENT = 0, 1, 2, 3, 4
"""Exit codes: success, failure, wrong usage, a save that cannot be read or is being played, a replay that differs."""
SIGNALLED = 128
"""Added to the number of the signal that ended the program, as shells do."""
INTERRUPTED = SIGNALLED + 2


class Refusal(Exception):
    """A plain sentence for the player, and the exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code


@contextlib.contextmanager
def tidied_up() -> Iterator[None]:
    """Turn signals that end the program into exceptions, so that unfinished files are removed."""

    def end(number: int, _: object) -> NoReturn:
        raise SystemExit(SIGNALLED + number)

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    minded = [number for number, handler in before.items() if handler is not signal.SIG_IGN]
    for number in minded:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in minded:
            signal.signal(number, before[number] or signal.SIG_DFL)
