"""The initial contents of the levels of a seed, one row per thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from roguelike.engine.events import PLAYER_ID
from roguelike.engine.rules.levels import build_level
from roguelike.engine.scenario import plan_levels

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.level import Level

SORTS: Final = ("event", "feeling", "item", "monster", "captive", "horde", "feature")


class Row(NamedTuple):
    """One thing on a level."""

    seed: int
    level: int
    sort: str
    """One of `SORTS`; a horde is named for its leader."""
    name: str
    """The real name of its kind, even if unidentified, with its plus; for a feeling, the sentence."""
    number: int = 1
    """The number of items in a stack, or of monsters in a horde."""
    x: int | None = None
    y: int | None = None
    """Its cell; None for a row about the whole level."""
    holder: str = ""
    """The name of the feature that holds an item, or of the monster that carries it."""

    def matches(self, words: Sequence[str]) -> bool:
        """Return whether its sort, name or holder contain all these words, which must be lower-case."""
        text = f"{self.sort} {self.name} {self.holder}".lower()
        return all(word in text for word in words)


def rows(ruleset: RuleSet, seed: int, levels: range) -> Iterator[Row]:
    """Yield the contents of some levels of one game, without caching.

    Raises:
        NoLevel: one of the levels, or of those above them, cannot be generated.
    """
    for number, plan in enumerate(plan_levels(ruleset, seed, levels[-1]), start=1):
        if number in levels:
            level = build_level(plan, ruleset, PLAYER_ID + 1)
            yield from (Row(seed, number, *found) for found in _found(level))


_Found = tuple[str, str, int, int | None, int | None, str]
"""A row without its seed and its level."""


def _found(level: Level) -> Iterator[_Found]:
    if level.event is not None:
        yield "event", level.event.name, 1, None, None, ""
    for sentence in level.felt:
        yield "feeling", sentence, 1, None, None, ""
    for cell, items in sorted(level.items.items()):
        yield from (_item(item, level.grid.point(cell)) for item in items)
    features = [(level.grid.point(cell), feature) for cell, feature in sorted(level.features.items())]
    yield from (_item(each.holds, at, each.kind.name) for at, each in features if each.holds is not None)
    yield from (_item(each.carries, each.at, each.kind.name) for each in level.actors if each.carries is not None)
    free = [each for each in level.actors if not each.is_captive]
    yield from (("monster", each.kind.name, 1, *each.at, "") for each in free)
    yield from (("captive", each.kind.name, 1, *each.at, "") for each in level.actors if each.is_captive)
    yield from _hordes(free)
    yield from (("feature", each.kind.name, 1, *at, "") for at, each in features)


def _item(item: Item, at: Point, holder: str = "") -> _Found:
    return "item", f"{item.kind.name} {item.plus:+}" if item.plus else item.kind.name, item.number, *at, holder


def _hordes(monsters: Sequence[Actor]) -> Iterator[_Found]:
    """Yield the hordes of more than one monster, ordered like their leaders."""
    for leader in monsters:
        number = sum(each.horde == leader.id for each in monsters)
        if number > 1:
            yield "horde", leader.kind.name, number, *leader.at, ""
