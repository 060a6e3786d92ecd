"""The ways from one level to another."""

from __future__ import annotations

import enum


class Exit(enum.StrEnum):
    """How a level is left."""

    DOWN = "down"
    """The stairs to the next level."""
    UP = "up"
    """The stairs to the level before."""
    FALL = "fall"
    """Through the floor, to the next level."""

    @property
    def step(self) -> int:
        """What it adds to the depth."""
        return -1 if self is Exit.UP else 1

    @property
    def arrival(self) -> Exit:
        """The stairs of the other level at which those who take it arrive; a fall ends anywhere."""
        return {Exit.DOWN: Exit.UP, Exit.UP: Exit.DOWN, Exit.FALL: Exit.FALL}[self]
