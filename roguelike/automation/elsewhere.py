"""Items and captives left on other levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.automation.kinds import ALL
from roguelike.automation.pick_up import is_wanted
from roguelike.engine.rules.identity import item_ref
from roguelike.english import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roguelike.automation.kinds import Kinds
    from roguelike.engine.known_level import VisitedLevel

MAX_NAMED: Final = 2
"""Maximum things of a level that are listed by name."""
MAX_LEVELS: Final = 3
"""Maximum levels that are listed; the others are counted."""


def left_elsewhere(visited: Iterable[VisitedLevel], kinds: Kinds = ALL) -> str:
    """Return a sentence about items and captives left on other levels, the deepest first; empty for none.

    Args:
        visited: the other levels, as the player knows them.
        kinds: the kinds of items that the player wants.
    """
    levels = [(each.depth, list(_left(each, kinds))) for each in sorted(visited, key=lambda each: -each.depth)]
    told = [f"level {depth} ({_named(names)})" for depth, names in levels if names]
    more = len(told) - MAX_LEVELS
    rest = f" and {counted(more, 'other level')}" if more > 0 else ""
    return f"Elsewhere: {', '.join(told[:MAX_LEVELS])}{rest}." if told else ""


def _left(visited: VisitedLevel, kinds: Kinds) -> Iterator[str]:
    """Yield the captives, offered items and wanted items of a level."""
    level = visited.level
    for captive in visited.captives:
        yield f"captive {captive.kind.name}"
    for _, feature in sorted(level.features.items()):
        if feature.offers is not None:
            yield f"{feature.kind.name} with {item_ref(feature.offers).name_with_article}"
    for _, pile in sorted({**level.remembered, **level.items}.items()):
        yield from (item_ref(item).name for item in pile if is_wanted(item, kinds))


def _named(names: list[str]) -> str:
    more = len(names) - MAX_NAMED
    return ", ".join(names[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")
