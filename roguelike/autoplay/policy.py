"""The interface of policies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.observation import Observation


class Stuck(Exception):
    """A policy makes no progress and abandons the game."""


class Policy(Protocol):
    """Plays one game; it can remember past observations."""

    def choose(self, seen: Observation) -> Command:
        """Return the next command.

        Raises:
            Stuck: the policy makes no progress.
        """
        ...
