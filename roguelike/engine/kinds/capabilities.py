"""Capabilities of rule sets: front-ends leave out the keys and words of capabilities that a rule set does not have."""

from __future__ import annotations

import enum


class Capability(enum.StrEnum):
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


def capabilities_of(
    *, slots: int, gear: bool, unknowns: bool, depths: int, lamp: bool, comfort: bool
) -> frozenset[Capability]:
    """Return the capabilities of a rule set with `slots` and levels, and with or without the others."""
    has = {
        Capability.ITEMS: slots > 0,
        Capability.GEAR: slots > 0 and gear,
        Capability.UNKNOWNS: slots > 0 and unknowns,
        Capability.LEVELS: depths > 1,
        Capability.LAMP: lamp,
        Capability.COMFORT: comfort,
    }
    return frozenset(capability for capability, there in has.items() if there)
