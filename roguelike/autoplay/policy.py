"""What every policy is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.observation import Observation


class Policy(Protocol):
    """Plays one game; it may remember what it was shown."""

    def choose(self, seen: Observation) -> Command:
        """Return the next command."""
        ...
