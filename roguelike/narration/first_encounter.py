"""First encounters with monsters, terrain, features and items, each reported with its description."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.english import capital
from roguelike.narration.examine import pace_told

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.observation import Observation

EVERYTHING: Final = "met"
"""The word that marks all kinds as known."""


def first_met(seen: Observation, known: Collection[str]) -> tuple[str, str] | None:
    """Return the word and the text of the first kind that is new to the player; None if none is.

    Monsters come first, then features and terrain underfoot or adjacent, then carried items.
    """
    if not seen.ruleset.introduces or EVERYTHING in known:
        return None
    return next((found for name, told in _met(seen) if (found := _new(name, told, known)) is not None), None)


def first_found(ruleset: RuleSet, kind: ItemKind, known: Collection[str]) -> tuple[str, str] | None:
    """Return the word and the text of an item that the player picks up; None if its kind is not new."""
    if not ruleset.introduces or EVERYTHING in known or not _is_of_interest(ruleset, kind):
        return None
    return _new(kind.name, kind.description, known)


def _new(name: str, description: str, known: Collection[str]) -> tuple[str, str] | None:
    word = f"{EVERYTHING}:{name.replace(' ', '_')}"
    return (word, f"{capital(name)}: {description}") if description and word not in known else None


def _is_of_interest(ruleset: RuleSet, kind: ItemKind) -> bool:
    """Return whether a kind of item is identified and not part of every player's starting kit."""
    had = (ruleset.things.get(each.item) for each in ruleset.possessions)
    return not isinstance(kind, UnknownKind) and kind not in had


def _met(seen: Observation) -> Iterator[tuple[str, str]]:
    """Yield names and descriptions of everything that the player meets now."""
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
    for item in seen.me.inventory.slots:
        if item is not None and _is_of_interest(seen.ruleset, item.kind):
            yield item.kind.name, item.kind.description
