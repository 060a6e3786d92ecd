"""How the command line answers: exit codes, and one plain sentence where something is wrong."""

from __future__ import annotations

import argparse
import contextlib
import signal
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator

FINE, FAILURE, USAGE, UNREADABLE, DIFFERENT = 0, 1, 2, 3, 4
"""Exit codes: fine, a failure, wrong usage, a save that cannot be read or is being played, a replay that differs."""
SIGNALLED = 128
"""What shells add to the number of the signal that ended a program."""
INTERRUPTED = SIGNALLED + 2
_LONGEST = 200


class Refusal(Exception):
    """A plain sentence for the player, and the exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code


class Parser(argparse.ArgumentParser):
    """Answers wrong usage in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Refuse it, without repeating all that somebody may have given."""
        from roguelike.toml_file import cut, plain

        raise Refusal(f"{cut(plain(message), _LONGEST)} (see {self.prog} --help)", USAGE)

    def _print_message(self, message: str, _file: object = None) -> None:
        """Print help or the version; argparse's own takes a failure to write for success."""
        from roguelike.cli.output import write_out

        write_out([message])


@contextlib.contextmanager
def tidied_up() -> Iterator[None]:
    """Have whatever was begun within taken away when the program is told to end, as when something fails."""

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
