"""What rule sets can be about: whoever offers keys or words leaves out those of what there is not."""

from __future__ import annotations

import enum


class Subject(enum.StrEnum):
    """Something that a rule set has or has not."""

    ITEMS = "items"
    """Anything can be carried."""
    GEAR = "gear"
    """Anything can be put on or thrown."""
    LEVELS = "levels"
    """There are several levels, with stairs between them."""
    COMFORT = "comfort"
    """Its screens are the game's own, and need follow no document."""


def subjects_of(*, slots: int, gear: bool, depths: int, comfort: bool) -> frozenset[Subject]:
    """Return the subjects of a rule set with so many slots of an inventory, so many levels, and gear or none."""
    has = {
        Subject.ITEMS: slots > 0,
        Subject.GEAR: slots > 0 and gear,
        Subject.LEVELS: depths > 1,
        Subject.COMFORT: comfort,
    }
    return frozenset(subject for subject, there in has.items() if there)
