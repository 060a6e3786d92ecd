"""What every policy is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.observation import Observation


class Stuck(Exception):
    """A policy gets nowhere, and gives the game up."""


class Policy(Protocol):
    """Plays one game; it may remember what it was shown."""

    def choose(self, seen: Observation) -> Command:
        """Return the next command.

        Raises:
            Stuck: the game leads nowhere.
        """
        ...
