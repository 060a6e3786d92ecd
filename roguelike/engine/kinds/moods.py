"""The moods of monsters."""

from __future__ import annotations

import enum
from typing import Final


class Mood(enum.StrEnum):
    """The mood of a monster, on which the choices of its mind depend."""

    HUNTING = "hunting"
    """It hunts the player, or waits for them."""
    ASLEEP = "asleep"
    ROAMING = "roaming"
    """It is awake, but has noticed no enemy."""
    FLEEING = "fleeing"
    FOLLOWING = "following"
    """It stays near its leader."""
    HELD = "held"
    """It is a captive, or a statue: it does nothing."""
    TRUCE = "truce"
    """It does nothing until a monster of its horde is wounded; then the whole horde hunts the player."""
    DUELLING = "duelling"
    """It attacks only adjacent duelling monsters, while the player sees it.

    When the player wounds it, it becomes an enemy, and its opponents become allies.
    """

    FALLEN = "fallen"
    """It is an ally at 0 hit points that can be raised: it does nothing, and no monster attacks it."""


NEUTRAL: Final = (Mood.TRUCE, Mood.DUELLING)
"""The moods of monsters that are neither enemies nor captives."""
