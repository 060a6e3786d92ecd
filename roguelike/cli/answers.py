"""How the command line answers: exit codes, and one plain sentence where something is wrong."""

from __future__ import annotations

import argparse
from typing import NoReturn

FINE, FAILURE, USAGE, UNREADABLE, DIFFERENT = 0, 1, 2, 3, 4
"""Exit codes: fine, a failure, wrong usage, a save that cannot be read or is being played, a replay that differs."""
SIGNALLED = 128
"""What shells add to the number of the signal that ended a program."""
INTERRUPTED = SIGNALLED + 2


class Refusal(Exception):
    """A plain sentence for the player, and the exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code


class Parser(argparse.ArgumentParser):
    """Answers wrong usage in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Refuse it."""
        raise Refusal(f"{message} (see {self.prog} --help)", USAGE)
