"""What a monster is about."""

from __future__ import annotations

import enum
from typing import Final


class Mood(enum.StrEnum):
    """What a monster is about, which decides what its mind does."""

    HUNTING = "hunting"
    """It is after the player, or waits for them."""
    ASLEEP = "asleep"
    ROAMING = "roaming"
    """It is awake, and has not noticed anybody."""
    FLEEING = "fleeing"
    FOLLOWING = "following"
    """It keeps to its leader."""
    HELD = "held"
    """It is a captive, or a statue: it does nothing."""
    TRUCE = "truce"
    """It does nothing until something wounds one of its horde; then all of them hunt the player."""
    DUELLING = "duelling"
    """It strikes others that do so beside it while the player sees it, and nobody else.

    When the player wounds it, it becomes an enemy, and they become allies.
    """

    FALLEN = "fallen"
    """It is an ally at 0 hit points that can be raised: it does nothing, and nobody attacks it."""


NEUTRAL: Final = (Mood.TRUCE, Mood.DUELLING)
"""The moods of those that are nobody's enemies, and no captives."""
