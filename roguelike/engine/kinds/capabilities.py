"""Capabilities of rule sets: front-ends hide the keys and texts of missing ones."""

from __future__ import annotations

import enum


class Capability(enum.StrEnum):
    """A capability that a rule set can have."""

    ITEMS = "items"
    """Items can be carried."""
    GEAR = "gear"
    """Items can be equipped or thrown."""
    LEVELS = "levels"
    """There are several levels, with stairs between them."""
    UNKNOWNS = "unknowns"
    """Some kinds of items are unidentified at first."""
    LAMP = "lamp"
    """The player has a lamp that can be covered."""
    COMFORT = "comfort"
    """Its screens show more than a source document says."""


def capabilities_of(
    *, slots: int, gear: bool, unknowns: bool, depths: int, lamp: bool, comfort: bool
) -> frozenset[Capability]:
    """Return the capabilities of a rule set with `slots`, `depths`, and with or without the others."""
    has = {
        Capability.ITEMS: slots > 0,
        Capability.GEAR: slots > 0 and gear,
        Capability.UNKNOWNS: slots > 0 and unknowns,
        Capability.LEVELS: depths > 1,
        Capability.LAMP: lamp,
        Capability.COMFORT: comfort,
    }
    return frozenset(capability for capability, there in has.items() if there)
