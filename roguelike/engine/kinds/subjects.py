"""What rule sets can be about: whoever offers keys or words leaves out those of what there is not."""

from __future__ import annotations

import enum


class Subject(enum.StrEnum):
    """Something that a rule set has or has not."""

    ITEMS = "items"
    """Anything can be carried."""
    LEVELS = "levels"
    """There are several levels, with stairs between them."""


def subjects_of(slots: int, depths: int) -> frozenset[Subject]:
    """Return the subjects of a rule set with so many slots of an inventory, and so many levels."""
    has = {Subject.ITEMS: slots > 0, Subject.LEVELS: depths > 1}
    return frozenset(subject for subject, there in has.items() if there)
