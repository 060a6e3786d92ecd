"""Doing the same thing a number of times."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from roguelike.automation.automation import Automation, Stop

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.observation import Observation


class Repeat(Automation):
    """Repeats one command, at most so many times."""

    doing: ClassVar[str] = "repeating"

    def __init__(self, command: Command, times: int) -> None:
        self._command = command
        self._left = times

    def next(self, seen: Observation) -> Command | Stop:  # noqa: ARG002 -- it does not look
        """Return the command again."""
        self._left -= 1
        return self._command if self._left >= 0 else Stop("Done.")
