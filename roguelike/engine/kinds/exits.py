"""Exits from one level to another."""

from __future__ import annotations

import enum


class Exit(enum.StrEnum):
    """How an actor leaves a level."""

    DOWN = "down"
    """The stairs to the next level."""
    UP = "up"
    """The stairs to the previous level."""
    FALL = "fall"
    """Through the floor, to the next level."""
    CLIMB = "climb"
    """Through the hole of an earlier fall, to the previous level."""

    @property
    def step(self) -> int:
        """The change of depth."""
        return 1 if self.stairs is Exit.DOWN else -1

    @property
    def stairs(self) -> Exit:
        """The stairs that lead to the same level."""
        return {Exit.FALL: Exit.DOWN, Exit.CLIMB: Exit.UP}.get(self, self)

    @property
    def arrival(self) -> Exit:
        """The stairs of the other level at which it arrives; after a fall or a climb, actors arrive on other cells."""
        return {Exit.DOWN: Exit.UP, Exit.UP: Exit.DOWN}.get(self, self)
