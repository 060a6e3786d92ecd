"""What the player meets for the first time: monsters, terrain, what stands on it, and items, each with its one rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.english import capital
from roguelike.ui.examine import pace_told

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from roguelike.engine.observation import Observation

EVERYTHING: Final = "met"
"""The word for having met all there is."""


def first_met(seen: Observation, known: Collection[str]) -> tuple[str, str] | None:
    """Return the word for the first kind that is new to the player, with what is said of it; None if nothing is.

    Monsters come first, then what is beside the player or under their feet, then what they have found.
    """
    if not seen.ruleset.introduces or EVERYTHING in known:
        return None
    for name, description in _met(seen):
        word = f"{EVERYTHING}:{name.replace(' ', '_')}"
        if description and word not in known:
            return word, f"{capital(name)}: {description}"
    return None


def _met(seen: Observation) -> Iterator[tuple[str, str]]:
    """Yield names and descriptions of what is met now."""
    for foe in seen.others:
        pace = "" if foe.kind.speed == seen.me.kind.speed else f" {pace_told(foe, seen.me)}."
        yield foe.kind.name, foe.kind.description and f"{foe.kind.description}{pace}"
    around = [seen.me.at, *(seen.me.at.step(way) for way in seen.ruleset.directions)]
    for at in (point for point in around if seen.level.is_visible(point)):
        feature = seen.level.feature_at(at)
        if feature is not None:
            yield feature.kind.name, feature.kind.description
        for kind in seen.level.layers_at(at):
            yield kind.name, kind.description
    had = {each.item for each in seen.ruleset.possessions}  # only looked up
    for item in seen.me.inventory.slots:
        if item is not None and item.kind.name not in had and not isinstance(item.kind, UnknownKind):
            yield item.kind.name, item.kind.description
