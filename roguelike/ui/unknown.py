"""What an unknown item may be, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.rules.identity import chance_of_bad, odds_of, unknown_kinds

if TYPE_CHECKING:
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation


def odds_told(seen: Observation, kind: ItemKind) -> list[str]:
    """Return what an unknown item may be, with the exact chances, and how many kinds of its sort are known.

    Nothing for what is known.
    """
    if not isinstance(kind, UnknownKind):
        return []
    odds = odds_of(seen.ruleset, seen.identified, kind)
    bad = chance_of_bad(seen.ruleset, seen.identified, kind)
    every = sum(other.disguised and other.sort == kind.sort for other in seen.ruleset.items.values())
    known = every - len(unknown_kinds(seen.ruleset, seen.identified, kind.sort))
    told = [f"bad to use {round(bad * 100)}%", f"{known} of {every} known"]
    return [*told, *(f"{_short(each)} {round(share * 100)}%" for each, share in odds)]


def _short(kind: ItemKind) -> str:
    """Return a name without its sort, which all that an unknown thing may be share: "healing"."""
    return kind.name.removeprefix(f"{kind.sort} of ")
