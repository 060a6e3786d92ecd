"""Subjects of rule sets: front-ends leave out the keys and words of subjects that a rule set does not have."""

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
    UNKNOWNS = "unknowns"
    """Some kinds of items are to be learned."""
    LAMP = "lamp"
    """The player has a lamp that can be covered."""
    COMFORT = "comfort"
    """Its screens are the game's own, and need follow no document."""


def subjects_of(
    *, slots: int, gear: bool, unknowns: bool, depths: int, lamp: bool, comfort: bool
) -> frozenset[Subject]:
    """Return the subjects of a rule set with `slots` and levels, and with or without the others."""
    has = {
        Subject.ITEMS: slots > 0,
        Subject.GEAR: slots > 0 and gear,
        Subject.UNKNOWNS: slots > 0 and unknowns,
        Subject.LEVELS: depths > 1,
        Subject.LAMP: lamp,
        Subject.COMFORT: comfort,
    }
    return frozenset(subject for subject, there in has.items() if there)
