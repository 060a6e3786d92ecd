"""Repetition of a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from roguelike.automation.automation import Automation, Stop, danger, hindrance
from roguelike.automation.dangers import keeping_clear
from roguelike.engine.commands import Move

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation


class Repeat(Automation):
    """Repeats a command up to `times` times; a step only while it moves the player, and never into known harm."""

    doing: ClassVar[str] = "repeating"

    def __init__(self, command: Command, times: int) -> None:
        self._command = command
        self._left = times
        self._at: Point | None = None
        """The player's cell before the last step."""

    def next(self, seen: Observation) -> Command | Stop:
        """Return the command again."""
        if (stop := (hindrance if isinstance(self._command, Move) else danger)(seen)) is not None:
            return stop
        if not self._left:
            return Stop("Done.")
        if isinstance(self._command, Move):
            goal = seen.me.at.step(self._command.direction)
            if seen.me.at == self._at or not keeping_clear(seen).is_safe(goal):
                return Stop("The way is blocked.")
            self._at = seen.me.at
        self._left -= 1
        return self._command
